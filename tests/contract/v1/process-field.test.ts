import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SOIL_FAULTS } from "@/lib/gateways/stub/soil-faults";
import { sendV1Field, v1Field } from "@/tests/contract/v1/support";
import { NEEDS_4, read, runoffOf, saved } from "@/tests/contract/v2/compliance/support";
import { rowCounts, type Body } from "@/tests/contract/v2/esa-check/support";
import {
  atTime,
  COUNTY,
  COUNTY_LINE,
  creditIds,
  fieldOn,
  fieldRow,
  IN_PULA,
  opened,
  PER_REQUEST,
  prepareFields,
  processField,
  PULA_ID,
  savedCredits,
  SOIL,
  subOptionsIn,
  without,
} from "@/tests/contract/v2/fields/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { editorOf, MEASURES } from "@/tests/support/selections";
import { emptySoilStore } from "@/tests/support/soil-database";
import type { Connected } from "@/tests/support/soil-ground";

const THIS_YEAR = new Date().getUTCFullYear();
const DAY_MS = 86_400_000;
const FAILING = SOIL_FAULTS.filter((fault) => fault !== "missing_map_unit" && fault !== "null_group");

let soil: Connected;
let caller: Caller;
let provider = "";
let count = 0;
beforeAll(async () => {
  soil = await prepareFields({ deadlineMs: 1000, mostBytes: 1 << 20 });
});
afterAll(() => soil.close());
beforeEach(async () => {
  soil.stub.setFault(null);
  count += 1;
  provider = `v1-${count}`;
  caller = await makeCaller(provider);
});

/** 9 points: tracking, medium county, low slope, sandy. */
const SANDY = { field_boundary: fieldOn(COUNTY.medium, SOIL.sandyFlat), year: 2026 };
/** 7 points: tracking, very low county. */
const WET = { field_boundary: fieldOn(COUNTY.veryLow, SOIL.wetSteep), year: 2026 };

