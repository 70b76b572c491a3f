"use client";

import { facingInWords, reasonInWords, type NumberedEdge } from "@/components/portal/drift/edges/edge-groups";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { formatFeet } from "@/lib/views/figures";
import styles from "@/components/ui/stacked-table.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    edge: "Edge",
    faces: "Faces",
    length: "Length",
    keeps: "Keeps",
    credited: "Credited outside",
    why: "Why",
    show: (edge: number) => `Edge ${edge}: show on the map`,
    askedBy: (product: string) => `Asked by ${product}`,
    notKnown: "Not known",
    nothing: "Nothing",
    less: (feet: string, percent: number) => `${feet} less ${percent} %`,
  },
  es: {
    edge: "Borde",
    faces: "Da al",
    length: "Largo",
    keeps: "Guarda",
    credited: "Acreditada afuera",
    why: "Por qué",
    show: (edge) => `Borde ${edge}: mostrar en el mapa`,
    askedBy: (product) => `Lo pide ${product}`,
    notKnown: "No se sabe",
    nothing: "Nada",
    less: (feet, percent) => `${feet} menos ${percent} %`,
  },
});

/** The heads of a table of edges. */
export const edgeColumns = (): string[] => {
  const { edge, faces, length, keeps, credited, why } = words();
  return [edge, faces, length, keeps, credited, why];
};

interface Props {
  edge: NumberedEdge;
  /** Whose requirement asks most of it. */
  product: string | null;
  isSelected: boolean;
  onSelect: (name: string | null) => void;
  onPoint: (name: string | null) => void;
}

/** One edge: where it faces, what it keeps and why. */
export function EdgeRow({ edge, product, isSelected, onSelect, onPoint }: Props) {
  const { name, number } = edge;
  return (
    <tr
      role="row"
      className={classNames(isSelected && styles.lit)}
      data-edge={name}
      onMouseEnter={() => onPoint(name)}
      onMouseLeave={() => onPoint(null)}
    >
      <th role="rowheader" scope="row" className={styles.rowHead}>
        <Button
          aria-pressed={isSelected}
          aria-label={words().show(number)}
          onClick={() => onSelect(isSelected ? null : name)}
          onFocus={() => onPoint(name)}
          onBlur={() => onPoint(null)}
        >
          {number}
        </Button>
      </th>
      <td role="cell" data-label={words().faces}>
        {facingInWords(edge)}
      </td>
      <td role="cell" data-label={words().length}>
        {formatFeet(edge.lengthFt)}
      </td>
      <td role="cell" data-label={words().keeps}>
        <Kept edge={edge} />
      </td>
      <td role="cell" data-label={words().credited}>
        {edge.creditedOutsideFt === null ? "–" : formatFeet(edge.creditedOutsideFt)}
      </td>
      <td role="cell" data-label={words().why}>
        <span>{reasonInWords(edge)}</span>
        {product === null ? null : <span className={styles.small}>{words().askedBy(product)}</span>}
      </td>
    </tr>
  );
}

function Kept({ edge: { reason, bufferFt, requiredFt, reductionPercent } }: { edge: NumberedEdge }) {
  if (reason === "unresolved") return words().notKnown;
  if (bufferFt === null) return words().nothing;
  const isReduced = requiredFt !== null && (reductionPercent ?? 0) > 0;
  return (
    <>
      <span data-buffer-ft={bufferFt}>{formatFeet(bufferFt)}</span>
      {isReduced ? (
        <span className={styles.small}>{words().less(formatFeet(requiredFt), reductionPercent ?? 0)}</span>
      ) : null}
    </>
  );
}
