import pg from "pg";
import { advice } from "@/bench/comparisons/advice";
import { answers } from "@/bench/comparisons/answers";
import { bombs } from "@/bench/comparisons/bombs";
import { bulk, bulkLong } from "@/bench/comparisons/bulk";
import { checkCost } from "@/bench/comparisons/check-cost";
import { compliance } from "@/bench/comparisons/compliance";
import { drift } from "@/bench/comparisons/drift";
import { earlyReturn } from "@/bench/comparisons/early-return";
import { esaCheck } from "@/bench/comparisons/esa-check";
import { memory } from "@/bench/comparisons/memory";
import { pages } from "@/bench/comparisons/pages";
import { peers } from "@/bench/comparisons/peers";
import { portal } from "@/bench/comparisons/portal";
import { radar } from "@/bench/comparisons/radar";
import { report } from "@/bench/comparisons/report";
import { scale } from "@/bench/comparisons/scale";
import { search } from "@/bench/comparisons/search";
import { season } from "@/bench/comparisons/season";
import { soil } from "@/bench/comparisons/soil";
import { soilImport } from "@/bench/comparisons/soil-import";
import { tiles } from "@/bench/comparisons/tiles";
import { validity } from "@/bench/comparisons/validity";
import type { Bench, Comparison } from "@/bench/support/bench";
import { makeDatabase } from "@/bench/support/database";
import { loadFields } from "@/bench/support/fields";
import { keepResults } from "@/bench/support/keep";
import { machinePace } from "@/bench/support/pace";
import { changesFrom, type Measured, readRecord, slower, vanished } from "@/bench/support/record";
import { loadNow, machine, ratioText, tableOf, isMet, writeResults } from "@/bench/support/report";
import { type Service, startService } from "@/bench/support/service";
import { requireSharedData } from "@/bench/support/shared-files";

/**
 * `npm run bench -- answers|check|cost|search|validity|advice|drift|soil|soil-import|compliance|bulk|bulk-long|scale|radar|portal|pages|season|bombs|report|tiles|peers|memory|all` (`check` is `cost`, `early-return`, and `esa-check`): what is promised about speed, each as a ratio
 * measured in one run. A missed target is a line in the table and no failure; the exit code is 1 when a comparison
 * could not be run or its two sides disagreed. What got slower since the committed results (`bench/record.json`) is named at the
 * end; `--keep` puts this run's in their place, and into docs/performance.md.
 */
// Memory last: it leaves a long day's traffic behind it.
const ALL: readonly Comparison[] = [
  search,
  validity,
  advice,
  drift,
  earlyReturn,
  esaCheck,
  checkCost,
  soil,
  soilImport,
  compliance,
  bulk,
  portal,
  report,
  tiles,
  peers,
  memory,
];
const SETS: Record<string, readonly Comparison[]> = {
  ...Object.fromEntries(ALL.map((comparison) => [comparison.name, [comparison]])),
  check: [checkCost, earlyReturn, esaCheck],
  // Minutes: by its own name only.
  "bulk-long": [bulkLong],
  scale: [scale],
  radar: [radar],
  // Of the clock, not ratios: on a quiet machine, by their own names only.
  pages: [pages],
  season: [season],
  bombs: [bombs],
  // Shares of answers, not speed: by its own name only.
  answers: [answers],
  all: ALL,
};
const LIMIT_MS = 60 * 60_000;

const started = Date.now();
const say = (line: string): void => console.log(`[bench +${((Date.now() - started) / 1000).toFixed(1)}s] ${line}`);

/** What was started, to be stopped in the opposite order, once. */
const stops: (() => Promise<void>)[] = [];
async function stopAll(): Promise<void> {
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) {
    await stop().catch((error: unknown) => say(`could not be stopped: ${String(error)}`));
  }
}

async function openBench(): Promise<Bench> {
  requireSharedData();
  const fields = await loadFields();
  const database = await makeDatabase(`hedgerow_bench_${process.pid}`, say);
  stops.push(database.drop);
  const sql = new pg.Client({ connectionString: database.app });
  // The server ends it when the database is dropped.
  sql.on("error", () => undefined);
  await sql.connect();
  stops.push(() => sql.end());
  let service: Promise<Service> | null = null;
  const start = async (): Promise<Service> => {
    const begun = await startService(database, fields, say);
    stops.push(begun.stop);
    return begun;
  };
  return { say, database, sql, fields, service: () => (service ??= start()) };
}

/** Runs comparisons one after another; one that fails does not keep the others from being run. */
async function measure(comparisons: readonly Comparison[]): Promise<{ measured: Measured[]; failures: string[] }> {
  const bench = await openBench();
  const measured: Measured[] = [];
  const failures: string[] = [];
  for (const { name, run } of comparisons) {
    try {
      const rows = await run(bench);
      for (const { work, ratio } of rows) say(`${work}: ${ratioText(ratio)}`);
      measured.push({ name, rows });
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      say(`FAILED ${failures.at(-1)}`);
    }
  }
  return { measured, failures };
}

async function main(name: string, ...options: string[]): Promise<number> {
  const comparisons = SETS[name];
  if (comparisons === undefined || options.some((option) => option !== "--keep")) {
    console.error(`usage: npm run bench -- ${Object.keys(SETS).join("|")} [--keep]`);
    return 2;
  }
  const load = { before: loadNow() };
  say(`load average ${load.before.join(" ")}; timings are ratios within this run`);
  const paces = [machinePace()];
  const { measured, failures } = await measure(comparisons);
  paces.push(machinePace());
  const paceMs = (Math.min(...paces) + Math.max(...paces)) / 2;
  const after = loadNow();
  const kept = readRecord();
  const changes = changesFrom(kept, measured, paceMs);
  const rows = measured.flatMap((each) => each.rows);
  const results = {
    name,
    startedAt: new Date(started).toISOString(),
    seconds: (Date.now() - started) / 1000,
    machine: machine(),
    loadAverage: { ...load, after },
    paceMs: paces,
    rows: rows.map((row) => ({ ...row, met: isMet(row) })),
    failures,
  };
  const path = await writeResults(name, results);
  console.log(
    `\n${tableOf(changes)}\n\nload average ${load.before.join(" ")} before, ${after.join(" ")} after; ${path}`,
  );
  for (const line of slower(changes)) console.log(`slower than kept: ${line}`);
  for (const line of vanished(kept, measured)) console.log(`kept, and not measured any more: ${line}`);
  for (const failure of failures) console.log(`could not be compared: ${failure}`);
  if (options.includes("--keep")) {
    await keepResults(kept, measured, { paceMs, load: [load.before[0] ?? 0, after[0] ?? 0] });
    say("kept in bench/record.json and docs/performance.md");
  }
  return failures.length === 0 ? 0 : 1;
}

async function end(code: number, reason?: string): Promise<never> {
  if (reason !== undefined) say(reason);
  await stopAll();
  process.exit(code);
}
process.on("SIGINT", () => void end(130, "interrupted"));
process.on("SIGTERM", () => void end(143, "ended from outside"));
setTimeout(() => void end(1, "took too long and was ended"), LIMIT_MS).unref();

const code = await main(process.argv[2] ?? "", ...process.argv.slice(3)).catch((error: unknown) => {
  console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
});
await end(code);
