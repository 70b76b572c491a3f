import { mkdir, writeFile } from "node:fs/promises";
import { cpus, loadavg, totalmem } from "node:os";
import { fileURLToPath } from "node:url";

/** One line of the table. */
export interface Row {
  work: string;
  comparedWith: string;
  /** The ratio compared with the target: work / compared, or for a speed-up compared / work. */
  ratio: number;
  /** Null: no target was promised, the figure is for the record. */
  target: { bound: "at most" | "at least"; value: number } | null;
  /** Without a target: which way is better, lower if it is not said. */
  better?: "lower" | "higher";
  /** Everything measured, for the file. */
  figures: Record<string, unknown>;
}

export const isMet = ({ ratio, target }: Row): boolean | null => {
  if (target === null) return null;
  return target.bound === "at most" ? ratio <= target.value : ratio >= target.value;
};

export const isLowerBetter = ({ target, better }: Row): boolean =>
  target === null ? better !== "higher" : target.bound === "at most";

const verdict = (row: Row): string => ({ true: "ok", false: "missed", null: "-" })[String(isMet(row)) as "true"];

export const targetText = ({ target }: Row): string =>
  target === null ? "none" : `${target.bound === "at most" ? "<=" : ">="} ${target.value}`;

export const ratioText = (ratio: number): string => ratio.toFixed(ratio >= 100 ? 0 : 2);

/** The rows as a table with columns as wide as they need to be: what was measured, and what is kept of an earlier run. */
export function tableOf(lines: readonly { row: Row; kept: number | null }[]): string {
  const cells = [
    ["work", "compared with", "ratio", "kept", "target", ""],
    ...lines.map(({ row, kept }) => [
      row.work,
      row.comparedWith,
      ratioText(row.ratio),
      kept === null ? "-" : ratioText(kept),
      targetText(row),
      verdict(row),
    ]),
  ];
  const columns = cells[0]?.map((_head, column) => column) ?? [];
  const widths = columns.map((column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const isNumber = (column: number): boolean => column >= 2 && column <= 4;
  const texts = cells.map((line) =>
    line
      .map((cell, column) => (isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
  texts.splice(1, 0, widths.map((width) => "-".repeat(width)).join("  "));
  return texts.join("\n");
}

/** Load of the machine over 1, 5 and 15 minutes: what else was running is a part of every figure. */
export const loadNow = (): number[] => loadavg().map((load) => Math.round(load * 100) / 100);

export const machine = (): Record<string, unknown> => ({
  cpus: cpus().length,
  cpu: cpus()[0]?.model ?? "unknown",
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
});

/** Writes the figures beside those of earlier runs; returns the file's name. */
export async function writeResults(name: string, results: Record<string, unknown>): Promise<string> {
  const folder = fileURLToPath(new URL("../results/", import.meta.url));
  await mkdir(folder, { recursive: true });
  const path = `${folder}${name}-${new Date().toISOString().replace(/[:.]/g, "-")}.json`;
  await writeFile(path, `${JSON.stringify(results, null, 2)}\n`);
  return path;
}
