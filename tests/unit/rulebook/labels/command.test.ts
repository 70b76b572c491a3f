import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { programOf } from "@/tests/support/program";

const folder = mkdtempSync(join(tmpdir(), "labels-command-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the command says of a failure, and how it ends. */
function failed(...args: string[]): { status: number | null; said: string } {
  const { status, stderr } = spawnSync(process.execPath, [...programOf("labels"), ...args], {
    encoding: "utf8",
    env: { ...process.env, NODE_NO_WARNINGS: "1" },
  });
  return { status, said: stderr.trim() };
}

it("says of a sheet that cannot be read what it is, in one line and without a trace of the program", () => {
  const none = join(folder, "facts.csv");
  expect(failed("import", none)).toEqual({ status: 1, said: `There is no file ${none}.` });
  const torn = join(folder, "edition.json");
  writeFileSync(torn, "{");
  const { status, said } = failed("import", torn);
  expect(status).toBe(1);
  expect(said).toMatch(/^The file is no JSON: .+$/);
  expect(failed("diff", "999-1")).toEqual({
    status: 1,
    said: "labels/999-1 does not exist or has a fault; run check",
  });
});
