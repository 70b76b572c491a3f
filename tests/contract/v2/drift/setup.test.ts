import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NEEDS_4, read, saved } from "@/tests/contract/v2/compliance/support";
import { codesOf, compute, prepareSoundGround, READY } from "@/tests/contract/v2/drift/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let soil: Connected;
let id: string;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("drift-setup");
  id = (await saved(caller, { application_id: "setup", ...READY })).id;
});
afterAll(() => soil.close());

const inputsWith = async (more: Record<string, unknown>) =>
  (await compute(caller, id, more)).application_time.inputs as Record<string, unknown>;

describe("a member of the setup", () => {
  it.each([
    { member: "droplet_size", value: "M", read: "medium", saved: "very_coarse" },
    { member: "boom_height", value: "high", read: "high", saved: "low" },
    { member: "gpa", value: 22.5, read: 22.5, saved: 15 },
  ])("$member: left out it is as saved, null clears it, a value replaces it", async (each) => {
    expect((await inputsWith({}))[each.member]).toBe(each.saved);
    expect((await inputsWith({ [each.member]: null }))[each.member]).toBeNull();
    expect((await inputsWith({ [each.member]: each.value }))[each.member]).toBe(each.read);
    // None of it was saved: the next computation and the next reading find what the check left.
    expect((await inputsWith({}))[each.member]).toBe(each.saved);
    expect((await read(caller, id)).compliance.drift.setup).toMatchObject({ [each.member]: each.saved });
  });

  it("application_method: left out it is as saved, a value replaces it and its buffers", async () => {
    const ground = await compute(caller, id);
    const aerial = await compute(caller, id, { application_method: "broadcast-air" });
    expect(ground.application_time.products[0]).toMatchObject({ method: "Broadcast-Ground", raw_distance_ft: 70 });
    expect(aerial.application_time.products[0]).toMatchObject({ method: "Broadcast-Air", raw_distance_ft: 120 });
    const { application_method, compliance } = await read(caller, id);
    expect(application_method).toBe("Broadcast-Ground");
    expect(compliance.requirements.map((each) => each.mitigation_type)).toContain("epa_drift_ground");
  });

  it("temperature and humidity: left out or null they are not known, and nothing is made up", async () => {
    expect(await inputsWith({})).toMatchObject({ temperature_f: null, humidity_percent: null });
    expect(await inputsWith({ temperature_f: null, humidity_percent: null })).toMatchObject({
      temperature_f: null,
      humidity_percent: null,
    });
    expect(await inputsWith({ temperature_f: -40, humidity_percent: 0 })).toMatchObject({
      temperature_f: -40,
      humidity_percent: 0,
    });
  });
});

describe("a rate as it is sprayed", () => {
  const update = (more: Record<string, unknown> = {}) => ({
    product_index: 0,
    epa_number: NEEDS_4.epa_number,
    rate: 0.8,
    rate_unit: "lb/ac",
    ...more,
  });

  it("picks its own range, and is kept with the computation alone", async () => {
    const { application_time: at } = await compute(caller, id, { rate_updates: [update()] });
    expect(at.effective_rates).toMatchObject([{ rate: 0.8, rate_normalized: { value: 0.8, unit: "lb_per_acre" } }]);
    expect(at.products[0]).toMatchObject({ raw_distance_ft: 35 });
    const { products, compliance } = await read(caller, id);
    expect(products[0]).toMatchObject({ rate: 1 });
    expect(compliance.drift.last_computation?.effective_rates).toMatchObject([{ rate: 0.8 }]);
  });

  it("above the label's is a violation that stops no placement", async () => {
    const found = await compute(caller, id, { rate_updates: [update({ rate: 3 })] });
    expect(codesOf(found)).toContain("LABEL_LIMIT_EXCEEDED");
    expect(found.compliance.status).toBe("not_met");
  });

  it("may name the product by a number with leading zeros", async () => {
    const found = await compute(caller, id, { rate_updates: [update({ epa_number: "099002-0001" })] });
    expect(found.application_time.effective_rates[0]?.rate).toBe(0.8);
  });
});

describe("a setup that breaks a rule, or leaves one open,", () => {
  it.each([
    { what: "finer droplets than the label's", more: { droplet_size: "F" }, code: "DROPLET_BELOW_LABEL_MINIMUM" },
    { what: "a method the label excludes", more: { application_method: "Airblast" }, code: "METHOD_NOT_PERMITTED" },
  ])("makes the whole field buffer: $what", async ({ more, code }) => {
    const found = await compute(caller, id, { ...more, geometry: "both" });
    expect(codesOf(found)).toContain(code);
    expect(found.compliance.drift).toMatchObject({
      status: "not_met",
      requires_buffer: null,
      has_treatable_area: null,
    });
    const { geometry } = found.application_time;
    expect(geometry?.treatable).toBeNull();
    expect(geometry?.buffer).toEqual({
      type: "MultiPolygon",
      coordinates: [
        [
          [
            [-87.25, 32.89],
            [-87.246, 32.89],
            [-87.246, 32.894],
            [-87.25, 32.894],
            [-87.25, 32.89],
          ],
        ],
      ],
    });
  });

  it("wind beyond the label is a known no: nothing is placed, and the intake question stays", async () => {
    const found = await compute(caller, id, { wind_speed_mph: 40 }, "wind_rose=true");
    expect(found.application_time.wind_rose).toEqual([]);
    expect(found.compliance.drift.status).toBe("not_met");
    expect(codesOf(found)).toEqual(
      expect.arrayContaining(["WIND_OUTSIDE_LABEL_RANGE", "WIND_SPEED_UNRESOLVED", "DRIFT_CONDITIONS_UNVERIFIED"]),
    );
    expect(found.application_time.edges.every(({ buffer_ft }) => buffer_ft === null)).toBe(true);
  });

  it("calm air below the label's range is a known no: no edge has a buffer", async () => {
    const found = await compute(caller, id, { wind_speed_mph: 0 });
    expect(codesOf(found)).toContain("WIND_OUTSIDE_LABEL_RANGE");
    const { edges } = found.application_time;
    expect(edges.map(({ reason, buffer_ft }) => [reason, buffer_ft])).toEqual(
      Array.from({ length: 4 }, () => ["unresolved", null]),
    );
  });
});
