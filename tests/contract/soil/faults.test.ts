import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { SoilFailure } from "@/lib/domain/soil-survey";
import { SOIL_FAULTS, type SoilFault } from "@/lib/gateways/stub/soil-faults";
import { analyzeSoil, analyzeSoilWithFeatures } from "@/lib/usecases/fields/analyze-soil";
import { soilStore, sql } from "@/tests/support/soil-database";
import { boxBoundary, connectStub, type Connected, groundOf } from "@/tests/support/soil-ground";

/** Two soils side by side, reaching over four squares of the grid. */
const ground = groundOf([
  { box: [-90.02, 41, -90, 41.04], mukey: "101", group: "B", slope: 2 },
  { box: [-90, 41, -89.98, 41.04], mukey: "102", group: "C", slope: 6 },
]);
const WEST = boxBoundary([-90.018, 41.002, -90.002, 41.018]);
const EAST = boxBoundary([-89.998, 41.002, -89.99, 41.01]);
const UNAVAILABLE = { status: "unavailable", summary: null, version: null };
const MOST_BYTES = 1 << 20;

let connected: Connected;
const signal = new AbortController().signal;
const analyze = (boundary = EAST) => analyzeSoil({ deps: connected.deps, signal }, boundary);

beforeAll(async () => {
  connected = await connectStub(ground, { deadlineMs: 1500, mostBytes: MOST_BYTES });
  // Something stored beforehand, that no fault may touch.
  expect(await analyze(WEST)).toMatchObject({ status: "fetched", summary: { dominantGroup: "B", slopePct: 2 } });
});
afterAll(() => connected.close());
beforeEach(() => {
  connected.stub.setFault(null);
  connected.failures();
});

/** Each fault, how the log names it, and how many questions were asked: a retry where one may help. */
const FAILING: { fault: SoilFault; failure: SoilFailure; asked: 1 | 2 }[] = [
  { fault: "slow", failure: "timeout", asked: 1 },
  { fault: "error_500", failure: "http_status", asked: 2 },
  { fault: "error_503", failure: "http_status", asked: 2 },
  { fault: "html", failure: "html", asked: 2 },
  { fault: "maintenance", failure: "maintenance", asked: 2 },
  { fault: "cut_json", failure: "cut_json", asked: 2 },
  { fault: "service_exception", failure: "service_exception", asked: 1 },
  { fault: "wrong_schema", failure: "schema", asked: 1 },
  { fault: "huge", failure: "too_large", asked: 1 },
  { fault: "closed", failure: "network", asked: 2 },
];

describe("a survey in trouble", () => {
  it.each(FAILING)(
    "$fault is unavailable, named $failure, and leaves the store as it was",
    async ({ fault, failure, asked }) => {
      const before = await soilStore();
      const callsBefore = connected.stub.calls();
      connected.stub.setFault(fault);
      expect(await analyze()).toEqual(UNAVAILABLE);
      expect(connected.failures()).toEqual(Array.from({ length: asked }, () => failure));
      expect(connected.stub.calls() - callsBefore).toBe(asked);
      expect(await analyzeSoilWithFeatures({ deps: connected.deps, signal }, EAST)).toEqual({
        ...UNAVAILABLE,
        features: null,
        failure,
      });
      expect(await soilStore()).toEqual(before);
      expect(await analyze(WEST)).toMatchObject({ status: "reused", summary: { dominantGroup: "B" } });
    },
  );

  it("an empty object is no coverage: unavailable, no fault in the log, nothing stored", async () => {
    const before = await soilStore();
    connected.stub.setFault("empty");
    expect(await analyze()).toEqual(UNAVAILABLE);
    expect(connected.failures()).toEqual([]);
    expect(await soilStore()).toEqual(before);
  });

  it("outside the survey's coverage nothing is made up", async () => {
    expect(await analyze(boxBoundary([-80, 30, -79.995, 30.005]))).toEqual(UNAVAILABLE);
  });

  it("no listener on the other side is unavailable", async () => {
    const alone = await connectStub(ground);
    await alone.stub.close();
    expect(await analyze()).toEqual(UNAVAILABLE);
    expect(alone.failures()).toEqual(["network", "network"]);
    await alone.close().catch(() => undefined);
  });

  it("one failure is made good by the second attempt", async () => {
    connected.stub.setFault("html", { times: 1 });
    expect(await analyze()).toMatchObject({ status: "fetched", summary: { dominantGroup: "C", slopePct: 6 } });
    expect(connected.failures()).toEqual(["html"]);
    await sql("DELETE FROM soil_analysis WHERE summary->>'dominantGroup' = 'C'");
    await sql("TRUNCATE soil_cell, soil_cell_polygon");
  });

  it("a missing map unit counts as no data, a null group as none: neither has a dominant group or a slope", async () => {
    connected.stub.setFault("missing_map_unit");
    const lost = await analyze(boxBoundary([-89.997, 41.022, -89.99, 41.03]));
    expect(lost).toMatchObject({ status: "fetched", summary: { dominantGroup: null, slopePct: null } });
    expect(Object.keys(lost.summary?.byGroup ?? {})).toEqual(["no_data"]);
    await sql("TRUNCATE soil_cell, soil_cell_polygon");
    connected.stub.setFault("null_group");
    const without = await analyze(boxBoundary([-89.997, 41.022, -89.99, 41.031]));
    expect(without).toMatchObject({ status: "fetched", summary: { dominantGroup: null, slopePct: null } });
    expect(Object.keys(without.summary?.byGroup ?? {})).toEqual(["none"]);
    expect(Object.keys(without.summary?.byMapUnit ?? {})).toEqual(["S102"]);
  });
});

