import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { ROOT } from "@/bench/support/build";
import { ensureDatabaseIn } from "@/scripts/setup/database.mjs";
import { urlsFor, type Cluster } from "@/scripts/setup/cluster.mjs";
import type { Scenario } from "@/tests/faults/scenario";
import { runTool, startTool } from "@/tests/faults/tool";
import { Random } from "@/tests/support/fuzz-random";

const INTERRUPTED = "hedgerow_interrupted";

/** Everything that migrations make, as one text: columns, constraints, indexes, functions, policies, triggers. */
async function shapeOf(url: string): Promise<{ objects: number; hash: string }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ objects: number; hash: string }>(`
      WITH made AS (
        SELECT 'column ' || attrelid::regclass || '.' || attname || ' ' || atttypid::regtype || ' ' || attnotnull AS what
        FROM pg_attribute JOIN pg_class ON oid = attrelid
        WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
        UNION ALL SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid <> 0
        UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
        UNION ALL SELECT 'function ' || oid::regprocedure || ' ' || md5(prosrc) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace
        UNION ALL SELECT 'policy ' || tablename || ' ' || policyname || ' ' || coalesce(qual, '') FROM pg_policies
        UNION ALL SELECT 'trigger ' || tgrelid::regclass || ' ' || tgname FROM pg_trigger WHERE NOT tgisinternal
        UNION ALL SELECT 'migration ' || migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL)
      SELECT count(*)::int AS objects, md5(string_agg(what, chr(10) ORDER BY what)) AS hash FROM made`);
    return rows[0] ?? { objects: 0, hash: "" };
  } finally {
    await client.end();
  }
}

/** How many migrations a database has had; 0 where it has not heard of any. */
async function appliedIn(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS there",
  );
  if (rows[0]?.there !== true) return 0;
  const done = await client.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM public._prisma_migrations WHERE finished_at IS NOT NULL",
  );
  return done.rows[0]?.n ?? 0;
}

/** Kills a run once so many migrations are applied. False: it came to its end before. */
async function killAfter(
  env: { DATABASE_DIRECT_URL: string; DATABASE_URL: string },
  applied: number,
): Promise<boolean> {
  const client = new pg.Client({ connectionString: env.DATABASE_DIRECT_URL });
  await client.connect();
  try {
    const { child, ended } = startTool(["scripts/migrate.ts"], env);
    while (child.exitCode === null && (await appliedIn(client)) < applied) await pause(2);
    child.kill("SIGKILL");
    return (await ended).code === null;
  } finally {
    await client.end();
  }
}

async function dropDatabase(cluster: Cluster, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlsFor(cluster, "postgres").admin });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  await client.end();
}

export const migrationInterrupted: Scenario = {
  name: "migration interrupted",
  fault:
    "npm run migrate is killed at random on an empty database: the next run brings it to the same shape as an undisturbed one.",
  run: async ({ database, isShort, seed }) => {
    const random = new Random(seed + 2);
    const kills = isShort ? 2 : 10;
    const undisturbed = await ensureDatabaseIn(database.cluster, "hedgerow_undisturbed");
    await runTool(["scripts/migrate.ts"], {
      env: { DATABASE_URL: undisturbed.app, DATABASE_DIRECT_URL: undisturbed.owner },
    });
    const all = readdirSync(join(ROOT, "prisma", "migrations"), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    const { app, owner } = await ensureDatabaseIn(database.cluster, INTERRUPTED);
    const env = { DATABASE_URL: app, DATABASE_DIRECT_URL: owner };
    let killed = 0;
    let reached = 0;
    for (let round = 0; round < kills; round += 1) {
      // From the beginning again where the last kill came late: a run that has nothing to do cannot be interrupted.
      if (reached >= all.length - 1) {
        await dropDatabase(database.cluster, INTERRUPTED);
        await ensureDatabaseIn(database.cluster, INTERRUPTED);
        reached = 0;
      }
      reached = random.between(reached, all.length - 1);
      if (await killAfter(env, reached)) killed += 1;
      else reached = all.length;
    }
    const last = await runTool(["scripts/migrate.ts"], { env });
    const [wanted, got] = [await shapeOf(undisturbed.owner), await shapeOf(owner)];
    const faults = last.code === 0 ? [] : [`the last run ended with ${last.code}: ${last.lines.slice(-3).join(" ")}`];
    if (got.hash !== wanted.hash)
      faults.push(`${got.objects} objects were made, ${wanted.objects} are wanted, and they differ`);
    if (killed < kills / 2) faults.push(`only ${killed} of ${kills} runs were killed before their end`);
    return { figures: `${killed} of ${kills} runs killed before their end, ${got.objects} objects alike`, faults };
  },
};
