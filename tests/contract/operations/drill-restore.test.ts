import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { check, loadGround } from "@/tests/contract/v2/esa-check/support";
import { makeCaller } from "@/tests/support/api";
import { isSpread } from "@/tests/support/spread";

/** Of the tests' own cluster; a server that someone else named may not let us in as this. */
const admin = Object.assign(new URL(process.env.DATABASE_URL ?? ""), { username: "postgres" }).href;

// The drill takes a dump of one node to a server without Citus: a database over several is not shown so (docs/scale.md).
it.skipIf(isSpread)(
  "npm run drill:restore shows a dump at work on a new server, and leaves nothing behind",
  async () => {
    const before = new Set(readdirSync(tmpdir()));
    await loadGround();
    const found = await check(await makeCaller("drill"));
    const program = spawn(process.execPath, ["--import", "tsx", "scripts/drill-restore.ts", "--admin", admin], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    for (const stream of [program.stdout, program.stderr])
      stream.on("data", (part: Buffer) => (text += part.toString()));
    const code = await new Promise((resolve) => program.once("exit", resolve));
    expect(text).toContain("which no dump carries: none");
    expect(text).toContain("npm run migrate gave it back: search_path=public, gis");
    expect(text).toContain("the service sees 1 applications as their provider, and 0 as none");
    expect(text).toContain("a later migration would work");
    expect(text).toContain(`application ${found.application_event_id ?? ""} is judged as before`);
    expect(code, text).toBe(0);
    expect(readdirSync(tmpdir()).filter((name) => /^hedgerow-(fresh|drill)-/.test(name) && !before.has(name))).toEqual(
      [],
    );
  },
);
