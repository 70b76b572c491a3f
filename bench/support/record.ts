import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { isLowerBetter, isMet, ratioText, type Row, targetText } from "@/bench/support/report";

/** The results that are committed: the last ones of each comparison that someone kept with `--keep`. */
const PATH = fileURLToPath(new URL("../record.json", import.meta.url));

/** Two runs of unchanged code differ by less than this, as a factor: what differs by more is named. */
const MARGIN = 1.25;

const keptRow = z.strictObject({
  work: z.string(),
  comparedWith: z.string(),
  ratio: z.number(),
  target: z.string(),
  /** Null: no target was promised. */
  isMet: z.boolean().nullable(),
});
const keptRun = z.strictObject({
  day: z.iso.date(),
  node: z.string(),
  cpu: z.string(),
  /** Load average of one minute, before and after. */
  load: z.tuple([z.number(), z.number()]),
  /** Of `machinePace` in that run. */
  paceMs: z.number().positive(),
  rows: z.array(keptRow),
});
const record = z.record(z.string(), keptRun);

type KeptRow = z.infer<typeof keptRow>;
type KeptRun = z.infer<typeof keptRun>;
/** By the name of the comparison. */
export type BenchRecord = z.infer<typeof record>;

/** What one comparison measured, in a run that measured the machine's pace as well. */
export interface Measured {
  name: string;
  rows: readonly Row[];
}

export interface Change {
  name: string;
  row: Row;
  /** As it was kept; null: not kept yet. */
  kept: number | null;
  /** How many times worse than kept, once the machines' paces are taken out; 1 is the same. Null: not kept yet. */
  worse: number | null;
}

export const readRecord = (): BenchRecord => record.parse(JSON.parse(readFileSync(PATH, "utf8")));

export function writeRecord(kept: BenchRecord): void {
  writeFileSync(PATH, `${JSON.stringify(kept, null, 2)}\n`);
}

/**
 * How each row differs from the kept one of the same work. A figure in milliseconds or a second hangs on the machine, so
 * that it is held to what the kept one would be at today's pace; a ratio is not.
 */
export const changesFrom = (kept: BenchRecord, measured: readonly Measured[], paceMs: number): Change[] =>
  measured.flatMap(({ name, rows }) => {
    const run = kept[name];
    return rows.map((row) => {
      const before = run?.rows.find(({ work, comparedWith }) => isSameWork(row, { work, comparedWith }));
      if (run === undefined || before === undefined) return { name, row, kept: null, worse: null };
      const expected = before.ratio * paceFactor(row, paceMs / run.paceMs);
      return { name, row, kept: before.ratio, worse: isLowerBetter(row) ? row.ratio / expected : expected / row.ratio };
    });
  });

const isSameWork = (row: Row, { work, comparedWith }: Pick<KeptRow, "work" | "comparedWith">): boolean =>
  row.work === work && row.comparedWith === comparedWith;

/** Units of a figure that is no ratio: it grows with the time that the machine takes for the same work, or falls with it. */
const TIMES: ReadonlySet<string> = new Set(["1 ms", "1 s"]);
const RATES: ReadonlySet<string> = new Set(["1 a second"]);

function paceFactor({ comparedWith }: Row, slowdown: number): number {
  if (TIMES.has(comparedWith)) return slowdown;
  return RATES.has(comparedWith) ? 1 / slowdown : 1;
}

/** Work that was kept and that a comparison of this run does not measure any more: a line that vanished hides what it was. */
export const vanished = (kept: BenchRecord, measured: readonly Measured[]): string[] =>
  measured.flatMap(({ name, rows }) =>
    (kept[name]?.rows ?? [])
      .filter((before) => !rows.some((row) => isSameWork(row, before)))
      .map(({ work }) => `${name}: ${work}`),
  );

/** What got slower, in words, the worst first. */
export const slower = (changes: readonly Change[]): string[] =>
  changes
    .filter(({ worse }) => worse !== null && worse > MARGIN)
    .toSorted((a, b) => (b.worse ?? 0) - (a.worse ?? 0))
    .map(
      ({ name, row, kept, worse }) =>
        `${name}: ${row.work} (${row.comparedWith}): ${ratioText(row.ratio)}, kept ${ratioText(kept ?? 0)}, ${ratioText(worse ?? 0)} times worse`,
    );

/** The record with what a run measured put in the place of the same comparisons' earlier figures. */
export function withMeasured(
  kept: BenchRecord,
  measured: readonly Measured[],
  run: Omit<KeptRun, "rows">,
): BenchRecord {
  const rowsOf = ({ rows }: Measured): KeptRow[] =>
    rows.map((row) => ({
      work: row.work,
      comparedWith: row.comparedWith,
      ratio: Number(row.ratio.toPrecision(3)),
      target: targetText(row),
      isMet: isMet(row),
    }));
  const all = { ...kept, ...Object.fromEntries(measured.map((each) => [each.name, { ...run, rows: rowsOf(each) }])) };
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
