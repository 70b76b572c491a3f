import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asProvider } from "@/lib/data/db";
import { getDeps } from "@/lib/runtime/deps";
import { NEEDS_4, read, saved } from "@/tests/contract/v2/compliance/support";
import { findPlacement } from "@/tests/contract/v2/drift/placement";
import { codesOf, compute, EDGE_NAMES, prepareSoundGround, READY } from "@/tests/contract/v2/drift/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { keepLog, type LogLine } from "@/tests/contract/v2/http/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { squareField } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let soil: Connected;
let log: LogLine[];
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("drift-answer");
  log = await keepLog();
});
afterAll(() => soil.close());

const application = async (name: string, more: Record<string, unknown> = {}) =>
  saved(caller, { application_id: name, ...READY, ...more });

const FIELD = squareField(-87.25, 32.89).geometry;

/** Areas on the spheroid, square meters, as PostGIS calculates them. */
async function areasOf(...shapes: unknown[]): Promise<[number, number, number]> {
  const rows = await sql<{ sqm: number }>(
    null,
    `SELECT ST_Area(ST_GeomFromGeoJSON(shape)::geography) AS sqm
     FROM unnest($1::text[]) WITH ORDINALITY AS t(shape, place) ORDER BY place`,
    [shapes.map((shape) => JSON.stringify(shape))],
  );
  return rows.map(({ sqm }) => sqm) as [number, number, number];
}

describe("a placement", () => {
  it("answers the drift question that intake left open, and no other", async () => {
    const { id, answer } = await application("met");
    const before = answer.compliance.issues.map(({ code }) => code);
    expect(before).toContain("DRIFT_CONDITIONS_UNVERIFIED");
    const found = await compute(caller, id);
    expect(codesOf(found)).toEqual(before.filter((code) => code !== "DRIFT_CONDITIONS_UNVERIFIED"));
    expect(found.compliance).toMatchObject({
      scope: "requirements_and_gaps",
      status: "met",
      processing_complete: true,
      soil: { status: "reused" },
      drift: {
        scope: "application_setup_and_treatable_area",
        status: "met",
        requires_buffer: true,
        has_treatable_area: true,
        issues: [],
      },
    });
    expect(found.application_time).toMatchObject({ status: "met", drift_status: "met" });
    expect(found.products).toEqual(answer.products);
    expect(found.summary).toEqual(answer.summary);
  });

  it("gives the requirement edge by edge and product by product, with the wind from the west", async () => {
    const { id } = await application("edges");
    const { application_time: at } = await compute(caller, id);
    expect(at.edges.map(({ edge_index, reason }) => [EDGE_NAMES[edge_index], reason])).toEqual([
      ["south", "not_selected"],
      ["east", "downwind"],
      ["north", "not_selected"],
      ["west", "not_selected"],
    ]);
    const east = at.edges[1];
    expect(east).toMatchObject({
      part_index: 0,
      ring_index: 0,
      downwind: true,
      buffer_type: "wind_directional",
      required_ft: 70,
      reduction_percent: 0,
      buffer_ft: 70,
      credited_outside_ft: 0,
      product_index: 0,
    });
    expect(Math.abs((east?.outward_bearing_deg ?? 0) - 90)).toBeLessThan(0.1);
    expect(at.products).toEqual([
      {
        product_index: 0,
        epa_number: "99002-1",
        method: "Broadcast-Ground",
        raw_distance_ft: 70,
        reduction_percent: 0,
        buffer_ft: 70,
        status: "met",
        issues: [],
      },
    ]);
    expect(at.effective_rates).toEqual([
      {
        product_index: 0,
        epa_number: "99002-1",
        rate: 1,
        rate_unit: "lb/ac",
        rate_normalized: { value: 1, unit: "lb_per_acre" },
        rate_resolution: "resolved",
      },
    ]);
  });

  it("calls no rate resolved that the label's limit cannot be compared with", async () => {
    const { id } = await application("volume-of-dry", { products: [{ ...NEEDS_4, rate_unit: "pt/ac" }] });
    const { application_time: at, compliance } = await compute(caller, id);
    expect(compliance.issues.map(({ code }) => code)).toContain("UNRESOLVED_RATE");
    const unresolved = { rate_normalized: { value: 16, unit: "fl_oz_per_acre" }, rate_resolution: "unresolved" };
    expect(at.effective_rates).toMatchObject([unresolved]);
    expect(compliance.drift.requirements?.requirements).toMatchObject([unresolved]);
  });

  it("in a mix of two products has the longer distance on each edge, and says whose it is", async () => {
    const aid = { product_name: "Drift reducing adjuvant", rate: 4, rate_unit: "fl oz/ac" };
    const edge = { product_name: "DEMO Edge", epa_number: "99002-2", rate: 10, rate_unit: "fl oz/ac" };
    const { id } = await application("mix", { products: [NEEDS_4, edge, aid] });
    const { application_time: at, compliance } = await compute(caller, id);
    expect(at.products.map(({ buffer_ft }) => buffer_ft)).toEqual([70, 60, null]);
    expect(at.edges.map(({ product_index, buffer_ft }) => [product_index, buffer_ft])).toEqual([
      [1, 60],
      [0, 70],
      [1, 60],
      [1, 60],
    ]);
    // Its label has a downslope buffer as well, and no one has said which edges lie downslope.
    expect(compliance.drift.issues).toEqual(["DOWNSLOPE_UNVERIFIED"]);
  });
});

