import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { type BenchRecord, type Measured, withMeasured, writeRecord } from "@/bench/support/record";
import { recordTable, withTable } from "@/bench/support/record-table";

const DOCUMENT = fileURLToPath(new URL("../../docs/performance.md", import.meta.url));

/** Puts a run's results in the place of what was kept of the same comparisons, in the record and in the document. */
export async function keepResults(
  kept: BenchRecord,
  measured: readonly Measured[],
  { paceMs, load }: { paceMs: number; load: [number, number] },
): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const run = { day, node: process.version, cpu: cpus()[0]?.model ?? "unknown", load, paceMs: Math.round(paceMs) };
  const record = withMeasured(kept, measured, run);
  writeRecord(record);
  writeFileSync(DOCUMENT, withTable(readFileSync(DOCUMENT, "utf8"), await recordTable(record)));
}
