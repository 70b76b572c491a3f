import pg from "pg";
import { z } from "zod";
import { GET as getReady } from "@/app/api/ready/route";
import { POST } from "@/app/api/v2/esa-check/route";
import { GET as getApplications } from "@/app/api/v2/applications/route";
import { GET as getReport } from "@/app/api/v2/fields/[providerFieldId]/reports/runoff/route";
import { GET as getFields } from "@/app/api/v2/fields/route";
import { GET as getProducts } from "@/app/api/v2/products/route";
import { GET as getRechecks } from "@/app/api/v2/rechecks/route";
import { GET as getUsage } from "@/app/api/v2/usage/route";
import { asProvider, connect } from "@/lib/data/db";
import { getDeps } from "@/lib/runtime/deps";
import { type Cluster, ensureCluster, stopCluster, urlsFor } from "@/scripts/setup/cluster.mjs";
import { checkBody } from "@/tests/faults/load";
import { PLAIN_SETTINGS, SETTINGS } from "@/tests/scale/citus-cluster";
import { type Caller, call, makeCaller } from "@/tests/support/api";
import { onServer, startStandby } from "@/tests/support/standby";

/**
 * `tsx tests/scale/replica-reads.ts <coordinator> <folder> <database>`: reads of a spread database beside a standby of its
 * coordinator, which is set up wrongly first and rightly then. Prints each bar as one line of JSON.
 */
const [, , coordinatorText = "", folder = "", database = ""] = process.argv;
const userSchema = z.object({ uid: z.number(), gid: z.number() }).nullable();
const clusterSchema = z.object({
  bin: z.string(),
  user: userSchema,
  data: z.string(),
  port: z.number(),
  startedHere: z.boolean(),
});
const coordinator = clusterSchema.parse(JSON.parse(coordinatorText));

const PATIENCE_MS = 60_000;
const SAVES = 15;
const judge = (isMet: boolean, line: string): void => console.log(JSON.stringify({ isMet, line }));

const READS: readonly [name: string, read: (who: Caller) => Promise<Response>, isSame: boolean][] = [
  ["fields", (who) => call(getFields, who, { method: "GET", query: "limit=100" }), true],
  ["applications", (who) => call(getApplications, who, { method: "GET", query: "limit=100" }), true],
  ["rechecks", (who) => call(getRechecks, who, { method: "GET" }), true],
  ["products", (who) => call(getProducts, who, { method: "GET", query: "q=stryax" }), true],
  ["usage", (who) => call(getUsage, who, { method: "GET" }), false],
  ["a report", (who) => call(getReport, who, { method: "GET", query: "year=2026", params: FIRST }), false],
];
const FIRST = { providerFieldId: "replica-first-0" };

/** Which server answered what this work read, as counted by the service itself; each read once. */
async function answersOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await counts();
  await work();
  const after = await counts();
  return Object.fromEntries(
    Object.entries(after).flatMap(([by, count]) =>
      count === (before[by] ?? 0) ? [] : [[by, count - (before[by] ?? 0)]],
    ),
  );
}

async function counts(): Promise<Record<string, number>> {
  const { metrics } = await getDeps();
  const { values = [] } = (await metrics.registry.getSingleMetric("hedgerow_replica_reads_total")?.get()) ?? {};
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.by), value]));
}

async function saveField(who: Caller, name: string, index: number): Promise<void> {
  const response = await call(POST, who, { body: { ...checkBody(name, index), provider_id: who.providerId } });
  if (response.status !== 200) throw new Error(`a check answered ${response.status}: ${await response.text()}`);
}

const listSchema = z.object({ fields: z.array(z.object({ provider_field_id: z.string() })) });
async function fieldsOf(who: Caller): Promise<string[]> {
  const response = await call(getFields, who, { method: "GET", query: "limit=100" });
  return listSchema.parse(await response.json()).fields.map(({ provider_field_id: id }) => id);
}

const readySchema = z.object({
  checks: z.object({ replica: z.object({ ok: z.boolean(), detail: z.string().nullable() }) }),
});
async function replicaIs(): Promise<{ ok: boolean; detail: string | null }> {
  const response = await call(getReady, null, { method: "GET" });
  return readySchema.parse(await response.json()).checks.replica;
}

/** What readiness says of the standby, once it says this. */
async function becomes(wanted: string | null): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const { ok, detail } = await replicaIs();
    if (wanted === null ? ok : detail?.includes(wanted) === true) return true;
    if (performance.now() > until) {
      judge(false, `readiness says of the standby: ${detail ?? "it is well"}; wanted: ${wanted ?? "it is well"}`);
      return false;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A read is answered by the standby again, which is left alone for a while after a failure. */
async function answersAgain(who: Caller): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) if ("replica" in (await answersOf(() => fieldsOf(who)))) return true;
  return false;
}

async function again(standby: Cluster, settings: readonly string[]): Promise<void> {
  stopCluster(standby, "fast");
  await ensureCluster(folder, standby.port, { bin: standby.bin, settings });
}

const setOn = async (standby: Cluster, setting: string): Promise<void> => {
  await onServer(standby, database, `ALTER SYSTEM SET ${setting}`);
  await onServer(standby, database, "SELECT pg_reload_conf()");
};

/** How many fields of a provider the standby shows to a session of its own. */
async function rowsPastTheService(standby: Cluster, providerId: string): Promise<number> {
  const client = new pg.Client({ connectionString: urlsFor(standby, database).app });
  await client.connect();
  await client.query(`BEGIN; SET LOCAL hedgerow.provider_id = '${providerId}'`);
  const { rows } = await client.query<{ n: number }>("SELECT count(*)::int AS n FROM field");
  await client.end();
  return rows[0]?.n ?? -1;
}

