import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import type pg from "pg";
import { diffPulaSets } from "@/lib/data/imports/pula-difference";
import { plannedOnAnyGround, plannedOnChangedGround } from "@/lib/data/radar/planned";
import { utcDay } from "@/lib/domain/calendar";
import { activateSet } from "@/lib/imports/switch";
import { agree, type Bench, type Comparison } from "@/bench/support/bench";
import { onDatabase } from "@/bench/support/database";
import { bodyOf } from "@/bench/support/http";
import {
  copyWithEveryAreaChanged,
  copyWithOneAreaMore,
  generateFields,
  PLANNED_EVERY,
} from "@/bench/support/radar-ground";
import type { Row } from "@/bench/support/report";
import { checkOf } from "@/bench/support/requests";
import { median, timeEach } from "@/bench/support/rounds";
import type { Service } from "@/bench/support/service";
import { startWorkers, type Workers } from "@/bench/support/workers";

const FIELDS = Number(process.env.RADAR_FIELDS ?? 1_000_000) || 1_000_000;
const CHECKS = 60;
const DAY_MS = 86_400_000;
const SAMPLE_MS = 200;
const MB = 1e6;

const planned = utcDay(new Date(Date.now() + 20 * DAY_MS));
const today = utcDay(new Date());

interface Listed {
  seconds: number;
  applications: number;
  pulaIds: number[];
  sets: { beforeId: number; afterId: number };
}

/** What the worker does of a switch before it assesses anything: the difference of the sets, and the list. */
async function list(client: pg.Client, sets: Listed["sets"]): Promise<Listed> {
  const started = performance.now();
  const pulaIds = (await diffPulaSets(client, sets.beforeId, sets.afterId)).map(({ pulaId }) => pulaId);
  let applications = 0;
  const query = { pulaIds, fromDay: today, reached: null };
  for await (const some of plannedOnChangedGround(client, sets, query)) applications += some.length;
  return { seconds: (performance.now() - started) / 1000, applications, pulaIds, sets };
}

/** What a switch of county lines, or of labels that can bear on any product, lists. */
async function listAll(client: pg.Client): Promise<Row> {
  const started = performance.now();
  let applications = 0;
  for await (const some of plannedOnAnyGround(client, { fromDay: today, reached: null })) applications += some.length;
  const seconds = (performance.now() - started) / 1000;
  return {
    work: `all planned applications of ${FIELDS} fields, those due first before the others`,
    comparedWith: "1 s",
    ratio: seconds,
    target: { bound: "at most", value: 60 },
    figures: { fields: FIELDS, plannedEvery: PLANNED_EVERY, applications },
  };
}

/** The same pairs by one statement, in the order that the planner chooses. */
async function agreeWithFullJoin(
  admin: pg.Client,
  { pulaIds, sets }: Listed,
): Promise<{ pairs: number; seconds: number }> {
  const sums = "count(*)::int AS pairs, sum(hashtextextended(pula_id || '/' || application_event_id, 0)) AS sum";
  const values = [sets.beforeId, sets.afterId, pulaIds, today];
  const ours = await admin.query(
    `SELECT ${sums} FROM (SELECT DISTINCT pula_id, application_event_id
     FROM find_planned_on_changed_ground($1::int, $2::int, $3::int[], $4::date)) AS found`,
    values,
  );
  const started = performance.now();
  const full = await admin.query<{ pairs: number }>(
    `SELECT ${sums} FROM (SELECT DISTINCT p.pula_id, a.application_event_id
     FROM field f JOIN application a USING (provider_id, field_id)
     JOIN pula_piece p ON f.boundary && ST_Expand(p.geom, 2e-9) AND ST_DWithin(f.boundary, p.geom, 2e-9)
     WHERE p.data_set_id IN ($1::int, $2::int) AND p.pula_id = ANY($3::int[])
       AND a.application_date >= $4::date AND a.processing_status IN ('completed', 'pending')) AS found`,
    values,
  );
  agree("pairs of areas and planned applications", ours.rows, full.rows);
  return { pairs: full.rows[0]?.pairs ?? 0, seconds: (performance.now() - started) / 1000 };
}

/** Checks one after another; gives the milliseconds of each. */
const check = ({ client, served }: Service, name: string, count: number): Promise<number[]> =>
  timeEach(
    Array.from({ length: count }, (_, index) => index),
    async (index) => {
      const field = served.ordinary[index % served.ordinary.length];
      if (field === undefined) throw new RangeError("no field is served");
      bodyOf(await client.post("/api/v2/esa-check", checkOf(field, `${name}-${index}`)), "the check");
    },
  );

/** Memory of the server's process behind the worker's own connection that no other process shares. */
async function privateBytesOfBackend(admin: pg.Client): Promise<number> {
  const { rows } = await admin.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'hedgerow import' AND datname = current_database()",
  );
  return rows.reduce((most, { pid }) => {
    try {
      const lines = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8").matchAll(/^Private_\w+:\s+(\d+) kB/gm);
      return Math.max(
        most,
        [...lines].reduce((sum, [, kib]) => sum + Number(kib) * 1024, 0),
      );
    } catch {
      return most;
    }
  }, 0);
}

interface Watched {
  seconds: number;
  worker: number;
  backend: number;
  checksMs: number[];
  run: { fields: number; rechecks: number; failed: number };
}

