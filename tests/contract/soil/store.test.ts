import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { storeCells } from "@/lib/data/soil/cells";
import { countedGroup } from "@/lib/engine/soil-group";
import { analyzeSoil, analyzeSoilWithFeatures } from "@/lib/usecases/fields/analyze-soil";
import { emptySoilStore, sql } from "@/tests/support/soil-database";
import { type Box, boxBoundary, connectStub, type Connected, groundOf } from "@/tests/support/soil-ground";

const ground = groundOf([
  { box: [-90.02, 41, -90, 41.04], mukey: "101", group: "B", slope: 2 },
  { box: [-90, 41, -89.96, 41.04], mukey: "102", group: "C", slope: 6 },
  { box: [-90.2, 41, -90.1, 41.1], mukey: "201", group: "A", slope: 1, areasymbol: "TS002" },
]);

let connected: Connected;
const signal = new AbortController().signal;
const analyze = (box: Box) => analyzeSoil({ deps: connected.deps, signal }, boxBoundary(box));
const calls = () => connected.stub.calls();

beforeAll(async () => {
  connected = await connectStub(ground);
});
afterAll(() => connected.close());
beforeEach(async () => {
  connected.stub.setFault(null);
  connected.stub.setPublished("2025-09-09T21:50:01");
  await emptySoilStore();
});

describe("neighbors", () => {
  it("in one square cost the survey one question, one after the other or at once", async () => {
    const before = calls();
    await analyze([-90.018, 41.002, -90.012, 41.008]);
    expect(await analyze([-90.01, 41.002, -90.004, 41.008])).toMatchObject({ status: "fetched" });
    expect(calls() - before).toBe(1);

    const atOnce = [0, 1, 2, 3, 4, 5].map((step) =>
      analyze([-89.998 + step * 0.002, 41.002, -89.9965 + step * 0.002, 41.008]),
    );
    for (const soil of await Promise.all(atOnce))
      expect(soil).toMatchObject({ status: "fetched", summary: { dominantGroup: "C" } });
    expect(calls() - before).toBe(2);
    const [row] = await sql<{ cells: number }>("SELECT count(*)::int AS cells FROM soil_cell");
    expect(row?.cells).toBe(2);
  });

  it("a field over several squares asks for its block once, and its seams leave no gap", async () => {
    const before = calls();
    const soil = await analyzeSoilWithFeatures(
      { deps: connected.deps, signal },
      boxBoundary([-90.01, 41.01, -89.97, 41.03]),
    );
    expect(calls() - before).toBe(1);
    expect(soil.summary?.byGroup.B?.percentage).toBeCloseTo(25, 3);
    expect(soil.summary?.byGroup.C?.percentage).toBeCloseTo(75, 3);
    expect(soil.summary?.dominantGroup).toBe("C");
    expect(soil.summary?.slopePct).toBeCloseTo(5, 3);
    expect(soil.features?.map(({ mukey, geometry }) => [mukey, geometry.coordinates.length])).toEqual([
      ["102", 1],
      ["101", 1],
    ]);
  });

  it("a caller who goes away does not take the answer from those who wait for the same square", async () => {
    const leaving = new AbortController();
    connected.stub.setFault("slow", { delayMs: 300 });
    const gone = analyzeSoil(
      { deps: connected.deps, signal: leaving.signal },
      boxBoundary([-90.018, 41.002, -90.012, 41.008]),
    );
    const stays = analyze([-90.01, 41.002, -90.004, 41.008]);
    setTimeout(() => leaving.abort(new DOMException("gone", "AbortError")), 50);
    await expect(gone).rejects.toThrow("gone");
    expect(await stays).toMatchObject({ status: "fetched" });
  });
});

describe("a square that the survey answers nothing for, for a moment", () => {
  const OVER_TWO: Box = [-90.01, 41.002, -89.99, 41.008];

  it("is missing from the answer, which is not kept: the next one has its ground", async () => {
    // One square is in the store, so that only the other is asked for.
    await analyze([-90.018, 41.002, -90.012, 41.008]);
    connected.stub.setFault("empty", { times: 1 });
    const half = await analyze(OVER_TWO);
    expect(half).toMatchObject({ status: "fetched", summary: { dominantGroup: "B" } });
    expect(half.summary?.byGroup.no_data?.percentage).toBeCloseTo(50, 1);
    // The other half may be of a wetter group, and is.
    expect(countedGroup(half.summary)).toBeNull();
    const whole = await analyze(OVER_TWO);
    expect(whole.status).toBe("fetched");
    expect(whole.summary?.byGroup.no_data).toBeUndefined();
    expect(whole.summary?.byGroup.C?.percentage).toBeCloseTo(50, 1);
    expect((await analyze(OVER_TWO)).status).toBe("reused");
  });
});

