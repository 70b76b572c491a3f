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
export async function startBareServer(): Promise<BareServer> {
  const child = spawn(process.execPath, [join(ROOT, "bench/support/bare-handler.mjs")], {
    cwd: ROOT,
    env: plainEnvironment() as NodeJS.ProcessEnv,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the bare server ended (${code ?? "by a signal"})`)));
    child.once("message", (message) => {
      if (typeof message === "object" && "port" in message) resolve(Number(message.port));
      else reject(new Error("the bare server named no port"));
    });
  });
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => stopChild(child) };
}
