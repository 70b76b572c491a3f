import { runMigrations } from "graphile-worker";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SoilGroup } from "@/lib/domain/soil";
import { enrichSoil } from "@/lib/jobs/tasks/enrich-soil";
import {
  check,
  codesOf,
  FAR_PULA,
  GROUND,
  loadCounties,
  type CheckAnswer,
  sql as sqlOf,
} from "@/tests/contract/v2/esa-check/support";
import { type Caller, makeCaller } from "@/tests/support/api";
import { loadCatalogue, loadPulas } from "@/tests/support/reference-data";
import { squareField } from "@/tests/support/requests";
import { sql } from "@/tests/support/soil-database";
import { connectStub, type Connected, groundOf, type Soil } from "@/tests/support/soil-ground";

/** One soil a column of the grid, each wide enough for a field. */
const COLUMNS: { group: SoilGroup | null; slope: number | null }[] = [
  { group: "A", slope: 1 },
  { group: "B", slope: 5 },
  { group: "A/B", slope: 3 },
  { group: "B/D", slope: 2.9 },
  { group: "C", slope: 12 },
  { group: null, slope: null },
];
const WEST = -87.3;
const soils = COLUMNS.map(({ group, slope }, index): Soil => ({
  box: [WEST + index * 0.02, 32.8, WEST + (index + 1) * 0.02, 33],
  mukey: String(500 + index),
  group,
  slope,
  ...(group === null ? { texture: " water" } : {}),
}));
/** A field in a column; fields in one column and row are side by side in one square of the grid. */
const fieldIn = (column: number, row = 0, step = 0) =>
  squareField(WEST + column * 0.02 + 0.001 + step * 0.004, 32.801 + row * 0.02, 0.003);

let connected: Connected;
let caller: Caller;
let serial = 0;
const ids = () => ({ application_id: `soil-${(serial += 1)}`, provider_field_id: `soil-field-${serial}` });
const runoffOf = (found: CheckAnswer) =>
  found.compliance.runoff.find((entry) => entry.mitigation_type === "epa_runoff");
const creditsOf = (found: CheckAnswer) =>
  (runoffOf(found)?.credited_measures ?? []).map((measure) => measure.sub_option_id).toSorted((a, b) => a - b);

const savedCredits = async (providerFieldId: string) => {
  const [row] = await sqlOf<{ ids: number[] | null }>(
    "soil",
    `SELECT array_agg(sub_option_id ORDER BY sub_option_id) AS ids
     FROM field JOIN measure_selection USING (provider_id, field_id) WHERE provider_field_id = $1`,
    [providerFieldId],
  );
  return row?.ids ?? [];
};

beforeAll(async () => {
  await loadCatalogue();
  // A county without points, so that what the soil earns decides.
  await loadCounties([{ geoId: "01105", name: "Perry", geometry: GROUND }]);
  await loadPulas([FAR_PULA], [], GROUND);
  caller = await makeCaller("soil");
  connected = await connectStub(groundOf(soils));
});
afterAll(() => connected.close());
beforeEach(() => connected.stub.setFault(null));

describe("a check whose soil is there", () => {
  it("says fetched, then reused, with the analysis only when asked for", async () => {
    const sent = { field_boundary: fieldIn(0), ...ids() };
    const first = await check(caller, sent);
    expect(first.compliance.soil).toEqual({ status: "fetched" });
    expect(codesOf(first)).not.toContain("SOIL_UNAVAILABLE");
    const again = await check(caller, { ...sent, include_soil_analysis: true });
    expect(again.compliance.soil).toMatchObject({
      status: "reused",
      analysis: {
        dominant_hydgrpdcd: "A",
        weighted_avg_slopegradwta: 1,
        hydgrpdcd_analysis: { A: { percentage: 100 } },
      },
    });
    expect(again.compliance.data_versions.soil).toBe("SSURGO TS001 2025-09-09");
  });

  it.each([
    { column: 0, credits: [17, 24, 27] },
    { column: 1, credits: [24, 28] },
    { column: 2, credits: [24, 28] },
    { column: 3, credits: [17, 24] },
    { column: 4, credits: [24] },
    { column: 5, credits: [24] },
  ])("column $column of the ground earns $credits, and the points decide", async ({ column, credits }) => {
    const found = await check(caller, { field_boundary: fieldIn(column, 1), ...ids() });
    const entry = runoffOf(found);
    expect(creditsOf(found).filter((id) => id !== 12)).toEqual(credits);
    expect(codesOf(found)).not.toContain("SOIL_UNAVAILABLE");
    expect(entry?.status).toBe((entry?.earned_points ?? 0) >= (entry?.required_points ?? 0) ? "met" : "not_met");
    expect(entry?.status).toBe(credits.length > 1 ? "met" : "not_met");
  });

  it("costs no more than nine messages to the database when soil is reused and the label says what a year may have", async () => {
    const sent = { field_boundary: fieldIn(0, 2), ...ids() };
    await check(caller, sent);
    const lines: { sql?: number }[] = [];
    const { log } = connected.deps;
    connected.deps.log = Object.assign(Object.create(log) as typeof log, {
      info: (line: { sql?: number }) => lines.push(line),
    });
    await check(caller, sent);
    connected.deps.log = log;
    expect(lines.at(-1)?.sql).toBeLessThanOrEqual(9);
  });
});

