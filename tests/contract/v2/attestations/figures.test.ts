import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { give, questions, withMeasures } from "@/tests/contract/v2/attestations/support";
import { read } from "@/tests/contract/v2/compliance/support";
import { codesOf, compute, prepareSoundGround, type DriftAnswer } from "@/tests/contract/v2/drift/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { MEASURES } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

/** The label of October 30, 2025 is known from a coding alone (lib/rulebook/labels/7969-500): no figure of it counts. */
const LIBERTY = { product_name: "Liberty ULTRA", epa_number: "7969-500", rate: 24, rate_unit: "fl oz/ac" };
const FIGURES = "figures_on_label:7969-500";

let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("figures");
});
afterAll(() => soil.close());

const applied = (name: string, product: Record<string, unknown> = LIBERTY): Promise<string> =>
  withMeasures(
    caller,
    { application_id: name, products: [product], application_date: "2026-06-01", crop_stage: "V4" },
    [MEASURES.noTill, MEASURES.contourFarming],
  );

const UNRESOLVED = ["RUNOFF_REQUIREMENT_UNRESOLVED", "DRIFT_REQUIREMENT_UNRESOLVED"];

const distancesOf = ({ application_time: { products } }: DriftAnswer) => [
  products[0]?.raw_distance_ft,
  products[0]?.buffer_ft,
];

describe("a label known from other sources alone", () => {
  it("is met at the sprayer once its figures are found on it, and open again when that is taken back", async () => {
    const id = await applied("confirmed");
    const [question] = await questions(caller, id);
    expect(question).toMatchObject({ question_id: FIGURES, kind: "figures_on_label", subject: "7969-500" });
    expect(question?.text).toContain("a buffer of 10 feet downwind for ground sprayers");
    const open = await compute(caller, id);
    expect(open.compliance.status).toBe("indeterminate");
    expect(codesOf(open)).toEqual(expect.arrayContaining(UNRESOLVED));
    expect(distancesOf(open)).toEqual([null, null]);

    const { compliance } = await give(caller, id, { [FIGURES]: "yes" });
    expect(compliance.runoff).toMatchObject([{ required_points: 3, status: "met" }]);
    expect(compliance.status).toBe("indeterminate");
    const placed = await compute(caller, id);
    expect(placed.compliance.status).toBe("met");
    expect(placed.compliance.drift.has_treatable_area).toBe(true);
    expect(distancesOf(placed)).toEqual([10, 10]);
    expect(codesOf(placed)).toEqual(["LABEL_CONDITIONS_NOT_CHECKED", "ATTESTED"]);
    const { compliance: later } = await read(caller, id);
    expect(later.last_assessment?.status).toBe("met");
    expect(later.requirements).toMatchObject([
      { mitigation_type: "epa_drift_ground" },
      { mitigation_type: "epa_runoff", required_points: 3 },
    ]);

    const taken = await give(caller, id, { [FIGURES]: "unknown" });
    expect(taken.compliance.status).toBe("indeterminate");
    expect(taken.compliance.runoff).toMatchObject([{ required_points: null }]);
    expect((await read(caller, id)).compliance.requirements).toMatchObject([
      { mitigation_type: "epa_runoff", required_points: null },
    ]);
    expect(taken.compliance.issues.map(({ code }) => code)).toEqual(expect.arrayContaining(UNRESOLVED));
  });

  it("judges what the label forbids all the same", async () => {
    const id = await applied("strong wind");
    await give(caller, id, { [FIGURES]: "yes" });
    const { compliance } = await compute(caller, id, { wind_speed_mph: 18 });
    expect(compliance.status).toBe("not_met");
    expect(compliance.issues.map(({ code }) => code)).toContain("WIND_OUTSIDE_LABEL_RANGE");
  });

  it("gives the distance of the older label to one who has that in hand, and says that a newer one is known", async () => {
    const id = await applied("older label", { ...LIBERTY, label_date: "2024-12-06" });
    const computed = await compute(caller, id);
    expect(distancesOf(computed)).toEqual([10, 10]);
    expect(codesOf(computed).toSorted()).toEqual(["LABEL_CONDITIONS_NOT_CHECKED", "NEWER_LABEL_EXISTS"]);
  });

  it("stays open when the label in hand says something else", async () => {
    const id = await applied("other figures");
    await give(caller, id, { [FIGURES]: "no" });
    const computed = await compute(caller, id);
    expect(computed.compliance.status).toBe("indeterminate");
    expect(codesOf(computed)).toEqual(expect.arrayContaining(UNRESOLVED));
  });
});
