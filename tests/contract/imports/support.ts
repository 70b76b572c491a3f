import type pg from "pg";
import { expect } from "vitest";
import { listDataSets } from "@/lib/imports/switch";
import { asOwner, ownerUrl } from "@/tests/support/owner-connections";
import { sharedData } from "@/tests/support/shared-data";

export const ALABAMA = sharedData("pula/pula_alabama_envelope_2026-06-25.geojson.gz");
export const DC125 = sharedData("pula/limitations_dc125.json");
export const COUNTIES_2024 = sharedData("counties/us_counties_2024_lower48.geojson.gz");

export async function rows<T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[]> {
  return asOwner(async (client) => (await client.query<T>(sql, values)).rows);
}

/** The one number a query gives. */
export async function count(sql: string, values: unknown[] = []): Promise<number> {
  const [row] = await rows<{ count: string }>(sql, values);
  return Number(row?.count);
}

/** Rows of a table that belong to a set. */
export const countOf = (table: string, dataSetId: number): Promise<number> =>
  count(`SELECT count(*) FROM ${table} WHERE data_set_id = $1`, [dataSetId]);

/** Versions in force and before, of one kind. */
export async function switchOf(kind: string): Promise<{ active: string | null; previous: string | null }> {
  const sets = (await listDataSets(ownerUrl())).filter((set) => set.kind === kind);
  const version = (role: string) => sets.find((set) => set.role === role)?.version ?? null;
  return { active: version("active"), previous: version("previous") };
}

/** A square as a feature of a PULA layer. */
export const squareFeature = (properties: Record<string, unknown>, lon = -86, lat = 33, sideDeg = 0.1): unknown => ({
  type: "Feature",
  properties: { status: "effective", event_name: "Test", effective_date: "2026-01-01", codes: "T1", ...properties },
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [lon, lat],
        [lon + sideDeg, lat],
        [lon + sideDeg, lat + sideDeg],
        [lon, lat + sideDeg],
        [lon, lat],
      ],
    ],
  },
});

export const limitationRow = (members: Record<string, unknown>): unknown => ({
  pula_id: 1,
  product_registration_number: "264-1241",
  effective_date: "2026-01-01",
  code: "T1",
  limitation: "Text.",
  umf: [],
  ...members,
});

export function expectClose(value: number, wanted: number, tolerance: number): void {
  expect(Math.abs(value - wanted)).toBeLessThanOrEqual(tolerance);
}
