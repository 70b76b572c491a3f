import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import pg from "pg";
import { getProvider } from "@/lib/data/bulk/provider";
import { asProvider, beginAs } from "@/lib/data/db";
import { applyMigrations } from "@/lib/data/migrations";
import { createDeps, type Deps } from "@/lib/runtime/deps";
import { readEnvironment, type Environment } from "@/lib/runtime/env";
import { reassessSaved } from "@/lib/usecases/applications/reassess-saved";
import { readReadiness } from "@/lib/usecases/operations/read-readiness";
import { fallBackToDemonstration } from "@/scripts/operator/demonstration";
import { type FreshServer, query, runProgram, startFreshServer } from "@/scripts/operator/fresh-server";

/**
 * `npm run drill:restore`: dumps the database, restores the dump into a new server that has nothing but what
 * deploy/postgres/roles.sql makes, and shows that the service is ready on it, judges an application as before, and can be
 * migrated further. The new server is gone at the end, and nothing else changes.
 */
const started = performance.now();
const NOW = new Date();
const say = (line: string): void =>
  console.log(`[drill +${((performance.now() - started) / 1000).toFixed(1)}s] ${line}`);

/** Rows of every table, so that nothing is missing. */
const countRows = (url: string): Promise<{ name: string; rows: string }[]> =>
  query(
    url,
    `SELECT table_schema || '.' || table_name AS name,
            (xpath('/row/c/text()', query_to_xml(format('SELECT count(*) AS c FROM %I.%I', table_schema, table_name),
                                                 false, true, '')))[1]::text AS rows
     FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema IN ('public', 'partitions') ORDER BY 1`,
  );

interface Saved {
  providerId: string;
  applicationEventId: string;
}

async function judge(deps: Deps, { providerId, applicationEventId }: Saved): Promise<string> {
  const provider = await asProvider(deps.db, providerId, (tx) => getProvider(tx, providerId));
  const context = { deps, provider, signal: AbortSignal.timeout(60_000) };
  return JSON.stringify(await reassessSaved(context, applicationEventId, { withExplanation: true }));
}

async function withDeps<T>(env: Environment, work: (deps: Deps) => Promise<T>): Promise<T> {
  // One moment for both databases: an answer names when it was given.
  const deps = { ...(await createDeps(env)), clock: () => NOW };
  try {
    return await work(deps);
  } finally {
    await deps.settled();
    await deps.db.close();
  }
}

/** The service on the restored database, and nowhere else. */
const serviceOn = (env: Environment, { service, owner }: FreshServer): Environment => ({
  ...env,
  DATABASE_URL: service,
  DATABASE_DIRECT_URL: owner,
  DATABASE_NOTICES_URL: undefined,
  DATABASE_REPLICA_URL: undefined,
});

/** What is wrong with the restored database; empty when it does what the first one does. */
async function compare(admin: string, env: Environment, restored: FreshServer): Promise<string[]> {
  const faults: string[] = [];
  const service = serviceOn(env, restored);
  const ready = await withDeps(service, (deps) => readReadiness(deps));
  for (const [name, { ok, detail }] of Object.entries({
    database: ready.database,
    postgis: ready.postgis,
    schema: ready.schema,
    "data sets": ready.dataSets,
  })) {
    say(`  ${name}: ${ok ? "holds" : (detail ?? "does not hold")}`);
  }
  if (!ready.isReady) faults.push("the service is not ready on the restored database");
  const [before, after] = [await countRows(admin), await countRows(restored.admin)];
  say(`rows: ${after.reduce((sum, { rows }) => sum + Number(rows), 0)} in ${after.length} tables`);
  if (JSON.stringify(before) !== JSON.stringify(after)) faults.push("tables differ in their number of rows");
  const [saved] = await query<{ providerId: string; applicationEventId: string }>(
    admin,
    `SELECT provider_id AS "providerId", application_event_id AS "applicationEventId"
     FROM application ORDER BY created_at DESC, application_event_id LIMIT 1`,
  );
  if (saved === undefined)
    return [...faults, "no application is saved, so that none could be judged: send a check first"];
  faults.push(...(await compareOwnRows(admin, restored, saved)));
  if ((await withDeps(env, (deps) => judge(deps, saved))) !== (await withDeps(service, (deps) => judge(deps, saved))))
    faults.push(`application ${saved.applicationEventId} is judged otherwise`);
  else say(`application ${saved.applicationEventId} is judged as before`);
  return faults;
}

