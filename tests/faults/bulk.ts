import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { applyMigrations } from "@/lib/data/migrations";
import { ensureCluster, stopCluster } from "@/scripts/setup/cluster.mjs";
import { ensureDatabaseIn } from "@/scripts/setup/database.mjs";
import { runCampaign } from "@/tests/faults/campaign";

/**
 * `npm run faults:bulk [rounds] [seed]`: workers killed at random moments over jobs of a hundred, on a database cluster of
 * its own that is crashed as well. Ends by itself; exit code 1 when anything was lost, done twice or left behind.
 */
const LIMIT_MS = 60 * 60_000;
const kills = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 1_000_000));
const started = Date.now();
const say = (line: string): void => console.log(`[faults +${((Date.now() - started) / 1000).toFixed(0)}s] ${line}`);

const folder = mkdtempSync(join(tmpdir(), "hedgerow-faults-"));
const cluster = await ensureCluster(folder);
const tidy = (): void => {
  stopCluster(cluster, "immediate");
  rmSync(folder, { recursive: true, force: true });
};
process.on("exit", tidy);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));
setTimeout(() => {
  say("took too long and was ended");
  process.exit(1);
}, LIMIT_MS).unref();

async function migrate(owner: string): Promise<void> {
  const migrations = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
  const names = readdirSync(migrations, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  await applyMigrations(
    owner,
    names.sort().map((name) => ({ name, sql: readFileSync(join(migrations, name, "migration.sql"), "utf8") })),
  );
}

async function main(): Promise<number> {
  say(`${kills} kills, seed ${seed}; repeat with: npm run faults:bulk -- ${kills} ${seed}`);
  const { app, owner } = await ensureDatabaseIn(cluster, "hedgerow_faults");
  await migrate(owner);
  Object.assign(process.env, {
    HEDGEROW_MODE: "test",
    DATABASE_URL: app,
    DATABASE_DIRECT_URL: owner,
    API_KEY_HASH_SECRET: "fault-secret-for-hashing-keys-0123456789",
    PORTAL_LINK_KEYS: `f1:${Buffer.alloc(32, 7).toString("base64")}`,
    LOG_LEVEL: "silent",
    WEBHOOK_ALLOW_PRIVATE: "true",
  });
  const breakDatabase = async (): Promise<void> => {
    stopCluster(cluster, "immediate");
    await ensureCluster(folder, cluster.port);
  };
  const wrong = await runCampaign({ kills, seed, naturalEvery: 10, breakDatabase, say });
  for (const fault of wrong) say(`WRONG ${fault}`);
  return wrong.length === 0 ? 0 : 1;
}

process.exit(
  await main().catch((error: unknown) => {
    console.error(error);
    return 1;
  }),
);
