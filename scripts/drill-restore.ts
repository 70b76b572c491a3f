import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import pg from "pg";
import { getProvider } from "@/lib/data/bulk/provider";
import { asProvider } from "@/lib/data/db";
import { applyMigrations } from "@/lib/data/migrations";
import { createDeps, type Deps } from "@/lib/runtime/deps";
import { readEnvironment, type Environment } from "@/lib/runtime/env";
import { reassessSaved } from "@/lib/usecases/applications/reassess-saved";
import { readReadiness } from "@/lib/usecases/operations/read-readiness";
import { fallBackToDemonstration } from "@/scripts/operator/demonstration";

/**
 * `npm run drill:restore`: dumps the database, restores the dump into a new one beside it, and shows that the service
 * is ready on it and judges an application as before. The new database is dropped at the end, and nothing else changes.
 */
const started = performance.now();
const NOW = new Date();
const say = (line: string): void =>
  console.log(`[drill +${((performance.now() - started) / 1000).toFixed(1)}s] ${line}`);

const withDatabase = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;
const nameOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

/** PostgreSQL's own programs: on the path, or where Debian puts those of a server. */
function program(name: string): string {
  const folder = "/usr/lib/postgresql";
  const versions = existsSync(folder) ? readdirSync(folder).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => `${folder}/${version}/bin/${name}`).find((path) => existsSync(path)) ?? name;
}

function run(name: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program(name), args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${name} failed: ${error?.message ?? stderr.trim()}`);
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

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

/** What is wrong with the restored database; empty when it does what the first one does. */
async function compare(env: Environment, urls: { admin: string; restored: string }): Promise<string[]> {
  const faults: string[] = [];
  const service = { ...env, DATABASE_URL: withDatabase(env.DATABASE_URL, nameOf(urls.restored)) };
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
  const [before, after] = [await countRows(urls.admin), await countRows(urls.restored)];
  say(`rows: ${after.reduce((sum, { rows }) => sum + Number(rows), 0)} in ${after.length} tables`);
  if (JSON.stringify(before) !== JSON.stringify(after)) faults.push("tables differ in their number of rows");
  const [saved] = await query<{ providerId: string; applicationEventId: string }>(
    urls.admin,
    `SELECT provider_id AS "providerId", application_event_id AS "applicationEventId"
     FROM application ORDER BY created_at DESC, application_event_id LIMIT 1`,
  );
  if (saved === undefined) faults.push("no application is saved, so that none could be judged: send a check first");
  else if (
    (await withDeps(env, (deps) => judge(deps, saved))) !== (await withDeps(service, (deps) => judge(deps, saved)))
  )
    faults.push(`application ${saved.applicationEventId} is judged otherwise`);
  else say(`application ${saved.applicationEventId} is judged as before`);
  return faults;
}

async function drill(admin: string, env: Environment): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "hedgerow-drill-"));
  const file = join(folder, "dump");
  const name = `${nameOf(admin)}_restore_drill`;
  const restored = withDatabase(admin, name);
  const control = withDatabase(admin, "postgres");
  const drop = `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`;
  try {
    run("pg_dump", ["--format=custom", `--file=${file}`, admin]);
    say(`dumped ${nameOf(admin)}: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
    const [owner] = await query<{ name: string }>(
      admin,
      "SELECT pg_get_userbyid(datdba) AS name FROM pg_database WHERE datname = current_database()",
    );
    await query(control, drop);
    await query(
      control,
      `CREATE DATABASE ${pg.escapeIdentifier(name)} OWNER ${pg.escapeIdentifier(owner?.name ?? "")}`,
    );
    run("pg_restore", ["--exit-on-error", "--jobs=2", `--dbname=${restored}`, file]);
    say(`restored into ${name}; its search path, which no dump carries: ${await searchPathOf(restored)}`);
    await applyMigrations(withDatabase(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, name), []);
    say(`npm run migrate gave it back: ${await searchPathOf(restored)}`);
    return await compare(env, { admin, restored });
  } finally {
    await query(control, drop);
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
    .description("Restores a dump of the database beside it and shows that the service works on it.")
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
