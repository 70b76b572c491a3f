import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rowCounts, sql } from "@/tests/contract/v2/esa-check/support";
import {
  atTime,
  COUNTY,
  COUNTY_LINE,
  creditIds,
  fieldBody,
  fieldOn,
  fieldRow,
  IN_PULA,
  opened,
  PER_REQUEST,
  prepareFields,
  processField,
  PULA_ID,
  savedCredits,
  sendField,
  SOIL,
  subOptionsIn,
  without,
} from "@/tests/contract/v2/fields/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { squareField } from "@/tests/support/requests";
import { editorOf, MEASURES } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

const THIS_YEAR = new Date().getUTCFullYear();
const DAY_MS = 86_400_000;

let soil: Connected;
let caller: Caller;
let provider = "";
let count = 0;
beforeAll(async () => {
  soil = await prepareFields();
});
afterAll(() => soil.close());
/** Each test has a provider of its own: one field, and no one else's. */
beforeEach(async () => {
  count += 1;
  provider = `process-${count}`;
  caller = await makeCaller(provider);
});

describe("a field that is processed", () => {
  it("is saved with boundary, ground and the credits of the year, and no application is made", async () => {
    const boundary = fieldOn(COUNTY.medium, SOIL.sandyFlat);
    const found = await processField(caller, { field_boundary: boundary });
    expect(found).toMatchObject({
      success: true,
      provider_field_id: "field-1",
      year: THIS_YEAR,
      mitigations_applied: [10, 17, 24, 27],
      mitigation_options: null,
      summary: { pula_count: 0, soil_available: true, mitigations_applied_count: 4, total_points: 8 },
      steps: {
        spatial: { success: true, data: { pula_count: 0, county_count: 1 } },
        soil: { success: true, data: { status: "fetched" } },
        mitigations: { success: true, data: { mitigations_applied: [10, 17, 24, 27] } },
      },
    });
    const row = await fieldRow(provider);
    expect(row).toMatchObject({ account_id: "account-1", field_name: "Home quarter", revision: 1 });
    expect(row.boundary).toMatch(/^MULTIPOLYGON\(\(\(-87\.502 32\.098,/);
    expect(row.ground).toMatchObject({ soil: { dominantGroup: "A", slopePct: 1 }, hasUnresolvedCounty: false });
    expect(
      Object.values(row.ground.derivedByYear)
        .at(-1)
        ?.toSorted((a, b) => a - b),
    ).toEqual([10, 17, 24, 27]);
    expect(await savedCredits(provider)).toEqual([
      {
        year: THIS_YEAR,
        id: 10,
        source: "county",
        day: new Date().toISOString().slice(0, 10),
        notes: "County: Medium",
      },
      { year: THIS_YEAR, id: 17, source: "slope", day: null, notes: null },
      { year: THIS_YEAR, id: 24, source: "always", day: null, notes: null },
      { year: THIS_YEAR, id: 27, source: "soil", day: null, notes: null },
    ]);
    expect(await rowCounts(provider)).toMatchObject({
      field: 1,
      application: 0,
      requirement: 0,
      assessment: 0,
      claim: 0,
    });
  });

  it("has the soil in summary", async () => {
    const { soil_data } = await processField(caller, { field_boundary: fieldOn(COUNTY.medium, 32.2) });
    expect(soil_data.dominant_hydgrpdcd).toBe("A");
    expect(Object.keys(soil_data.hydgrpdcd_analysis).sort()).toEqual(["A", "B"]);
    const shares = Object.values(soil_data.hydgrpdcd_analysis);
    expect(Math.abs(shares.reduce((sum, { percentage }) => sum + percentage, 0) - 100)).toBeLessThanOrEqual(0.1);
  });

  it("lists its counties and the numbers of its PULAs", async () => {
    const across = await processField(caller, { field_boundary: fieldOn(COUNTY_LINE.mediumHigh, SOIL.wetSteep) });
    expect(across.counties.map(({ geo_id, mitigation_points }) => [geo_id, mitigation_points]).sort()).toEqual([
      ["0500000US01003", 0],
      ["0500000US01007", 2],
    ]);
    expect(across.mitigations_applied).toEqual([12, 24]);
    expect(across.pulas).toEqual([]);
    const inside = await processField(caller, { field_boundary: fieldOn(...IN_PULA), provider_field_id: "inside" });
    expect(inside.pulas).toEqual([PULA_ID]);
    expect(inside.summary.pula_count).toBe(1);
    expect(inside.steps.spatial.data.pula_count).toBe(1);
  });

  it("counts a PULA that only touches the edge, and none farther off", async () => {
    const [lon, lat] = IN_PULA;
    const touching = squareField(lon + 0.01, lat);
    expect((await processField(caller, { field_boundary: touching })).pulas).toEqual([PULA_ID]);
    const near = squareField(lon + 0.0101, lat);
    expect((await processField(caller, { field_boundary: near })).pulas).toEqual([]);
  });

  it("in a county without class is saved without a county credit", async () => {
    const found = await processField(caller, { field_boundary: fieldOn(COUNTY.unclassed, SOIL.sandyFlat) });
    expect(found.counties).toEqual([]);
    expect(found.mitigations_applied).toEqual([17, 24, 27]);
    expect((await fieldRow(provider)).ground).toMatchObject({ hasUnresolvedCounty: true });
  });

  it("is not to be stored by anybody on the way", async () => {
    const answered = await sendField(caller);
    expect(answered.headers.get("cache-control")).toBe("no-store");
  });
});

describe("the portal link", () => {
  it("in signed-link mode opens the field, lives as long as the provider's links, and the portal a year", async () => {
    const found = await processField(caller);
    const { field_id } = await fieldRow(provider);
    expect(await opened(found.mitigation_portal_url ?? "")).toEqual({
      field: { fieldId: field_id, fieldName: "Home quarter" },
    });
    const linkDays = (Date.parse(found.mitigation_portal_url_expires_at ?? "") - Date.now()) / DAY_MS;
    expect(linkDays).toBeCloseTo(30, 1);
    expect([365, 366]).toContain(Math.round((Date.parse(found.expires_at ?? "") - Date.now()) / DAY_MS));
    const again = await processField(caller);
    expect(await opened(again.mitigation_portal_url ?? "")).toMatchObject({ field: { fieldId: field_id } });
    expect(await opened(found.mitigation_portal_url ?? "")).toMatchObject({ field: { fieldId: field_id } });
  });

  it("in token mode is one for the field, opens it and has no expiry", async () => {
    const token = await makeCaller(`${provider}-token`, "token");
    const found = await processField(token);
    expect(found.mitigation_portal_url_expires_at).toBeNull();
    expect((await processField(token, { field_name: "Renamed" })).mitigation_portal_url).toBe(
      found.mitigation_portal_url,
    );
    expect(await opened(found.mitigation_portal_url ?? "")).toMatchObject({ field: { fieldName: "Renamed" } });
  });
});

describe("the option tree", () => {
  it("stands only where it is asked for; the points are calculated in either case", async () => {
    const without = await processField(caller, { include_mitigation_options: false });
    const withTree = await processField(caller, { include_mitigation_options: true });
    expect(without.mitigation_options).toBeNull();
    expect(withTree.mitigation_options).toHaveLength(6);
    expect(without.summary.total_points).toBe(5);
    expect(withTree.summary.total_points).toBe(5);
  });

  it("marks every sub-option selected or not, with date and notes on the selected alone", async () => {
    await processField(caller);
    const { field_id: fieldId } = await fieldRow(provider);
    const editor = await editorOf(provider);
    await editor.select({ fieldId, year: THIS_YEAR }, MEASURES.noTill, {
      implementationDate: "2026-04-02",
      notes: "Since 2019",
    });
    await editor.select({ fieldId, year: THIS_YEAR }, MEASURES.contourFarming);
    await editor.select({ fieldId, year: THIS_YEAR }, MEASURES.traitCoverCrop);
    const found = await processField(caller, { include_mitigation_options: true });
    const all = subOptionsIn(found.mitigation_options ?? []);
    const selected = all.filter((each) => each.selected === true);
    expect(all.every((each) => typeof each.selected === "boolean")).toBe(true);
    expect(
      selected
        .map(({ id, implementation_date, notes }) => [id, implementation_date, notes])
        .sort(([a], [b]) => Number(a) - Number(b)),
    ).toEqual([
      [10, new Date().toISOString().slice(0, 10), "County: Medium"],
      [24, null, null],
      [28, null, null],
      [210, "2026-04-02", "Since 2019"],
      [212, null, null],
    ]);
    for (const each of all.filter(({ selected: isSelected }) => isSelected === false)) {
      expect(Object.keys(each)).not.toContain("implementation_date");
      expect(Object.keys(each)).not.toContain("notes");
    }
    // The trait system's selections are another menu's.
    expect(found.mitigations_applied).toEqual([10, 24, 28, 210, 212]);
    expect(found.summary).toMatchObject({ mitigations_applied_count: 5, total_points: 10 });
    const points = selected.reduce((sum, each) => sum + (each.points ?? 0), 0);
    expect(found.summary.total_points).toBe(points);
  });

  it("shows of a credit the day that is saved, not the day of the request", async () => {
    await atTime("2027-03-01T12:00:00Z", () => processField(caller));
    const later = await atTime("2027-03-09T12:00:00Z", () =>
      processField(caller, { include_mitigation_options: true }),
    );
    const county = subOptionsIn(later.mitigation_options ?? []).find(({ id }) => id === 10);
    const saved = (await savedCredits(provider)).find(({ id }) => id === 10);
    expect(saved?.day).toBe("2027-03-01");
    expect(county?.implementation_date).toBe("2027-03-01");
  });
});

describe("the year", () => {
  it("is the UTC year of the moment unless it is named", async () => {
    const last = await atTime("2027-12-31T23:59:59.999Z", () => processField(caller));
    const first = await atTime("2028-01-01T00:00:00.000Z", () => processField(caller));
    expect([last.year, first.year]).toEqual([2027, 2028]);
    expect(await creditIds(provider, 2027)).toEqual([10, 24, 28]);
    expect(await creditIds(provider, 2028)).toEqual([10, 24, 28]);
  });

  it.each([1900, 2200])("may be %i", async (year) => {
    const found = await processField(caller, { year });
    expect(found.year).toBe(year);
    expect(await creditIds(provider, year)).toEqual([10, 24, 28]);
    expect((await savedCredits(provider)).every((each) => each.year === year)).toBe(true);
  });

  it("has credits and selections of its own", async () => {
    await processField(caller, { year: 2025 });
    const { field_id: fieldId } = await fieldRow(provider);
    await (await editorOf(provider)).select({ fieldId, year: 2025 }, MEASURES.noTill);
    expect((await processField(caller, { year: 2026 })).mitigations_applied).toEqual([10, 24, 28]);
    expect((await processField(caller, { year: 2025 })).mitigations_applied).toEqual([10, 24, 28, 210]);
  });
});

describe("the same again", () => {
  it("changes nothing but is answered, with the soil reused", async () => {
    const boundary = fieldOn(COUNTY.medium, SOIL.moderateSteep, 0.05);
    const first = await processField(caller, { field_boundary: boundary });
    const [row, credits, counts] = [await fieldRow(provider), await savedCredits(provider), await rowCounts(provider)];
    const second = await processField(caller, { field_boundary: boundary });
    expect(await fieldRow(provider)).toEqual(row);
    expect(await savedCredits(provider)).toEqual(credits);
    expect(await rowCounts(provider)).toEqual(counts);
    expect(first.steps.soil.data.status).toBe("fetched");
    expect(second.steps.soil.data.status).toBe("reused");
    expect(without(second, ...PER_REQUEST, "steps")).toEqual(without(first, ...PER_REQUEST, "steps"));
  });

  it("with another name renames the field and leaves its revision", async () => {
    await processField(caller);
    const before = await fieldRow(provider);
    await processField(caller, { field_name: "South quarter" });
    expect(await fieldRow(provider)).toEqual({ ...before, field_name: "South quarter" });
  });

  it("many at one moment leave one field, and each credit once", async () => {
    for (let race = 0; race < 10; race += 1) {
      const body = fieldBody(provider, { provider_field_id: `race-${race}` });
      const answers = await Promise.all(Array.from({ length: 6 }, () => sendField(caller, body)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses).toContain(200);
      expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
      for (const answered of answers.filter(({ status }) => status === 409)) {
        expect(await answered.json()).toMatchObject({ error: { code: "PROCESSING_CONFLICT", retryable: true } });
      }
      await fieldRow(provider, `race-${race}`);
      expect(await creditIds(provider, THIS_YEAR, `race-${race}`)).toEqual([10, 24, 28]);
    }
    expect(await rowCounts(provider)).toMatchObject({ field: 10, claim: 0, measure_selection: 30 });
  });

  it("after the field was archived makes a new one", async () => {
    await processField(caller);
    const { field_id: archived } = await fieldRow(provider);
    await sql(provider, "UPDATE field SET archived_at = now()");
    await processField(caller);
    expect((await fieldRow(provider)).field_id).not.toBe(archived);
    expect((await rowCounts(provider)).field).toBe(2);
  });
});
