import type { LineString, Polygon } from "geojson";
import {
  TerraDraw,
  TerraDrawLineStringMode,
  TerraDrawModeUndoRedo,
  TerraDrawPolygonMode,
  TerraDrawRectangleMode,
  TerraDrawSelectMode,
  ValidateNotSelfIntersecting,
  type HexColor,
} from "terra-draw";
import { TerraDrawMapLibreGLAdapter } from "terra-draw-maplibre-gl-adapter";
import { drawByKeys } from "@/components/map/pen/draw-keys";
import { swallowTap } from "@/components/map/pen/swallow-tap";
import type { MapEngine } from "@/components/map/map-engine";
import { M_PER_FT } from "@/lib/domain/units";
import type { SnapLines } from "@/lib/geo/plane-lines";
import { snapperOf } from "@/lib/geo/snap";

export type DrawShape = "polygon" | "rectangle" | "linestring";
export type DrawnShape = Polygon | LineString;

export interface DrawOptions {
  color: string;
  /** Outlines that corners are pulled onto: the field's, and those of areas that are already there. */
  lines: SnapLines;
  /** How many corners stand, whenever that changes. */
  onCorners: (count: number) => void;
}

const POINTER_PX = 24;
/** A corner nearer than this to an outline is meant to lie on it; far out a thumb covers more ground than that. */
const SNAP_PX = 16;
const FARTHEST_SNAP_M = 75 * M_PER_FT;

/** Drawing with finger, pen, mouse or keys on the map. Loaded when someone begins to draw. */
export class DrawEngine {
  private readonly draw: TerraDraw;
  private readonly stopKeys: () => void;
  /** What happens now comes of a tap or click on the map, which ends in a click event of its own. */
  private isTapped = false;

  constructor(
    private readonly engine: MapEngine,
    { color, lines, onCorners }: DrawOptions,
  ) {
    const styles = stylesOf(color as HexColor);
    const snapping = snappingOf(engine, lines);
    // Enter closes, and is heard here, so that the keys of one press do not act twice. Escape is heard by what stands below the map.
    const shared = { pointerDistance: POINTER_PX, keyEvents: { cancel: null, finish: FINISH_KEY }, snapping };
    this.draw = new TerraDraw({
      adapter: new TerraDrawMapLibreGLAdapter({ map: engine.map }),
      undoRedo: { modeLevel: new TerraDrawModeUndoRedo() },
      modes: [
        new TerraDrawPolygonMode({ styles: styles.area, validation: ValidateNotSelfIntersecting, ...shared }),
        new TerraDrawLineStringMode({ styles: styles.line, ...shared }),
        new TerraDrawRectangleMode({ styles: styles.area, keyEvents: { cancel: null, finish: null } }),
        new TerraDrawSelectMode({
          pointerDistance: POINTER_PX,
          allowManualDeselection: false,
          // By itself the library takes the whole shape away with Delete, and its corners with Escape.
          keyEvents: null,
          flags: {
            polygon: {
              feature: {
                draggable: true,
                validation: ValidateNotSelfIntersecting,
                coordinates: { midpoints: true, draggable: true, deletable: true, snappable: snapping },
              },
            },
          },
          styles: styles.select,
        }),
      ],
    });
    this.draw.start();
    engine.setDrawing(true);
    this.draw.on("history", ({ undoSize }) => onCorners(undoSize));
    this.draw.on("change", () => {
      if (this.draw.getMode() === "rectangle") onCorners(this.draw.getModeState() === "drawing" ? 1 : 0);
    });
    engine.map.getCanvas().addEventListener("pointerdown", this.notePress);
    this.stopKeys = drawByKeys(engine.map, {
      place: () => this.placeInMiddle(),
      undo: () => this.undo(),
      finish: () => this.finish(),
    });
  }

  /** Lets one shape be drawn; `then` gets it when its maker has closed it. */
  begin(shape: DrawShape, then: (geometry: DrawnShape) => void): void {
    this.draw.setMode(shape);
    this.draw.on("finish", (id) => {
      const geometry = this.shape(id);
      if (geometry === null) return;
      if (this.isTapped) swallowTap();
      then(geometry);
    });
  }

