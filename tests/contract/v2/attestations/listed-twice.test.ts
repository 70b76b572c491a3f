import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ABOUT_UNREAD, give, questions, UNREAD } from "@/tests/contract/v2/attestations/support";
import { saved, TRAIT } from "@/tests/contract/v2/compliance/support";
import { prepareSoundGround, READY } from "@/tests/contract/v2/drift/support";
import { check, type Body } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

/** Two jugs of one product, maybe under another name or with another label: one question, whose answer is good for both. */
const COUNTY = "county_forbidden_by_label:62719-695:other-counties";
const NOZZLE = "nozzle_on_list:62719-695:nozzles";
const HALF = { ...TRAIT, rate: 16 };

let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("listed-twice");
});
afterAll(() => soil.close());

const application = (name: string, products: Body[]): Body => ({
  ...READY,
  application_id: name,
  provider_field_id: name,
  crop: ["Soybeans"],
  nozzle: "TTI 11004",
  droplet_size: "UC",
  products,
});

describe("a product that is listed twice", () => {
  it.each([
    ["alike", HALF],
    ["under another name", { ...HALF, product_name: "Enlist One Herbicide" }],
    ["with its label's date", { ...HALF, label_date: "2024-01-25" }],
  ])("%s is asked about once, and the answer is good for both entries", async (name, second) => {
    const { id } = await saved(caller, application(name, [HALF, second]));
    expect((await questions(caller, id)).map(({ question_id }) => question_id)).toEqual([COUNTY, NOZZLE]);
    const { compliance, questions: asked } = await give(caller, id, { [COUNTY]: "no", [NOZZLE]: "yes" });
    expect(asked.map(({ answered }) => answered?.answer)).toEqual(["no", "yes"]);
    expect(compliance.attestations).toHaveLength(2);
    const blocking = compliance.issues.filter(({ effect }) => effect === "blocks").map(({ code }) => code);
    expect(blocking).toEqual(["DRIFT_CONDITIONS_UNVERIFIED"]);
    const { compliance: again } = await check(caller, application(name, [HALF, second]));
    expect(again.attestations).toHaveLength(2);
  });

  it("is asked about again where an entry comes with another label than those that the answer was about", async () => {
    const sent = application("one more", [UNREAD]);
    const { id } = await saved(caller, sent);
    await give(caller, id, { [ABOUT_UNREAD]: "no" });
    const products = [UNREAD, { ...UNREAD, label_date: "2026-01-02" }];
    const { compliance } = await check(caller, { ...sent, products });
    expect(compliance.attestations).toEqual([]);
    expect(compliance.status).toBe("indeterminate");
    await give(caller, id, { [ABOUT_UNREAD]: "no" });
    const both = await check(caller, { ...sent, products: products.toReversed() });
    expect(both.compliance.status).toBe("not_applicable");
    expect((await check(caller, { ...sent, products: [UNREAD, UNREAD] })).compliance.status).toBe("indeterminate");
  });
});
