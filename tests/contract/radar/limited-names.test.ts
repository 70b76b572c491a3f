import { beforeAll, expect, it } from "vitest";
import { GET as getRechecks } from "@/app/api/v2/rechecks/route";
import { recheckListResponse } from "@/lib/contracts/v2/rechecks";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { activateSet, rollbackSet } from "@/lib/imports/switch";
import { getDeps } from "@/lib/runtime/deps";
import { previewSwitch, sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { limitationRow, squareFeature } from "@/tests/contract/imports/support";
import { ABOUT_UNREAD, give, UNREAD } from "@/tests/contract/v2/attestations/support";
import { NEEDS_4, saved } from "@/tests/contract/v2/compliance/support";
import { loadGround } from "@/tests/contract/v2/esa-check/support";
import { prepareQueue } from "@/tests/contract/webhooks/support";
import { answer, call, makeCaller, type Caller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";
import { ownerUrl } from "@/tests/support/owner-connections";
import { box } from "@/tests/support/reference-data";

const inDays = daysFromNow();
/** Far from every field here. */
const AREA = squareFeature({ objectid: 1, pula_id: 1, codes: "T1" }, -86.2, 33.6, 0.1);

/** The same areas, with limitations for some products. */
const load = (version: string, names: readonly Record<string, unknown>[]) =>
  importPulas(ownerUrl(), {
    source: { name: "areas", records: [AREA] },
    limitations: { name: "rows", records: names.map((named) => limitationRow({ pula_id: 1, code: "T1", ...named })) },
    coverage: box(-88, 32, -86, 34),
    version,
  });
const activate = (version: string) => activateSet(ownerUrl(), { kind: "pula", version, force: true });

let caller: Caller;
const openNow = async (): Promise<string[]> => {
  const list = await answer(await call(getRechecks, caller, { method: "GET" }), recheckListResponse);
  return list.rechecks.map(({ application_id: name }) => name).sort();
};

beforeAll(async () => {
  await prepareQueue();
  await loadGround();
  await load("names another", [{ product_registration_number: "1-1" }]);
  await activate("names another");
  await sweepRadar(await getDeps());
  caller = await makeCaller("limited-names");
  const application = { application_date: inDays(20) };
  const { id } = await saved(caller, { ...application, application_id: "attested", products: [UNREAD] });
  await saved(caller, { ...application, application_id: "another product", products: [NEEDS_4] });
  const { compliance } = await give(caller, id, { [ABOUT_UNREAD]: "no" });
  expect(compliance.issues.map(({ code }) => code)).not.toContain("ESA_STATUS_UNKNOWN");
  await load("names it", [{ product_registration_number: "1-1" }, { product_registration_number: UNREAD.epa_number }]);
});

it("a limitation elsewhere that says of a product that its label has directions is announced where an answer said that it has none", async () => {
  const deps = await getDeps();
  const { rechecks } = await previewSwitch(deps, { kind: "pula", version: "names it" });
  expect(rechecks.map(({ applicationId }) => applicationId)).toEqual(["attested"]);
  await activate("names it");
  await sweepRadar(deps);
  expect(await openNow()).toEqual(["attested"]);
});

it("is announced as well where it is taken back, and nothing is where the same products are named", async () => {
  const deps = await getDeps();
  await rollbackSet(ownerUrl(), "pula");
  await load("names another again", [{ product_registration_number: "1-1" }]);
  const same = await previewSwitch(deps, { kind: "pula", version: "names another again" });
  expect(same).toEqual({ fields: 0, rechecks: [], failed: 0 });
});
