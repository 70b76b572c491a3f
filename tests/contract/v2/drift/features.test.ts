import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findComputeState } from "@/lib/data/drift/compute-state";
import { asProvider, Prisma, type ProviderTx } from "@/lib/data/db";
import { SOIL_PROCESSING_VERSION } from "@/lib/engine/soil-analysis";
import { getDeps } from "@/lib/runtime/deps";
import { saveDrawnFeature } from "@/tests/support/portal-edits";
import { v7 as uuidv7 } from "uuid";
import { read, saved } from "@/tests/contract/v2/compliance/support";
import { compute, loadFeatures, prepareSoundGround, READY } from "@/tests/contract/v2/drift/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { box } from "@/tests/support/reference-data";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let soil: Connected;
let id: string;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("drift-features");
  id = (await saved(caller, { application_id: "ground", ...READY })).id;
});
afterAll(() => soil.close());

/** East of the test field, whose eastern side lies at -87.246. A foot is about 3.26e-6 degrees there. */
const eastOf = (fromFt: number, toFt: number, south = 32.889, north = 32.895) =>
  box(-87.246 + fromFt * 3.26e-6, south, -87.246 + toFt * 3.26e-6, north);

const at = async () => (await compute(caller, id, { geometry: "both" })).application_time;
const counted = async () => {
  const found = await at();
  const { non_managed_feature_count, exclusion_feature_count, feature_scope } = found;
  return [feature_scope, exclusion_feature_count, non_managed_feature_count];
};

describe("ground of the loaded set", () => {
  it("without a set there is none: nothing is credited, and the counts are zero", async () => {
    expect(await counted()).toEqual(["global_only", 0, 0]);
  });

  it("is read for each request: a road along the edge carries its width of the buffer", async () => {
    const before = await at();
    await loadFeatures({ category: "road", geometry: eastOf(0, 40) });
    const after = await at();
    expect(after).toMatchObject({ feature_scope: "global_only", exclusion_feature_count: 1 });
    expect(before.edges[1]?.credited_outside_ft).toBe(0);
    expect(Math.abs((after.edges[1]?.credited_outside_ft ?? 0) - 40)).toBeLessThan(1);
    // The distance asked for is the same; less of it falls inside the field.
    expect(after.edges[1]?.buffer_ft).toBe(70);
    const [row] = await sql<{ before: number; after: number }>(
      null,
      `SELECT ST_Area(ST_GeomFromGeoJSON($1)::geography) AS before, ST_Area(ST_GeomFromGeoJSON($2)::geography) AS after`,
      [JSON.stringify(before.geometry?.buffer), JSON.stringify(after.geometry?.buffer)],
    );
    expect((row?.after ?? 0) / (row?.before ?? 1)).toBeCloseTo(30 / 70, 1);
  });

  it("water over managed ground takes the credit back, and makes no distance of its own", async () => {
    await loadFeatures({ category: "road", geometry: eastOf(0, 40) }, { category: "water", geometry: eastOf(-5, 45) });
    const found = await at();
    expect(found).toMatchObject({ exclusion_feature_count: 1, non_managed_feature_count: 1 });
    expect(found.edges[1]).toMatchObject({ credited_outside_ft: 0, buffer_ft: 70 });
  });

  it("counts within a quarter of a mile of the field, and not beyond, each feature once", async () => {
    await loadFeatures(
      { category: "structure", geometry: eastOf(1200, 1300) },
      { category: "structure", geometry: eastOf(1400, 1500) },
      { category: "habitat", geometry: eastOf(1300, 9000, 32.8, 33) },
      { category: "water", geometry: box(-87.3, 32.7, -87.29, 32.71) },
    );
    expect(await counted()).toEqual(["global_only", 1, 1]);
  });

  it("of many vertices comes whole, although it is searched in pieces", async () => {
    const teeth = Array.from({ length: 600 }, (_unused, step): [number, number] => [
      -87.246 + (step % 2 === 0 ? 40 : 41) * 3.26e-6,
      32.889 + (step * 0.006) / 599,
    ]);
    const ring = [[-87.246, 32.889], ...teeth, [-87.246, 32.895], [-87.246, 32.889]];
    await loadFeatures({ category: "bare_ground", geometry: { type: "Polygon", coordinates: [ring] } });
    const found = await at();
    expect(found.exclusion_feature_count).toBe(1);
    expect(Math.abs((found.edges[1]?.credited_outside_ft ?? 0) - 40)).toBeLessThan(2);
  });
});

