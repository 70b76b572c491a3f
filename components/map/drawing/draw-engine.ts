import type { Polygon } from "geojson";
import {
  TerraDraw,
  TerraDrawPolygonMode,
  TerraDrawRectangleMode,
  TerraDrawSelectMode,
  ValidateNotSelfIntersecting,
  type HexColor,
} from "terra-draw";
import { TerraDrawMapLibreGLAdapter } from "terra-draw-maplibre-gl-adapter";
import type { MapEngine } from "@/components/map/map-engine";

export type DrawShape = "polygon" | "rectangle";

/** Drawing with finger, pen or mouse on the map. Loaded when someone begins to draw. */
export class DrawEngine {
  private readonly draw: TerraDraw;

  constructor(
    private readonly engine: MapEngine,
    color: string,
  ) {
    const styles = {
      fillColor: color as HexColor,
      outlineColor: color as HexColor,
      outlineWidth: 3,
      fillOpacity: 0.25,
    };
    this.draw = new TerraDraw({
      adapter: new TerraDrawMapLibreGLAdapter({ map: engine.map }),
      modes: [
        new TerraDrawPolygonMode({ styles, validation: ValidateNotSelfIntersecting, pointerDistance: 24 }),
        new TerraDrawRectangleMode({ styles }),
        new TerraDrawSelectMode({
          pointerDistance: 24,
          allowManualDeselection: false,
          flags: {
            polygon: {
              feature: {
                draggable: true,
                validation: ValidateNotSelfIntersecting,
                coordinates: { midpoints: true, draggable: true, deletable: true },
              },
            },
          },
          styles: {
            selectedPolygonColor: color as HexColor,
            selectedPolygonOutlineColor: color as HexColor,
            selectedPolygonOutlineWidth: 3,
            selectionPointColor: color as HexColor,
            selectionPointWidth: 9,
            midPointColor: color as HexColor,
            midPointWidth: 6,
          },
        }),
      ],
    });
    this.draw.start();
    engine.setDrawing(true);
  }

  /** Lets one shape be drawn; `then` gets it when its maker has closed it. */
  begin(shape: DrawShape, then: (geometry: Polygon) => void): void {
    this.draw.setMode(shape);
    this.draw.on("finish", (id) => {
      const geometry = this.polygon(id);
      if (geometry !== null) then(geometry);
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
      const now = this.polygon(id);
      if (now !== null) changed(now);
    });
  }

  stop(): void {
    if (this.draw.enabled) this.draw.stop();
    this.engine.setDrawing(false);
  }

  private polygon(id: string | number): Polygon | null {
    const found = this.draw.getSnapshotFeature(id)?.geometry;
    return found?.type === "Polygon" ? found : null;
  }
}

/** Terra Draw takes at most nine decimals, a tenth of a millimetre. */
const shortened = ({ coordinates }: Polygon): Polygon => ({
  type: "Polygon",
  coordinates: coordinates.map((ring) => ring.map((position) => position.map((degrees) => Number(degrees.toFixed(9))))),
});
