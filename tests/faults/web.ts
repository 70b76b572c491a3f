import { spawn } from "node:child_process";
import { ensureBuild, ROOT } from "@/bench/support/build";
import { freePort } from "@/scripts/setup/cluster.mjs";

/** The web process as production runs it. */
export interface FaultyWeb {
  url: string;
  port: number;
  pid: number;
  /** Resolves with its exit code when it is gone; null when a signal ended it. */
  ended: Promise<number | null>;
  words: () => string;
  kill: (signal: "SIGKILL" | "SIGTERM") => Promise<number | null>;
}

const MOST_WORDS = 20_000;
const LONGEST_STOP_MS = 60_000;
const running = new Set<number>();
process.on("exit", () => running.forEach((pid) => process.kill(pid, "SIGKILL")));

/** Starts the web process on the scenario's database. */
export async function startWeb(
  env: Record<string, string> = {},
  {
    port,
    root = ROOT,
  }: { /** One it had before. */ port?: number; /** A version that is built. */ root?: string } = {},
): Promise<FaultyWeb> {
  const at = port ?? (await freePort());
  const full = {
    ...process.env,
    RATE_LIMIT_WRITES_PER_MIN: "1000000",
    RATE_LIMIT_READS_PER_MIN: "1000000",
    RATE_LIMIT_ADDRESS_PER_MIN: "1000000",
    ...env,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    PORT: String(at),
    HOST: "127.0.0.1",
  } as const;
  if (root === ROOT) await ensureBuild(full, (line) => console.log(line));
  const child = spawn(process.execPath, ["scripts/web-server.mjs"], {
    cwd: root,
    env: full,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const pid = child.pid ?? 0;
  running.add(pid);
  let words = "";
  const keep = (bytes: Buffer): unknown => (words = (words + bytes.toString()).slice(-MOST_WORDS));
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const ended = new Promise<number | null>((resolve) => {
    child.once("exit", (code) => {
      running.delete(pid);
      resolve(code);
    });
  });
  // Also when it ends at once: the caller looks at its exit code.
  await Promise.race([new Promise<void>((resolve) => child.once("message", () => resolve())), ended]);
  return {
    url: `http://127.0.0.1:${at}`,
    port: at,
    pid,
    ended,
    words: () => words,
    kill: (signal) => {
      child.kill(signal);
      const impatience = setTimeout(() => child.kill("SIGKILL"), LONGEST_STOP_MS);
      return ended.finally(() => clearTimeout(impatience));
    },
  };
}
