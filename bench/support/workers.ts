import { type ChildProcess, spawn } from "node:child_process";
import { ROOT } from "@/bench/support/build";
import { plainEnvironment, residentBytesOf, stopChild } from "@/bench/support/server";

export interface Workers {
  /** Resident memory of each process, bytes. */
  residentBytes: () => number[];
  stop: () => Promise<void>;
}

/** Workers as `npm run worker` starts them, each a process of its own, ready for work. */
export async function startWorkers(count: number, env: Record<string, string>): Promise<Workers> {
  const children: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(children.map(stopChild));
  };
  try {
    for (let each = 0; each < count; each += 1) {
      const child = spawn(process.execPath, ["--import", "tsx", "scripts/worker.ts"], {
        cwd: ROOT,
        env: { ...plainEnvironment(), ...env, NODE_ENV: "production" },
        stdio: ["ignore", "pipe", "inherit"],
      });
      children.push(child);
    }
    await Promise.all(children.map(untilRunning));
  } catch (error) {
    await stop();
    throw error;
  }
  return { residentBytes: () => children.map(({ pid }) => residentBytesOf(pid ?? 0)), stop };
}

/** A worker says on standard output that it is ready; what follows is its log, which is not read here. */
const untilRunning = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`a worker ended (${code ?? "by a signal"})`)));
    child.stdout?.on("data", (bytes: Buffer) => {
      if (bytes.includes("worker is running")) resolve();
    });
  });
