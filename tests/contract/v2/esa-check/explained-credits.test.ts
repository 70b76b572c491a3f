import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { check, loadGround, type Body, type CheckAnswer } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { squareField, STRYAX } from "@/tests/support/requests";
import { connectStub, type Connected, groundOf } from "@/tests/support/soil-ground";

let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  await loadGround();
  caller = await makeCaller("explained-credits");
  soil = await connectStub(
    groundOf([
      { box: [-87.3, 32.8, -87.2, 33], mukey: "1", group: "B", slope: 1.5 },
      { box: [-87.2, 32.8, -87.1, 33], mukey: "2", group: "C", slope: 8 },
    ]),
  );
});
afterAll(() => soil.close());

const FLAT = { field_boundary: squareField(-87.25, 32.9) };
const STEEP = { application_id: "steep", provider_field_id: "steep", field_boundary: squareField(-87.15, 32.9) };
const explained = (more: Body): Promise<CheckAnswer> => check(caller, more, "explain=true");
const itemsOf = ({ compliance }: CheckAnswer, kind: string) =>
  (compliance.explanation ?? []).filter(({ rule_id: id }) => id.startsWith(kind));
const itemOf = (found: CheckAnswer, ruleId: string) => itemsOf(found, ruleId).find(({ rule_id: id }) => id === ruleId);

describe("explain=true says where points come from", () => {
  it("every credited point of the ground has its item, with points, facts and document", async () => {
    const found = await explained(FLAT);
    const credited = found.compliance.runoff[0]?.credited_measures ?? [];
    expect(credited.map(({ sub_option_id: id }) => id).toSorted((a, b) => a - b)).toEqual([10, 17, 24, 28]);
    for (const { sub_option_id: id, points } of credited) {
      const item = itemOf(found, `auto_credit:${id}`);
      expect(item).toMatchObject({ result: "applied", share_percent: null });
      expect(item?.text).toMatch(new RegExp(`: ${points} points?\\b`));
      for (const member of [item?.document, item?.section, item?.evidence]) expect(member).not.toBeNull();
    }
    expect(itemOf(found, "auto_credit:17")?.text).toContain("average slope 1.5 %; credited below 3 %");
    expect(itemOf(found, "auto_credit:17")?.text).toContain("The sources disagree: 2 points");
    expect(itemOf(found, "auto_credit:28")?.text).toContain("soil group B, on 100 % of the field");
  });

  it("what rests on soil names the soil data, and nothing else does", async () => {
    const found = await explained(FLAT);
    const { soil: version, county } = found.compliance.data_versions;
    expect(version).not.toBeNull();
    expect(
      Object.fromEntries(
        itemsOf(found, "auto_credit:").map(({ rule_id: id, data_set: dataSet }) => [id.split(":")[1], dataSet]),
      ),
    ).toEqual({ "10": county, "17": version, "24": null, "27": version, "28": version });
  });

  it("a credit that the ground does not give is explained with the fact that stands against it", async () => {
    const found = await explained(STEEP);
    expect(itemOf(found, "auto_credit:17")).toMatchObject({ result: "applied" });
    expect(itemOf(found, "auto_credit:17")?.text).toContain("no points (average slope 8 %; 2 points below 3 %)");
    for (const id of [27, 28]) expect(itemOf(found, `auto_credit:${id}`)?.text).toMatch(/: no points \(.*soil group C/);
  });

  it("without soil the credits that need it are unresolved", async () => {
    soil.stub.setFault("error_500");
    const found = await explained({ ...STEEP, field_boundary: squareField(-86.5, 32.5) });
    soil.stub.setFault(null);
    expect(found.compliance.soil.status).toBe("unavailable");
    for (const id of [17, 27, 28]) {
      expect(itemOf(found, `auto_credit:${id}`)).toMatchObject({ result: "unresolved", data_set: null });
    }
    expect(itemOf(found, "auto_credit:24")).toMatchObject({ result: "applied" });
  });
});

describe("explain=true says what came of a label's limits", () => {
  it.each([
    ["Kept.", "applied", { gpa: 15 }],
    ["Broken.", "applied", { gpa: 14 }],
    ["Could not be judged.", "unresolved", { gpa: null }],
  ])("%s", async (ending, result, more) => {
    const item = itemOf(await explained({ ...FLAT, ...more }), "product:264-1241:condition:volume");
    expect(item).toMatchObject({ result, text: `At least 15 gallons of spray per acre. ${ending}` });
  });

  it("a rate above the label's reads differently from one within it", async () => {
    const ends = [];
    for (const rate of [22, 23]) {
      const found = await explained({ ...FLAT, gpa: 15, products: [{ ...STRYAX, rate }] });
      ends.push(itemOf(found, "product:264-1241:condition:single-rate")?.text.split(". ").at(-1));
    }
    expect(ends).toEqual(["Kept.", "Broken."]);
  });
});
