import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  creditedIds,
  getCompliance,
  NEEDS_4,
  NEEDS_6,
  read,
  runoffOf,
  saved,
} from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import {
  COUNTY,
  creditIds,
  fieldOn,
  fieldRow,
  prepareFields,
  processField,
  savedCredits,
  SOIL,
  subOptionsIn,
} from "@/tests/contract/v2/fields/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { editorOf, MEASURES, type Editor } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

let soil: Connected;
let caller: Caller;
let editor: Editor;
let provider = "";
let count = 0;
beforeAll(async () => {
  soil = await prepareFields();
});
afterAll(() => soil.close());
beforeEach(async () => {
  count += 1;
  provider = `moved-${count}`;
  caller = await makeCaller(provider);
  editor = await editorOf(provider);
});

/** 8 points: tracking, medium county, low slope, sandy. */
const SANDY = { field_boundary: fieldOn(COUNTY.medium, SOIL.sandyFlat), year: 2026 };
/** 7 points: tracking, very low county. */
const WET = { field_boundary: fieldOn(COUNTY.veryLow, SOIL.wetSteep), year: 2026 };

describe("a changed boundary", () => {
  it("derives the year's credits again, raises the revision and keeps the field", async () => {
    await processField(caller, SANDY);
    const before = await fieldRow(provider);
    const moved = await processField(caller, WET);
    expect(moved.mitigations_applied).toEqual([9, 24]);
    expect(moved.summary.total_points).toBe(7);
    const after = await fieldRow(provider);
    expect(after).toMatchObject({ field_id: before.field_id, revision: before.revision + 1 });
    expect(after.boundary_hash).not.toBe(before.boundary_hash);
    expect(after.ground).toMatchObject({ soil: { dominantGroup: "D" } });
    expect(
      Object.values(after.ground.derivedByYear)
        .at(-1)
        ?.toSorted((a, b) => a - b),
    ).toEqual([9, 24]);
    expect(await creditIds(provider, 2026)).toEqual([9, 24]);
  });

  it("keeps what was selected in the portal, with date and notes", async () => {
    await processField(caller, SANDY);
    const place = { fieldId: (await fieldRow(provider)).field_id, year: 2026 };
    await editor.select(place, MEASURES.noTill, { implementationDate: "2026-04-02", notes: "Since 2019" });
    await editor.select(place, MEASURES.traitCoverCrop);
    const moved = await processField(caller, WET);
    expect(moved.mitigations_applied).toEqual([9, 24, 210]);
    expect(await creditIds(provider, 2026)).toEqual([9, 24, 210, 405]);
    expect((await savedCredits(provider)).find(({ id }) => id === 210)).toEqual({
      year: 2026,
      id: 210,
      source: "portal",
      day: "2026-04-02",
      notes: "Since 2019",
    });
  });

  it("gives a county credit of the same worth the name of the county it comes from now", async () => {
    const options = { ...SANDY, include_mitigation_options: true };
    await processField(caller, options);
    const moved = await processField(caller, {
      ...options,
      field_boundary: fieldOn(COUNTY.otherMedium, SOIL.sandyFlat),
    });
    expect(moved.mitigations_applied).toEqual([10, 17, 24, 27]);
    const county = subOptionsIn(moved.mitigation_options ?? []).find(({ id }) => id === 10);
    expect(county?.notes).toBe("County: Other medium");
    expect((await savedCredits(provider)).filter(({ source }) => source === "county")).toMatchObject([
      { id: 10, notes: "County: Other medium" },
    ]);
  });

  it("leaves past years as they were", async () => {
    await processField(caller, { ...SANDY, year: 2024 });
    await processField(caller, { ...SANDY, year: 2025 });
    await processField(caller, SANDY);
    const past = (await savedCredits(provider)).filter(({ year }) => year < 2026);
    await processField(caller, WET);
    expect((await savedCredits(provider)).filter(({ year }) => year < 2026)).toEqual(past);
    expect(await creditIds(provider, 2025)).toEqual([10, 17, 24, 27]);
    expect(await creditIds(provider, 2026)).toEqual([9, 24]);
  });

  it("and changed back earns again what was earned before", async () => {
    const first = await processField(caller, SANDY);
    await processField(caller, WET);
    const back = await processField(caller, SANDY);
    expect(back.mitigations_applied).toEqual(first.mitigations_applied);
    expect((await fieldRow(provider)).revision).toBe(3);
  });
});

