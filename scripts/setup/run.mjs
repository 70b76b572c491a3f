import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

const running = new Set();

/** Runs a program to its end with its output shown; resolves to its exit code. */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: "inherit", ...options });
    running.add(child);
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      running.delete(child);
      resolve(code ?? (signal === null ? 0 : 128));
    });
  });
}

/** Ends what `run` runs now, and waits for its end. */
export const stopRunning = () =>
  Promise.all(
    [...running].map((child) => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      return ended;
    }),
  );

/** Runs a program to its end and keeps what it prints, so that programs beside each other do not mix their lines. */
export function runKept(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], ...options });
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => printed.push(part));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 128, output: Buffer.concat(printed).toString() }));
  });
}

/** Runs a program and returns what it printed; null when it failed. */
export function read(program, args, options = {}) {
  const result = spawnSync(program, args, { cwd: root, encoding: "utf8", ...options });
  return result.status === 0 ? result.stdout.trim() : null;
}

/** A TypeScript program of this project, run by tsx through node itself, so that no shell stands between. */
export const tsx = (script, args = [], options = {}) =>
  run(process.execPath, ["--import", "tsx", script, ...args], options);