describe("a field processed by version 1", () => {
  it("is saved with soil and credits; every step tells of its success", async () => {
    const found = await v1Field(caller, { field_boundary: fieldOn(...IN_PULA) });
    const row = await fieldRow(provider);
    expect(found).toMatchObject({
      success: true,
      field_id: row.field_id,
      provider_field_id: "field-1",
      soil_data: { dominant_hydgrpdcd: "B", weighted_avg_slopegradwta: 5 },
      counties: [
        { geo_id: "0500000US01007", state_fips: "01", county_fips: "007", county_name: "Medium", mitigation_points: 2 },
      ],
      pulas: [PULA_ID],
      mitigations_applied: [10, 24, 28],
      mitigation_options: null,
    });
    expect(found.steps).toEqual({
      county_state: { success: true, error: null, data: {} },
      pula_detection: { success: true, error: null, data: { pula_count: 1 } },
      soil_data: { success: true, error: null, data: { dominant_hydgrpdcd: "B", weighted_avg_slopegradwta: 5 } },
      auto_mitigations: { success: true, error: null, data: { mitigations_applied: [10, 24, 28] } },
    });
    expect(found.summary).toEqual({
      pula_count: 1,
      soil_available: true,
      mitigations_applied_count: 3,
      total_points: 0,
    });
    expect(await creditIds(provider, THIS_YEAR)).toEqual([10, 24, 28]);
    expect(await rowCounts(provider)).toMatchObject({ field: 1, application: 0, assessment: 0, claim: 0 });
  });

  it("calculates the points only with the options, which are a step of their own", async () => {
    const found = await v1Field(caller, { include_mitigation_options: true });
    expect(found.summary.total_points).toBe(5);
    expect(found.steps.mitigation_options).toEqual({ success: true, error: null, data: {} });
    const selected = subOptionsIn(found.mitigation_options ?? []).filter((each) => each.selected);
    expect(selected.map(({ id }) => id).sort((a, b) => a - b)).toEqual([10, 24, 28]);
    expect((await v1Field(caller, { include_mitigation_options: false })).steps.mitigation_options).toBeUndefined();
  });

  it.each([
    ["group A, slope below 3 %", [COUNTY.medium, SOIL.sandyFlat], [10, 17, 24, 27]],
    ["group B, slope below 3 %", [COUNTY.high, SOIL.moderateFlat], [12, 17, 24, 28]],
    ["group A/B", [COUNTY.low, SOIL.mixedAB], [11, 24, 28]],
    ["group A/D, slope 3 %", [COUNTY.veryLow, SOIL.dualAtThreshold], [9, 24]],
    ["two counties: the lowest points", [COUNTY_LINE.lowVeryLow, SOIL.wetSteep], [11, 24]],
    ["a county without class", [COUNTY.unclassed, SOIL.wetSteep], [24]],
  ] as const)("earns by %s", async (_title, [lon, lat], credits) => {
    expect((await v1Field(caller, { field_boundary: fieldOn(lon, lat) })).mitigations_applied).toEqual(credits);
  });

  it("gets a link that opens it and lives a year, in whatever way the provider's other links do", async () => {
    const found = await v1Field(caller);
    expect(await opened(found.mitigation_portal_url ?? "")).toMatchObject({
      field: { fieldId: found.field_id, fieldName: "Home quarter" },
    });
    expect(found.mitigation_portal_url_expires_at).toBe(found.expires_at);
    expect([365, 366]).toContain(Math.round((Date.parse(found.expires_at ?? "") - Date.now()) / DAY_MS));
    const token = await makeCaller(`${provider}-token`, "token");
    expect((await v1Field(token)).mitigation_portal_url_expires_at).toBeNull();
  });

  it("again changes nothing and never repeats a credit", async () => {
    const first = await v1Field(caller, { include_mitigation_options: true });
    const [row, credits] = [await fieldRow(provider), await savedCredits(provider)];
    const second = await v1Field(caller, { include_mitigation_options: true });
    expect(without(second, ...PER_REQUEST)).toEqual(without(first, ...PER_REQUEST));
    expect(await fieldRow(provider)).toEqual(row);
    expect(await savedCredits(provider)).toEqual(credits);
  });

  it("uses the UTC year of the moment unless one is named", async () => {
    await atTime("2027-12-31T23:59:59.999Z", () => v1Field(caller));
    await v1Field(caller, { year: 2019 });
    expect([...new Set((await savedCredits(provider)).map(({ year }) => year))]).toEqual([2019, 2027]);
  });

  it("ignores members and parameters it does not know", async () => {
    const found = await v1Field(
      caller,
      { crop: ["corn"], user_email: 7, nested: { a: [1] } },
      "verbose=1&verbose=2&year=1&year=2",
    );
    expect(found.mitigations_applied).toEqual([10, 24, 28]);
    expect(await creditIds(provider, THIS_YEAR)).toEqual([10, 24, 28]);
    expect(JSON.stringify(found)).not.toContain("corn");
  });

  it("many at one moment leave one field, and each credit once", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendV1Field(caller)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    await fieldRow(provider);
    expect(await creditIds(provider, THIS_YEAR)).toEqual([10, 24, 28]);
  });
});

