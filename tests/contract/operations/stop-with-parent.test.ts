import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const stopWithParent = `import { stopWithParent } from "./scripts/setup/stop-with-parent.mjs";`;
/** A worker as the start script has it: works until it has to stop. */
const WORKER = `${stopWithParent} setInterval(() => undefined, 1000); stopWithParent(() => process.exit(0)); process.send({ ready: true });`;
/** The start script: it names both processes once the worker is ready, and stops the worker when it is stopped itself. */
const startScript = (isLate: boolean): string => `
  ${stopWithParent}
  import { isReady, startChildren } from "./scripts/setup/children.mjs";
  const started = startChildren([{ name: "worker", args: ["--input-type=module", "-e", ${JSON.stringify(WORKER)}], env: process.env }]);
  await isReady(started.children[0]);
  const shell = process.ppid;
  console.log(JSON.stringify({ start: process.pid, worker: started.children[0].child.pid }));
  while (${isLate} && process.ppid === shell) await new Promise((resolve) => setTimeout(resolve, 20));
  stopWithParent(() => void started.stop().then(() => process.exit(0)));`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Starts it as npm does: a shell in between. Gives the pids of shell, start script and worker. */
async function startAsNpm(isLate: boolean): Promise<{ shell: number; start: number; worker: number }> {
  const shell = spawn(
    "/bin/sh",
    ["-c", `"$0" --input-type=module -e "$1"; true`, process.execPath, startScript(isLate)],
    {
      cwd: root,
      env: { PATH: process.env.PATH, NODE_ENV: "test", npm_lifecycle_event: "start" },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const said = await new Promise<string>((resolve) =>
    shell.stdout.once("data", (chunk: Buffer) => resolve(String(chunk))),
  );
  return { shell: shell.pid ?? 0, ...(JSON.parse(said) as { start: number; worker: number }) };
}

// Before, npm's end left web, worker and stub running: npm stops its shell, which tells no one.
it.each([
  ["npm's shell", "shell", false],
  ["npm's shell, before the start script looks for it,", "shell", true],
  ["the start script, with no time to clean up,", "start", false],
] as const)("when %s ends, everything that it started ends", async (_title, who, isLate) => {
  const pids = await startAsNpm(isLate);
  process.kill(pids[who], "SIGKILL");
  await expect.poll(() => isAlive(pids.worker), { timeout: 30_000 }).toBe(false);
  await expect.poll(() => isAlive(pids.start), { timeout: 30_000 }).toBe(false);
});