describe("the optional parts of the answer", () => {
  it("geometry: none unless asked, and what was not asked for is null", async () => {
    const { id } = await application("geometry");
    expect((await compute(caller, id)).application_time).not.toHaveProperty("geometry");
    expect((await compute(caller, id, { geometry: "none" })).application_time).not.toHaveProperty("geometry");
    const both = (await compute(caller, id, { geometry: "both" })).application_time.geometry;
    const buffer = (await compute(caller, id, { geometry: "buffer" })).application_time.geometry;
    const treatable = (await compute(caller, id, { geometry: "treatable" })).application_time.geometry;
    expect(both?.buffer).toMatchObject({ type: "MultiPolygon" });
    expect(buffer).toEqual({ buffer: both?.buffer, treatable: null });
    expect(treatable).toEqual({ buffer: null, treatable: both?.treatable });
    const [bufferSqm, treatableSqm, fieldSqm] = await areasOf(both?.buffer, both?.treatable, FIELD);
    expect((bufferSqm + treatableSqm) / fieldSqm).toBeCloseTo(1, 6);
    // A strip of 70 ft along the eastern side, 443.6 m long.
    expect(bufferSqm / (70 * 0.3048 * 443.6)).toBeCloseTo(1, 2);
  });

  it("the wind rose: sixteen directions, and the one of the wind says what the answer says", async () => {
    const { id } = await application("rose");
    expect((await compute(caller, id)).application_time).not.toHaveProperty("wind_rose");
    const { application_time: at } = await compute(caller, id, {}, "wind_rose=true");
    expect(at.wind_rose?.map(({ wind_direction_deg }) => wind_direction_deg)).toEqual(
      Array.from({ length: 16 }, (_unused, index) => index * 22.5),
    );
    const [north, diagonal] = [at.wind_rose?.[0], at.wind_rose?.[2]];
    // One side of four, or two that share a corner.
    expect(north?.treatable_percent).toBeGreaterThan(94);
    expect(diagonal?.treatable_percent).toBeLessThan(north?.treatable_percent ?? 0);
    expect(at.wind_rose?.[12]?.buffer_area_sqm).toBeGreaterThan(9000);
  });

  it("explanations: the rule behind the buffer, and what ground was looked at", async () => {
    const { id } = await application("explained");
    expect((await compute(caller, id)).compliance).not.toHaveProperty("explanation");
    const { compliance } = await compute(caller, id, {}, "explain=true");
    const rules = compliance.explanation?.map(({ rule_id }) => rule_id) ?? [];
    expect(rules).toEqual(expect.arrayContaining(["product:99002-1:drift", "drift:downwind-edges", "drift:features"]));
    expect(compliance.explanation?.find(({ rule_id }) => rule_id === "drift:features")?.text).toMatch(
      /^No set of ground beside fields is loaded/,
    );
  });
});

