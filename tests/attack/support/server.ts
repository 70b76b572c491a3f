import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { ensureBuild, ROOT } from "@/bench/support/build";

/** The web process as production runs it, under attack. */
export interface Target {
  port: number;
  url: string;
  pid: number;
  openFiles: () => number;
  /** What it wrote so far. */
  log: () => string;
  stop: () => Promise<void>;
}

export interface TargetOptions {
  env?: Record<string, string>;
  /** The most files it may hold open. A small limit shows in a second what a large one shows in a minute. */
  fileLimit?: number;
  /** Another program than the one that `npm start` runs. */
  program?: string;
}

/** Starts `scripts/web-server.mjs` on a free port of loopback, on the database of the test file. */
export async function startTarget(options: TargetOptions = {}): Promise<Target> {
  const { env = {}, fileLimit = 1024, program = "scripts/web-server.mjs" } = options;
  const full = { ...process.env, ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;
  await ensureBuild(full, () => undefined);
  const port = await freePort();
  const folder = join(ROOT, ".data", "attack");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `web-${port}.log`);
  const log = await open(file, "w");
  // The shell sets the limit and becomes the process.
  const command = `ulimit -n ${fileLimit} && exec "$0" ${program}`;
  const child = spawn("/bin/sh", ["-c", command, process.execPath], {
    cwd: ROOT,
    env: { ...full, PORT: String(port), HOST: "127.0.0.1" },
    stdio: ["ignore", log.fd, log.fd, "ipc"],
  });
  await log.close();
  await untilReady(child);
  const pid = child.pid ?? 0;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    pid,
    openFiles: () => readdirSync(`/proc/${pid}/fd`).length,
    log: () => readFileSync(file, "utf8"),
    stop: () => stopChild(child),
  };
}

const untilReady = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once("exit", (code) =>
      reject(new Error(`the web process ended (${code ?? "by a signal"}); see .data/attack`)),
    );
    child.once("error", reject);
    child.once("message", () => resolve());
  });

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGKILL");
  await ended;
}

/** A port on loopback that nothing listens on now. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