/** The service's login has to see all rows of a provider, and none without one. */
async function compareOwnRows(admin: string, { service }: FreshServer, { providerId }: Saved): Promise<string[]> {
  const count = "SELECT count(*)::int AS rows FROM public.application";
  const all = await query<{ rows: number }>(admin, `${count} WHERE provider_id = $1`, [providerId]);
  const client = new pg.Client({ connectionString: service });
  await client.connect();
  try {
    await client.query(beginAs(providerId, {}));
    const own = await client.query<{ rows: number }>(count);
    await client.query("RESET hedgerow.provider_id");
    const none = await client.query<{ rows: number }>(count);
    say(
      `the service sees ${own.rows[0]?.rows ?? 0} applications as their provider, and ${none.rows[0]?.rows ?? 0} as none`,
    );
    const isSame = own.rows[0]?.rows === all[0]?.rows && none.rows[0]?.rows === 0;
    return isSame ? [] : ["the service does not see just the rows of the provider that it works for"];
  } finally {
    await client.end();
  }
}

/** What migrations do as the owner: they change tables, and give functions to the two roles that own some. */
const MIGRATION_STEPS = `BEGIN;
  ALTER TABLE public.application ADD COLUMN drill_probe INTEGER;
  GRANT CREATE ON SCHEMA public TO hedgerow_definer, hedgerow_radar;
  CREATE FUNCTION public.drill_definer() RETURNS INTEGER LANGUAGE sql AS 'SELECT 1';
  ALTER FUNCTION public.drill_definer() OWNER TO hedgerow_definer;
  GRANT hedgerow_radar TO CURRENT_USER;
  CREATE FUNCTION public.drill_radar() RETURNS INTEGER LANGUAGE sql AS 'SELECT 1';
  ALTER FUNCTION public.drill_radar() OWNER TO hedgerow_radar;
  ROLLBACK`;

/** Whether a later release could migrate the restored database; nothing of it stays. */
async function tryMigration({ owner }: FreshServer): Promise<string[]> {
  try {
    await query(owner, MIGRATION_STEPS);
    say("a later migration would work");
    return [];
  } catch (error) {
    return [`a later migration would fail: ${error instanceof Error ? error.message : String(error)}`];
  }
}

async function drill(admin: string, env: Environment): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "hedgerow-drill-"));
  const file = join(folder, "dump");
  try {
    runProgram("pg_dump", ["--format=custom", `--file=${file}`, admin]);
    say(`dumped ${decodeURIComponent(new URL(admin).pathname.slice(1))}: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
    const restored = await startFreshServer();
    say("started a new server with the roles of deploy/postgres/roles.sql");
    runProgram("pg_restore", ["--exit-on-error", "--clean", "--if-exists", `--dbname=${restored.admin}`, file]);
    say(`restored; its search path, which no dump carries: ${await searchPathOf(restored.admin)}`);
    await applyMigrations(restored.owner, []);
    say(`npm run migrate gave it back: ${await searchPathOf(restored.admin)}`);
    return [...(await compare(admin, env, restored)), ...(await tryMigration(restored))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function searchPathOf(url: string): Promise<string> {
  const [row] = await query<{ path: string | null }>(
    url,
    `SELECT array_to_string(setconfig, ', ') AS path FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
     WHERE d.datname = current_database() AND s.setrole = 0`,
  );
  return row?.path ?? "none";
}

try {
  const { admin } = new Command("drill:restore")
    .description("Restores a dump of the database into a new server and shows that the service works on it.")
    .option("--admin <url>", "the database as a superuser; of the demonstration: its own")
    .parse()
    .opts<{ admin?: string }>();
  const isDemonstration = (process.env.DATABASE_URL ?? "") === "";
  fallBackToDemonstration();
  const env = { ...readEnvironment(), LOG_LEVEL: "error" as const };
  if (admin === undefined && !isDemonstration) throw new Error("Name the database as a superuser: --admin <url>");
  const faults = await drill(admin ?? Object.assign(new URL(env.DATABASE_URL), { username: "postgres" }).href, env);
  for (const fault of faults) say(`WRONG: ${fault}`);
  say(faults.length === 0 ? "the restored database does what the first one does" : "the restore does not hold");
  process.exit(faults.length === 0 ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
