import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { applyMigrations, type Migration } from "@/lib/data/migrations";
import { ensureCluster, stopCluster, type Cluster } from "@/scripts/setup/cluster.mjs";
import { ensureDatabaseIn } from "@/scripts/setup/database.mjs";
import { runTool } from "@/tests/faults/tool";

/** A fault test ends by itself. */
const LIMIT_MS = 60 * 60_000;

export interface FaultRun {
  say: (line: string) => void;
  database: BreakableDatabase;
  /** Stops the database in the middle of everything and brings it back. */
  breakDatabase: () => Promise<void>;
}

/** A database server that a test may do anything to. */
export interface BreakableDatabase {
  cluster: Cluster;
  /** `immediate` is a crash. */
  stop: (mode: "immediate" | "fast") => Promise<void>;
  start: () => Promise<void>;
  /** Stops every process of the server where it stands: connections stay open, and nothing answers on them. */
  freeze: () => void;
  thaw: () => void;
}

/** A database server in a folder, on the port it has now for as long as the test runs. */
export async function startDatabase(folder: string, settings: readonly string[] = []): Promise<BreakableDatabase> {
  const cluster = await ensureCluster(folder, null, { settings });
  const signal = (name: "SIGSTOP" | "SIGCONT"): void => {
    for (const pid of processesOf(cluster)) sendSignal(pid, name);
  };
  const control = async (what: string): Promise<void> => {
    const { code, lines } = await runTool(["tests/faults/control-database.ts", what, folder, String(cluster.port)]);
    if (code !== 0) throw new Error(`the database would not ${what}: ${lines.slice(-2).join(" ")}`);
  };
  return {
    cluster,
    stop: control,
    start: () => control("start"),
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
  };
}

/** To one that may have ended since it was listed. */
function sendSignal(pid: number, name: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** The server and its children, the server first so that it starts no other; none where it is stopped. */
export function processesOf({ data }: Pick<Cluster, "data">): number[] {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return [];
  const server = Number(readFileSync(file, "utf8").split("\n")[0]);
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === server);
  return [server, ...children.map(Number)];
}

function parentOf(pid: string): number | null {
  try {
    // The name is in brackets and may hold anything; the parent is the second word after it.
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1]);
  } catch {
    return null;
  }
}

/**
 * Runs a fault test on a database cluster of its own, which is gone afterwards however the test ends. Exit code 1 when
 * anything was wrong.
 */
export async function onOwnCluster(work: (run: FaultRun) => Promise<string[]>): Promise<never> {
  const started = Date.now();
  const say = (line: string): void => console.log(`[faults +${((Date.now() - started) / 1000).toFixed(0)}s] ${line}`);
  const folder = mkdtempSync(join(tmpdir(), "hedgerow-faults-"));
  const database = await startDatabase(folder);
  process.on("exit", () => {
    // A frozen server hears nothing, and a stop that waits for it leaves it behind.
    database.thaw();
    stopCluster(database.cluster, "immediate");
    rmSync(folder, { recursive: true, force: true });
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));
  setTimeout(() => {
    say("took too long and was ended");
    process.exit(1);
  }, LIMIT_MS).unref();
  const breakDatabase = async (): Promise<void> => {
    await database.stop("immediate");
    await database.start();
  };
  try {
    const { app, owner } = await ensureDatabaseIn(database.cluster, "hedgerow_faults");
    await migrate(owner);
    setEnvironment(app, owner);
    const wrong = await work({ say, database, breakDatabase });
    for (const fault of wrong) say(`WRONG ${fault}`);
    process.exit(wrong.length === 0 ? 0 : 1);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

export const setEnvironment = (app: string, owner: string): unknown =>
  Object.assign(process.env, {
    HEDGEROW_MODE: "test",
    DATABASE_URL: app,
    DATABASE_DIRECT_URL: owner,
    // One server, also where the tests beside are of a cluster.
    DATABASE_SPREAD: "false",
    API_KEY_HASH_SECRET: "fault-secret-for-hashing-keys-0123456789",
    PORTAL_LINK_KEYS: `f1:${Buffer.alloc(32, 7).toString("base64")}`,
    LOG_LEVEL: "silent",
    WEBHOOK_ALLOW_PRIVATE: "true",
  });

export const migrate = async (owner: string): Promise<unknown> => applyMigrations(owner, readMigrations());

/** The project's migrations, in their order. */
export function readMigrations(): Migration[] {
  const folder = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(folder, name, "migration.sql"), "utf8") }));
}
