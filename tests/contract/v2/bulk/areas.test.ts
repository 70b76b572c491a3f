import { randomUUID } from "node:crypto";
import type { MultiPolygon } from "geojson";
import { runMigrations } from "graphile-worker";
import { beforeAll, describe, expect, it } from "vitest";
import { findRegulatedAreas, findRegulatedAreasOfMany, type AreaQuery } from "@/lib/data/regulated-areas";
import { countStatements, getDeps } from "@/lib/runtime/deps";
import { bulkBody, bulkField, itemRows, results, runJob, submit } from "@/tests/contract/v2/bulk/support";
import { check, GROUND, loadGround, sql } from "@/tests/contract/v2/esa-check/support";
import { makeCaller } from "@/tests/support/api";
import { box } from "@/tests/support/reference-data";
import { NO_ESA } from "@/tests/support/requests";
import { isSpread } from "@/tests/support/spread";

beforeAll(async () => {
  await runMigrations({ connectionString: process.env.DATABASE_DIRECT_URL ?? "" });
  const row = (pulaId: number, registration: string, code: string) => ({
    pulaId,
    registration,
    code,
    limitation: `Points of ${code}.`,
  });
  await loadGround(
    [
      { pulaId: 1, codes: "DC125", geometry: GROUND },
      { pulaId: 2, codes: "T2, T3", geometry: box(-87.88, 32.19, -87.84, 32.22) },
      { pulaId: 3, codes: "T9", geometry: box(-87.5, 32.19, -87.49, 32.22) },
    ],
    [row(1, "264-1241", "DC125"), row(2, "264-1241", "T2"), row(3, "7969-500", "T9")],
  );
});

const query = (index: number, more: Partial<AreaQuery> = {}): AreaQuery => {
  const west = -87.9 + index * 0.041;
  const boundary = box(west, 32.2, west + 0.004, 32.204) as
    | MultiPolygon
    | { type: "Polygon"; coordinates: number[][][] };
  return {
    boundary:
      boundary.type === "MultiPolygon" ? boundary : { type: "MultiPolygon", coordinates: [boundary.coordinates] },
    searchMiles: index % 4,
    onDate: index % 3 === 0 ? "2020-01-01" : "2026-06-15",
    registrations: index % 2 === 0 ? ["264-1241"] : ["7969-500"],
    ingredients: [],
    withGeometry: false,
    withShare: false,
    ...more,
  };
};

describe("areas of many fields", () => {
  it.each([
    ["plain", {}],
    ["with geometry and share", { withGeometry: true, withShare: true }],
  ])("are those of each field alone, in its order, %s", async (_name, shown) => {
    const { db } = await getDeps();
    const queries = Array.from({ length: 12 }, (_, index) => query(index, shown));
    const alone = await Promise.all(queries.map((each) => findRegulatedAreas(db, each)));
    const many = await findRegulatedAreasOfMany(db, queries, { withGeometry: false, withShare: false, ...shown });
    expect(many).toEqual(alone);
    expect(new Set(alone.map((areas) => JSON.stringify(areas.pulas))).size).toBeGreaterThan(1);
    expect(alone.some(({ nearbyPulas }) => nearbyPulas.length > 0)).toBe(true);
    expect(alone.some(({ limitations }) => limitations.length > 0)).toBe(true);
  });

  it("of a chunk give every item the areas of its own check", async () => {
    const caller = await makeCaller("bulk-areas");
    const fields = Array.from({ length: 10 }, (_, index) =>
      bulkField(index * 3, index === 4 ? { products: [NO_ESA] } : {}),
    );
    const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, 0, { fields, include_geometry: true }));
    const count = { statements: 0 };
    await countStatements(count, () => runJob(caller, jobId, 10));
    const { items } = await results(caller, jobId);
    for (const index of [0, 3, 9]) {
      const single = await check(caller, {
        ...fields[index],
        provider_field_id: fields[index]?.application_id,
        include_geometry: true,
      });
      expect(items[index]?.result?.products).toEqual(single.products);
      expect(items[index]?.result?.nearby_pulas).toEqual(single.nearby_pulas);
    }
    expect(items[4]?.result?.esa_required).toBe(false);
    // One statement of areas for nine checks, and three messages to see what waits; each with its own made 106. Where providers are
    // spread over servers, one more asks which server is this one's.
    expect(count.statements).toBeLessThanOrEqual(isSpread ? 102 : 101);
  });

  it("that cannot be looked up together are looked up alone: no item pays for another", async () => {
    const caller = await makeCaller("bulk-apart");
    const { job_id: model } = await submit(caller, bulkBody(caller.providerId, 3));
    const broken = randomUUID();
    await sql(
      caller.providerId,
      `INSERT INTO bulk_job (provider_id, job_id, account_id, provider_group_id, status, total_items, fingerprint)
       SELECT provider_id, $2, account_id, provider_group_id, 'queued', total_items, 'other' FROM bulk_job WHERE job_id = $1`,
      [model, broken],
    );
    await sql(
      caller.providerId,
      `INSERT INTO bulk_job_item (provider_id, job_id, item_index, account_id, application_id, provider_field_id, request)
       SELECT provider_id, $2, item_index, account_id, application_id, provider_field_id,
              CASE WHEN item_index <> 1 THEN request
                   ELSE jsonb_set(request, '{boundary,geometry,type}', '"Nothing"') END
       FROM bulk_job_item WHERE job_id = $1`,
      [model, broken],
    );
    await runJob(caller, broken, 3);
    expect(await itemRows(caller, broken)).toMatchObject([
      { status: "succeeded", attempts: 1 },
      { status: "failed", attempts: 1, error: { code: "PROCESSING_FAILED", retryable: false } },
      { status: "succeeded", attempts: 1 },
    ]);
  });
});