/** A standby that is set up so that it would say nothing of a provider's rows, or say what was, is not read. */
async function tryWrongly(standby: Cluster, one: Caller, problem: string): Promise<void> {
  if (!(await becomes(problem))) return;
  const past = problem.includes("secondary") ? null : await rowsPastTheService(standby, one.providerId);
  let seen: string[] = [];
  const answers = await answersOf(async () => (seen = await fieldsOf(one)));
  judge(
    !("replica" in answers) && seen.length === 3 && (past ?? 0) === 0,
    `a standby of which readiness says "${problem}" is not read: ${seen.length} of 3 fields` +
      (past === null ? "" : `, where it shows ${past} itself, without an error`),
  );
}

/** The coordinator itself is not asked either where it would pass on nothing. */
async function tryCoordinator({ providerId }: Caller): Promise<void> {
  const url = `${urlsFor(coordinator, database).app}?options=${encodeURIComponent("-c citus.propagate_set_commands=none")}`;
  const db = connect({ url, poolMax: 1, isSpread: true });
  const answer = await asProvider(db, providerId, (tx) => tx.field.findMany()).then(
    (rows) => `${rows.length} fields`,
    (error: unknown) => String(error),
  );
  await db.close();
  judge(
    answer.includes("citus.propagate_set_commands"),
    `a coordinator that does not pass on who asks is not read: ${answer}`,
  );
}

async function tryRightly(standby: Cluster, [one, other]: [Caller, Caller], before: readonly string[]): Promise<void> {
  for (const [index, [name, read, isSame]] of READS.entries()) {
    let text = "";
    let status = 0;
    const answers = await answersOf(async () => {
      const response = await read(one);
      ({ status } = response);
      text = isSame ? await response.text() : "";
      if (!isSame) await response.arrayBuffer();
    });
    judge(
      status === 200 &&
        answers.replica === 1 &&
        Object.keys(answers).length === 1 &&
        (!isSame || text === before[index]),
      `${name} by a standby of the coordinator: ${JSON.stringify(answers)}${isSame ? ", the primary's answer to the letter" : ""}`,
    );
  }
  const { reads } = await getDeps();
  const own = await fieldsOf(other);
  const nobodys = await reads.read((db) => db.prisma.field.findMany());
  judge(
    own.length === 1 && own[0] === "replica-theirs" && nobodys.length === 0,
    `row-level security by a standby: ${own.length} field of another provider, ${nobodys.length} without a provider`,
  );
  let missing = 0;
  const answers = await answersOf(async () => {
    for (let index = 0; index < SAVES; index += 1) {
      await saveField(one, `replica-own-${index}`, 40 + index);
      if (!(await fieldsOf(one)).includes(`replica-own-${index}`)) missing += 1;
    }
  });
  judge(
    missing === 0 && (answers.replica ?? 0) > 0,
    `what was just saved, by a standby: ${SAVES - missing} of ${SAVES} fields are listed at once, ${JSON.stringify(answers)}`,
  );
  const written = await answersOf(() =>
    reads.read((db) =>
      asProvider(
        db,
        one.providerId,
        (tx) => tx.$executeRaw`UPDATE field SET field_name = 'moved' WHERE provider_id = ${one.providerId}`,
      ),
    ),
  );
  judge(written.failed === 1, `a write that a standby is asked for: ${JSON.stringify(written)}`);
  await answersAgain(one);
  await onServer(standby, database, "SELECT pg_wal_replay_pause()");
  await onServer(coordinator, database, "SELECT pg_logical_emit_message(false, 'hedgerow', 'behind'), pg_switch_wal()");
  await saveField(one, "replica-paused", 90);
  let isSeen = false as boolean;
  const paused = await answersOf(async () => (isSeen = (await fieldsOf(one)).includes("replica-paused")));
  judge(
    isSeen && paused.behind === 1,
    `a standby whose replay is paused: ${JSON.stringify(paused)}, with what was just saved`,
  );
  await onServer(standby, database, "SELECT pg_wal_replay_resume()");
}

const standby = await startStandby(coordinator, folder, PLAIN_SETTINGS);
process.on("exit", () => stopCluster(standby.cluster, "immediate"));
process.env.DATABASE_REPLICA_URL = urlsFor(standby.cluster, database).app;
const [one, other] = [await makeCaller("replica-one"), await makeCaller("replica-other")];
for (let index = 0; index < 3; index += 1) await saveField(one, `replica-first-${index}`, index);
await saveField(other, "replica-theirs", 30);
const before: string[] = [];
for (const [, read] of READS) before.push(await (await read(one)).text());
await tryCoordinator(one);
await tryWrongly(standby.cluster, one, "it does not load Citus");
await again(standby.cluster, SETTINGS);
await tryWrongly(standby.cluster, one, "citus.propagate_set_commands");
await setOn(standby.cluster, "citus.propagate_set_commands = 'local'");
await setOn(standby.cluster, "citus.use_secondary_nodes = 'always'");
await again(standby.cluster, SETTINGS);
await tryWrongly(standby.cluster, one, "citus.use_secondary_nodes");
await setOn(standby.cluster, "citus.use_secondary_nodes = 'never'");
await again(standby.cluster, SETTINGS);
if ((await becomes(null)) && (await answersAgain(one))) await tryRightly(standby.cluster, [one, other], before);
else judge(false, "reads by a standby that is set up rightly");
const { reads, db, pdf } = await getDeps();
await Promise.all([reads.close(), db.close(), pdf.close()]);
stopCluster(standby.cluster, "immediate");
process.exit(0);