describe("without soil", () => {
  it.each(FAILING)("(%s) the rest is saved, and the step says why there is none", async (fault) => {
    await emptySoilStore();
    soil.stub.setFault(fault);
    const found = await v1Field(caller, { ...SANDY, include_mitigation_options: true });
    expect(found.soil_data).toBeNull();
    expect(found.steps.soil_data).toMatchObject({ success: false, data: null });
    expect(found.steps.soil_data.error).toMatch(/soil/i);
    expect(found.steps.soil_data.error).not.toMatch(/http|127\.0\.0\.1|select/i);
    expect(found.steps).toMatchObject({
      county_state: { success: true, error: null },
      pula_detection: { success: true, error: null },
      auto_mitigations: { success: true, error: null, data: { mitigations_applied: [10, 24] } },
      mitigation_options: { success: true, error: null },
    });
    expect(found.mitigations_applied).toEqual([10, 24]);
    expect(found.summary).toMatchObject({ soil_available: false, mitigations_applied_count: 2, total_points: 3 });
    expect((await fieldRow(provider)).ground).toMatchObject({ soil: null });
    expect(await creditIds(provider, 2026)).toEqual([10, 24]);
    expect(await rowCounts(provider)).toMatchObject({ field: 1, claim: 0 });
  });

  it("the credits follow once the survey is back", async () => {
    await emptySoilStore();
    soil.stub.setFault("maintenance");
    await v1Field(caller, SANDY);
    soil.stub.setFault(null);
    expect((await v1Field(caller, SANDY)).mitigations_applied).toEqual([10, 17, 24, 27]);
  });

  /** The stored analysis is gone and the survey is away, as after a raised processing version. */
  const forgetSoil = async () => {
    await emptySoilStore();
    soil.stub.setFault("maintenance");
  };

  it("on the same ground what the soil gave earlier still counts", async () => {
    await emptySoilStore();
    const { id } = await saved(caller, { ...check(SANDY), application_id: "spring" });
    const before = runoffOf(await read(caller, id));
    expect(before).toMatchObject({ status: "met", earned_points: 8 });
    await forgetSoil();
    const found = await v1Field(caller, { ...SANDY, include_mitigation_options: true });
    expect(found.steps.soil_data.success).toBe(false);
    expect(found.mitigations_applied).toEqual([10, 17, 24, 27]);
    expect(found.summary.total_points).toBe(8);
    expect((await fieldRow(provider)).ground.soil?.dominantGroup).toBe("A");
    expect(runoffOf(await read(caller, id))).toEqual(before);
  });

  it("in another year's request takes nothing from the years before", async () => {
    await emptySoilStore();
    const { id } = await saved(caller, { ...check(SANDY), application_id: "spring" });
    const before = runoffOf(await read(caller, id));
    await forgetSoil();
    await v1Field(caller, { ...SANDY, year: 2027 });
    expect(runoffOf(await read(caller, id))).toEqual(before);
  });

  it("on changed ground the soil's credits stay listed and earn nothing", async () => {
    await emptySoilStore();
    const { id } = await saved(caller, { ...check(SANDY), application_id: "spring" });
    soil.stub.setFault("maintenance");
    const moved = await v1Field(caller, {
      ...SANDY,
      field_boundary: fieldOn(COUNTY.medium, SOIL.clayFlat),
      include_mitigation_options: true,
    });
    expect(moved.mitigations_applied).toEqual([10, 17, 24, 27]);
    expect(moved.summary.total_points).toBe(3);
    const entry = runoffOf(await read(caller, id));
    expect(entry.status).toBe("indeterminate");
    expect(entry.earned_points).toBe(3);
    expect(reasons(entry)).toEqual({ 10: null, 17: "NOT_DERIVED", 24: null, 27: "SOIL_INELIGIBLE" });
  });
});

const check = ({ field_boundary }: { field_boundary: unknown }): Body => ({
  provider_field_id: "field-1",
  products: [NEEDS_4],
  field_boundary,
});

const reasons = (entry: ReturnType<typeof runoffOf>): Record<number, string | null> =>
  Object.fromEntries(entry.selected_measures.map(({ sub_option_id, reason }) => [sub_option_id, reason]));

