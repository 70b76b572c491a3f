import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "@/tests/contract/v2/esa-check/support";
import {
  creditedIds,
  NEEDS_4,
  NEEDS_6,
  prepareGround,
  read,
  requirementOf,
  runoffOf,
  saved,
  TRAIT,
} from "@/tests/contract/v2/compliance/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { editorOf, MEASURES, type Editor } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let editor: Editor;
let soil: Connected;
beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("reader");
  editor = await editorOf("reader");
});
afterAll(() => soil.close());

/** An application with 3 of 6 points. */
const short = async (name: string, more: Record<string, unknown> = {}) => {
  const { id, answer } = await saved(caller, { application_id: name, products: [NEEDS_6], ...more });
  return { id, answer, place: await editor.placeOf(id) };
};

describe("a selection made in the portal", () => {
  it("earns its points at the next read, with date and notes", async () => {
    const { id, place } = await short("selected");
    await editor.select(place, MEASURES.noTill, { implementationDate: "2026-04-02", notes: "Since 2019" });
    const entry = runoffOf(await read(caller, id));
    expect(entry).toMatchObject({ earned_points: 6, required_points: 6, gap: 0, status: "met" });
    expect(creditedIds(entry)).toEqual([10, 24, 210]);
    expect(entry.selected_measures.find((measure) => measure.sub_option_id === 210)).toMatchObject({
      points: 3,
      source: "portal",
      credited: true,
      reason: null,
      implementation_date: "2026-04-02",
      notes: "Since 2019",
    });
  });

  it("stays listed with the reason where it does not count", async () => {
    const { id, place } = await short("listed");
    await editor.select(place, MEASURES.wetlands, { notes: "Behind the barn" });
    const entry = runoffOf(await read(caller, id));
    expect(entry).toMatchObject({ earned_points: 3, gap: 3, status: "not_met" });
    expect(entry.selected_measures.find((measure) => measure.sub_option_id === 231)).toMatchObject({
      points: 2,
      source: "portal",
      credited: false,
      reason: "PRODUCT_RESTRICTED",
      notes: "Behind the barn",
    });
  });

  it("earns nothing for an application that comes before its date, in the check as in a reading", async () => {
    const { id, place } = await short("before-its-date", { provider_field_id: "dated" });
    const { id: after } = await short("after-its-date", { provider_field_id: "dated", application_date: "2026-09-01" });
    await editor.select(place, MEASURES.noTill, { implementationDate: "2026-08-20" });
    const found = await read(caller, id);
    expect(runoffOf(found)).toMatchObject({ earned_points: 3, gap: 3, status: "not_met" });
    expect(runoffOf(found).selected_measures.find((measure) => measure.sub_option_id === 210)).toMatchObject({
      points: 3,
      credited: false,
      reason: "NOT_DERIVED",
      implementation_date: "2026-08-20",
    });
    expect(runoffOf(await read(caller, after))).toMatchObject({ earned_points: 6, gap: 0, status: "met" });
    const { answer } = await short("before-its-date", { provider_field_id: "dated" });
    expect(answer.compliance.runoff).toEqual(found.compliance.runoff);
  });

  it("is gone from the next read once it is taken back", async () => {
    const { id, place } = await short("taken-back");
    await editor.select(place, MEASURES.noTill);
    expect(runoffOf(await read(caller, id)).status).toBe("met");
    await editor.takeBack(place, MEASURES.noTill);
    const entry = runoffOf(await read(caller, id));
    expect(entry).toMatchObject({ earned_points: 3, gap: 3, status: "not_met" });
    expect(entry.selected_measures.map((measure) => measure.sub_option_id)).not.toContain(210);
  });

  it("belongs to its year: an application of another year on the same field does not see it", async () => {
    const { id, place } = await short("year-2026", { provider_field_id: "two-years" });
    const { id: later } = await short("year-2027", {
      provider_field_id: "two-years",
      application_date: "2027-06-15",
    });
    await editor.select(place, MEASURES.noTill);
    expect(runoffOf(await read(caller, id))).toMatchObject({ year: 2026, earned_points: 6 });
    expect(runoffOf(await read(caller, later))).toMatchObject({ year: 2027, earned_points: 3 });
  });

  it("leaves the last assessment and updated_at as they were", async () => {
    const { id, answer, place } = await short("snapshot");
    const before = await read(caller, id);
    await editor.select(place, MEASURES.noTill);
    await editor.exempt(id, "perimeter_berm");
    const after = await read(caller, id);
    expect(after.compliance.last_assessment).toEqual(before.compliance.last_assessment);
    expect(after.compliance.last_assessment?.calculated_at).toBe(answer.compliance.calculated_at);
    expect(after.updated_at).toBe(before.updated_at);
  });

  it("counts in a later check as in a reading, and the check does not touch it", async () => {
    const { id, place } = await short("rechecked");
    await editor.select(place, MEASURES.noTill, { implementationDate: "2026-04-02", notes: "Kept" });
    const { answer } = await saved(caller, { application_id: "rechecked", products: [NEEDS_6] });
    const found = await read(caller, id);
    expect(answer.compliance.runoff).toEqual(found.compliance.runoff);
    expect(runoffOf(found)).toMatchObject({ earned_points: 6, status: "met" });
    const kept = runoffOf(found).selected_measures.find((measure) => measure.sub_option_id === 210);
    expect(kept).toMatchObject({ source: "portal", implementation_date: "2026-04-02", notes: "Kept" });
  });
});

