"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import type { Position } from "geojson";
import type { DrawnArea, FieldMapModel } from "@/lib/views/portal/field-map";
import { edgeName, type EdgeKey } from "@/lib/domain/drift";
import { kindOfCategory } from "@/lib/domain/feature-categories";
import type { FieldYearRef } from "@/lib/domain/field-year";
import { DownslopeSides } from "@/components/map/drawing/downslope-form";
import { DrawTools } from "@/components/map/drawing/draw-tools";
import { outlineOf, type Draft } from "@/components/map/drawing/edit-bodies";
import { MapSlot } from "@/components/map/drawing/map-slot";
import { useDrawing, type Drawing } from "@/components/map/drawing/use-drawing";
import { useMappedAreas } from "@/components/map/drawing/use-mapped-areas";
import { usePen } from "@/components/map/drawing/use-pen";
import { FieldMap, type FieldMapProps } from "@/components/map/field-map";
import type { MapEngine } from "@/components/map/map-engine";
import { DOWNSLOPE_ANCHOR } from "@/lib/views/portal/pages";

export interface EditableFieldMapProps extends Omit<
  FieldMapProps,
  "tools" | "bar" | "drawn" | "downslope" | "onPlace"
> {
  place: FieldYearRef;
  isLocked: boolean;
  /** The drawing tools are laid out at once, as on a page that is about them. */
  areToolsOpen?: boolean;
}

/** The map with what is drawn beside the field and marked on its edges. It stands inside `EditsProvider`. */
export function EditableFieldMap(props: EditableFieldMapProps) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: 1 } } }));
  return (
    <QueryClientProvider client={client}>
      <Editable {...props} />
    </QueryClientProvider>
  );
}

function Editable({ place, isLocked, areToolsOpen = false, ...props }: EditableFieldMapProps) {
  const { model, grantPath, highlighted, onEdge } = props;
  const drawing = useDrawing(model, place);
  const [map, setMap] = useState<MapEngine | null>(null);
  const { mode, chosen, toggleEdges, draft, line, areas, copy } = drawing;
  const pen = usePen(map, model, drawing);
  const mapped = useMappedAreas(`${grantPath}/api/fields/${model.fieldId}/mapped-areas`, mode === "copy");
  useDownslopeLink(model, drawing, isLocked);
  const isChoosing = mode === "downslope" || (mode === "strip" && draft === null);
  const clickEdge = (edge: EdgeKey): void => {
    if (mode === "copy") return;
    if (!isChoosing) onEdge?.(edge);
    else toggleEdges([edge], !chosen.some((other) => edgeName(other) === edgeName(edge)));
  };
  const clickPlace = (at: Position, reachM: number): void => {
    const thing = mode === "copy" && draft === null && line === null ? mapped.at(at, reachM) : null;
    if (thing !== null) copy(thing);
  };
  const drawn = useMemo(() => shownAreas(areas, draft, mode), [areas, draft, mode]);
  const tools = useCallback(
    (engine: MapEngine | null) => (
      <>
        <MapSeen map={engine} onMap={setMap} />
        <DrawTools {...{ model, drawing, isLocked }} hasMap={engine !== null} isOpen={areToolsOpen} />
      </>
    ),
    [drawing, model, isLocked, areToolsOpen],
  );
  const marked = mode === "downslope" ? { downslope: chosen } : {};
  const lit = mode === "strip" ? { highlighted: chosen } : highlighted === undefined ? {} : { highlighted };
  return (
    <FieldMap
      {...props}
      {...marked}
      {...lit}
      drawn={drawn}
      line={line}
      onEdge={clickEdge}
      onPlace={clickPlace}
      tools={tools}
      bar={
        <>
          <MapSlot {...{ model, grantPath, drawing, pen, mapped }} />
          {mode === "downslope" ? <DownslopeSides {...{ model, drawing }} /> : null}
        </>
      }
    />
  );
}

/** Hands on the map once it is there. */
function MapSeen({ map, onMap }: { map: MapEngine | null; onMap: (map: MapEngine | null) => void }) {
  useEffect(() => onMap(map), [map, onMap]);
  return null;
}

/** A sentence that asks for downslope edges leads here with the tool taken up. */
function useDownslopeLink(model: FieldMapModel, { mode, begin }: Drawing, isLocked: boolean): void {
  const follow = useEffectEvent(() => {
    if (window.location.hash !== `#${DOWNSLOPE_ANCHOR}` || isLocked || mode !== "look") return;
    begin("downslope", model.downslope);
  });
  useEffect(() => {
    follow();
    const onHash = (): void => follow();
    window.addEventListener("hashchange", onHash);
    return () => window.removeEventListener("hashchange", onHash);
  }, []);
}

/** Saved and coming areas, with the draft in place of what it changes. What Terra Draw shows is left to it. */
function shownAreas(areas: readonly DrawnArea[], draft: Draft | null, mode: Drawing["mode"]): DrawnArea[] {
  const others = areas.filter(({ featureId }) => featureId !== draft?.featureId);
  if (draft === null || (mode === "reshape" && outlineOf(draft.geometry) !== null)) return others;
  const { featureId, category, label, geometry } = draft;
  const shown = category ?? "other_protected";
  return [
    ...others,
    { featureId, kind: kindOfCategory(shown), category: shown, label, geometry, boundaryHash: "", isConfirmed: false },
  ];
}
