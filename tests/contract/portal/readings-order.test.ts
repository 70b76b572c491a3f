import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { FieldYearRef } from "@/lib/domain/field-year";
import { edit, openBrowser, readLive, selection, written } from "@/tests/contract/portal/edits-support";
import { NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { editorOf } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("order");
});
afterAll(() => soil.close());

const NO_TILL = 210;

it("a reading that lacks an edit is dated before the edit's own answer, whenever the two meet", async () => {
  const { id } = await saved(caller, { application_id: "order", products: [NEEDS_6] });
  const { fieldId, year } = await (await editorOf("order")).placeOf(id);
  const place: FieldYearRef = { fieldId, year, applicationEventId: id };
  const browser = await openBrowser(caller, id);
  let lacking = 0;
  for (let round = 0; round < 30; round += 1) {
    const isTicked = round % 2 === 1;
    const [base, wanted] = isTicked ? [written(), null] : [null, written()];
    const readings = Array.from({ length: 8 }, async (_unused, index) => {
      await setTimeout(index);
      return readLive(browser, place);
    });
    const { live } = await edit(browser, selection(place, NO_TILL, { base, wanted }));
    for (const reading of await Promise.all(readings)) {
      if (reading.revision >= live.revision) continue;
      lacking += 1;
      expect(Date.parse(reading.readAt), `round ${round}`).toBeLessThanOrEqual(Date.parse(live.readAt));
    }
  }
  expect(lacking, "readings that met an edit").toBeGreaterThan(0);
});