describe("an exemption", () => {
  it("appears at the next read: nothing required, met, gap 0, the label's points kept", async () => {
    const { id } = await short("exempt");
    const before = Date.now();
    await editor.exempt(id, "perimeter_berm", "tailwater_return");
    const found = await read(caller, id);
    const entry = runoffOf(found);
    expect(entry).toMatchObject({
      required: false,
      exempt: true,
      required_points: 0,
      label_required_points: 6,
      earned_points: 3,
      gap: 0,
      status: "met",
      runoff_exemption_reasons: ["perimeter_berm", "tailwater_return"],
      issues: [],
    });
    const claimedAt = Date.parse(entry.runoff_exemption_claimed_at ?? "");
    expect(claimedAt).toBeGreaterThanOrEqual(before);
    expect(claimedAt).toBeLessThanOrEqual(Date.now());
    expect(requirementOf(found)).toMatchObject({
      required: false,
      exempt: true,
      required_points: 0,
      label_required_points: 6,
      runoff_exemption_claimed_at: entry.runoff_exemption_claimed_at,
      runoff_exemption_reasons: ["perimeter_berm", "tailwater_return"],
    });
  });

  it("is taken back by 'None apply': required and scored again, with the time of that answer", async () => {
    const { id } = await short("none-apply");
    await editor.exempt(id, "perimeter_berm");
    const exempt = runoffOf(await read(caller, id));
    await editor.noneApply(id);
    const found = await read(caller, id);
    const entry = runoffOf(found);
    expect(entry).toMatchObject({
      required: true,
      exempt: false,
      required_points: 6,
      label_required_points: 6,
      gap: 3,
      status: "not_met",
      runoff_exemption_reasons: [],
    });
    expect(Date.parse(entry.runoff_exemption_claimed_at ?? "")).toBeGreaterThanOrEqual(
      Date.parse(exempt.runoff_exemption_claimed_at ?? ""),
    );
    expect(requirementOf(found)).toMatchObject({
      required: true,
      exempt: false,
      required_points: 6,
      runoff_exemption_claimed_at: entry.runoff_exemption_claimed_at,
      runoff_exemption_reasons: [],
    });
  });

  it("for a controlled outlet does not hold beside a measure that says that the drains have none", async () => {
    const { id, place } = await short("drains");
    await editor.exempt(id, "controlled_drainage");
    expect(runoffOf(await read(caller, id))).toMatchObject({ exempt: true, status: "met" });
    await editor.select(place, MEASURES.uncontrolledDrains);
    const found = await read(caller, id);
    const scored = { required: true, exempt: false, required_points: 6 };
    expect(runoffOf(found)).toMatchObject({ ...scored, earned_points: 4, status: "not_met" });
    expect(requirementOf(found)).toMatchObject(scored);
    const again = await saved(caller, { application_id: "drains", products: [NEEDS_6] });
    expect(again.answer.compliance.runoff).toEqual(found.compliance.runoff);
    await editor.takeBack(place, MEASURES.uncontrolledDrains);
    expect(runoffOf(await read(caller, id))).toMatchObject({ exempt: true, status: "met" });
  });

  it("is met without soil, and says no SOIL_UNAVAILABLE", async () => {
    const { id, place } = await short("no-soil");
    await sql("reader", "UPDATE field SET ground = ground || '{\"soil\": null}' WHERE field_id = $1", [place.fieldId]);
    expect(runoffOf(await read(caller, id))).toMatchObject({ status: "indeterminate", issues: ["SOIL_UNAVAILABLE"] });
    await editor.exempt(id, "perimeter_berm");
    expect(runoffOf(await read(caller, id))).toMatchObject({ status: "met", gap: 0, issues: [] });
  });

  it("exempts from EPA's system alone: the trait program and drift stay required", async () => {
    const { id } = await short("only-epa", { products: [NEEDS_6, TRAIT] });
    await editor.exempt(id, "perimeter_berm");
    const found = await read(caller, id);
    expect(runoffOf(found).status).toBe("met");
    expect(runoffOf(found, "trait_runoff")).toMatchObject({
      required: true,
      exempt: false,
      required_points: 4,
      gap: 4,
      status: "not_met",
      runoff_exemption_claimed_at: null,
      runoff_exemption_reasons: null,
    });
    expect(requirementOf(found, "epa_drift_ground").required).toBe(true);
  });

  it("outlives a recheck of its application, new targets included", async () => {
    const { id } = await short("kept-exempt");
    await editor.exempt(id, "perimeter_berm");
    const claimed = runoffOf(await read(caller, id)).runoff_exemption_claimed_at;
    const { answer } = await saved(caller, { application_id: "kept-exempt", products: [NEEDS_4] });
    expect(answer.compliance.runoff[0]).toMatchObject({ exempt: true, required_points: 0, label_required_points: 4 });
    const found = await read(caller, id);
    expect(runoffOf(found)).toMatchObject({
      exempt: true,
      required_points: 0,
      label_required_points: 4,
      runoff_exemption_claimed_at: claimed,
      runoff_exemption_reasons: ["perimeter_berm"],
    });
  });

  it("belongs to its application: another one on the same field starts as required", async () => {
    const { id } = await short("first-of-two", { provider_field_id: "shared" });
    await editor.exempt(id, "perimeter_berm");
    const { id: other } = await short("second-of-two", { provider_field_id: "shared" });
    expect(runoffOf(await read(caller, id)).exempt).toBe(true);
    expect(runoffOf(await read(caller, other))).toMatchObject({
      exempt: false,
      required: true,
      status: "not_met",
      runoff_exemption_claimed_at: null,
      runoff_exemption_reasons: null,
    });
  });
});

