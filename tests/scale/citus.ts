import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { z } from "zod";
import { urlsFor } from "@/scripts/setup/cluster.mjs";
import { ensureDatabaseIn } from "@/scripts/setup/database.mjs";
import { migrate, setEnvironment } from "@/tests/faults/own-cluster";
import { runTool } from "@/tests/faults/tool";
import { asAdmin, type CitusCluster, makeSpreadDatabase, missingCitus, startCitus } from "@/tests/scale/citus-cluster";
import { routesOfCheck } from "@/tests/scale/citus-routes";
import { judgeUpgrade } from "@/tests/scale/citus-upgrade";
import { cpuOfServers } from "@/tests/scale/server-cpu";

/**
 * `npm run scale:citus -- <pg_config> [test folder ...]`: a coordinator and two workers, our tables spread over them, and what
 * holds there: tenancy on the workers, where a check's statements go, how one large provider lies, what a check costs beside one
 * PostgreSQL, reads by a standby, later migrations, and the contract suites. Without Citus it says how to get it. Exit code 1 where
 * a bar of docs/scale.md is missed.
 */
const [, , pgConfig, ...folders] = process.argv;
const foldersIn = (folder: string): string[] =>
  readdirSync(join("tests/contract", folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [join(folder, entry.name)] : [],
  );
/** Every folder of contract tests, those of version 2 one by one. */
const SUITES = foldersIn("").flatMap((folder) => (folder === "v2" ? foldersIn(folder) : [folder]));
const SUITE_MS = 15 * 60_000;
const ROUNDS = Number(process.env.SCALE_ROUNDS ?? 3);
const CHECKS = Number(process.env.SCALE_CHECKS ?? 200);
const KILLS = Number(process.env.SCALE_KILLS ?? 5);
const SEED = 2126;
const DATABASE = "hedgerow_spread";

const started = Date.now();
const say = (line: string): void => console.log(`[citus +${((Date.now() - started) / 1000).toFixed(0)}s] ${line}`);
const missed: string[] = [];
const judge = (isMet: boolean, line: string): void => {
  say(`${isMet ? "met   " : "MISSED"} ${line}`);
  if (!isMet) missed.push(line);
};

const missing = missingCitus(pgConfig);
if (missing !== null || pgConfig === undefined) {
  console.error(`No Citus: ${missing ?? ""}`);
  process.exit(2);
}

/** The contract suites clone a database as it was made, with no one in it. */
async function cloneBeforeUse({ coordinator, workers }: CitusCluster, { app, owner }: Urls): Promise<string> {
  const name = `${DATABASE}_template`;
  for (const { cluster: node } of [coordinator, ...workers]) {
    await asAdmin(node, "postgres", [
      `ALTER DATABASE ${DATABASE} ALLOW_CONNECTIONS false`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${DATABASE}'`,
      `CREATE DATABASE ${name} TEMPLATE ${DATABASE} OWNER hedgerow_owner`,
      `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
      `ALTER DATABASE ${DATABASE} ALLOW_CONNECTIONS true`,
    ]);
  }
  const of = (url: string): string => url.replace(DATABASE, name);
  const nodes = [coordinator, ...workers].map(({ cluster: node }) => urlsFor(node, name).admin);
  return JSON.stringify({ name, app: of(app), owner: of(owner), nodes });
}

interface Urls {
  app: string;
  owner: string;
}

/** Checks a second and processor time on the spread tables and on one PostgreSQL, in turns on the same cores. */
async function compareCost(
  { coordinator, workers }: CitusCluster,
  sides: { plain: Urls; spread: Urls },
): Promise<void> {
  const servers = [coordinator, ...workers].map(({ cluster: node }) => node.data);
  const rates: Record<"plain" | "spread", number[]> = { plain: [], spread: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const side of round % 2 === 0 ? (["plain", "spread"] as const) : (["spread", "plain"] as const)) {
      const before = cpuOfServers(servers);
      // The first round loads the ground and counts for nothing.
      const { code, lines } = await runTool(
        [
          "tests/scale/send-checks.ts",
          String(round),
          String(round === 0 ? 1 : CHECKS),
          ...(round === 0 ? ["ground"] : []),
        ],
        { env: { ...environmentOf(sides[side]), DATABASE_SPREAD: String(side === "spread") } },
      );
      if (code !== 0) throw new Error(`checks on the ${side} tables: ${lines.slice(-6).join(" ")}`);
      const { checks, ms, webCpuMs } = tookSchema.parse(JSON.parse(lines.at(-1) ?? ""));
      if (round === 0) continue;
      rates[side].push((1000 * checks) / ms);
      const serverMs = (cpuOfServers(servers) - before) / (checks + 40);
      say(
        `  ${side}: ${((1000 * checks) / ms).toFixed(1)} checks/s, PostgreSQL ${serverMs.toFixed(1)} ms and web ${(webCpuMs / checks).toFixed(1)} ms of processor a check`,
      );
    }
  }
  if (ROUNDS === 0) {
    say("checks a second: not measured, since SCALE_ROUNDS is 0");
    return;
  }
  const ratio = middle(rates.spread) / middle(rates.plain);
  judge(ratio >= 0.75, `checks a second: ${(100 * ratio).toFixed(0)} % of one PostgreSQL's (bar 75 %)`);
}

const tookSchema = z.object({ checks: z.number(), ms: z.number(), webCpuMs: z.number() });
const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const environmentOf = ({ app, owner }: Urls): Record<string, string> => ({
  HEDGEROW_MODE: "test",
  DATABASE_URL: app,
  DATABASE_DIRECT_URL: owner,
  API_KEY_HASH_SECRET: "scale-secret-for-hashing-keys-0123456789",
  PORTAL_LINK_KEYS: `s1:${Buffer.alloc(32, 7).toString("base64")}`,
  LOG_LEVEL: "silent",
  RATE_LIMIT_WRITES_PER_MIN: "100000000",
});

/** Each worker answers a provider with its own rows alone, and no one who names none; and how one large provider lies. */
async function lookAtTenancy({ coordinator }: CitusCluster, owner: string): Promise<void> {
  const count = async (begin: string): Promise<number> => {
    const client = new pg.Client({ connectionString: owner });
    await client.connect();
    await client.query(begin);
    const { rows } = await client.query<{ n: number }>("SELECT count(*)::int AS n FROM application");
    await client.end();
    return rows[0]?.n ?? -1;
  };
  const asRole = "BEGIN; SET LOCAL ROLE hedgerow_app";
  // The first round lays the ground, and there may be no other.
  const counted = Math.min(1, ROUNDS);
  const ofLarge = await count(`${asRole}; SET LOCAL hedgerow.provider_id = 'scale-${counted}-0'`);
  const ofSmall = await count(`${asRole}; SET LOCAL hedgerow.provider_id = 'scale-${counted}-1'`);
  judge(
    ofLarge > 0 && ofSmall > 0 && (await count(asRole)) === 0,
    `tenancy on the workers: ${ofLarge} and ${ofSmall} rows of two providers, none without a provider`,
  );
  const client = new pg.Client({ connectionString: urlsFor(coordinator.cluster, DATABASE).admin });
  await client.connect();
  const { rows: shards } = await client.query<{ success: boolean; result: string }>(
    "SELECT success, result FROM run_command_on_shards('application', 'SELECT count(*) FROM %s')",
  );
  await client.end();
  const sizes = shards.map(({ success, result }) => (success ? Number(result) : NaN));
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const largest = Math.max(...sizes) / all;
  judge(
    all > 0 && largest <= 2 / sizes.length,
    `skew: of ${all} applications on ${sizes.length} shards, the largest shard has ${(100 * largest).toFixed(0)} %`,
  );
}

/** Reads beside a standby of the coordinator. */
async function tryReplica({ coordinator, folder }: CitusCluster, spread: Urls): Promise<void> {
  const { code, lines } = await runTool(
    ["tests/scale/replica-reads.ts", JSON.stringify(coordinator.cluster), join(folder, "standby"), DATABASE],
    { env: { ...environmentOf(spread), DATABASE_SPREAD: "true" }, signal: AbortSignal.timeout(SUITE_MS) },
  );
  const bars = lines.filter((line) => line.startsWith("{")).map((line) => barSchema.parse(JSON.parse(line)));
  for (const { isMet, line } of bars) judge(isMet, line);
  if (code !== 0) for (const line of lines.slice(-6)) say(`  ${line}`);
  judge(code === 0, `reads beside a standby: ${bars.length} bars`);
}

const barSchema = z.object({ isMet: z.boolean(), line: z.string() });

/** Bulk jobs while workers are killed and a node of the cluster crashes. */
async function breakBulk({ coordinator, workers }: CitusCluster, spread: Urls): Promise<void> {
  const nodes = [...workers, coordinator].map(({ cluster: { bin, data, user } }) => ({ bin, data, user }));
  const args = ["tests/scale/bulk-faults.ts", String(KILLS), String(SEED), JSON.stringify(nodes)];
  const limit = AbortSignal.timeout(SUITE_MS);
  const { code, lines } = await runTool(args, {
    env: { ...environmentOf(spread), WEBHOOK_ALLOW_PRIVATE: "true" },
    signal: limit,
  });
  const told = lines.filter((line) => /^(round|WRONG|\d+ (rounds|items))/.test(line));
  for (const line of told.length > 0 ? told : lines.slice(-3)) say(`  ${line}`);
  judge(code === 0, `bulk faults: ${KILLS} kills with crashes of nodes, seed ${SEED}`);
}

/** The contract suites on clones of the spread database, a folder at a time, with every test that fails. */
async function runSuites({ folder: own }: CitusCluster, template: string): Promise<void> {
  for (const folder of folders.length > 0 ? folders : SUITES) {
    const file = join(own, "suite.json");
    const args = [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--project",
      "contract",
      "--reporter=json",
      `--outputFile=${file}`,
      `tests/contract/${folder}`,
    ];
    const limit = AbortSignal.timeout(SUITE_MS);
    const ended = runTool(args, { env: { TEST_TEMPLATE: template, DATABASE_SPREAD: "true" }, signal: limit });
    const { lines } = await ended;
    const report = limit.aborted ? null : reportOf(file);
    if (report === null) {
      judge(false, `contract suite ${folder}: did not end (${lines.at(-1)?.slice(0, 120) ?? "no output"})`);
      continue;
    }
    for (const name of report.failed) say(`  failed: ${name}`);
    // A folder that is not there has no test that fails.
    judge(
      report.passed > 0 && report.failed.length === 0,
      `contract suite ${folder}: ${report.passed} passed, ${report.failed.length} failed, ${report.skipped} skipped`,
    );
  }
}

const reportSchema = z.object({
  numPassedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ title: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

function reportOf(file: string): { passed: number; skipped: number; failed: string[] } | null {
  try {
    const { numPassedTests, numPendingTests, testResults } = reportSchema.parse(JSON.parse(readFileSync(file, "utf8")));
    const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
      const at = name.split("tests/contract/").at(-1) ?? name;
      const tests = assertionResults.filter((test) => test.status === "failed");
      // A file whose ground could not be laid fails without a test that does.
      return status === "failed" && tests.length === 0
        ? [`${at} (${message.split("\n")[0]?.slice(0, 160) ?? ""})`]
        : tests.map(
            ({ title, failureMessages: [why = ""] }) => `${at}: ${title} (${why.split("\n")[0]?.slice(0, 160) ?? ""})`,
          );
    });
    return { passed: numPassedTests, skipped: numPendingTests, failed };
  } catch {
    return null;
  }
}

const cluster = await startCitus(pgConfig);
process.on("exit", cluster.stop);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));
try {
  const spread = await makeSpreadDatabase(cluster, DATABASE);
  say("migrated, and spread by provider_id over two workers");
  const template = await cloneBeforeUse(cluster, spread);
  const plain = await ensureDatabaseIn(cluster.coordinator.cluster, "hedgerow_plain");
  await migrate(plain.owner);
  await compareCost(cluster, { plain, spread });
  await lookAtTenancy(cluster, spread.owner);
  setEnvironment(spread.app, spread.owner);
  for (const { statement, route, isMet } of await routesOfCheck()) judge(isMet, `${statement}: ${route}`);
  await tryReplica(cluster, spread);
  await judgeUpgrade(cluster, { fresh: DATABASE, plain: "hedgerow_plain" }, judge);
  if (KILLS > 0) await breakBulk(cluster, spread);
  await runSuites(cluster, template);
} catch (error) {
  console.error(error);
  process.exit(1);
}
say(missed.length === 0 ? "every bar is met" : `${missed.length} bars are missed`);
process.exit(missed.length === 0 ? 0 : 1);
