"use client";

import { facingInWords, reasonInWords, type NumberedEdge } from "@/components/portal/drift/edges/edge-groups";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { formatFeet } from "@/lib/views/figures";
import styles from "@/components/ui/stacked-table.module.css";

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
          aria-label={`Edge ${number}: show on the map`}
          onClick={() => onSelect(isSelected ? null : name)}
          onFocus={() => onPoint(name)}
          onBlur={() => onPoint(null)}
        >
          {number}
        </Button>
      </th>
      <td role="cell" data-label="Faces">
        {facingInWords(edge)}
      </td>
      <td role="cell" data-label="Length">
        {formatFeet(edge.lengthFt)}
      </td>
      <td role="cell" data-label="Keeps">
        <Kept edge={edge} />
      </td>
      <td role="cell" data-label="Credited outside">
        {edge.creditedOutsideFt === null ? "–" : formatFeet(edge.creditedOutsideFt)}
      </td>
      <td role="cell" data-label="Why">
        <span>{reasonInWords(edge)}</span>
        {product === null ? null : <span className={styles.small}>Asked by {product}</span>}
      </td>
    </tr>
  );
}

function Kept({ edge: { reason, bufferFt, requiredFt, reductionPercent } }: { edge: NumberedEdge }) {
  if (reason === "unresolved") return "Not known";
  if (bufferFt === null) return "Nothing";
  const isReduced = requiredFt !== null && (reductionPercent ?? 0) > 0;
  return (
    <>
      <span data-buffer-ft={bufferFt}>{formatFeet(bufferFt)}</span>
      {isReduced ? (
        <span className={styles.small}>
          {formatFeet(requiredFt)} less {reductionPercent} %
        </span>
      ) : null}
    </>
  );
}
