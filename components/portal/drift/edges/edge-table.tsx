"use client";

import { useMemo, useState, type ReactNode } from "react";
import { EdgeGroupRows } from "@/components/portal/drift/edges/edge-group-rows";
import { groupEdges, keepsDistance } from "@/components/portal/drift/edges/edge-groups";
import { Card } from "@/components/ui/card";
import { Choice } from "@/components/ui/choice";
import type { DriftAnswerView, EdgeView } from "@/lib/views/portal/drift";
import type { FieldSide } from "@/lib/views/portal/field-map";
import type { DriftPageWords } from "@/lib/views/portal/drift-page-words";

interface Props {
  text: DriftPageWords["edges"];
  answer: DriftAnswerView;
  /** What has to be known before any of it is read. */
  note: ReactNode;
  sides: readonly FieldSide[];
  /** Named by `edgeName`; null: none. */
  selected: string | null;
  onSelect: (name: string | null) => void;
  /** The edge under the pointer or with the focus. */
  onPoint: (name: string | null) => void;
}

/** With more edges than these, sides begin folded; one that keeps no distance always does. */
const FEW_EDGES = 24;

/** Edge by edge what the answer asks, side by side. What is picked here stands out on the map, and the other way round. */
export function EdgeTable({ text, answer, note, sides, selected, onSelect, onPoint }: Props) {
  const [isFiltered, setFiltered] = useState(false);
  const groups = useMemo(
    () =>
      groupEdges(answer.edges, sides).map((group) =>
        isFiltered ? { ...group, edges: group.edges.filter(keepsDistance) } : group,
      ),
    [answer.edges, sides, isFiltered],
  );
  const shown = groups.filter(({ edges }) => edges.length);
  const productOf = (edge: EdgeView): string | null =>
    answer.products.find(({ productIndex }) => productIndex === edge.productIndex)?.name ?? null;
  return (
    <Card title={text.title} id="edges">
      {note}
      <p>{text.how}</p>
      <Choice
        type="checkbox"
        id="edges-buffered"
        label={text.filter}
        checked={isFiltered}
        onChange={({ target }) => setFiltered(target.checked)}
      />
      {shown.length ? null : <p>{text.none}</p>}
      {shown.map((group) => (
        <EdgeGroupRows
          // Open or folded by its present answer, which may begin or end to keep a distance.
          key={`${group.name}${!group.buffered}`}
          group={group}
          isOpen={group.buffered > 0 && answer.edges.length <= FEW_EDGES}
          {...{ text, selected, onSelect, onPoint, productOf }}
        />
      ))}
    </Card>
  );
}