describe("a check while the survey is away", () => {
  it("keeps the year's soil credits on the same ground, and drops them with the ground", async () => {
    const names = ids();
    await check(caller, { field_boundary: fieldIn(0, 3), ...names });
    expect(await savedCredits(names.provider_field_id)).toEqual(expect.arrayContaining([17, 24, 27]));
    await sql("TRUNCATE soil_cell, soil_cell_polygon, soil_analysis");
    connected.stub.setFault("service_exception");
    const without = await check(caller, { field_boundary: fieldIn(0, 3), ...names, include_mitigations: true });
    expect(without.compliance.soil).toEqual({ status: "unavailable" });
    expect(codesOf(without)).toContain("SOIL_UNAVAILABLE");
    expect(runoffOf(without)?.status).toBe("indeterminate");
    expect(await savedCredits(names.provider_field_id)).toEqual(expect.arrayContaining([17, 24, 27]));
    await check(caller, { field_boundary: fieldIn(0, 3, 1), ...names });
    const left = await savedCredits(names.provider_field_id);
    expect(left).toContain(24);
    expect(left.filter((id) => id === 17 || id === 27)).toEqual([]);
  });

  it("says when even the queue cannot be reached", async () => {
    // A database that was spread has been made with its queue.
    await sql("DROP SCHEMA IF EXISTS graphile_worker CASCADE");
    connected.stub.setFault("service_exception");
    const found = await check(caller, { field_boundary: fieldIn(1, 4), ...ids() });
    expect(codesOf(found)).toContain("SOIL_UNAVAILABLE");
    expect(codesOf(found)).toContain("SOIL_QUEUE_FAILED");
  });

  it("queues the loading once, and the next check finds it; the check itself is not rewritten", async () => {
    await runMigrations({ connectionString: process.env.DATABASE_DIRECT_URL ?? "" });
    const sent = { field_boundary: fieldIn(1, 5), ...ids() };
    connected.stub.setFault("service_exception");
    const found = await check(caller, sent);
    expect(codesOf(found)).toContain("SOIL_UNAVAILABLE");
    expect(codesOf(found)).not.toContain("SOIL_QUEUE_FAILED");
    await check(caller, sent);
    const jobs = await sql<{ payload: unknown; max_attempts: number }>(
      "SELECT payload, max_attempts FROM graphile_worker._private_jobs",
    );
    expect(jobs).toHaveLength(1);
    const assessments = () => sql("SELECT assessment_id, body FROM assessment ORDER BY 1");
    const before = await assessments();
    const signal = new AbortController().signal;
    await expect(enrichSoil(connected.deps, jobs[0]?.payload, signal)).rejects.toThrow("still not available");
    connected.stub.setFault(null);
    await enrichSoil(connected.deps, jobs[0]?.payload, signal);
    expect(await assessments()).toEqual(before);
    const calls = connected.stub.calls();
    const next = await check(caller, sent);
    expect(next.compliance.soil).toEqual({ status: "reused" });
    expect(connected.stub.calls()).toBe(calls);
  });

  it("queues nothing where the survey has no coverage, and a job of a changed boundary does nothing", async () => {
    const before = await sql("SELECT payload FROM graphile_worker._private_jobs ORDER BY id");
    const found = await check(caller, { field_boundary: squareField(-86.9, 33.5), ...ids() });
    expect(codesOf(found)).toContain("SOIL_UNAVAILABLE");
    expect(await sql("SELECT payload FROM graphile_worker._private_jobs ORDER BY id")).toEqual(before);
    const calls = connected.stub.calls();
    const payload = { ...(before[0]?.payload as object), boundaryHash: "0".repeat(64) };
    await enrichSoil(connected.deps, payload, new AbortController().signal);
    expect(connected.stub.calls()).toBe(calls);
  });
});
