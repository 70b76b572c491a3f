import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { makeCaller } from "@/tests/support/api";
import { programOf } from "@/tests/support/program";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const running: ChildProcess[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

interface Run {
  output: () => string;
  ended: Promise<number | null>;
}

/** A program of the project, without npm: what it printed, and its exit code. */
function run(args: string[], env: Record<string, string | undefined>): Run {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
  });
  running.push(child);
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return { output: () => text, ended: new Promise((resolve) => child.on("exit", resolve)) };
}

const serve = (env: Record<string, string | undefined>): Run => run(programOf("serve"), env);

const whole = () => ({
  HEDGEROW_MODE: "production",
  DATABASE_URL: process.env.DATABASE_URL,
  DATABASE_DIRECT_URL: process.env.DATABASE_DIRECT_URL,
  API_KEY_HASH_SECRET: process.env.API_KEY_HASH_SECRET,
});

it.each(["DATABASE_URL", "API_KEY_HASH_SECRET"])("does not start without %s, and names it", async (name) => {
  const { output, ended } = serve({ ...whole(), [name]: undefined });
  expect(await ended).toBe(1);
  expect(output()).toContain(name);
  expect(output()).not.toContain("    at ");
});

it("does not start with a link key that is too short to be a secret", async () => {
  const { output, ended } = serve({ ...whole(), PORTAL_LINK_KEYS: "k1:c2hvcnQ=" });
  expect(await ended).toBe(1);
  expect(output()).toContain("PORTAL_LINK_KEYS");
});

it("does not start with a list of stolen passwords that is missing or is no such list, and names it", async () => {
  for (const [path, reason] of [
    ["/nowhere/passwords.txt", "ENOENT"],
    [fileURLToPath(import.meta.url), "it is not in order"],
  ] as const) {
    const { output, ended } = serve({ ...whole(), CONSOLE_BREACHED_PASSWORDS: path });
    expect(await ended).toBe(1);
    expect(output()).toContain(`CONSOLE_BREACHED_PASSWORDS names ${path}, which cannot be used: ${reason}`);
    expect(output()).not.toContain("    at ");
  }
});

it("does not start with a deadline beyond the lease of claims, and says how long it may be", async () => {
  const { output, ended } = serve({ ...whole(), REQUEST_DEADLINE_S: "120" });
  expect(await ended).toBe(1);
  expect(output()).toMatch(/REQUEST_DEADLINE_S: must be less than 120/);
});

it("does not start on a database that lacks a migration, and names it", async () => {
  const there = new URL(process.env.DATABASE_DIRECT_URL ?? "");
  there.pathname = "/postgres";
  const { output, ended } = serve({ ...whole(), DATABASE_DIRECT_URL: there.href });
  expect(await ended).toBe(1);
  expect(output()).toMatch(/lacks .*20261121000000_house.*npm run migrate/);
});

it("may ask about migrations as the service's own role", async () => {
  const { output, ended } = serve({ ...whole(), DATABASE_DIRECT_URL: undefined, PORT: "99999" });
  expect(await ended).not.toBe(0);
  expect(output()).not.toMatch(/lacks|permission denied/);
});

it("the demonstration refuses a database that holds something else", async () => {
  await makeCaller("someone");
  const { output, ended } = run(["--import", "tsx", "prisma/seed.ts", "--check"], {
    ...whole(),
    HEDGEROW_MODE: "demo",
  });
  expect(await ended).toBe(1);
  expect(output().trim().split("\n")).toHaveLength(1);
});
