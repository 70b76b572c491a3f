import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { APPLICATION_METHOD_NAMES, type ApplicationMethod } from "@/lib/domain/application";
import { EXEMPTION_REASONS, type ExemptionReason } from "@/lib/domain/mitigation";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { NEEDS_6, prepareGround, read, runoffOf, saved, TRAIT } from "@/tests/contract/v2/compliance/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { editorOf, refusedEdit, type Editor } from "@/tests/support/selections";
import { squareField } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

/** The methods with which a reason can be claimed; the others can be claimed with any. */
const TIED: Partial<Record<ExemptionReason, ApplicationMethod[]>> = {
  soil_injection: ["Soil-Injection"],
  tree_injection: ["Handheld"],
  subsurface_chemigation: ["Chemigation"],
  spot_treatment: ["Spot-Ground", "Handheld"],
  // The field has some 37 acres: a tenth of one is treated only by a method that treats spots.
  small_area: ["Spot-Ground", "Handheld", "Directed-Ground", "Drone"],
};
const refusalOf = (reason: ExemptionReason): string =>
  reason === "small_area" ? "area_too_large" : "reason_needs_other_method";

let caller: Caller;
let editor: Editor;
let soil: Connected;
let id: string;
beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("farm");
  editor = await editorOf("farm");
  ({ id } = await saved(caller, { application_id: "claims", products: [NEEDS_6] }));
});
afterAll(() => soil.close());

const setMethod = (method: string) =>
  sql("farm", "UPDATE application SET application_method = $2 WHERE application_event_id = $1", [id, method]);

const answerRow = async () =>
  sql(
    "farm",
    `SELECT required, exemption_evaluated_at, exemption_reasons, (SELECT count(*)::int FROM change_event) AS changes
     FROM requirement WHERE application_event_id = $1 AND mitigation_type = 'epa_runoff'`,
    [id],
  );

describe("a reason tied to a method can be claimed with that method alone", () => {
  it.each(EXEMPTION_REASONS)("%s", async (reason) => {
    for (const method of APPLICATION_METHOD_NAMES) {
      await setMethod(method);
      if (TIED[reason]?.includes(method) ?? true) {
        await editor.exempt(id, reason);
        expect(runoffOf(await read(caller, id))).toMatchObject({ exempt: true, runoff_exemption_reasons: [reason] });
        await editor.noneApply(id);
      } else {
        const before = await answerRow();
        expect(await refusedEdit(editor.exempt(id, reason))).toBe(refusalOf(reason));
        expect(await refusedEdit(editor.exempt(id, "perimeter_berm", reason))).toBe(refusalOf(reason));
        expect(await answerRow()).toEqual(before);
      }
    }
    await setMethod("Broadcast-Ground");
  });
});

describe("a claim is refused and nothing is saved", () => {
  it.each([[["made_up"]], [["perimeter_berm", "made_up"]], [[""]], [["PERIMETER_BERM"]]])(
    "for the unknown reasons %j",
    async (reasons) => {
      const before = await answerRow();
      expect(await refusedEdit(editor.claim(id, reasons))).toBe("unknown_reason");
      expect(await answerRow()).toEqual(before);
    },
  );

  it("for an application that is none, is another provider's or has no EPA runoff requirement", async () => {
    await makeCaller("stranger");
    const stranger = await editorOf("stranger");
    const trait = await saved(caller, { application_id: "trait-alone", products: [TRAIT] });
    expect(trait.answer.compliance.runoff.map((each) => each.mitigation_type)).toEqual(["trait_runoff"]);
    expect(await refusedEdit(editor.exempt(uuidv7(), "perimeter_berm"))).toBe("not_found");
    expect(await refusedEdit(stranger.exempt(id, "perimeter_berm"))).toBe("not_found");
    expect(await refusedEdit(editor.exempt(trait.id, "perimeter_berm"))).toBe("not_found");
  });
});