it("every fault the stub knows is tried here", () => {
  const tried = [...FAILING.map(({ fault }) => fault), "empty", "missing_map_unit", "null_group"];
  expect(tried.toSorted()).toEqual([...SOIL_FAULTS].toSorted());
});

describe("the breaker", () => {
  it("opens after failures in a row, asks nothing while open, and closes when one question is answered", async () => {
    let now = 1_000_000;
    const watched = await connectStub(ground, { failuresToOpen: 3, openMs: 30_000, now: () => now, retryAfterMs: 1 });
    const field = (step: number) => boxBoundary([-90.0195 + step * 0.0001, 41.0205, -90.01, 41.03]);
    const ask = (step: number) => analyzeSoil({ deps: watched.deps, signal }, field(step));
    await sql("TRUNCATE soil_cell, soil_cell_polygon, soil_analysis");
    watched.stub.setFault("error_500");
    for (const step of [0, 1, 2]) expect(await ask(step)).toEqual(UNAVAILABLE);
    expect(watched.stub.calls()).toBe(6);
    expect(watched.events.at(-1)).toEqual({ event: "breaker", state: "open" });
    expect(await ask(3)).toEqual(UNAVAILABLE);
    expect(watched.stub.calls()).toBe(6);

    now += 30_000;
    expect(await ask(4)).toEqual(UNAVAILABLE);
    expect(watched.stub.calls()).toBe(8);
    expect(await ask(5)).toEqual(UNAVAILABLE);
    expect(watched.stub.calls()).toBe(8);

    now += 30_000;
    watched.stub.setFault(null);
    expect(await ask(6)).toMatchObject({ status: "fetched" });
    expect(watched.events.at(-1)).toEqual({ event: "breaker", state: "closed" });
    expect(await ask(7)).toMatchObject({ status: "fetched" });
    expect(watched.stub.calls()).toBe(9);
    await watched.close();
  });

  it("asks again in its time when the clock is set back meanwhile", async () => {
    const clock = vi.spyOn(Date, "now");
    const watched = await connectStub(ground, { failuresToOpen: 1, openMs: 20, retryAfterMs: 1 });
    const ask = () => analyzeSoil({ deps: watched.deps, signal }, boxBoundary([-90.0196, 41.0206, -90.011, 41.031]));
    await sql("TRUNCATE soil_cell, soil_cell_polygon, soil_analysis");
    watched.stub.setFault("error_500");
    expect(await ask()).toEqual(UNAVAILABLE);
    watched.stub.setFault(null);
    clock.mockReturnValue(Date.now() - 3_600_000);
    try {
      await expect.poll(ask).toMatchObject({ status: "fetched" });
    } finally {
      clock.mockRestore();
    }
    await watched.close();
  });
});
