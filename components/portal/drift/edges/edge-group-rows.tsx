"use client";

import { useEffect, useRef, useState } from "react";
import { EdgeRow } from "@/components/portal/drift/edges/edge-row";
import { groupInWords, pageOf, type EdgeGroup, type NumberedEdge } from "@/components/portal/drift/edges/edge-groups";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { TableHead } from "@/components/ui/table-head";
import type { EdgeView } from "@/lib/views/portal/drift";
import table from "@/components/ui/stacked-table.module.css";
import styles from "./edge-table.module.css";
import type { DriftPageWords } from "@/lib/views/portal/drift-page-words";

interface Props {
  text: DriftPageWords["edges"];
  group: EdgeGroup;
  /** At first. */
  isOpen: boolean;
  selected: string | null;
  onSelect: (name: string | null) => void;
  onPoint: (name: string | null) => void;
  productOf: (edge: EdgeView) => string | null;
}

const PAGE_SIZE = 50;

/** The edges of one side, folded under its line, in pages. An edge that is picked on the map unfolds and turns to it. */
export function EdgeGroupRows({ group, selected, ...rest }: Props) {
  const [isOpen, setOpen] = useState(rest.isOpen);
  const [page, setPage] = useState(0);
  const place = group.edges.findIndex(({ name }) => name === selected);
  const [turnedTo, setTurnedTo] = useState<string | null>(null);
  if (turnedTo !== selected) {
    setTurnedTo(selected);
    if (place >= 0) {
      setOpen(true);
      setPage(pageOf(place, PAGE_SIZE));
    }
  }
  const last = pageOf(group.edges.length - 1, PAGE_SIZE);
  const now = Math.min(page, last);
  const shown = group.edges.slice(now * PAGE_SIZE, (now + 1) * PAGE_SIZE);
  return (
    <details className={styles.group} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.summary}>
        <span className={styles.side}>{group.name}</span>
        <span className={styles.words}>{groupInWords(group)}</span>
        <Icon name="down" className={styles.fold} />
      </summary>
      <Rows title={group.name} edges={shown} selected={place < 0 ? null : selected} {...rest} />
      {last === 0 ? null : <Pages text={rest.text} page={now} last={last} group={group} onTurn={setPage} />}
    </details>
  );
}

interface RowsProps extends Omit<Props, "group" | "isOpen"> {
  title: string;
  edges: readonly NumberedEdge[];
}

function Rows({ text, title, edges, selected, onSelect, onPoint, productOf }: RowsProps) {
  const rows = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    if (selected === null) return;
    rows.current?.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  return (
    <table className={table.table} role="table">
      <caption className="visually-hidden">{title + text.byEdge}</caption>
      <TableHead columns={Object.values(text.columns)} />
      <tbody role="rowgroup" ref={rows}>
        {edges.map((edge) => (
          <EdgeRow
            key={edge.name}
            edge={edge}
            product={productOf(edge)}
            isSelected={edge.name === selected}
            {...{ text, onSelect, onPoint }}
          />
        ))}
      </tbody>
    </table>
  );
}

interface PagesProps extends Pick<Props, "text" | "group"> {
  page: number;
  last: number;
  onTurn: (page: number) => void;
}

function Pages({ text, page, last, group, onTurn }: PagesProps) {
  return (
    <nav className={styles.pages} aria-label={`${text.pagesOf} ${group.name}`}>
      <Button icon="back" disabled={page === 0} onClick={() => onTurn(page - 1)}>
        {text.earlier}
      </Button>
      <span role="status">{`${text.page} ${page + 1} ${text.of} ${last + 1}`}</span>
      <Button icon="arrow" disabled={page === last} onClick={() => onTurn(page + 1)}>
        {text.later}
      </Button>
      <noscript>{text.noScript}</noscript>
    </nav>
  );
}
