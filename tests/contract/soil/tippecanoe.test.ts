import type { Feature, MultiPolygon, Polygon } from "geojson";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { SoilShare } from "@/lib/domain/soil";
import { analyzeSoil, analyzeSoilWithFeatures } from "@/lib/usecases/fields/analyze-soil";
import { sql } from "@/tests/support/soil-database";
import { boundaryOf, connectStub, type Connected, tippecanoe } from "@/tests/support/soil-ground";
import { describeWithSharedData, readSharedJson } from "@/tests/support/shared-data";

interface Surveyed {
  mukey: string;
  musym: string;
  muname: string;
  muareaacres: number;
  hydgrp_dominant: string;
  slope_r_wtavg: number;
}

const SQM_PER_ACRE = 4046.8564224;

/** Within 0.1 %. */
const expectWithin = (got: number, wanted: number): void => expect(Math.abs(got - wanted) / wanted).toBeLessThan(1e-3);

describeWithSharedData("the recorded survey of Tippecanoe County", () => {
  let connected: Connected;
  const signal = new AbortController().signal;
  const ground = tippecanoe();
  const surveyed = (
    readSharedJson("soil/ssurgo_in157_mupolygon.geojson") as { features: Feature<Polygon, Surveyed>[] }
  ).features.map(({ properties }) => properties);

  /** The union of polygons that share edges, as one boundary. */
  const unionOf = async (polygons: typeof ground) => {
    const [row] = await sql<{ shape: MultiPolygon }>(
      `SELECT ST_AsGeoJSON(ST_Multi(ST_CollectionExtract(ST_Union(ST_GeomFromText(wkt, 4326)), 3)), 17)::jsonb AS shape
       FROM unnest($1::text[]) AS t(wkt)`,
      [polygons.map(({ wkt }) => wkt)],
    );
    return boundaryOf(row?.shape.coordinates ?? []);
  };
  const analyze = async (polygons: typeof ground) => {
    const boundary = await unionOf(polygons);
    const soil = await analyzeSoilWithFeatures({ deps: connected.deps, signal }, boundary);
    if (soil.summary === null) throw new Error("no soil");
    return { ...soil, boundary };
  };
  const sqmBy = (key: (unit: Surveyed) => string): Record<string, number> => {
    const areas: Record<string, number> = {};
    for (const unit of surveyed) areas[key(unit)] = (areas[key(unit)] ?? 0) + unit.muareaacres * SQM_PER_ACRE;
    return areas;
  };
  const expectAreas = (found: Record<string, SoilShare>, wanted: Record<string, number>) => {
    expect(Object.keys(found).toSorted()).toEqual(Object.keys(wanted).toSorted());
    for (const [key, { areaSqm }] of Object.entries(found)) expectWithin(areaSqm, wanted[key] ?? 0);
    const sum = Object.values(found).reduce((total, { percentage }) => total + percentage, 0);
    expect(Math.abs(sum - 100)).toBeLessThan(0.1);
  };

  beforeAll(async () => {
    connected = await connectStub(ground);
  });
  afterAll(() => connected.close());

  it("gives groups, slopes and areas of the twelve polygons whose map units are known", async () => {
    expect(surveyed).toHaveLength(12);
    const { boundary, features, ...soil } = await analyze(ground.filter(({ unit }) => unit !== null));
    expect(soil).toMatchObject({ status: "fetched", version: "SSURGO IN157 2025-09-09" });
    const totalSqm = surveyed.reduce((sum, unit) => sum + unit.muareaacres * SQM_PER_ACRE, 0);
    expectWithin(soil.summary.totalAreaSqm, totalSqm);
    expectAreas(
      soil.summary.byGroup,
      sqmBy(({ hydgrp_dominant }) => hydgrp_dominant),
    );
    expectAreas(
      soil.summary.byMapUnit,
      sqmBy(({ musym }) => musym),
    );
    const weighted = surveyed.reduce((sum, unit) => sum + unit.muareaacres * SQM_PER_ACRE * unit.slope_r_wtavg, 0);
    expectWithin(soil.summary.slopePct ?? 0, weighted / totalSqm);
    expect(soil.summary.dominantGroup).toBe("B/D");

    const units = surveyed.map(({ mukey, musym, muname, hydgrp_dominant, slope_r_wtavg }) => ({
      mukey,
      musym,
      muname,
      hydgrpdcd: hydgrp_dominant,
      slopegradwta: slope_r_wtavg,
    }));
    expect(features).toHaveLength(8);
    for (const { mukey, musym, muname, hydgrpdcd, slopegradwta, geometry } of features) {
      expect(units).toContainEqual({ mukey, musym, muname, hydgrpdcd, slopegradwta });
      expect(geometry.type).toBe("MultiPolygon");
    }
    expect(await analyzeSoil({ deps: connected.deps, signal }, boundary)).toEqual({ ...soil, status: "reused" });
  });

  it("counts the thirteenth polygon, whose map unit is missing, as no data", async () => {
    const [lost, ...others] = ground.filter(({ unit }) => unit === null);
    expect([lost?.mukey, others.length]).toEqual(["163953", 0]);
    const { summary } = await analyze(ground);
    const [row] = await sql<{ area: number }>("SELECT ST_Area(ST_GeomFromText($1, 4326)::geography) AS area", [
      lost?.wkt,
    ]);
    const noDataSqm = row?.area ?? 0;
    expect(noDataSqm).toBeGreaterThan(0);
    expectAreas(summary.byGroup, { ...sqmBy(({ hydgrp_dominant }) => hydgrp_dominant), no_data: noDataSqm });
    expectAreas(summary.byMapUnit, { ...sqmBy(({ musym }) => musym), no_data: noDataSqm });
    expect(summary.byMapUnit.no_data?.muname).toBeNull();
  });
});
