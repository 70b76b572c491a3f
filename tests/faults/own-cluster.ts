import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { applyMigrations } from "@/lib/data/migrations";
import { ensureCluster, stopCluster } from "@/scripts/setup/cluster.mjs";
import { ensureDatabaseIn } from "@/scripts/setup/database.mjs";

/** A fault test ends by itself. */
const LIMIT_MS = 60 * 60_000;

export interface FaultRun {
  say: (line: string) => void;
  /** Stops the database in the middle of everything and brings it back. */
  breakDatabase: () => Promise<void>;
}

/**
 * Runs a fault test on a database cluster of its own, which is gone afterwards however the test ends. Exit code 1 when
 * anything was wrong.
 */
export async function onOwnCluster(work: (run: FaultRun) => Promise<string[]>): Promise<never> {
  const started = Date.now();
  const say = (line: string): void => console.log(`[faults +${((Date.now() - started) / 1000).toFixed(0)}s] ${line}`);
  const folder = mkdtempSync(join(tmpdir(), "hedgerow-faults-"));
  const cluster = await ensureCluster(folder);
  process.on("exit", () => {
    stopCluster(cluster, "immediate");
    rmSync(folder, { recursive: true, force: true });
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));
  setTimeout(() => {
    say("took too long and was ended");
    process.exit(1);
  }, LIMIT_MS).unref();
  const breakDatabase = async (): Promise<void> => {
    stopCluster(cluster, "immediate");
    await ensureCluster(folder, cluster.port);
  };
  try {
    const { app, owner } = await ensureDatabaseIn(cluster, "hedgerow_faults");
    await migrate(owner);
    setEnvironment(app, owner);
    const wrong = await work({ say, breakDatabase });
    for (const fault of wrong) say(`WRONG ${fault}`);
    process.exit(wrong.length === 0 ? 0 : 1);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

const setEnvironment = (app: string, owner: string): unknown =>
  Object.assign(process.env, {
    HEDGEROW_MODE: "test",
    DATABASE_URL: app,
    DATABASE_DIRECT_URL: owner,
    API_KEY_HASH_SECRET: "fault-secret-for-hashing-keys-0123456789",
    PORTAL_LINK_KEYS: `f1:${Buffer.alloc(32, 7).toString("base64")}`,
    LOG_LEVEL: "silent",
    WEBHOOK_ALLOW_PRIVATE: "true",
  });

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