/** The plan of the statement that reads everything a computation needs. */
async function planOfState(): Promise<string> {
  const { db } = await getDeps();
  return asProvider(db, caller.providerId, async (tx) => {
    let plan: Record<string, string>[] = [];
    const explaining = {
      $queryRaw: async (strings: TemplateStringsArray, ...values: unknown[]) => {
        plan = await tx.$queryRaw<Record<string, string>[]>(Prisma.sql`EXPLAIN ${Prisma.sql(strings, ...values)}`);
        return [];
      },
    };
    await findComputeState(explaining as unknown as ProviderTx, caller.providerId, id, SOIL_PROCESSING_VERSION);
    return plan.map((row) => Object.values(row)[0]).join("\n");
  });
}

it("is found through the spatial index, however much of it lies elsewhere", async () => {
  const { dataSetId } = await loadFeatures({ category: "road", geometry: eastOf(0, 60) });
  await sql(
    null,
    `INSERT INTO feature_piece (data_set_id, feature_number, geom)
     SELECT $1, 1, ST_MakeEnvelope(x / 50.0, y / 50.0, (x + 1) / 50.0, (y + 1) / 50.0, 4326)
     FROM generate_series(-6000, -5800) x, generate_series(1500, 1550) y`,
    [dataSetId],
  );
  await sql(null, "ANALYZE feature_piece");
  expect(await planOfState()).toMatch(/feature_piece_s\d+_geom_idx/);
});

describe("ground that was drawn for the field", () => {
  const draw = async (category: "mowed_grass" | "habitat", geometry: ReturnType<typeof eastOf>) => {
    const [field] = await sql<{ id: string }>(
      caller.providerId,
      "SELECT field_id AS id FROM application WHERE application_event_id = $1",
      [id],
    );
    if (geometry.type !== "Polygon") throw new Error("a box is a polygon");
    return saveDrawnFeature(
      { deps: await getDeps(), providerId: caller.providerId, actor: "test" },
      {
        fieldId: field?.id ?? "",
        year: 2026,
        featureId: uuidv7(),
        drawing: { category, label: "Drawn", geometry },
      },
    );
  };

  it("counts beside the set, and the answer says that it did", async () => {
    await loadFeatures({ category: "water", geometry: box(-87.3, 32.7, -87.29, 32.71) });
    await draw("mowed_grass", eastOf(0, 50));
    const found = await at();
    expect(found).toMatchObject({ feature_scope: "global_and_field", exclusion_feature_count: 1 });
    expect(Math.abs((found.edges[1]?.credited_outside_ft ?? 0) - 50)).toBeLessThan(1);
  });

  it("stands in the reading when geometry is asked for, and only then", async () => {
    expect((await read(caller, id)).compliance.drift).not.toHaveProperty("buffer_features");
    const { drift } = (await read(caller, id, "include_geometry=true")).compliance;
    expect(drift.buffer_features?.features).toMatchObject([
      { properties: { kind: "managed", category: "mowed_grass", label: "Drawn" }, geometry: { type: "MultiPolygon" } },
    ]);
    expect(drift.last_computation).not.toHaveProperty("geometry");
    const bare = await saved(caller, { application_id: "bare", ...READY });
    expect((await read(caller, bare.id, "include_geometry=true")).compliance.drift.buffer_features).toBeNull();
  });

  it("counts no longer once the boundary has changed, until someone confirms it", async () => {
    const before = await at();
    await sql(caller.providerId, "UPDATE drawn_feature SET boundary_hash = 'of an earlier boundary'");
    const after = await at();
    expect(before.feature_scope).toBe("global_and_field");
    expect(after).toMatchObject({ feature_scope: "global_only", exclusion_feature_count: 0 });
    expect(after.edges[1]?.credited_outside_ft).toBe(0);
  });
});
