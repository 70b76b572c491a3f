import "maplibre-gl/dist/maplibre-gl.css";
import {
  getVersion,
  Map as MapLibreMap,
  Marker,
  setWorkerUrl,
  type GeoJSONSource,
  type MapMouseEvent,
} from "maplibre-gl";
import type { GeoJSON, Position } from "geojson";
import type { FieldMapModel } from "@/lib/views/portal/field-map";
import { TILE_ZOOMS } from "@/lib/domain/field-map";
import type { EdgeKey } from "@/lib/domain/drift";
import { groundAt, type Finding } from "@/components/map/identify";
import { BASEMAP_LINES } from "@/components/map/basemap-layers";
import { EDGE_TARGET } from "@/components/map/edge-layers";
import type { ShapeSource } from "@/components/map/grouped-layer";
import { groupedLayers, mapStyle, type LayerFacts } from "@/components/map/layers";
import type { MapGroup } from "@/components/map/legend-groups";
import { addControls } from "@/components/map/map-controls";
import { PALETTES, type MapTheme } from "@/components/map/palette";
import { pressByKeys } from "@/components/map/map-keys";
import { keepNamesClear, overImageOf } from "@/components/map/over-map";
import { imageOf, PATTERN_RATIO } from "@/components/map/patterns";
import { tileAddress } from "@/components/map/tiles";
import { FIT_MAX_ZOOM, FIT_PADDING } from "@/components/map/view";
import { mapLocale } from "@/components/map/map-locale";

type PaintName = Parameters<MapLibreMap["setPaintProperty"]>[1];
type PaintValue = Parameters<MapLibreMap["setPaintProperty"]>[2];

/** What the map tells the page. */
export interface MapEvents {
  onState: (state: "loading" | "idle" | "lost") => void;
  onEdge: (edge: EdgeKey) => void;
  onPlace: (at: Position, reachM: number) => void;
  onFindings: (findings: Finding[]) => void;
  /** The picture host did not answer; the map goes on without pictures. */
  onImageryFailed: () => void;
}

export interface MapStart {
  container: HTMLElement;
  /** What fills the screen when asked to: the map with its legend. */
  fullscreen: HTMLElement;
  model: FieldMapModel;
  /** Where the tiles are: `/portal/g/{grant}/tiles`. */
  tilesPath: string;
  theme: MapTheme;
  shapes: Record<ShapeSource, GeoJSON>;
  hidden: ReadonlySet<MapGroup>;
  prefersReducedMotion: boolean;
  events: MapEvents;
}

/** The map's own measures: how long the equator is drawn, and how wide the world at zoom 0. */
const EQUATOR_M = 2 * Math.PI * 6_378_137;
const TILE_PX = 512;
const MIN_ZOOM = 8;
const MAX_ZOOM = 19;
/** Half of what a fingertip covers. */
const FINGER_PX = 16;
const DOUBLE_CLICK_MS = 500;
const FIT = { padding: FIT_PADDING, maxZoom: FIT_MAX_ZOOM };

/** The map itself: everything that needs MapLibre, behind a few calls. Loaded after the page has been painted. */
export class MapEngine {
  readonly map: MapLibreMap;
  private readonly facts: LayerFacts;
  private readonly shapes: Record<ShapeSource, GeoJSON>;
  private readonly hidden: Set<MapGroup>;
  private theme: MapTheme;
  private isDrawing = false;
  /** The press that a click ends began while something was drawn: it closed the shape, and asks nothing of the map. */
  private isPressOfDrawing = false;
  private drawnAt = Number.NEGATIVE_INFINITY;
  /** Stands where the page was last told what lies there. */
  private pin: Marker | null = null;

