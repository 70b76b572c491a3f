import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ensureBuild, ROOT } from "@/bench/support/build";

export interface WebServer {
  url: string;
  pid: number;
  /** Resident memory of the process, bytes. */
  residentBytes: () => number;
  stop: () => Promise<void>;
}

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 10_000;

/**
 * The web process as production runs it, on a free port of loopback, with its log in a file that goes with it. `root`:
 * another checkout, which has been built there. `node`: another Node's program.
 */
export async function startServer(
  env: Record<string, string>,
  say: (line: string) => void,
  root = ROOT,
  node = process.execPath,
): Promise<WebServer> {
  const full = { ...plainEnvironment(), ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;
  if (root === ROOT) await ensureBuild(full, say);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "hedgerow-bench-"));
  const log = openSync(join(folder, "web.log"), "w");
  const child = spawn(node, [...profiling(), "scripts/web-server.mjs"], {
    cwd: root,
    env: { ...full, PORT: String(port), HOST: "127.0.0.1" },
    stdio: ["ignore", log, log, "ipc"],
  });
  closeSync(log);
  const stop = async (): Promise<void> => {
    await stopChild(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(child);
  } catch (error) {
    const tail = readFileSync(join(folder, "web.log"), "utf8").slice(-2000);
    await stop();
    throw new Error(`the web process did not start: ${tail}`, { cause: error });
  }
  const pid = child.pid ?? 0;
  say(`web process ${pid} listens on 127.0.0.1:${port}`);
  return { url: `http://127.0.0.1:${port}`, pid, residentBytes: () => residentBytesOf(pid), stop };
}

/** `BENCH_PROFILE=<folder>` has each web process write there, when it ends, where its time went. */
const profiling = (): string[] => {
  const folder = process.env.BENCH_PROFILE ?? "";
  return folder === "" ? [] : ["--cpu-prof", `--cpu-prof-dir=${folder}`];
};

/** Only what programs need: no setting of the caller's shell may change what is measured. */
export function plainEnvironment(): Record<string, string> {
  const kept = ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR"];
  return Object.fromEntries(
    kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

async function untilReady(child: ChildProcess): Promise<void> {
  let onExit: (code: number | null) => void = () => undefined;
  const ready = new Promise<void>((resolve, reject) => {
    onExit = (code) => reject(new Error(`it ended (${code ?? "by a signal"})`));
    child.once("exit", onExit);
    child.once("error", reject);
    child.on("message", (message) => {
      if (typeof message === "object" && "ready" in message) resolve();
    });
  });
  const late = new AbortController();
  const limit = pause(START_LIMIT_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error("it took too long");
  });
  // An aborted wait is of no interest to anyone.
  limit.catch(() => undefined);
  await Promise.race([ready, limit]).finally(() => late.abort());
  child.off("exit", onExit);
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  const kill = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
  await ended;
  clearTimeout(kill);
}

export function residentBytesOf(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  if (kib === undefined) throw new Error("the web process's memory cannot be read");
  return Number(kib) * 1024;
}

/** A free port on loopback. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