describe("the exemption for a small area", () => {
  const SPOT = { application_method: "Spot-Ground", products: [NEEDS_6] };
  const acresOf = async (application: string) =>
    (
      await sql<{ acres: number | null }>(
        "farm",
        `SELECT exemption_treated_acres AS acres FROM requirement
         WHERE application_event_id = $1 AND mitigation_type = 'epa_runoff'`,
        [application],
      )
    )[0]?.acres;

  it("ends where the field becomes a large one, also while the soil survey is away", async () => {
    const names = { application_id: "small-grown", provider_field_id: "small-grown", products: [NEEDS_6] };
    const small = await saved(caller, { ...names, field_boundary: squareField(-87.25, 32.85, 0.0001) });
    await editor.claim(small.id, ["small_area"], 0.02);
    expect(runoffOf(await read(caller, small.id))).toMatchObject({ status: "met", exempt: true });
    await sql(null, "DELETE FROM soil_analysis; DELETE FROM soil_cell");
    soil.stub.setFault("error_500");
    const { answer } = await saved(caller, { ...names, field_boundary: squareField(-87.25, 32.85) });
    soil.stub.setFault(null);
    expect(answer.compliance.soil.status).toBe("unavailable");
    const open = { status: "indeterminate", exempt: false, issues: ["SOIL_UNAVAILABLE"] };
    expect(answer.compliance.runoff[0]).toMatchObject(open);
    expect(runoffOf(await read(caller, small.id))).toMatchObject(open);
  });

  it("asks for the acres that are treated, and refuses what is not small or not in the field", async () => {
    const { id: spot } = await saved(caller, { application_id: "spots", provider_field_id: "spots", ...SPOT });
    const claim = (acres: number | null) => editor.claim(spot, ["small_area"], acres);
    expect(await refusedEdit(claim(null))).toBe("treated_area_needed");
    expect(await refusedEdit(claim(0.1))).toBe("treated_area_too_large");
    expect(await refusedEdit(claim(200))).toBe("treated_area_beyond_field");
    expect(await acresOf(spot)).toBeNull();
    await claim(0.0999);
    expect(await acresOf(spot)).toBe(0.0999);
    expect(runoffOf(await read(caller, spot))).toMatchObject({ exempt: true, status: "met" });
  });

  it("is asked for the acres for a spot as well, which is smaller", async () => {
    const { id: spot } = await saved(caller, { application_id: "one-spot", provider_field_id: "one-spot", ...SPOT });
    const claim = (acres: number | null) => editor.claim(spot, ["spot_treatment"], acres);
    expect(await refusedEdit(claim(null))).toBe("treated_area_needed");
    expect(await refusedEdit(claim(0.023))).toBe("treated_area_too_large");
    await claim(0.02);
    expect(runoffOf(await read(caller, spot))).toMatchObject({ exempt: true, status: "met" });
  });

  it("stays with the application over rechecks, with and without a runoff requirement, and over undo and redo", async () => {
    const names = { application_id: "small-back", provider_field_id: "small-back" };
    const { id: kept } = await saved(caller, { ...names, ...SPOT });
    const { changeId } = await editor.claim(kept, ["small_area"], 0.08);
    await saved(caller, { ...names, ...SPOT });
    expect(await acresOf(kept)).toBe(0.08);
    await saved(caller, { ...names, ...SPOT, products: [TRAIT] });
    await saved(caller, { ...names, ...SPOT });
    expect(await acresOf(kept)).toBe(0.08);
    const undone = await editor.undo(changeId);
    expect(await acresOf(kept)).toBeNull();
    await editor.redo(undone.changeId);
    expect(await acresOf(kept)).toBe(0.08);
    await editor.noneApply(kept);
    expect(await acresOf(kept)).toBeNull();
  });

  it("of an earlier version, without acres, holds and can be put back", async () => {
    const { id: old } = await saved(caller, { application_id: "old-spot", provider_field_id: "old-spot", ...SPOT });
    const { changeId } = await editor.claim(old, ["small_area"], 0.05);
    await sql("farm", "UPDATE requirement SET exemption_treated_acres = NULL WHERE application_event_id = $1", [old]);
    await sql("farm", "UPDATE change_event SET after = after - 'treatedAcres' WHERE change_id = $1", [changeId]);
    expect(runoffOf(await read(caller, old))).toMatchObject({ exempt: true });
    const { changeId: back } = await editor.noneApply(old);
    await editor.undo(back);
    expect(runoffOf(await read(caller, old))).toMatchObject({
      exempt: true,
      runoff_exemption_reasons: ["small_area"],
    });
  });
});

it("of claims made at the same time each stands in the history, and the last one counts", async () => {
  const { id: raced } = await saved(caller, { application_id: "raced", products: [NEEDS_6] });
  const reasons = ["perimeter_berm", "tailwater_return", "permanent_basin"] as const;
  await Promise.all(reasons.map((reason) => editor.exempt(raced, reason)));
  const history = await editor.history(await editor.placeOf(raced));
  expect(history).toHaveLength(3);
  const befores = history.map(({ before }) => (before as { reasons: string[] | null }).reasons?.[0] ?? null);
  const afters = history.map(({ after }) => (after as { reasons: string[] }).reasons[0] ?? null);
  const current = runoffOf(await read(caller, raced)).runoff_exemption_reasons?.[0];
  expect([...befores, current].sort()).toEqual([...afters, null].sort());
});

it("outlives a recheck that finds no runoff requirement, and counts again when the requirement is back", async () => {
  const names = { application_id: "comes-back", provider_field_id: "comes-back" };
  const { id: kept } = await saved(caller, { ...names, products: [NEEDS_6] });
  await editor.exempt(kept, "perimeter_berm");
  const claimed = runoffOf(await read(caller, kept));
  expect(claimed).toMatchObject({ exempt: true, runoff_exemption_reasons: ["perimeter_berm"] });
  // Twice, so that the second recheck finds the answer where the first one put it.
  for (let recheck = 0; recheck < 2; recheck += 1) await saved(caller, { ...names, products: [TRAIT] });
  const { answer } = await saved(caller, { ...names, products: [NEEDS_6] });
  expect(answer.compliance.runoff).toMatchObject([{ exempt: true, runoff_exemption_reasons: ["perimeter_berm"] }]);
  expect(runoffOf(await read(caller, kept))).toMatchObject({
    exempt: true,
    runoff_exemption_reasons: ["perimeter_berm"],
    runoff_exemption_claimed_at: claimed.runoff_exemption_claimed_at,
  });
  await editor.noneApply(kept);
  await saved(caller, { ...names, products: [TRAIT] });
  await saved(caller, { ...names, products: [NEEDS_6] });
  expect(runoffOf(await read(caller, kept))).toMatchObject({ exempt: false, runoff_exemption_reasons: [] });
});
