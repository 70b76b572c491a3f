"use client";

import { useMemo, useState } from "react";
import { EdgeGroupRows } from "@/components/portal/drift/edges/edge-group-rows";
import { groupEdges, keepsDistance } from "@/components/portal/drift/edges/edge-groups";
import { Card } from "@/components/ui/card";
import { Choice } from "@/components/ui/choice";
import type { DriftAnswerView, EdgeView } from "@/lib/views/portal/drift";
import type { FieldSide } from "@/lib/views/portal/field-map";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    title: "Edge by edge",
    how: "Pick an edge to find it on the map; pick it on the map to find it here.",
    filter: "Only edges that keep a distance",
    none: "No edge keeps a distance in these conditions.",
  },
  es: {
    title: "Borde por borde",
    how: "Elija un borde para hallarlo en el mapa; elíjalo en el mapa para hallarlo aquí.",
    filter: "Solo los bordes que guardan una distancia",
    none: "En estas condiciones, ningún borde guarda una distancia.",
  },
});

interface Props {
  answer: DriftAnswerView;
  sides: readonly FieldSide[];
  /** Named by `edgeName`; null: none. */
  selected: string | null;
  onSelect: (name: string | null) => void;
  /** The edge under the pointer or with the focus. */
  onPoint: (name: string | null) => void;
}

/** With more edges than these, sides begin folded. */
const FEW_EDGES = 24;

/** Edge by edge what the answer asks, side by side. What is picked here stands out on the map, and the other way round. */
export function EdgeTable({ answer, sides, selected, onSelect, onPoint }: Props) {
  const [isFiltered, setFiltered] = useState(false);
  const groups = useMemo(
    () => groupEdges(answer.edges, sides).map((group) => (isFiltered ? filtered(group) : group)),
    [answer.edges, sides, isFiltered],
  );
  const shown = groups.filter(({ edges }) => edges.length > 0);
  const productOf = (edge: EdgeView): string | null =>
    answer.products.find(({ productIndex }) => productIndex === edge.productIndex)?.name ?? null;
  return (
    <Card title={words().title} id="edges">
      <p>{words().how}</p>
      <Choice
        type="checkbox"
        id="edges-buffered"
        label={words().filter}
        checked={isFiltered}
        onChange={({ target }) => setFiltered(target.checked)}
      />
      {shown.length === 0 ? <p>{words().none}</p> : null}
      {shown.map((group) => (
        <EdgeGroupRows
          key={group.name}
          group={group}
          isOpenAtFirst={answer.edges.length <= FEW_EDGES}
          {...{ selected, onSelect, onPoint, productOf }}
        />
      ))}
    </Card>
  );
}

const filtered = (group: ReturnType<typeof groupEdges>[number]) => ({
  ...group,
  edges: group.edges.filter(keepsDistance),
});
