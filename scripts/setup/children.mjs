import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { root } from "./run.mjs";

/**
 * Long-running processes started together: output prefixed by name, and stopped together. Each child is its own
 * node process, started without a shell, so that the pid we hold is the process we stop.
 */
export function startChildren(specifications) {
  const children = specifications.map(({ name, args, env }) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => process.stdout.write(`[${name}] ${line}\n`));
    }
    return { name, child, ended: new Promise((resolve) => child.on("exit", (code) => resolve(code ?? 1))) };
  });
  const stop = async (signal = "SIGTERM") => {
    for (const { child } of children) if (child.exitCode === null) child.kill(signal);
    await Promise.all(children.map(({ ended }) => ended));
  };
  const firstEnd = Promise.race(children.map(async ({ name, ended }) => ({ name, code: await ended })));
  return { children, stop, firstEnd };
}

/** Resolves when a child says over its channel that it is ready; false when it ends before. */
export const isReady = ({ child, ended }) =>
  Promise.race([
    new Promise((resolve) => child.on("message", (message) => message?.ready === true && resolve(true))),
    ended.then(() => false),
  ]);
