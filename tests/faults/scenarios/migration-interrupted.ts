import pg from "pg";
import { setTimeout as pause } from "node:timers/promises";
import { ensureDatabaseIn } from "@/scripts/setup/database.mjs";
import type { Scenario } from "@/tests/faults/scenario";
import { runTool, startTool } from "@/tests/faults/tool";
import { Random } from "@/tests/support/fuzz-random";

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

export const migrationInterrupted: Scenario = {
  name: "migration interrupted",
  fault:
    "npm run migrate is killed at random on an empty database: the next run brings it to the same shape as an undisturbed one.",
  run: async ({ database, isShort, seed }) => {
    const random = new Random(seed + 2);
    const kills = isShort ? 2 : 10;
    const { app, owner } = await ensureDatabaseIn(database.cluster, "hedgerow_interrupted");
    const env = { DATABASE_URL: app, DATABASE_DIRECT_URL: owner };
    const undisturbed = await ensureDatabaseIn(database.cluster, "hedgerow_undisturbed");
    const started = Date.now();
    await runTool(["scripts/migrate.ts"], {
      env: { DATABASE_URL: undisturbed.app, DATABASE_DIRECT_URL: undisturbed.owner },
    });
    const wholeMs = Date.now() - started;
    let killed = 0;
    for (let round = 0; round < kills; round += 1) {
      const { child, ended } = startTool(["scripts/migrate.ts"], env);
      await pause(random.between(Math.floor(wholeMs / 4), wholeMs));
      child.kill("SIGKILL");
      if ((await ended).code === null) killed += 1;
    }
    const last = await runTool(["scripts/migrate.ts"], { env });
    const [wanted, got] = [await shapeOf(undisturbed.owner), await shapeOf(owner)];
    const faults = last.code === 0 ? [] : [`the last run ended with ${last.code}: ${last.lines.slice(-3).join(" ")}`];
    if (got.hash !== wanted.hash)
      faults.push(`${got.objects} objects were made, ${wanted.objects} are wanted, and they differ`);
    if (killed === 0) faults.push("no run was killed before its end");
    return { figures: `${killed} of ${kills} runs killed before their end, ${got.objects} objects alike`, faults };
  },
};
