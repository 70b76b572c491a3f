import { type ChildProcess, spawn } from "node:child_process";
import { ROOT } from "@/bench/support/build";

export interface ToolEnd {
  code: number | null;
  lines: string[];
}

export interface Tool {
  child: ChildProcess;
  ended: Promise<ToolEnd>;
  lines: () => string[];
}

const running = new Set<ChildProcess>();
process.on("exit", () => running.forEach((child) => child.kill("SIGTERM")));

/** A program of the project in a process of its own: what it printed, and its exit code (null: a signal). */
export function startTool(args: string[], env: Record<string, string | undefined> = {}): Tool {
  const nodeArgs = args[0]?.endsWith(".ts") === true ? ["--import", "tsx", ...args] : args;
  const child = spawn(process.execPath, nodeArgs, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let text = "";
  const keep = (bytes: Buffer): unknown => (text += bytes.toString());
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const lines = (): string[] => text.split("\n").filter((line) => line !== "");
  const ended = new Promise<ToolEnd>((resolve) =>
    child.once("close", (code) => {
      running.delete(child);
      resolve({ code, lines: lines() });
    }),
  );
  return { child, ended, lines };
}

/** The same to its end. */
export const runTool = (
  args: string[],
  {
    env = {},
    say,
    signal,
  }: { env?: Record<string, string | undefined>; say?: (line: string) => void; signal?: AbortSignal } = {},
): Promise<ToolEnd> => {
  const { child, ended } = startTool(args, env);
  signal?.addEventListener("abort", () => child.kill("SIGTERM"), { once: true });
  if (say !== undefined) child.stdout?.on("data", (bytes: Buffer) => say(`  ${bytes.toString().trimEnd()}`));
  return ended;
};
