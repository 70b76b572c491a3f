import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "@/bench/support/build";
import { plainEnvironment, stopChild } from "@/bench/support/server";

export interface BareServer {
  url: string;
  pid: number;
  stop: () => Promise<void>;
}

/** A `node:http` handler that reads a body and answers, in a process of its own: what nothing can be cheaper than. */
export const startBareServer = (): Promise<BareServer> => startForked("bench/support/bare-handler.mjs");

/** A server of another process, which says its port to the process that started it. */
export async function startForked(script: string, env: Record<string, string> = {}): Promise<BareServer> {
  const child = spawn(process.execPath, [join(ROOT, script)], {
    cwd: ROOT,
    env: { ...plainEnvironment(), ...env } as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${script} ended (${code ?? "by a signal"})`)));
    child.once("message", (message) => {
      if (typeof message === "object" && "port" in message) resolve(Number(message.port));
      else reject(new Error(`${script} named no port`));
    });
  });
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => stopChild(child) };
}
