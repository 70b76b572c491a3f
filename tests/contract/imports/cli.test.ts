import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { runData } from "@/tests/contract/imports/command";
import { count, limitationRow, squareFeature, switchOf } from "@/tests/contract/imports/support";
import { workFolder } from "@/tests/support/work-folder";

const PULAS = join(workFolder(), "pulas.geojson");
const LIMITATIONS = join(workFolder(), "limitations.json");
const COVERAGE = join(workFolder(), "coverage.geojson");

beforeAll(() => {
  const features = Array.from({ length: 40 }, (_, i) =>
    squareFeature({ objectid: i + 1, pula_id: i + 1 }, -88 + i / 20),
  );
  const bad = squareFeature({ objectid: 41, pula_id: null }, -87.9, 33.5);
  writeFileSync(
    PULAS,
    `{"type":"FeatureCollection",\n"features":[\n${[...features, bad].map((f) => JSON.stringify(f)).join(",\n")}]}`,
  );
  writeFileSync(LIMITATIONS, JSON.stringify([limitationRow({}), limitationRow({ pula_id: 2 })]));
  writeFileSync(
    COVERAGE,
    JSON.stringify({
      type: "Feature",
      properties: {},
      geometry: {
        type: "Polygon",
        coordinates: [
          [
            [-89, 32],
            [-85, 32],
            [-85, 34],
            [-89, 34],
            [-89, 32],
          ],
        ],
      },
    }),
  );
});

const importPula = (...flags: string[]) =>
  runData("import", "pula", PULAS, "--limitations", LIMITATIONS, "--coverage", COVERAGE, ...flags);

it("imports, lists, activates, verifies and rolls back, in plain lines where there is no terminal", async () => {
  const first = await importPula("--version", "first", "--activate");
  expect(first).toMatchObject({ code: 0, err: "" });
  expect(first.out).toMatch(/reading pulas\.geojson: done/);
  expect(first.out).toMatch(
    /refused: pulas\.geojson, record 41 \(line 43\): bad attributes: pula_id is not a whole number/,
  );
  expect(first.out).toMatch(/features: read 41, loaded 40, reasons \(bad attributes 1\), refused 1/);
  expect(first.out).toMatch(/coverage: used .*coverage\.geojson, vertices 5/);
  expect(first.out).not.toContain("\u001b");

  expect(await importPula("--version", "second")).toMatchObject({ code: 0 });
  expect((await runData("list")).out).toMatch(/pula +first +active [^]*pula +second +ready /);
  expect(await runData("activate", "pula", "second")).toMatchObject({ code: 0, out: "pula second is in force\n" });
  expect((await runData("verify", "pula")).out).toMatch(
    /ok +unchanged: holds what was loaded[^]*pula second is verified/,
  );
  expect(await runData("rollback", "pula")).toMatchObject({
    code: 0,
    out: "pula first is in force again, in place of second\n",
  });
  expect(await switchOf("pula")).toEqual({ active: "first", previous: "second" });
});

it("puts a set that was rolled back in force again only by its name", async () => {
  expect(await runData("rollback", "pula")).toMatchObject({
    code: 1,
    err: "the pula set before, second, was itself rolled back; data rollback pula --to second puts it in force again\n",
  });
  expect(await switchOf("pula")).toEqual({ active: "first", previous: "second" });
  expect((await runData("rollback", "pula", "--to", "other")).err).toBe(
    "the pula set before is second; data activate pula other puts other in force if its checks pass\n",
  );
  const named = () => runData("rollback", "pula", "--to", "second");
  expect((await named()).out).toBe("pula second is in force again, in place of first\n");
  expect((await named()).out, "given twice").toBe("pula second is in force\n");
  expect(await runData("rollback", "pula", "--to", "first")).toMatchObject({ code: 0 });
  expect(await switchOf("pula")).toEqual({ active: "first", previous: "second" });
});

it("ends with code 1 and one clear line when something is wrong", async () => {
  expect(await importPula("--version", "first")).toMatchObject({ code: 1, err: "there is a pula set first already\n" });
  expect(await runData("import", "pula", "/nowhere.geojson")).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^cannot read \/nowhere\.geojson: .*\n$/) as string,
  });
  expect(await runData("rollback", "county")).toMatchObject({
    code: 1,
    err: "there is no earlier county set to go back to\n",
  });
  expect(await runData("activate", "pula", "none")).toMatchObject({ code: 1, err: "there is no pula set none\n" });
  const bare = await runData("import", "pula", PULAS, "--activate");
  expect(bare).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^not activated: limitations: .*--force activates in spite of it\n$/) as string,
  });
  const cut = join(workFolder(), "cut.geojson");
  writeFileSync(cut, '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"objectid":1}');
  expect(await runData("import", "pula", cut)).toMatchObject({
    code: 1,
    err: "cut.geojson ends inside record 1 (line 1): it was cut off\n",
  });
});

it("ends with code 2 when it was called wrongly", async () => {
  for (const args of [["import", "soil", "x"], ["import", "nothing", "x"], ["import", "pula"], ["frobnicate"], []]) {
    expect((await runData(...args)).code).toBe(2);
  }
});

it("keeps nothing of a dry run", async () => {
  const before = await count("SELECT count(*) FROM data_set");
  const dry = await importPula("--dry-run");
  expect(dry.code).toBe(0);
  expect(dry.out).toMatch(/would be loaded \(dry run, nothing was kept\)/);
  expect(await count("SELECT count(*) FROM data_set")).toBe(before);
});