describe("what is kept", () => {
  it("the answer without geometry, the weather, adjuvants and the assessment stand in the next reading", async () => {
    const { id } = await application("kept");
    const air = { temperature_f: 71.5, humidity_percent: 40 };
    const found = await compute(caller, id, { ...air, geometry: "both" }, "wind_rose=true");
    const snapshot = Object.fromEntries(Object.entries(found.application_time).filter(([name]) => name !== "geometry"));
    const { drift, last_assessment: last } = (await read(caller, id)).compliance;
    expect(drift.last_computation).toEqual(snapshot);
    expect(drift.weather).toEqual({
      wind_direction_deg: 270,
      wind_speed_mph: 8,
      ...air,
      observed_at: found.application_time.checked_at,
      source: "request",
    });
    expect(drift.adjuvant_results).toEqual({
      evaluated_at: found.application_time.checked_at,
      adjuvants: [],
      issues: [],
    });
    expect(last).toMatchObject({ status: "met", calculated_at: found.compliance.calculated_at });
  });

  it("where the buffer lies is kept beside the application, for the portal and reports", async () => {
    const { id } = await application("placement");
    const { application_time: at } = await compute(caller, id, { geometry: "both" });
    const { db } = await getDeps();
    const placement = await asProvider(db, caller.providerId, (tx) => findPlacement(tx, caller.providerId, id));
    expect(placement).toEqual({
      computedAt: new Date(at.checked_at),
      buffer: at.geometry?.buffer,
      treatable: at.geometry?.treatable,
      isOnPresentBoundary: true,
    });
  });

  it("a later computation takes the place of the earlier one", async () => {
    const { id } = await application("again");
    await compute(caller, id);
    const second = await compute(caller, id, { wind_direction_deg: 90 });
    expect((await read(caller, id)).compliance.drift.last_computation).toEqual(second.application_time);
  });

  it.each(["request", "forecast", "observation"])("weather of the source %s is read back as that", async (source) => {
    const { id } = await application(`source-${source}`);
    await compute(caller, id);
    // A computation writes what was sent with it; the other two are for air from a forecast or a station.
    await sql(
      caller.providerId,
      "UPDATE application SET weather = jsonb_set(weather, '{source}', to_jsonb($2::text)) WHERE application_event_id = $1",
      [id, source],
    );
    expect((await read(caller, id)).compliance.drift.weather).toMatchObject({ source, wind_direction_deg: 270 });
  });

  it("a new check returns drift to what is known without wind", async () => {
    const { id } = await application("rechecked");
    await compute(caller, id);
    const { answer } = await application("rechecked");
    expect(answer.compliance.drift).toMatchObject({ status: "indeterminate", reductions: [] });
    expect(answer.compliance.drift).not.toHaveProperty("requires_buffer");
    const { drift, last_assessment: last } = (await read(caller, id)).compliance;
    expect(drift).toMatchObject({ last_computation: null, adjuvant_results: null, weather: { source: null } });
    expect(last?.issues.map(({ code }) => code)).toContain("DRIFT_CONDITIONS_UNVERIFIED");
    const rows = await sql(caller.providerId, "SELECT 1 FROM drift_placement WHERE application_event_id = $1", [id]);
    expect(rows).toEqual([]);
  });

  it("a computation of before there was a drift status reads as null, without one being made up", async () => {
    const { id } = await application("old");
    const { application_time: at } = await compute(caller, id);
    await sql(
      caller.providerId,
      `UPDATE application SET last_computation = last_computation - ARRAY['driftStatus', 'windRose', 'manualClaims']
       WHERE application_event_id = $1`,
      [id],
    );
    const { last_computation: read_ } = (await read(caller, id)).compliance.drift;
    expect(read_).toEqual({ ...at, drift_status: null });
  });
});

it("sends at most eight messages to the database, caches warm", async () => {
  const { id } = await application("trips");
  await compute(caller, id);
  await compute(caller, id, { geometry: "both" }, "wind_rose=true&explain=true");
  expect(log.at(-1)?.sql).toBeLessThanOrEqual(8);
});
