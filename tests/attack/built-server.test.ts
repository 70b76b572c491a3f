import { execFileSync, spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "@/bench/support/build";
import { startTarget, type Target } from "@/tests/attack/support/server";
import { loadGround } from "@/tests/contract/v2/esa-check/support";
import { makeCaller } from "@/tests/support/api";
import { builtFolder } from "@/tests/support/program";
import { readLogLines } from "@/tests/support/log-lines";
import { checkBody } from "@/tests/support/requests";

const node = (...args: string[]): string =>
  execFileSync(process.execPath, args, { cwd: ROOT, encoding: "utf8", env: { ...process.env, LOG_LEVEL: "info" } });

let target: Target;
beforeAll(async () => {
  // `npm test` has built it, and other suites run it meanwhile.
  if (builtFolder() === undefined) node("scripts/build-server.mjs");
  await loadGround();
  target = await startTarget({ program: "dist/serve.mjs" });
});
afterAll(() => target.stop());

describe("what npm run build:server makes", () => {
  it("loads no TypeScript when it runs", () => {
    const files = readdirSync(`${ROOT}/dist`, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith("mjs"),
    );
    expect(files.length).toBeGreaterThan(12);
    for (const file of files) expect(readFileSync(`${ROOT}/dist/${file}`, "utf8"), file).not.toMatch(/tsx\/esm|"tsx"/);
  });

  it("writes no large package into the chunk of every route, which a web process would hold as often", () => {
    const folder = `${ROOT}/.next/server/chunks`;
    const sizes = readdirSync(folder)
      .filter((name) => name.endsWith(".js"))
      .map((name) => statSync(`${folder}/${name}`).size);
    const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1e6;
    expect(megabytes).toBeGreaterThan(5);
    // 19 today, and 71 while zod and pkijs were in them (next.config.js).
    expect(megabytes).toBeLessThan(30);
  });

  it.each(["data", "field", "key", "labels", "operator", "provider", "verify", "webhook"])(
    "has the command %s, which says what it was not given",
    (name) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [`dist/${name}.mjs`], {
        cwd: ROOT,
        encoding: "utf8",
      });
      expect({ name, isOk: status === 0, isSilent: `${stdout}${stderr}`.trim() === "" }).toEqual({
        name,
        isOk: false,
        isSilent: false,
      });
    },
  );

  it("finds the database up to date, as npm run migrate does", () => {
    expect(node("dist/migrate.mjs")).toContain("database is up to date");
  });

  it("answers a check and makes a report in its threads", async () => {
    const caller = await makeCaller("built");
    const headers = { "X-API-Key": caller.apiKey, "Content-Type": "application/json" };
    const body = JSON.stringify(checkBody(caller.providerId, { provider_field_id: "built-field" }));
    const checked = await fetch(`${target.url}/api/v2/esa-check`, { method: "POST", headers, body });
    expect(checked.status).toBe(200);
    expect(await checked.json()).toMatchObject({ success: true });
    const report = await fetch(`${target.url}/api/v2/fields/built-field/reports/runoff`, { headers });
    const bytes = Buffer.from(await report.arrayBuffer());
    expect(report.status, bytes.toString("latin1").slice(0, 300)).toBe(200);
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("places buffers in threads", () => {
    const thread = "./dist/lib/usecases/applications/drift-buffer/thread/thread.mjs";
    expect(node("-e", `import("${thread}").then((it) => console.log(typeof it.placeInThread))`)).toContain("function");
  });

  it("works as a worker, says so in lines of the log, and ends when it is asked to", async () => {
    const worker = spawn(process.execPath, ["dist/worker.mjs"], {
      cwd: ROOT,
      env: { ...process.env, LOG_LEVEL: "info" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    for (const stream of [worker.stdout, worker.stderr]) stream.on("data", (part: Buffer) => (text += part.toString()));
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    await expect.poll(() => text, { timeout: 30_000 }).toMatch(/Completed task .*maintain_database/);
    worker.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(readLogLines(text).strays).toEqual([]);
  });
});
