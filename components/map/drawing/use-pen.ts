import { useEffect, useEffectEvent, useState } from "react";
import type { Polygon } from "geojson";
import { outlineOf } from "@/components/map/drawing/edit-bodies";
import { type Drawing, isPenMode } from "@/components/map/drawing/use-drawing";
import type { MapEngine } from "@/components/map/map-engine";
import { PALETTES } from "@/components/map/palette";
import type { DrawEngine, DrawnShape } from "@/components/map/pen/draw-engine";
import { useMapTheme } from "@/components/map/use-map-theme";
import type { FieldMapModel } from "@/lib/views/portal/field-map";
import { ringsOf } from "@/lib/geo/plane-lines";
import { followingEdge } from "@/lib/geo/snap";

/**
 * What draws on the map comes when someone begins to, and a click before it is there would be lost. None: it is on its
 * way, or nothing can be drawn now, such as for an area of several parts.
 */
type PenPhase = "none" | "ready" | "failed";

export interface Pen {
  phase: PenPhase;
  /** Corners that were placed of what is being drawn. */
  corners: number;
  engine: DrawEngine | null;
}

const NO_PEN: Pen = { phase: "none", corners: 0, engine: null };

/** Runs Terra Draw on the map while there is something to draw, and nothing of it else. */
export function usePen(map: MapEngine | null, model: FieldMapModel, drawing: Drawing): Pen {
  const { mode, draft, line } = drawing;
  const theme = useMapTheme();
  const [pen, setPen] = useState(NO_PEN);
  const isDrawing = draft === null && line === null && isPenMode(mode);
  const isReshaping = draft !== null && mode === "reshape" && outlineOf(draft.geometry) !== null;
  const isOn = isDrawing || isReshaping;

  const done = (shape: DrawnShape): void => {
    if (shape.type === "LineString") drawing.drawLine(shape.coordinates);
    else drawing.shape(followingEdge(shape, model.boundary));
  };
  const start = useEffectEvent((Engine: typeof DrawEngine, on: MapEngine): DrawEngine => {
    // Neither a new theme nor a new name of the draft may take away what is half drawn.
    const others = drawing.areas.filter(({ featureId }) => featureId !== draft?.featureId);
    const engine = new Engine(on, {
      color: PALETTES[theme].drawn,
      lines: [...ringsOf(model.boundary), ...others.flatMap(({ geometry }) => ringsOf(geometry))],
      onCorners: (corners) => setPen((before) => ({ ...before, corners })),
    });
    const outline: Polygon | null = draft === null ? null : outlineOf(draft.geometry);
    if (isDrawing) engine.begin(mode === "line" ? "linestring" : mode, done);
    else if (outline !== null) engine.reshape(outline, drawing.shape);
    return engine;
  });
  // A shape that was replaced as a whole, such as by moving its near side, is handed to the pen again.
  const { round } = drawing;
  useEffect(() => {
    if (map === null || !isOn) return undefined;
    let engine: DrawEngine | null = null;
    let isGone = false;
    import("@/components/map/pen/draw-engine").then(
      ({ DrawEngine: Engine }) => {
        if (isGone) return;
        engine = start(Engine, map);
        setPen({ phase: "ready", corners: 0, engine });
      },
      () => setPen({ ...NO_PEN, phase: "failed" }),
    );
    return () => {
      isGone = true;
      engine?.stop();
      setPen(NO_PEN);
    };
  }, [map, isOn, round]);
  return pen;
}