  /** Shows a shape with its corners to be moved, added and taken away; `changed` gets it after every step. */
  reshape(geometry: Polygon, changed: (geometry: Polygon) => void): void {
    const [added] = this.draw.addFeatures([
      { type: "Feature", geometry: shortened(geometry), properties: { mode: "polygon" } },
    ]);
    this.draw.setMode("select");
    if (added?.id === undefined || !added.valid) return;
    const { id } = added;
    this.draw.selectFeature(id);
    this.draw.on("finish", () => {
      const now = this.shape(id);
      if (now?.type === "Polygon") changed(now);
    });
  }

  /** Puts a corner where the cross stands: for keys, and for a thumb that hides what it points at. */
  placeInMiddle(): void {
    const canvas = this.engine.map.getCanvas();
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const at = { clientX: left + width / 2, clientY: top + height / 2 };
    const pointer = { ...at, bubbles: true, isPrimary: true, pointerId: MIDDLE_POINTER, pointerType: "mouse" };
    // The library has no other way in, and takes a corner the same way from whatever points.
    for (const type of ["pointermove", "pointerdown", "pointerup"]) {
      canvas.dispatchEvent(new PointerEvent(type, { ...pointer, button: type === "pointermove" ? -1 : 0 }));
    }
  }

  /** Takes the last corner back. */
  undo(): void {
    if (this.draw.getMode() === "rectangle") this.restart();
    else this.draw.undo();
  }

  /** Closes the outline, or ends the line, with the corners that stand. */
  finish(): void {
    this.isTapped = false;
    this.engine.map.getCanvas().dispatchEvent(new KeyboardEvent("keyup", { key: FINISH_KEY }));
  }

  stop(): void {
    this.stopKeys();
    this.engine.map.getCanvas().removeEventListener("pointerdown", this.notePress);
    if (this.draw.enabled) this.draw.stop();
    this.engine.setDrawing(false);
  }

  /** A corner at the cross is placed by script, and no click follows it. */
  private readonly notePress = ({ isTrusted }: PointerEvent): void => {
    this.isTapped = isTrusted;
  };

  /** A rectangle has one corner to take back, and then begins again. */
  private restart(): void {
    this.draw.clear();
    this.draw.setMode("rectangle");
  }

  private shape(id: string | number): DrawnShape | null {
    const found = this.draw.getSnapshotFeature(id)?.geometry;
    return found?.type === "Polygon" || found?.type === "LineString" ? found : null;
  }
}

type Snapping = NonNullable<NonNullable<ConstructorParameters<typeof TerraDrawPolygonMode>[0]>["snapping"]>;

/** No key of a keyboard: the library hears it from `finish` alone. */
const FINISH_KEY = "HedgerowFinish";
const MIDDLE_POINTER = 99;

function snappingOf(engine: MapEngine, lines: SnapLines): Snapping {
  const { snap } = snapperOf(lines);
  return {
    toCustom: ({ lng, lat }) => {
      const reachM = Math.min(SNAP_PX * engine.metersPerPixel(), FARTHEST_SNAP_M);
      return snap([lng, lat], reachM) ?? undefined;
    },
  };
}

function stylesOf(color: HexColor) {
  return {
    area: { fillColor: color, outlineColor: color, outlineWidth: 3, fillOpacity: 0.25 },
    line: { lineStringColor: color, lineStringWidth: 4 },
    select: {
      selectedPolygonColor: color,
      selectedPolygonOutlineColor: color,
      selectedPolygonOutlineWidth: 3,
      selectionPointColor: color,
      selectionPointWidth: 9,
      midPointColor: color,
      midPointWidth: 6,
    },
  };
}

/** Terra Draw takes at most nine decimals, a tenth of a millimeter. */
const shortened = ({ coordinates }: Polygon): Polygon => ({
  type: "Polygon",
  coordinates: coordinates.map((ring) => ring.map((position) => position.map((degrees) => Number(degrees.toFixed(9))))),
});