/** Sets the answer of an application's EPA requirement as an older service would have saved it. */
const setAnswer = (id: string, required: boolean, evaluatedAt: string | null, reasons: string[] | null) =>
  sql(
    "reader",
    `UPDATE requirement SET required = $2, exemption_evaluated_at = $3, exemption_reasons = $4::jsonb
     WHERE application_event_id = $1 AND mitigation_type = 'epa_runoff'`,
    [id, required, evaluatedAt, reasons === null ? null : JSON.stringify(reasons)],
  );

describe("records of an older service", () => {
  it("saved as not required and never answered are required and scored", async () => {
    const { id } = await short("legacy-unanswered");
    await setAnswer(id, false, null, null);
    const found = await read(caller, id);
    expect(runoffOf(found)).toMatchObject({
      required: true,
      exempt: false,
      required_points: 6,
      gap: 3,
      status: "not_met",
      runoff_exemption_claimed_at: null,
      runoff_exemption_reasons: null,
    });
    expect(requirementOf(found)).toMatchObject({ required: true, exempt: false, required_points: 6 });
  });

  it.each([
    ["without reasons", null],
    ["with an empty list of reasons", []],
  ])("exempt with a time and %s stay exempt", async (title, reasons) => {
    const { id } = await short(`legacy ${title}`);
    await setAnswer(id, false, "2025-03-01T12:00:00Z", reasons);
    const found = await read(caller, id);
    const wanted = {
      required: false,
      exempt: true,
      required_points: 0,
      label_required_points: 6,
      runoff_exemption_claimed_at: "2025-03-01T12:00:00.000Z",
      runoff_exemption_reasons: reasons,
    };
    expect(runoffOf(found)).toMatchObject({ ...wanted, gap: 0, status: "met" });
    expect(requirementOf(found)).toMatchObject(wanted);
  });

  it("stay unanswered over a recheck, required and scored", async () => {
    const { id } = await short("legacy-rechecked");
    await setAnswer(id, false, null, null);
    const { answer } = await saved(caller, { application_id: "legacy-rechecked", products: [NEEDS_6] });
    expect(answer.compliance.runoff[0]).toMatchObject({ required: true, exempt: false, status: "not_met" });
    expect(runoffOf(await read(caller, id))).toMatchObject({ required: true, exempt: false, status: "not_met" });
  });
});
