import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { FieldYearRef } from "@/lib/domain/field-year";
import { edit, openBrowser, readLive, selection, tallyOf } from "@/tests/contract/portal/edits-support";
import {
  creditedIds,
  NEEDS_6,
  prepareGround,
  read,
  runoffOf,
  saved,
  TRAIT,
} from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { makeCaller, type Caller } from "@/tests/support/api";
import { editorOf } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("farm");
});
afterAll(() => soil.close());

/** Without measures of tillage, beside which the portal refuses to choose no-till. */
const choosable = Object.values(rulebookAsOf("2026-06-15").menus).flatMap(({ system, categories }) =>
  categories
    .flatMap(({ options }) => options.flatMap(({ subOptions }) => subOptions))
    .filter(({ isActive, isDerived, isAutomatic }) => isActive && !isDerived && !isAutomatic)
    .filter(({ claims }) => claims?.tillage !== "tilled")
    .map(({ id }) => ({ system, id })),
);
const anyState = fc.record({
  chosen: fc.subarray(choosable, { maxLength: 12 }),
  next: fc.shuffledSubarray(choosable, { minLength: 3, maxLength: 3 }),
});

/** What an applicator chose, as if it had been chosen one by one. */
async function choose(
  { fieldId, year }: FieldYearRef,
  chosen: readonly { system: string; id: number }[],
): Promise<void> {
  await sql("farm", "DELETE FROM measure_selection WHERE field_id = $1 AND source = 'portal'", [fieldId]);
  for (const { system, id } of chosen) {
    await sql(
      "farm",
      `INSERT INTO measure_selection (provider_id, field_id, year, system, sub_option_id, source)
       VALUES ('farm', $1, $2, $3, $4, 'portal')`,
      [fieldId, year, system, id],
    );
  }
}

it("what the page promises of a measure, or of a set, is what the compliance answer gives once it is chosen", async () => {
  const { id } = await saved(caller, { application_id: "truth", products: [NEEDS_6, TRAIT] });
  const { fieldId, year } = await (await editorOf("farm")).placeOf(id);
  const place: FieldYearRef = { fieldId, year, applicationEventId: id };
  const browser = await openBrowser(caller, id);
  const states = fc.sample(anyState, { numRuns: 6, seed: 20_261_121 });
  for (const { chosen, next } of states) {
    await choose(place, chosen);
    for (const { system, id: measureId } of next) {
      const before = await readLive(browser, place);
      const promised = before.measures.find((each) => each.system === system && each.id === measureId);
      if (promised === undefined) throw new Error(`no measure ${measureId}`);
      const text = { implementationDate: null, notes: null };
      const [base, wanted] = promised.isSelected ? [text, null] : [null, text];
      const { live } = await edit(browser, { ...selection(place, measureId, { base, wanted }), system });
      const entry = runoffOf(await read(caller, id), system);
      const told = tallyOf(before, system).earned + promised.pointsChange;
      expect(entry.earned_points, promised.verdict).toBe(told);
      expect(tallyOf(live, system)).toMatchObject({ earned: told, gap: entry.gap, state: entry.status });
      if (!promised.isSelected) expect(creditedIds(entry).includes(measureId)).toBe(promised.counts);
    }
    const { advice, revision } = await readLive(browser, place);
    const [best] = advice.flatMap(({ system, sets }) => sets.map((set) => ({ system, set })));
    if (best === undefined) continue;
    const ids = best.set.measures.map((each) => each.id);
    const body = { kind: "advice", ...place, system: best.system, subOptionIds: ids, baseRevision: revision };
    await edit(browser, body);
    const closed = runoffOf(await read(caller, id), best.system);
    expect(closed).toMatchObject({ status: "met", gap: 0, earned_points: best.set.earned });
  }
});