describe("what is stored", () => {
  const FIELD: Box = [-90.018, 41.002, -90.012, 41.008];
  const OF_C: Box = [-89.998, 41.002, -89.992, 41.008];

  it("is reused for the same boundary, and a changed boundary is analysed again from the stored squares", async () => {
    expect((await analyze(FIELD)).status).toBe("fetched");
    expect((await analyze(FIELD)).status).toBe("reused");
    const before = calls();
    expect((await analyze([-90.018, 41.002, -90.012, 41.0081])).status).toBe("fetched");
    expect(calls()).toBe(before);
    await analyze([-90.018, 41.002, -90.012, 41.021]);
    expect(calls()).toBe(before + 1);
  });

  it("is too old after 400 days: survey and analysis both", async () => {
    await analyze(FIELD);
    await sql("UPDATE soil_analysis SET analyzed_at = now() - INTERVAL '399 days'");
    expect((await analyze(FIELD)).status).toBe("reused");
    await sql("UPDATE soil_analysis SET analyzed_at = now() - INTERVAL '401 days'");
    await sql("UPDATE soil_cell SET fetched_at = now() - INTERVAL '401 days'");
    const before = calls();
    expect((await analyze(FIELD)).status).toBe("fetched");
    expect(calls()).toBe(before + 1);
    expect((await analyze(FIELD)).status).toBe("reused");
  });

  it("is stale when it was made by the first version of the processing, and of more than one survey area", async () => {
    await analyze(OF_C);
    await sql("UPDATE soil_analysis SET processing_version = 1");
    expect((await analyze(OF_C)).status).toBe("reused");
    await sql(`UPDATE soil_analysis SET areas = areas || '{"TS999": "2020-01-01"}'`);
    expect((await analyze(OF_C)).status).toBe("fetched");
  });

  it("is stale when it does not name the groups of its map units, and the field may be sandy ground", async () => {
    for (const version of [1, 2]) {
      for (const [box, status] of [
        [FIELD, "fetched"],
        [OF_C, "reused"],
      ] as const) {
        await analyze(box);
        await sql(`UPDATE soil_analysis SET processing_version = ${version}`);
        expect((await analyze(box)).status).toBe(status);
      }
    }
  });

  it("is stale when it was made by another version of the processing", async () => {
    await analyze(FIELD);
    await sql("UPDATE soil_analysis SET processing_version = 0");
    const before = calls();
    expect((await analyze(FIELD)).status).toBe("fetched");
    expect(calls()).toBe(before);
    expect((await analyze(FIELD)).status).toBe("reused");
  });

  it("is stale once a neighbor's answer names a newer publication of its survey area, and only of its own", async () => {
    const other: Box = [-90.15, 41.05, -90.145, 41.055];
    await analyze(FIELD);
    await analyze(other);
    connected.stub.setPublished("2026-09-01T00:00:00");
    await analyze([-89.978, 41.002, -89.97, 41.008]);
    const before = calls();
    expect(await analyze(FIELD)).toMatchObject({ status: "fetched", version: "SSURGO TS001 2026-09-01" });
    expect(calls()).toBe(before + 1);
    expect(await analyze(other)).toMatchObject({ status: "reused", version: "SSURGO TS002 2025-09-09" });
  });

  it("is not used when it is stale and the survey answers nothing, and is still there", async () => {
    await analyze(FIELD);
    await sql("UPDATE soil_analysis SET analyzed_at = now() - INTERVAL '401 days'");
    await sql("UPDATE soil_cell SET fetched_at = now() - INTERVAL '401 days'");
    connected.stub.setFault("empty");
    expect((await analyze(FIELD)).status).toBe("unavailable");
    const [row] = await sql<{ polygons: number }>("SELECT count(*)::int AS polygons FROM soil_cell_polygon");
    expect(row?.polygons).toBe(1);
  });

  it("is replaced whole when two processes store one square at once: no ground counts twice", async () => {
    const cells = [{ x: -4501, y: 2050 }];
    const answer = {
      areas: { TS001: "2025-09-09T21:50:01" },
      polygons: [
        {
          mukey: "101",
          mapUnit: { musym: "S101", muname: null, hydgrpdcd: "B" as const, slopegradwta: 2 },
          geometry: boxBoundary([-90.02, 41, -90, 41.04]).geometry,
        },
      ],
    };
    const { db } = connected.deps;
    const ids = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
    await Promise.all([...ids, ...ids].map((id) => storeCells(db.prisma, id, cells, answer)));
    const before = calls();
    const soil = await analyze(FIELD);
    expect(calls()).toBe(before);
    expect(soil.summary?.byGroup).toEqual({ B: { areaSqm: soil.summary?.totalAreaSqm, percentage: 100 } });
  });

  it("is found by the spatial index", async () => {
    await sql(
      "INSERT INTO soil_cell_polygon (cell_x, cell_y, fetch_id, mukey, has_map_unit, geom) " +
        "SELECT x, y, gen_random_uuid(), '1', true, ST_Multi(ST_MakeEnvelope(x / 50.0, y / 50.0, (x + 1) / 50.0, (y + 1) / 50.0, 4326)) " +
        "FROM generate_series(-6000, -5700) x, generate_series(1500, 1600) y",
    );
    await sql("ANALYZE soil_cell_polygon");
    const plan = await sql<{ "QUERY PLAN": string }>(
      "EXPLAIN SELECT FROM soil_cell_polygon WHERE geom && ST_MakeEnvelope(-118, 31, -117.9, 31.1, 4326)",
    );
    expect(JSON.stringify(plan)).toContain("soil_cell_polygon_geom_idx");
  });
});

describe("a field that asks too much of the survey", () => {
  it("a line across the country is unavailable and asks nothing", async () => {
    const before = calls();
    expect((await analyze([-120, 41, -80, 41.00001])).status).toBe("unavailable");
    const scattered = Array.from({ length: 600 }, (_, i): Box => [-120 + i * 0.05, 41, -119.999 + i * 0.05, 41.001]);
    expect((await analyzeSoil({ deps: connected.deps, signal }, boxBoundary(...scattered))).status).toBe("unavailable");
    expect(calls()).toBe(before);
  });
});
