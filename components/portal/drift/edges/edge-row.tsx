"use client";

import { facingInWords, type NumberedEdge } from "@/components/portal/drift/edges/edge-groups";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { formatFeet } from "@/lib/views/figures";
import styles from "@/components/ui/stacked-table.module.css";
import type { DriftPageWords } from "@/lib/views/portal/drift-page-words";

interface Props {
  text: DriftPageWords["edges"];
  edge: NumberedEdge;
  /** Whose requirement asks most of it. */
  product: string | null;
  isSelected: boolean;
  onSelect: (name: string | null) => void;
  onPoint: (name: string | null) => void;
}

/** One edge: where it faces, what it keeps and why. */
export function EdgeRow({ text, edge, product, isSelected, onSelect, onPoint }: Props) {
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
          aria-label={text.show.join(`${number}`)}
          onClick={() => onSelect(isSelected ? null : name)}
          onFocus={() => onPoint(name)}
          onBlur={() => onPoint(null)}
        >
          {number}
        </Button>
      </th>
      <td role="cell" data-label={text.columns.faces}>
        {facingInWords(edge)}
      </td>
      <td role="cell" data-label={text.columns.length}>
        {formatFeet(edge.lengthFt)}
      </td>
      <td role="cell" data-label={text.columns.keeps}>
        <Kept {...{ edge, text }} />
      </td>
      <td role="cell" data-label={text.columns.credited}>
        {edge.creditedOutsideFt === null ? "–" : formatFeet(edge.creditedOutsideFt)}
      </td>
      <td role="cell" data-label={text.columns.why}>
        <span>{text.reasons[edge.reason]}</span>
        {product === null ? null : <span className={styles.small}>{`${text.askedBy} ${product}`}</span>}
      </td>
    </tr>
  );
}

function Kept({ edge: { reason, bufferFt, requiredFt, reductionPercent }, text }: Pick<Props, "edge" | "text">) {
  if (reason === "unresolved") return text.notKnown;
  if (bufferFt === null) return text.nothing;
  const isReduced = requiredFt !== null && (reductionPercent ?? 0) > 0;
  return (
    <>
      <span data-buffer-ft={bufferFt}>{formatFeet(bufferFt)}</span>
      {isReduced ? (
        <span className={styles.small}>{`${formatFeet(requiredFt)} ${text.less} ${reductionPercent} %`}</span>
      ) : null}
    </>
  );
}
