import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countStatements } from "@/lib/data/statement-context";
import type { PortalPass } from "@/lib/usecases/portal/pass";
import { markDownslope } from "@/tests/support/portal-edits";
import { computeForPortal, previewDrift, type MomentRequest } from "@/lib/usecases/portal/preview-drift";
import { read, saved } from "@/tests/contract/v2/compliance/support";
import { passOf, placeOf } from "@/tests/contract/v2/drift/portal";
import { compute, prepareSoundGround, READY } from "@/tests/contract/v2/drift/support";
import { snapshot } from "@/tests/contract/v2/esa-check/support";
import { lock } from "@/tests/contract/v2/portal/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let soil: Connected;
let pass: PortalPass;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("drift-preview");
  pass = await passOf(caller);
});
afterAll(() => soil.close());

const WIND = { windDirectionDeg: 270, windSpeedMph: 8, temperatureF: null, humidityPercent: null };
const AS_SAVED = { method: undefined, dropletSize: undefined, boomHeight: undefined, gpa: undefined, rateUpdates: [] };
const begin = async (name: string) => {
  const { id } = await saved(caller, { application_id: name, ...READY });
  const place = await placeOf(caller, id);
  const request: MomentRequest = {
    fieldId: place.fieldId,
    applicationEventId: id,
    weather: WIND,
    setup: AS_SAVED,
    withWindRose: false,
  };
  return { id, place, request };
};
const signal = new AbortController().signal;

describe("a preview", () => {
  it("is the computation that would be saved, with every edge's place, and saves nothing", async () => {
    const { id, place, request } = await begin("previewed");
    const before = await snapshot(caller.providerId);
    const preview = await previewDrift(pass, request);
    expect(await snapshot(caller.providerId)).toBe(before);
    const { application_time: at, compliance } = await compute(caller, id, { geometry: "both" });
    expect(preview.edges.map(({ bufferFt }) => bufferFt)).toEqual(at.edges.map(({ buffer_ft }) => buffer_ft));
    expect(preview.computation.geometry).toEqual(at.geometry);
    expect(preview.assessment.status).toBe(compliance.status);
    expect(preview.edges[1]?.line).toEqual([
      [-87.246, 32.89],
      [-87.246, 32.894],
    ]);
    expect(preview.treatablePercent).toBeGreaterThan(94);
    expect(preview).toMatchObject({
      boundaryHash: place.boundaryHash,
      isLocked: false,
      featureSet: null,
      downslope: [],
    });
  });

  it("names the marked edges as the drift answer does", async () => {
    const { place, request } = await begin("previewed-slope");
    const edge = { partIndex: 0, ringIndex: 0, edgeIndex: 2 };
    await markDownslope(pass, { ...place, edges: [edge] });
    expect((await previewDrift(pass, request)).downslope).toEqual([edge]);
  });

  it("turns the wind for four messages to the database", async () => {
    const { request } = await begin("previewed-often");
    await previewDrift(pass, request);
    const count = { statements: 0 };
    await countStatements(count, () => previewDrift(pass, { ...request, withWindRose: true }));
    expect(count.statements).toBeLessThanOrEqual(4);
  });

  it("goes on under a lock, and is not there for another field or provider", async () => {
    const { id, request } = await begin("previewed-locked");
    const { request: elsewhere } = await begin("previewed-elsewhere");
    await lock(caller, id, true);
    expect(await previewDrift(pass, request)).toMatchObject({ isLocked: true });
    const wrongField = { ...request, fieldId: elsewhere.fieldId };
    await expect(previewDrift(pass, wrongField)).rejects.toMatchObject({ reason: "not_found" });
    const stranger = { ...pass, providerId: (await makeCaller("drift-preview-stranger")).providerId };
    await expect(previewDrift(stranger, request)).rejects.toMatchObject({ reason: "not_found" });
  });
});

describe("using the conditions of a preview", () => {
  it("saves them as the request of a provider would", async () => {
    const { id, request } = await begin("used");
    const { checkedAt, status } = await computeForPortal(pass, request, signal);
    const { drift, last_assessment: last } = (await read(caller, id)).compliance;
    expect(drift.last_computation).toMatchObject({ checked_at: checkedAt.toISOString(), drift_status: "met" });
    expect(drift.weather).toMatchObject({ wind_direction_deg: 270, wind_speed_mph: 8 });
    expect(last?.status).toBe(status);
  });

  it("is refused under a lock and for another field, and saves nothing", async () => {
    const { id, request } = await begin("used-locked");
    const { request: elsewhere } = await begin("used-elsewhere");
    const wrongField = computeForPortal(pass, { ...request, fieldId: elsewhere.fieldId }, signal);
    await expect(wrongField).rejects.toMatchObject({ reason: "not_found" });
    await lock(caller, id, true);
    await expect(computeForPortal(pass, request, signal)).rejects.toMatchObject({ reason: "locked" });
    expect((await read(caller, id)).compliance.drift.last_computation).toBeNull();
  });
});
