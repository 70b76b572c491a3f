"use client";

import { edgesOfSide, type FieldSide } from "@/lib/views/portal/field-map";
import { edgeName, type EdgeKey } from "@/lib/domain/drift";
import { formatFeet } from "@/lib/views/figures";
import { Choice } from "@/components/ui/choice";
import styles from "@/components/map/drawing/drawing.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: { part: (count: number, of: number) => `, ${count} of its ${of} edges chosen` },
  es: { part: (count, of) => `, ${count} de sus ${of} bordes ${count === 1 ? "elegido" : "elegidos"}` },
});

interface Props {
  id: string;
  legend: string;
  hint: string;
  sides: readonly FieldSide[];
  chosen: readonly EdgeKey[];
  onToggle: (edges: EdgeKey[], isChosen: boolean) => void;
}

/** The sides of the field to tick, for anyone who does not click on the map; single edges are chosen there. */
export function SideChoices({ id, legend, hint, sides, chosen, onToggle }: Props) {
  const names = new Set(chosen.map(edgeName));
  return (
    <fieldset className={styles.sides} aria-describedby={`${id}-hint`}>
      <legend>{legend}</legend>
      <p id={`${id}-hint`}>{hint}</p>
      {sides.map((side, index) => {
        const edges = edgesOfSide(side);
        const count = edges.filter((edge) => names.has(edgeName(edge))).length;
        const part = count > 0 && count < edges.length ? words().part(count, edges.length) : "";
        return (
          <Choice
            key={side.name}
            type="checkbox"
            id={`${id}-${index}`}
            checked={count === edges.length}
            onChange={({ target }) => onToggle(edges, target.checked)}
            label={side.name}
            description={`${formatFeet(side.lengthFt)}${part}`}
          />
        );
      })}
    </fieldset>
  );
}