describe("a changed boundary", () => {
  it("takes nothing away: what the new ground does not support stays listed and earns nothing", async () => {
    const { id } = await saved(caller, { ...check(SANDY), application_id: "spring" });
    const moved = await v1Field(caller, { ...WET, include_mitigation_options: true });
    expect(moved.mitigations_applied).toEqual([9, 10, 17, 24, 27]);
    expect(await creditIds(provider, 2026)).toEqual([9, 10, 17, 24, 27]);
    const selected = subOptionsIn(moved.mitigation_options ?? []).filter((each) => each.selected);
    expect(selected.map((each) => each.id).sort((a, b) => a - b)).toEqual([9, 10, 17, 24, 27]);
    expect(moved.summary.total_points, "no check gives more").toBe(7);

    const entry = runoffOf(await read(caller, id));
    expect(entry).toMatchObject({ status: "indeterminate", earned_points: 7 });
    expect(entry.issues).toContain("APPLICATION_PROCESSING_INCOMPLETE");
    expect(reasons(entry)).toEqual({ 9: null, 10: "NOT_DERIVED", 17: "NOT_DERIVED", 24: null, 27: "SOIL_INELIGIBLE" });
  });

  it("and changed back lets them earn again", async () => {
    const { id } = await saved(caller, { ...check(SANDY), application_id: "spring" });
    await v1Field(caller, WET);
    await v1Field(caller, SANDY);
    const entry = runoffOf(await read(caller, id));
    expect(entry).toMatchObject({ status: "met", earned_points: 8, issues: [] });
    expect(reasons(entry)).toMatchObject({ 9: "NOT_DERIVED", 10: null, 17: null, 24: null, 27: null });
  });

  // Fails while lib/engine/runoff/rescore.ts judges the credits only of the year that the ground was derived for last.
  it("and the field processed for another year leaves them worth nothing", async () => {
    const { id } = await saved(caller, { ...check(WET), application_id: "spring" });
    await v1Field(caller, SANDY);
    await v1Field(caller, WET);
    const before = runoffOf(await read(caller, id));
    expect(before).toMatchObject({ status: "met", earned_points: 7 });
    expect(reasons(before)).toMatchObject({ 10: "NOT_DERIVED", 17: "NOT_DERIVED", 27: "SOIL_INELIGIBLE" });
    await v1Field(caller, { ...WET, year: 2027 });
    expect(runoffOf(await read(caller, id))).toEqual(before);
  });

  it("keeps what was selected in the portal", async () => {
    const { field_id: fieldId } = await v1Field(caller, SANDY);
    const editor = await editorOf(provider);
    await editor.select({ fieldId, year: 2026 }, MEASURES.noTill, {
      implementationDate: "2026-04-02",
      notes: "Since 2019",
    });
    expect((await v1Field(caller, WET)).mitigations_applied).toEqual([9, 10, 17, 24, 27, 210]);
    expect((await savedCredits(provider)).find(({ id }) => id === 210)).toMatchObject({
      source: "portal",
      day: "2026-04-02",
      notes: "Since 2019",
    });
  });

  it("replaces the boundary of the one field", async () => {
    const first = await v1Field(caller, SANDY);
    const before = await fieldRow(provider);
    const second = await v1Field(caller, { ...WET, field_name: "Moved" });
    expect(second.field_id).toBe(first.field_id);
    const after = await fieldRow(provider);
    expect(after).toMatchObject({ revision: before.revision + 1, field_name: "Moved" });
    expect(after.boundary).not.toBe(before.boundary);
  });
});

describe("version 1 and version 2 on one field", () => {
  it("work on the same rows, whichever comes first", async () => {
    const old = await v1Field(caller, SANDY);
    const next = await processField(caller, SANDY);
    expect((await fieldRow(provider)).field_id).toBe(old.field_id);
    expect(next.mitigations_applied).toEqual(old.mitigations_applied);
    expect(next.soil_data).toEqual(old.soil_data);
    expect(next.counties).toEqual(old.counties);
    expect(next.steps.soil.data.status).toBe("reused");
    expect(await opened(next.mitigation_portal_url ?? "")).toMatchObject({ field: { fieldId: old.field_id } });
    expect((await rowCounts(provider)).field).toBe(1);
  });

  it("differ in one thing: version 2 takes away the credits that version 1 left", async () => {
    await v1Field(caller, SANDY);
    expect((await v1Field(caller, WET)).mitigations_applied).toEqual([9, 10, 17, 24, 27]);
    expect((await processField(caller, WET)).mitigations_applied).toEqual([9, 24]);
    expect((await v1Field(caller, WET)).mitigations_applied).toEqual([9, 24]);
    expect(await creditIds(provider, 2026)).toEqual([9, 24]);
  });
});
