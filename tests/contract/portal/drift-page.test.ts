import { afterAll, beforeAll, expect, it } from "vitest";
import { getDeps } from "@/lib/runtime/deps";
import type { DriftView } from "@/lib/views/portal/drift";
import { readDrift } from "@/lib/pages/portal/drift/drift";
import { openFieldYear } from "@/lib/usecases/portal/field-year";
import { openBrowser } from "@/tests/contract/portal/edits-support";
import { NEEDS_4, saved } from "@/tests/contract/v2/compliance/support";
import { placeOf } from "@/tests/contract/v2/drift/portal";
import { prepareSoundGround, READY } from "@/tests/contract/v2/drift/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

let soil: Connected;
let farm: Caller;
beforeAll(async () => {
  soil = await prepareSoundGround();
  farm = await makeCaller("drift-view");
});
afterAll(() => soil.close());

/** What the drift page of a check with these members is given. */
async function pageOf(name: string, more: Record<string, unknown>): Promise<DriftView> {
  const { id } = await saved(farm, { application_id: name, provider_field_id: name, ...READY, ...more });
  const { fieldId } = await placeOf(farm, id);
  const { grant, cookie } = await openBrowser(farm, id);
  const deps = await getDeps();
  const asked = { grant, cookie: cookie.slice(cookie.indexOf("=") + 1), fieldId };
  const opened = await openFieldYear(deps, asked, { applicationEventId: null, year: null });
  const view = opened && (await readDrift(opened.session, opened.place));
  if (view === null) throw new Error("there is no such page");
  return view;
}

/** Has rules, none of them for drift. */
const WITHOUT_DRIFT = { product_name: "DEMO Runoff Only", epa_number: "99002-5", rate: 1, rate_unit: "lb/ac" };

it("says that no buffer is asked for only where the labels were read to their end", async () => {
  const { nothing, saved: computed } = await pageOf("nothing", { products: [WITHOUT_DRIFT] });
  expect(nothing).toMatch(/ask for no drift buffer/);
  expect(nothing).not.toMatch(/clear|complian|safe/i);
  expect(computed).toBeNull();
});

it.each([
  ["a rule asks for one", { products: [NEEDS_4] }],
  ["no one knows the product", { products: [{ ...WITHOUT_DRIFT, epa_number: "99999-9" }] }],
  ["one of two products asks for one", { products: [WITHOUT_DRIFT, NEEDS_4] }],
])("does not say so where %s", async (name, more) => {
  expect((await pageOf(name, more)).nothing).toBeNull();
});