/** Switches the set and lets a worker look at it, while checks go on, until the run is over. */
async function watchRun(service: Service, admin: pg.Client, workers: Workers, owner: string): Promise<Watched> {
  await activateSet(owner, { kind: "pula", version: "every area changed", force: true });
  // No check is under way that read the set before, so that the worker need not wait for one.
  await admin.query("UPDATE radar_run SET created_at = created_at - interval '1 hour' WHERE finished_at IS NULL");
  const started = performance.now();
  await admin.query("SELECT graphile_worker.add_job('sweep_radar')");
  const checksMs: number[] = [];
  let [worker, backend, isOver] = [0, 0, false];
  const checking = (async (): Promise<void> => {
    for (let round = 0; !isOver; round += 1) checksMs.push(...(await check(service, `meanwhile-${round}`, 1)));
  })();
  try {
    for (;;) {
      const { rows } = await admin.query<Watched["run"] & { over: boolean }>(
        "SELECT fields, rechecks, failed, finished_at IS NOT NULL AS over FROM radar_run ORDER BY radar_id DESC LIMIT 1",
      );
      const [row] = rows;
      worker = Math.max(worker, ...workers.residentBytes());
      backend = Math.max(backend, await privateBytesOfBackend(admin));
      if (row?.over === true) {
        const run = { fields: row.fields, rechecks: row.rechecks, failed: row.failed };
        return { seconds: (performance.now() - started) / 1000, worker, backend, checksMs, run };
      }
      await pause(SAMPLE_MS);
    }
  } finally {
    isOver = true;
    await checking;
  }
}

const atMost = (work: string, comparedWith: string, ratio: number, value: number, figures: object): Row => ({
  work,
  comparedWith,
  ratio,
  target: { bound: "at most", value },
  figures: { fields: FIELDS, plannedEvery: PLANNED_EVERY, ...figures },
});

interface Lists {
  all: Listed;
  one: Listed;
}

/** Both switches listed, and each list compared with a full join. */
async function compareLists(admin: pg.Client, url: string, say: Bench["say"]): Promise<{ listed: Lists; rows: Row[] }> {
  const active = "SELECT data_set_id AS id FROM active_data_set WHERE kind = 'pula'";
  const { rows } = await admin.query<{ id: number }>(active);
  const beforeId = rows[0]?.id ?? 0;
  const all = { beforeId, afterId: await copyWithEveryAreaChanged(url) };
  const one = { beforeId, afterId: await copyWithOneAreaMore(url) };
  await admin.query("VACUUM ANALYZE pula, pula_feature, pula_piece");
  const listed = { one: await list(admin, one), all: await list(admin, all) };
  const rowOf = async (name: string, found: Listed, most: number): Promise<Row> => {
    const joined = await agreeWithFullJoin(admin, found);
    say(
      `radar: ${name}: ${found.applications} applications in ${found.seconds.toFixed(1)} s, ${JSON.stringify(joined)}`,
    );
    return atMost(`planned applications of ${FIELDS} fields on ${name}`, "1 s", found.seconds, most, {
      ...found,
      joined,
    });
  };
  const areas = `${listed.all.pulaIds.length} changed areas`;
  return {
    listed,
    rows: [await rowOf(areas, listed.all, 60), await rowOf("one new area", listed.one, 10), await listAll(admin)],
  };
}

async function compareRun(bench: Bench, service: Service, admin: pg.Client, listed: Lists): Promise<Row[]> {
  await check(service, "warm", 3 * CHECKS);
  const idle = await check(service, "idle", CHECKS);
  const workers = await startWorkers(1, service.env);
  try {
    const watched = await watchRun(service, admin, workers, bench.database.owner);
    const { run, worker, backend, checksMs, seconds } = watched;
    bench.say(`radar: the run took ${seconds.toFixed(1)} s, ${JSON.stringify(run)}`);
    const memory = "memory of the worker and of its connection during the run";
    const checks = { idleP50Ms: median(idle), p50Ms: median(checksMs), checks: checksMs.length };
    return [
      atMost(memory, "1 MB", (worker + backend) / MB, 500, { worker, backend, run }),
      atMost("a check during the run", "a check on the idle service", median(checksMs) / median(idle), 1.5, checks),
      {
        work: "an application assessed by both sets during the run",
        comparedWith: "1 ms",
        ratio: (1000 * (seconds - listed.all.seconds)) / Math.max(1, listed.all.applications),
        target: null,
        figures: { seconds, ...run },
      },
    ];
  } finally {
    await workers.stop();
  }
}

async function compare(bench: Bench, service: Service, admin: pg.Client): Promise<Row[]> {
  const { listed, rows } = await compareLists(admin, bench.database.admin ?? "", bench.say);
  return [...rows, ...(await compareRun(bench, service, admin, listed))];
}

/** What a switch of areas touches among many fields, on a database of its own kind: fields are generated. */
export const radar: Comparison = {
  name: "radar",
  run: async (bench: Bench): Promise<Row[]> => {
    const { say, database } = bench;
    if (database.admin === null) throw new Error("generating fields needs the private cluster's own superuser");
    const service = await bench.service();
    const [field] = service.served.ordinary;
    if (field === undefined) throw new RangeError("no field is served");
    const body = checkOf(field, "template", { application_date: planned });
    const answer = bodyOf(await service.client.post("/api/v2/esa-check", body), "the check");
    const { application_event_id: applicationEventId } = answer as { application_event_id: string };
    await generateFields(database.admin, { fields: FIELDS, applicationEventId }, say);
    await runMigrations({ connectionString: database.owner });
    return onDatabase(database.admin, (admin) => compare(bench, service, admin));
  },
};
