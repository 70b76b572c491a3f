import { beforeAll, expect, it } from "vitest";
import { importPulas, type PulaImportOptions } from "@/lib/imports/pula/import-pulas";
import { activateSet } from "@/lib/imports/switch";
import { limitationRow, squareFeature, switchOf } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";

const FORTY = Array.from({ length: 40 }, (_, index) => index + 1);
const ENDED = { expiration_date: "2026-01-31" };

const load = (version: string, areas: number[], limitations: unknown[], more: Partial<PulaImportOptions> = {}) =>
  importPulas(ownerUrl(), {
    source: {
      name: "given",
      records: areas.map((id) => squareFeature({ objectid: id, pula_id: id }, -87 + (id % 8) * 0.2, 32 + id / 40)),
    },
    limitations: { name: "given", records: limitations },
    activate: true,
    version,
    ...more,
  });

const outcomeOf = ({ checks }: Awaited<ReturnType<typeof load>>) => checks.find(({ name }) => name === "lost areas");
const rowsOf = (areas: number[], more = {}) => areas.map((id) => limitationRow({ pula_id: id, ...more }));

beforeAll(async () => {
  const first = await load("whole", FORTY, rowsOf(FORTY));
  expect(outcomeOf(first)).toMatchObject({ outcome: "not_applicable" });
  expect(first.activated).toBe(true);
});

it("one area of forty that is missing while its limitations bind keeps a set from being put in force", async () => {
  const without = FORTY.filter((id) => id !== 7);
  const cut = await load("cut", without, rowsOf(FORTY));
  expect(cut.activated).toBe(false);
  expect(cut.objections.map(({ name }) => name)).toEqual(["lost areas"]);
  expect(outcomeOf(cut)?.detail).toContain("had one in whole: 7");
  expect((await switchOf("pula")).active).toBe("whole");
});

it("an area whose limitations end within the month is missed: they bind to its end", async () => {
  const first = new Date();
  first.setUTCDate(1);
  const thisMonth = { expiration_date: first.toISOString().slice(0, 10) };
  const without = FORTY.filter((id) => id !== 7);
  const cut = await load("ending", without, [...rowsOf(without), ...rowsOf([7], thisMonth)]);
  expect(outcomeOf(cut)).toMatchObject({ outcome: "failed" });
});

it("an area that ended with its limitations is not missed, nor one that no set had", async () => {
  const without = FORTY.filter((id) => id !== 7);
  const ended = await load("ended", without, [...rowsOf(without), ...rowsOf([7], ENDED), ...rowsOf([900])]);
  expect(outcomeOf(ended)).toMatchObject({ outcome: "passed" });
  expect(ended.activated).toBe(true);
});

it("a set that waited is compared with what is in force when it is to be switched to", async () => {
  const without = FORTY.filter((id) => id !== 7);
  // In force is a set without area 7 since the test before.
  await load("whole-again", FORTY, rowsOf(FORTY), { activate: false });
  const waiting = await load("waiting", without, rowsOf(FORTY), { activate: false });
  expect(outcomeOf(waiting)).toMatchObject({ outcome: "passed" });
  expect(await activateSet(ownerUrl(), { kind: "pula", version: "whole-again" })).toEqual([]);
  const objections = await activateSet(ownerUrl(), { kind: "pula", version: "waiting" });
  expect(objections.map(({ name }) => name)).toEqual(["lost areas"]);
  expect((await switchOf("pula")).active).toBe("whole-again");
});

it("a demonstration set holds no real one back", async () => {
  await load("demo", FORTY, rowsOf(FORTY), { isDemonstration: true, force: true });
  const real = await load("real", [1, 2], rowsOf(FORTY));
  expect(outcomeOf(real)).toMatchObject({ outcome: "not_applicable" });
  expect(real.activated).toBe(true);
});
