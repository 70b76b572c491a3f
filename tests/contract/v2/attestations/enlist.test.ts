import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { give, questions, withMeasures } from "@/tests/contract/v2/attestations/support";
import { TRAIT } from "@/tests/contract/v2/compliance/support";
import { codesOf, compute, prepareSoundGround } from "@/tests/contract/v2/drift/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { MEASURES } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

/**
 * Enlist One as labels of 2024 have it (lib/rulebook/labels/62719-695): four points of its own menu or more, 30 ft
 * downwind, droplets by a list of nozzles, counties by a list. Neither list has been read here; the applicator has both.
 */
let caller: Caller;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("enlist");
});
afterAll(() => soil.close());

const COUNTY = "county_forbidden_by_label:62719-695:other-counties";
const NOZZLE = "nozzle_on_list:62719-695:nozzles";

const applied = (name: string): Promise<string> =>
  withMeasures(caller, { application_id: name, products: [TRAIT], nozzle: "TTI 11004", droplet_size: "UC" }, [
    MEASURES.traitResidueTillage,
    MEASURES.traitCoverCrop,
  ]);

describe("Enlist One with its points reached, at the sprayer", () => {
  it("is open while only the applicator can know nozzle and county, and met once he says both", async () => {
    const id = await applied("both");
    expect((await questions(caller, id)).map(({ question_id }) => question_id)).toEqual([COUNTY, NOZZLE]);
    const open = await compute(caller, id);
    expect(open.compliance.runoff).toMatchObject([{ required_points: 4, status: "met" }]);
    expect(open.compliance.status).toBe("indeterminate");
    expect(codesOf(open)).toEqual(["LABEL_CONDITIONS_NOT_CHECKED", "LABEL_DROPLET_MINIMUM_UNRESOLVED"]);
    await give(caller, id, { [COUNTY]: "no", [NOZZLE]: "yes" });
    const { compliance } = await compute(caller, id);
    expect(compliance.status).toBe("met");
    expect(compliance.issues.map(({ code, effect }) => [code, effect])).toEqual([
      ["LABEL_CONDITIONS_NOT_CHECKED", "informs"],
      ["ATTESTED", "informs"],
    ]);
    const listed = compliance.unjudged.map(({ text }) => text).join(" ");
    for (const topic of ["Boom height", "rain", "sensitive area"]) expect(listed).toContain(topic);
  });

  it.each([
    ["one answer alone", { [NOZZLE]: "yes" }, "indeterminate"],
    ["an answer that the applicator cannot give", { [COUNTY]: "no", [NOZZLE]: "unknown" }, "indeterminate"],
    ["a county that the label forbids", { [COUNTY]: "yes", [NOZZLE]: "yes" }, "indeterminate"],
  ])("is not met by %s", async (name, answers, status) => {
    const id = await applied(name);
    await give(caller, id, answers);
    expect((await compute(caller, id)).compliance.status).toBe(status);
  });
});