describe("applications on the field", () => {
  const CHECK = { provider_field_id: "field-1", products: [NEEDS_4], field_boundary: SANDY.field_boundary };

  it("stay indeterminate after the boundary changed, until they are checked again", async () => {
    const { id } = await saved(caller, { ...CHECK, application_id: "spring" });
    const before = await read(caller, id);
    expect(runoffOf(before)).toMatchObject({ status: "met", earned_points: 8, issues: [] });

    await processField(caller, WET);
    const moved = await read(caller, id);
    expect(runoffOf(moved)).toMatchObject({
      required_points: 4,
      status: "indeterminate",
      issues: ["APPLICATION_PROCESSING_INCOMPLETE"],
    });
    expect(moved.compliance.requirements).toEqual(before.compliance.requirements);
    expect(moved.compliance.last_assessment).toEqual(before.compliance.last_assessment);

    await saved(caller, { ...CHECK, application_id: "spring", field_boundary: WET.field_boundary });
    expect(runoffOf(await read(caller, id))).toMatchObject({ status: "met", earned_points: 7, issues: [] });
  });

  it("earn nothing of the ground in between where the old boundary comes back in another year", async () => {
    const steep = { field_boundary: fieldOn(COUNTY.medium, SOIL.moderateSteep) };
    const onSteep = { ...CHECK, ...steep, application_id: "spring", products: [NEEDS_6] };
    const { id } = await saved(caller, onSteep);
    const before = runoffOf(await read(caller, id));
    expect(before).toMatchObject({ status: "not_met", earned_points: 3, issues: [] });
    await processField(caller, { field_boundary: fieldOn(COUNTY.veryLow, SOIL.sandyFlat), year: 2026 });
    await processField(caller, { ...steep, year: 2027 });
    expect(runoffOf(await read(caller, id))).toMatchObject({
      status: "indeterminate",
      issues: ["APPLICATION_PROCESSING_INCOMPLETE"],
    });
    // A check while the survey is away keeps what soil gave on this ground, and not what it gave elsewhere.
    await sql(null, "DELETE FROM soil_analysis; DELETE FROM soil_cell");
    soil.stub.setFault("error_500");
    await saved(caller, onSteep);
    soil.stub.setFault(null);
    expect(creditedIds(runoffOf(await read(caller, id)))).toEqual([10, 24]);
    await saved(caller, onSteep);
    expect(runoffOf(await read(caller, id))).toEqual(before);
  });

  it("of the same boundary are not disturbed, in any year", async () => {
    const { id } = await saved(caller, { ...CHECK, application_id: "spring" });
    const before = runoffOf(await read(caller, id));
    await processField(caller, SANDY);
    await processField(caller, { ...SANDY, year: 2027, field_name: "Renamed" });
    expect(runoffOf(await read(caller, id))).toEqual(before);
  });

  it("see the credits of the year that process-field derived before them, each once", async () => {
    await processField(caller, SANDY);
    const { id } = await saved(caller, { ...CHECK, application_id: "spring" });
    const entry = runoffOf(await read(caller, id));
    expect(entry.selected_measures.map((each) => each.sub_option_id).sort((a, b) => a - b)).toEqual([10, 17, 24, 27]);
    expect(await creditIds(provider, 2026)).toEqual([10, 17, 24, 27]);
  });

  it("are gone for readers once the field is archived; process-field makes a field without them", async () => {
    const { id } = await saved(caller, { ...CHECK, application_id: "spring" });
    await sql(provider, "UPDATE field SET archived_at = now()");
    await processField(caller, SANDY);
    expect((await getCompliance(caller, id)).status).toBe(404);
  });
});
