import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** The start script while it builds: it names the build's process and waits for its end. */
const START = `
  import { letGoAtEnd, sayHowItEnds } from "./scripts/setup/ending.mjs";
  import { run } from "./scripts/setup/run.mjs";
  sayHowItEnds();
  letGoAtEnd(() => console.log("the database was let go of"));
  await run(process.execPath, ["-e", "console.log('build', process.pid); setInterval(() => undefined, 1000)"]);
  await new Promise(() => undefined);`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

// Before, each of these ended the start in silence while it built, SIGHUP under nohup too, and left the database running.
it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("%s during the build stops all and says so", async (signal) => {
  const start = spawn(process.execPath, ["--input-type=module", "-e", START], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  start.stdout.on("data", (part: Buffer) => (said += part.toString()));
  const ended = new Promise((resolve) => start.once("close", resolve));
  await expect.poll(() => said, { timeout: 30_000 }).toContain("build ");
  start.kill(signal);
  expect(await ended).toBe(0);
  expect(said).toMatch(new RegExp(`stopping: ${signal}\n.*the database was let go of\n.*ended \\(0\\)`));
  expect(isAlive(Number(/build (\d+)/.exec(said)?.[1]))).toBe(false);
});

it("a step that nothing goes on with is no silent end", async () => {
  const start = spawn(process.execPath, ["--input-type=module", "-e", START.replace(/ {2}await run.*\n/, "")], {
    cwd: root,
    stdio: ["ignore", "pipe", "ignore"],
  });
  let said = "";
  start.stdout.on("data", (part: Buffer) => (said += part.toString()));
  expect(await new Promise((resolve) => start.once("close", resolve))).toBe(13);
  expect(said).toContain("ended by itself");
});
