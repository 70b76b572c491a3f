"use client";

import { useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import type { Polygon } from "geojson";
import type { DrawnArea } from "@/lib/views/portal/field-map";
import { edgeName, type EdgeKey } from "@/lib/domain/drift";
import type { FieldYearRef } from "@/lib/domain/field-year";
import type { DrawEngine } from "@/components/map/drawing/draw-engine";
import { DrawTools, type PenPhase } from "@/components/map/drawing/draw-tools";
import type { Draft } from "@/components/map/drawing/edit-bodies";
import { useDrawing, type Drawing } from "@/components/map/drawing/use-drawing";
import { FieldMap, type FieldMapProps } from "@/components/map/field-map";
import type { MapEngine } from "@/components/map/map-engine";
import { PALETTES } from "@/components/map/palette";
import { useMapTheme } from "@/components/map/use-map-theme";

export interface EditableFieldMapProps extends Omit<FieldMapProps, "tools" | "drawn" | "downslope"> {
  place: FieldYearRef;
  isLocked: boolean;
  /** The drawing tools are laid out at once, as on a page that is about them. */
  areToolsOpen?: boolean;
}

/** The map with what is drawn beside the field and marked on its edges. It stands inside `EditsProvider`. */
export function EditableFieldMap({ place, isLocked, areToolsOpen = false, ...props }: EditableFieldMapProps) {
  const { model, grantPath, highlighted, onEdge } = props;
  const drawing = useDrawing(model, place);
  const [pen, setPen] = useState<PenPhase>("none");
  const { mode, chosen, toggleEdges, draft, areas } = drawing;
  const isChoosing = mode === "downslope" || (mode === "strip" && draft === null);
  const clickEdge = (edge: EdgeKey): void => {
    if (!isChoosing) onEdge?.(edge);
    else toggleEdges([edge], !chosen.some((other) => edgeName(other) === edgeName(edge)));
  };
  const drawn = useMemo(() => shownAreas(areas, draft, mode), [areas, draft, mode]);
  const tools = useCallback(
    (map: MapEngine | null) => (
      <>
        <DrawingOnMap map={map} drawing={drawing} onPen={setPen} />
        <DrawTools {...{ model, grantPath, drawing, isLocked, pen }} hasMap={map !== null} isOpen={areToolsOpen} />
      </>
    ),
    [drawing, model, grantPath, isLocked, areToolsOpen, pen],
  );
  const marked = mode === "downslope" ? { downslope: chosen } : {};
  const lit = mode === "strip" ? { highlighted: chosen } : highlighted === undefined ? {} : { highlighted };
  return <FieldMap {...props} {...marked} {...lit} drawn={drawn} onEdge={clickEdge} tools={tools} />;
}

/** Saved and coming areas, with the draft in place of what it changes. What Terra Draw shows is left to it. */
function shownAreas(areas: readonly DrawnArea[], draft: Draft | null, mode: Drawing["mode"]): DrawnArea[] {
  const others = areas.filter(({ featureId }) => featureId !== draft?.featureId);
  if (draft === null || (mode === "reshape" && outlineOf(draft) !== null)) return others;
  const { featureId, category, label, geometry } = draft;
  return [...others, { featureId, kind: "managed", category, label, geometry, boundaryHash: "", isConfirmed: false }];
}

/** An area of one part, which is what can be reshaped by its corners. */
function outlineOf({ geometry }: Draft): Polygon | null {
  if (geometry.type === "Polygon") return geometry;
  const [only, ...more] = geometry.coordinates;
  return only === undefined || more.length > 0 ? null : { type: "Polygon", coordinates: only };
}

interface DrawingOnMapProps {
  map: MapEngine | null;
  drawing: Drawing;
  onPen: (phase: PenPhase) => void;
}

/** Runs Terra Draw while there is something to draw, and nothing of it else. */
function DrawingOnMap({ map, drawing, onPen }: DrawingOnMapProps) {
  const { mode, draft } = drawing;
  const theme = useMapTheme();
  const isDrawing = draft === null && (mode === "polygon" || mode === "rectangle");
  const isReshaping = draft !== null && mode === "reshape" && outlineOf(draft) !== null;
  const isOn = isDrawing || isReshaping;
  // Neither a new theme nor a new name of the draft may take away what is half drawn.
  const start = useEffectEvent((Engine: typeof DrawEngine, on: MapEngine): DrawEngine => {
    const engine = new Engine(on, PALETTES[theme].drawn);
    const outline = draft === null ? null : outlineOf(draft);
    if (isDrawing) engine.begin(mode === "rectangle" ? "rectangle" : "polygon", drawing.shape);
    else if (outline !== null) engine.reshape(outline, drawing.shape);
    return engine;
  });
  useEffect(() => {
    if (map === null || !isOn) return undefined;
    onPen("loading");
    let engine: DrawEngine | null = null;
    let isGone = false;
    import("@/components/map/drawing/draw-engine").then(
      ({ DrawEngine: Engine }) => {
        if (isGone) return;
        engine = start(Engine, map);
        onPen("ready");
      },
      () => onPen("failed"),
    );
    return () => {
      isGone = true;
      engine?.stop();
      onPen("none");
    };
  }, [map, isOn, onPen]);
  return null;
}
