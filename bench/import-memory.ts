import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lineProgress } from "@/lib/imports/progress";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { writePulaFile } from "@/tests/contract/imports/generated-pulas";

/**
 * Memory of a large import, by hand and not in CI:
 * `DATABASE_URL=postgresql://... node --import tsx bench/import-memory.ts [features] [vertices]`
 */
const features = Number(process.argv[2] ?? 4000);
const vertices = Number(process.argv[3] ?? 1000);
const path = join(tmpdir(), `hedgerow-bench-${process.pid}.geojson`);
const bytes = await writePulaFile(path, features, vertices);
let peak = 0;
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
try {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const started = Date.now();
  await importPulas(
    process.env.DATABASE_URL ?? "",
    { source: path, version: `bench-${Date.now()}` },
    lineProgress(say),
  );
  const seconds = (Date.now() - started) / 1000;
  say(
    `${(bytes / 1e6).toFixed(0)} MB, ${features} features: ${seconds.toFixed(1)} s, peak RSS ${(peak / 1e6).toFixed(0)} MB`,
  );
} finally {
  clearInterval(watch);
  await rm(path);
}