  /** Throws when the browser cannot draw maps. */
  constructor(private readonly start: MapStart) {
    setWorkerUrl(`/maplibre/${getVersion()}/maplibre-gl-worker.mjs`);
    const { model } = start;
    this.theme = start.theme;
    this.shapes = { ...start.shapes };
    this.hidden = new Set(start.hidden);
    this.facts = {
      tiles: model.tiles.map(({ layer }) => layer),
      hasImagery: model.imagery !== null,
      onDate: model.onDate,
      pulaIds: (model.pulas ?? []).map(({ pulaId }) => pulaId),
    };
    this.map = new MapLibreMap({
      container: start.container,
      style: mapStyle(this.theme, this.facts, sourcesOf(start)),
      bounds: model.bounds,
      fitBoundsOptions: FIT,
      minZoom: MIN_ZOOM,
      maxZoom: MAX_ZOOM,
      attributionControl: false,
      dragRotate: false,
      touchPitch: false,
      pitchWithRotate: false,
      // A page that scrolls must scroll past the map too: two fingers, or a key, move the map.
      cooperativeGestures: true,
      fadeDuration: start.prefersReducedMotion ? 0 : 150,
      refreshExpiredTiles: false,
      locale: mapLocale(model.fieldName),
    });
    this.map.touchZoomRotate.disableRotation();
    this.map.keyboard.disableRotation();
    this.map.setMissingStyleImageResolver((id) => {
      if (this.map.hasImage(id)) return;
      const [image, over] = [imageOf(id), overImageOf(id)];
      if (image !== null) this.map.addImage(id, image, { pixelRatio: PATTERN_RATIO });
      if (over !== null) this.map.addImage(id, over);
    });
    for (const group of this.hidden) this.show(group, false);
    addControls(this.map, {
      showField: () => this.showField(),
      fullscreen: start.fullscreen,
      isAttributed: model.imagery !== null || basemapCredit(model) !== null,
    });
    keepNamesClear(this.map);
    this.listen();
  }

  setShape(source: ShapeSource, data: GeoJSON): void {
    if (this.shapes[source] === data) return;
    this.shapes[source] = data;
    this.whenStyled(() => void this.map.getSource<GeoJSONSource>(source)?.setData(data));
  }

  show(group: MapGroup, isShown: boolean): void {
    if (isShown) this.hidden.delete(group);
    else this.hidden.add(group);
    this.whenStyled(() => {
      for (const { layer } of this.layers().filter((each) => each.group === group)) {
        this.map.setLayoutProperty(layer.id, "visibility", isShown ? "visible" : "none");
      }
    });
  }

  /** Recolours what is there, layer by layer: a new style would take away what is being drawn. */
  setTheme(theme: MapTheme): void {
    if (theme === this.theme) return;
    this.theme = theme;
    this.whenStyled(() => {
      for (const layer of mapStyle(theme, this.facts, {}).layers) {
        for (const [name, value] of Object.entries(layer.paint ?? {}) as [PaintName, PaintValue][]) {
          this.map.setPaintProperty(layer.id, name, value);
        }
      }
    });
  }

  /** While something is drawn, a click belongs to the drawing and one finger draws. */
  setDrawing(isDrawing: boolean): void {
    if (this.isDrawing && !isDrawing) this.drawnAt = performance.now();
    this.isDrawing = isDrawing;
    if (isDrawing) this.pin?.remove();
    if (isDrawing) this.map.cooperativeGestures.disable();
    else this.map.cooperativeGestures.enable();
  }

  /** Meters on the ground to a pixel of the screen, in the middle of the map. */
  metersPerPixel(): number {
    const { lat } = this.map.getCenter();
    return (EQUATOR_M * Math.cos((lat * Math.PI) / 180)) / (TILE_PX * 2 ** this.map.getZoom());
  }

  showField(): void {
    this.map.fitBounds(this.start.model.bounds, FIT);
  }

  /** What lies in the middle of the map: for those who move it with keys. */
  describeMiddle(): void {
    this.describe(this.map.project(this.map.getCenter()));
  }

  destroy(): void {
    this.map.remove();
  }

  private layers(): ReturnType<typeof groupedLayers> {
    return groupedLayers(this.theme, this.facts);
  }

  private whenStyled(work: () => void): void {
    if (this.map.getLayer("ground") !== undefined) work();
    else void this.map.once("style.load", work);
  }

