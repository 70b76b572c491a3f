import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A worker as `npm run worker` starts it, as one process that a signal reaches. */
export interface FaultyWorker {
  /** Says on standard output that it is ready. */
  running: Promise<void>;
  ended: Promise<number | null>;
  hasEnded: () => boolean;
  /** How it ended and the last it said, where it ended by itself. */
  lastWords: () => string;
  /** Exit code; null when it had to be killed, which is what happens to one that does not end when asked to. */
  kill: (signal: "SIGKILL" | "SIGTERM") => Promise<number | null>;
}

const MOST_WORDS = 3000;

/** None outlives this process, however it ends. */
const started = new Set<ChildProcess>();
process.on("exit", () => started.forEach((child) => child.kill("SIGKILL")));

/** The longest that a worker may take to end: what it has in work is given up long before. */
const LONGEST_STOP_MS = 30_000;

export function startWorker(env: NodeJS.ProcessEnv, clockOffS = 0): FaultyWorker {
  const clock = clockOffS === 0 ? [] : ["--import", "./tests/faults/shift-clock.mjs"];
  const child = spawn(process.execPath, [...clock, "--import", "tsx", "scripts/worker.ts"], {
    cwd: root,
    env: { ...env, CLOCK_OFF_S: String(clockOffS) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let words = "";
  child.stderr.on("data", (bytes: Buffer) => (words = (words + bytes.toString()).slice(-MOST_WORDS)));
  started.add(child);
  const ended = new Promise<number | null>((resolve) => {
    child.once("exit", (code) => {
      started.delete(child);
      resolve(code);
    });
  });
  return {
    running: untilRunning(child),
    ended,
    lastWords: () => `${child.exitCode ?? child.signalCode ?? "at work"}: ${words}`,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: async (signal) => {
      child.kill(signal);
      const impatience = setTimeout(() => child.kill("SIGKILL"), LONGEST_STOP_MS);
      return ended.finally(() => clearTimeout(impatience));
    },
  };
}

/** Also over when the process ends first: then there is nothing to wait for. */
const untilRunning = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.stdout?.on("data", (bytes: Buffer) => {
      if (bytes.includes("worker is running")) resolve();
    });
  });
