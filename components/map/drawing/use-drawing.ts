import type { Position } from "geojson";
import { useCallback, useMemo, useState } from "react";
import type { DrawnArea, FieldMapModel } from "@/lib/views/portal/field-map";
import { edgeName, type EdgeKey } from "@/lib/domain/drift";
import type { FieldYearRef } from "@/lib/domain/field-year";
import {
  confirmEdit,
  downslopeEdit,
  removeEdit,
  saveEdit,
  type Draft,
  type FinishedDraft,
  type NewEdit,
} from "@/components/map/drawing/edit-bodies";
import { listAreas, type ListedArea } from "@/components/map/drawing/listed-areas";
import { useEditOutcomes, useEdits, type Edits } from "@/components/portal/edits/edits-provider";
import { useRefresh } from "@/components/portal/offline/use-refresh";
import type { Outcome } from "@/lib/portal-client/queue-host";

/** What the tools are busy with. One thing at a time, so that a click on the map means one thing. */
export type DrawMode =
  | "look"
  | "polygon"
  | "rectangle"
  | "line"
  | "reshape"
  | "strip"
  | "corners"
  | "copy"
  | "downslope";

/** What is drawn with corners on the map. */
export type PenMode = "polygon" | "rectangle" | "line";
export const isPenMode = (mode: DrawMode): mode is PenMode =>
  mode === "polygon" || mode === "rectangle" || mode === "line";

type CopiedArea = Pick<DrawnArea, "category" | "label" | "geometry">;
interface CopiedRoad {
  label: string | null;
  line: Position[];
}

/** The tools' state, and what can be done with it. */
export interface Drawing {
  mode: DrawMode;
  /** The area that is being made or changed; its shape is there. */
  draft: Draft | null;
  /** A line that was drawn and has no width yet. */
  line: Position[] | null;
  /** Goes up when the draft's shape was replaced as a whole. */
  round: number;
  /** Edges that are picked for what the mode is about. */
  chosen: readonly EdgeKey[];
  areas: readonly ListedArea[];
  edits: Edits;
  begin: (mode: DrawMode, edges?: readonly EdgeKey[]) => void;
  stop: () => void;
  setDraft: (draft: Draft) => void;
  toggleEdges: (edges: readonly EdgeKey[], isChosen: boolean) => void;
  /** A new draft of a shape, or the draft at hand with another shape. */
  shape: (geometry: Draft["geometry"]) => void;
  /** Another shape for the draft, to go on drawing with. */
  replace: (geometry: Draft["geometry"]) => void;
  drawLine: (line: Position[]) => void;
  /** A draft of what the map has already; of a road that it has as a line, once someone has said its width. */
  copy: (thing: CopiedArea | CopiedRoad) => void;
  save: (draft: FinishedDraft) => void;
  remove: (area: DrawnArea) => void;
  confirm: (featureIds: string[]) => void;
  markDownslope: (edges: readonly EdgeKey[]) => void;
}

const OURS: ReadonlySet<string> = new Set(["drawn_feature", "confirm_features", "downslope"]);

/** The areas beside a field and its downslope edges, with the edits that are being made of them. */
export function useDrawing(model: FieldMapModel, place: FieldYearRef): Drawing {
  const edits = useEdits();
  const [mode, setMode] = useState<DrawMode>("look");
  const [draft, setDraft] = useState<Draft | null>(null);
  const [chosen, setChosen] = useState<readonly EdgeKey[]>([]);
  const { line, road, trace } = useTrace();
  const [round, setRound] = useState(0);
  useRefreshOnSave();

  const areas = useMemo(() => listAreas(model, edits.state.queued), [model, edits.state.queued]);
  const begin = (next: DrawMode, edges: readonly EdgeKey[] = []): void => {
    setMode(next);
    setChosen(edges);
    trace(null);
  };
  const shape = (geometry: Draft["geometry"]): void =>
    setDraft((before) => ({ ...(before ?? newDraft(road)), geometry }));
  const stop = (): void => {
    begin("look");
    setDraft(null);
  };
  const submit = (edit: NewEdit): void => {
    edits.submit(edit);
    stop();
  };
  return {
    mode,
    draft,
    line,
    round,
    chosen,
    areas,
    edits,
    begin,
    stop,
    setDraft,
    toggleEdges: (edges, isChosen) => setChosen((before) => toggled(before, edges, isChosen)),
    shape,
    replace: (geometry) => {
      shape(geometry);
      setRound((before) => before + 1);
    },
    drawLine: (drawn) => trace(drawn),
    copy: (thing) => ("line" in thing ? trace(thing.line, thing) : setDraft(copyOf(thing))),
    save: (finished) => submit(saveEdit(place, finished)),
    remove: (area) => submit(removeEdit(place, area)),
    confirm: (ids) => submit(confirmEdit(place, ids, model.boundaryHash)),
    markDownslope: (edges) => submit(downslopeEdit(place, edges, model.boundaryHash)),
  };
}

/** A line that has no width yet, and the road that it was copied from, if any. */
function useTrace() {
  const [line, setLine] = useState<Position[] | null>(null);
  const [road, setRoad] = useState<CopiedRoad | null>(null);
  const trace = (next: Position[] | null, from: CopiedRoad | null = null): void => {
    setLine(next);
    setRoad(from);
  };
  return { line, road, trace };
}

const copyOf = ({ category, label, geometry }: CopiedArea): Draft => ({
  ...newDraft(null),
  category,
  label: label ?? "",
  geometry,
});

/** What was saved comes back with the page's own data. */
function useRefreshOnSave(): void {
  const refresh = useRefresh();
  const onOutcome = useCallback(
    ({ edit, verdict }: Outcome) => {
      if (verdict.kind === "saved" && OURS.has(edit.body.kind)) void refresh();
    },
    [refresh],
  );
  useEditOutcomes(onOutcome);
}

const newDraft = (road: CopiedRoad | null): Omit<Draft, "geometry"> => ({
  featureId: crypto.randomUUID(),
  base: null,
  category: road === null ? null : "road",
  label: road?.label ?? "",
});

function toggled(before: readonly EdgeKey[], edges: readonly EdgeKey[], isChosen: boolean): readonly EdgeKey[] {
  const names = new Set(edges.map(edgeName));
  const others = before.filter((edge) => !names.has(edgeName(edge)));
  return isChosen ? [...others, ...edges] : others;
}
