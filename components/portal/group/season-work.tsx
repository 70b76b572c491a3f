"use client";

import { useEffect, useRef, useState, type ReactNode } from "react";
import { MeasureOnAll } from "@/components/portal/group/group-work";
import { Results } from "@/components/portal/group/results";
import { useBatch } from "@/components/portal/group/use-batch";
import { Button } from "@/components/ui/button";
import { wordsIn } from "@/lib/views/language";
import type { GroupWorkView } from "@/lib/views/portal/group-work";
import type { SeasonLack } from "@/lib/views/portal/season";
import styles from "./season-page.module.css";

const words = wordsIn({
  en: {
    title: "Close gaps on several fields at once",
    none: "Pick none",
    picked: (fields: number) => (fields === 1 ? "1 field is picked" : `${fields} fields are picked`),
  },
  es: {
    title: "Cubrir lo que falta en varios campos a la vez",
    none: "No elegir ninguno",
    picked: (fields) => (fields === 1 ? "1 campo elegido" : `${fields} campos elegidos`),
  },
});

interface Props {
  view: GroupWorkView;
  lacks: readonly SeasonLack[];
  /** The table, as the server drew it, with a tick box in each row. */
  children: ReactNode;
}

/** One measure on the fields that are picked in the table, or picked by the points that they lack. */
export function SeasonWork({ view: { categories, fields }, lacks, children }: Props) {
  const { table, picked, read, pick } = usePicks();
  const { batch, run, undo, isReady } = useBatch();
  const chosen = fields.filter(({ fieldId }) => picked.has(fieldId));
  return (
    <>
      <section className={styles.work} aria-label={words().title}>
        <h2>{words().title}</h2>
        <div className={styles.picks}>
          {lacks.map(({ points, words: text, fieldIds }) => (
            <Button key={points} disabled={!isReady} onClick={() => pick(fieldIds)}>
              {text}
            </Button>
          ))}
          <Button aria-disabled={picked.size === 0} onClick={() => pick([])}>
            {words().none}
          </Button>
        </div>
        <p role="status">{words().picked(chosen.length)}</p>
        <MeasureOnAll {...{ categories, chosen, run }} canRun={isReady && chosen.length > 0} />
        {batch === null ? null : <Results {...batch} undo={undo} />}
      </section>
      <div ref={table} onChange={read}>
        {children}
      </div>
    </>
  );
}

/**
 * The rows that are ticked. The boxes hold it themselves: hundreds of rows are drawn by the server, and none of them again
 * with a tick.
 */
function usePicks() {
  const table = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const boxes = (): HTMLInputElement[] => [
    ...(table.current?.querySelectorAll<HTMLInputElement>("[name=field]") ?? []),
  ];
  const read = (): void => setPicked(new Set(boxes().flatMap(({ checked, value }) => (checked ? [value] : []))));
  const pick = (fieldIds: readonly string[]): void => {
    const wanted = new Set(fieldIds);
    for (const box of boxes()) box.checked = wanted.has(box.value);
    read();
  };
  // A browser may bring ticks back with the page.
  useEffect(() => {
    const ticked = table.current?.querySelectorAll<HTMLInputElement>("[name=field]:checked") ?? [];
    if (ticked.length > 0) setPicked(new Set([...ticked].map(({ value }) => value)));
  }, []);
  return { table, picked, read, pick };
}
