import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { POST } from "@/app/api/v2/esa-check/route";
import { utcDay } from "@/lib/domain/calendar";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { activateSet } from "@/lib/imports/switch";
import { proposedTables } from "@/lib/rulebook/load";
import { releaseOf } from "@/lib/rulebook/table-changes";
import { RELEASED_TABLES, tableOf } from "@/lib/rulebook/table-files";
import { getDeps } from "@/lib/runtime/deps";
import { sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { addEndpoint } from "@/lib/usecases/webhooks/manage-endpoints";
import {
  by,
  feature,
  loadFaultGround,
  look,
  makeFaultCaller,
  PROVIDER,
  queueTask,
  square,
} from "@/tests/faults/ground";
import { onOwnCluster } from "@/tests/faults/own-cluster";
import { readRounds } from "@/tests/faults/rounds";
import { startWorker, type FaultyWorker } from "@/tests/faults/workers";
import { Random } from "@/tests/support/fuzz-random";

/**
 * `npm run faults:radar [rounds] [seed]`: workers killed while they look at a switch of areas, or in every fourth round at
 * the rule tables of a new release, which each of them finds as it starts; the database crashed in every third round. Each application that changes has to be announced once a switch, and no run may stay open.
 */
const APPLICATIONS = 150;
const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 10;
/** A worker of a busy machine takes many seconds to start. */
const LONGEST_MS = 300_000;
const SILENT_RECEIVER = "http://127.0.0.1:9/told";
const VERSIONS = ["without the area", "with the area"] as const;

const { rounds, seed } = readRounds("faults:radar", "Workers killed while they look at a switch of data.", 20);

async function submitCheck(apiKey: string, index: number): Promise<void> {
  const body = {
    provider_id: PROVIDER,
    account_id: "account-1",
    application_id: `planned-${index}`,
    application_method: "Broadcast-Ground",
    application_date: utcDay(new Date(Date.now() + 30 * DAY_MS)),
    products: [
      { product_name: "Stryax", epa_number: "264-1241", rate: 22, rate_unit: "fl oz/ac" },
      { product_name: OIL, epa_number: null, rate: 1, rate_unit: "pt/ac" },
    ],
    crop: ["soybeans"],
    pest: ["waterhemp"],
    field_name: `Field ${index}`,
    field_boundary: feature({}, square(-87.9 + (index % 15) * 0.02, 32.2 + Math.floor(index / 15) * 0.02, 0.004)),
  };
  const request = new Request("http://localhost:3000/api/v2/esa-check", {
    method: "POST",
    headers: { "X-API-Key": apiKey, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const response = await POST(request, { params: Promise.resolve({}) });
  if (response.status !== 200) throw new Error(`the check answered ${response.status}: ${await response.text()}`);
}

/** Two sets: the second has one area more, which lies on every field. */
async function loadSets(): Promise<void> {
  const dates = { event_name: "x", status: "effective", effective_date: "2026-01-01", codes: "T1" };
  const area = (pulaId: number, west: number) =>
    feature({ objectid: pulaId, pula_id: pulaId, ...dates }, square(west, 32.1, 0.6));
  for (const version of VERSIONS) {
    const records = version === VERSIONS[0] ? [area(1, -86.9)] : [area(1, -86.9), area(2, -88)];
    await importPulas(process.env.DATABASE_DIRECT_URL ?? "", {
      source: { name: version, records },
      limitations: { name: "none", records: [] },
      coverage: square(-88, 32, 2),
      version,
      activate: false,
    });
  }
}

/** Long enough ago for the worker to take it up: nothing here is under way. */
async function switchTo(version: string): Promise<void> {
  const url = process.env.DATABASE_DIRECT_URL ?? "";
  await activateSet(url, { kind: "pula", version, force: true });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("UPDATE radar_run SET created_at = created_at - interval '1 hour' WHERE finished_at IS NULL");
  await client.end();
}

/** Sent without a number, and known to no release but the one before this. */
const OIL = "Oil of the Faults";

/** As if the release before this one had known what every mix holds beside its herbicide. */
async function pretendEarlierRelease(): Promise<void> {
  const latest = RELEASED_TABLES.findLast((file) => tableOf(file) === "adjuvants");
  const json = latest?.json as { rows: { name: string }[] };
  const rows = [...json.rows, { ...json.rows[0], name: OIL, aliases: [] }];
  const earlier = releaseOf(proposedTables([{ file: latest?.file ?? "", json: { ...json, rows } }]));
  const client = new pg.Client({ connectionString: process.env.DATABASE_DIRECT_URL });
  await client.connect();
  try {
    await client.query("INSERT INTO rule_release (digest, tables, editions) VALUES ($1, $2, $3)", [
      earlier.digest,
      JSON.stringify(earlier.tables),
      earlier.editions,
    ]);
  } finally {
    await client.end();
  }
}

async function versionInForce(): Promise<string> {
  const [row] = await look<{ version: string }>(
    "SELECT version FROM active_data_set JOIN data_set USING (data_set_id) WHERE active_data_set.kind = 'pula'",
  );
  return row?.version ?? "";
}

interface Run {
  id: number;
  over: boolean;
  found: number;
}

/** The first run after another, with what it has found so far; null: the worker has yet to note it. */
async function runAfter(lastId: number): Promise<Run | null> {
  const [run] = await look<Run>(
    `SELECT r.radar_id AS id, r.finished_at IS NOT NULL AS over,
            (SELECT count(*)::int FROM recheck WHERE radar_id = r.radar_id) AS found
     FROM radar_run r WHERE r.radar_id > $1 ORDER BY radar_id LIMIT 1`,
    [lastId],
  );
  return run ?? null;
}

const newestRunId = async (): Promise<number> =>
  (await look<{ id: number }>("SELECT coalesce(max(radar_id), 0) AS id FROM radar_run"))[0]?.id ?? 0;

async function untilRun(lastId: number, isReached: (run: Run) => boolean): Promise<Run | null> {
  const until = Date.now() + LONGEST_MS;
  while (Date.now() < until) {
    const run = await runAfter(lastId);
    if (run !== null && isReached(run)) return run;
    await pause(LOOK_EVERY_MS);
  }
  return null;
}

/** Every application announced once, by one row and one message, and the run closed with true figures. */
async function judgeRun(lastId: number, messagesBefore: number): Promise<string[]> {
  const id = await newestRunId();
  const runs = await look("SELECT FROM radar_run WHERE radar_id > $1", [lastId]);
  if (runs.length !== 1) return [`${runs.length} runs`];
  const [counts] = await look<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM recheck WHERE radar_id = $1) AS rechecks,
            (SELECT count(DISTINCT application_event_id)::int FROM recheck WHERE radar_id = $1) AS applications,
            (SELECT count(*)::int FROM webhook_delivery) - $2::int AS messages, rechecks AS counted,
            failed + $3::int AS "less the failed" FROM radar_run WHERE radar_id = $1`,
    [id, messagesBefore, APPLICATIONS],
  );
  return Object.entries(counts ?? { runs: 0 }).flatMap(([name, count]) =>
    count === APPLICATIONS ? [] : [`${count} ${name}`],
  );
}

const countMessages = async (): Promise<number> =>
  (await look<{ n: number }>("SELECT count(*)::int AS n FROM webhook_delivery"))[0]?.n ?? 0;

async function runRound(
  index: number,
  random: Random,
  { breakDatabase, say }: { breakDatabase: () => Promise<void>; say: (line: string) => void },
): Promise<string[]> {
  const messages = await countMessages();
  const lastId = await newestRunId();
  if (index % 4 === 3) await pretendEarlierRelease();
  else await switchTo((await versionInForce()) === VERSIONS[0] ? VERSIONS[1] : VERSIONS[0]);
  const workers: FaultyWorker[] = [];
  const add = async (): Promise<FaultyWorker> => {
    const worker = startWorker(process.env);
    workers.push(worker);
    await worker.running;
    await queueTask("sweep_radar");
    return worker;
  };
  try {
    const first = await add();
    const killAt = random.whole(APPLICATIONS);
    await untilRun(lastId, ({ found, over }) => over || found >= killAt);
    await pause(random.between(0, 30));
    await first.kill("SIGKILL");
    const left = await runAfter(lastId);
    if (index % 3 === 2) await breakDatabase();
    // In every second round two workers find the run open at once.
    await Promise.all(index % 2 === 0 ? [add()] : [add(), add()]);
    const faults = (await untilRun(lastId, ({ over }) => over)) === null ? ["the run was not ended"] : [];
    faults.push(...(await judgeRun(lastId, messages)));
    say(
      `round ${index + 1}: killed at ${left?.found ?? 0} of ${APPLICATIONS}, ${faults.length === 0 ? "right" : faults.join("; ")}`,
    );
    return faults.map((fault) => `round ${index + 1} (seed ${seed}): ${fault}`);
  } finally {
    await Promise.all(workers.filter((worker) => !worker.hasEnded()).map((worker) => worker.kill("SIGKILL")));
  }
}

await onOwnCluster(async ({ say, breakDatabase }) => {
  say(`${rounds} kills, seed ${seed}; repeat with: npm run faults:radar -- ${rounds} ${seed}`);
  await loadFaultGround();
  await loadSets();
  await switchTo(VERSIONS[0]);
  const apiKey = await makeFaultCaller();
  for (let index = 0; index < APPLICATIONS; index += 1) await submitCheck(apiKey, index);
  const deps = await getDeps();
  await sweepRadar(deps);
  const eventTypes = ["application.recheck_suggested"] as const;
  await addEndpoint({ deps, providerId: PROVIDER, by }, { url: SILENT_RECEIVER, eventTypes });
  const wrong: string[] = [];
  for (let index = 0; index < rounds; index += 1) {
    wrong.push(...(await runRound(index, new Random(seed * 1009 + index), { breakDatabase, say })));
  }
  say(`${rounds} kills, ${rounds * APPLICATIONS} announcements; ${wrong.length} things are wrong`);
  return wrong;
});