  private listen(): void {
    const { map } = this;
    const { events } = this.start;
    map.on("idle", () => events.onState("idle"));
    map.on("dataloading", () => events.onState("loading"));
    map.on("movestart", () => events.onState("loading"));
    map.on("webglcontextlost", () => events.onState("lost"));
    map.on("click", (event) => this.click(event));
    map.on("dblclick", (event) => {
      if (this.isPressOfDrawing) event.preventDefault();
    });
    // A second press of a double click that closes a shape comes when the drawing is over.
    map.getCanvas().addEventListener("pointerdown", ({ timeStamp }) => {
      this.isPressOfDrawing = this.isDrawing || timeStamp - this.drawnAt < DOUBLE_CLICK_MS;
    });
    map.on("error", (event) => {
      if ("sourceId" in event && event.sourceId === "imagery") events.onImageryFailed();
    });
    pressByKeys(map, { isOff: () => this.isDrawing, press: () => this.press(map.project(map.getCenter())) });
  }

  private click({ point }: MapMouseEvent): void {
    if (!this.isDrawing && !this.isPressOfDrawing) this.press(point);
  }

  /** What a tap asks for, and Enter for those who move the map with keys. */
  private press(point: { x: number; y: number }): void {
    const edge = this.edgeAt(point);
    if (edge !== null) this.start.events.onEdge(edge);
    const { lng, lat } = this.map.unproject([point.x, point.y]);
    this.start.events.onPlace([lng, lat], FINGER_PX * this.metersPerPixel());
    this.describe(point);
    // An edge is lit by anyone who asked for it, and a pin would stand on it.
    if (edge !== null) this.pin?.remove();
  }

  /** The edge under a place of the screen; null where there is none. */
  edgeAt(point: { x: number; y: number }): EdgeKey | null {
    const properties = this.map.queryRenderedFeatures([point.x, point.y], { layers: [EDGE_TARGET] })[0]?.properties;
    if (properties === undefined) return null;
    return {
      partIndex: Number(properties.partIndex),
      ringIndex: Number(properties.ringIndex),
      edgeIndex: Number(properties.edgeIndex),
    };
  }

  /** Thin lines of the ground under the map within a fingertip: no one hits them to the pixel. */
  private thinAt({ x, y }: { x: number; y: number }): ReturnType<MapLibreMap["queryRenderedFeatures"]> {
    const layers = BASEMAP_LINES.filter((id) => this.map.getLayer(id) !== undefined);
    const reach = FINGER_PX / 2;
    return this.map.queryRenderedFeatures(
      [
        [x - reach, y - reach],
        [x + reach, y + reach],
      ],
      { layers },
    );
  }

  private describe(point: { x: number; y: number }): void {
    this.pin?.remove();
    this.pin = new Marker({ color: PALETTES[this.theme].highlight, scale: 0.8 })
      .setLngLat(this.map.unproject([point.x, point.y]))
      .addTo(this.map);
    this.start.events.onFindings(
      groundAt([...this.map.queryRenderedFeatures([point.x, point.y]), ...this.thinAt(point)]),
    );
  }
}

function sourcesOf({ model, tilesPath, shapes }: MapStart): ReturnType<typeof mapStyle>["sources"] {
  const tiles = model.tiles.map((source) => {
    const { layer } = source;
    const { min, max } = TILE_ZOOMS[layer];
    const address = `${window.location.origin}${tileAddress(tilesPath, model.fieldId, source)}`;
    const credit = layer === "basemap" ? basemapCredit(model) : null;
    const tiled = { type: "vector" as const, tiles: [address], minzoom: min, maxzoom: max };
    return [layer, credit === null ? tiled : { ...tiled, attribution: credit }];
  });
  const lines = Object.entries(shapes).map(([name, data]) => [name, { type: "geojson" as const, data }]);
  const { imagery } = model;
  const pictures =
    imagery === null
      ? []
      : [
          [
            "imagery",
            {
              type: "raster" as const,
              tiles: [imagery.url],
              tileSize: 256,
              maxzoom: imagery.maxZoom,
              attribution: imagery.attribution,
            },
          ],
        ];
  return Object.fromEntries([...tiles, ...lines, ...pictures]) as ReturnType<typeof mapStyle>["sources"];
}

/** Who published the ground under the map. The library takes it for markup, and it is text. */
function basemapCredit({ dataSets }: FieldMapModel): string | null {
  const attribution = dataSets.find(({ kind }) => kind === "basemap")?.attribution ?? null;
  return attribution === null ? null : attribution.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
