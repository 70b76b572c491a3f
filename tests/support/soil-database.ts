import type pg from "pg";
import { asOwner } from "@/tests/support/owner-connections";

/** Runs SQL as the owner; soil tables have no row-level security. Each file has a database of its own, named when it runs. */
export const sql = <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<Row[]> =>
  asOwner(async (client) => (await client.query<Row>(statement, values)).rows);

/** Forgets everything that is stored about soil. */
export const emptySoilStore = (): Promise<unknown> =>
  sql("TRUNCATE soil_cell, soil_cell_polygon, soil_analysis, soil_survey_area");

/** All that is stored about soil, to see that nothing changed. */
export async function soilStore(): Promise<unknown> {
  const [row] = await sql<{ store: unknown }>(`
    SELECT jsonb_build_object(
      'cells', (SELECT jsonb_agg(c ORDER BY cell_x, cell_y) FROM soil_cell c),
      'polygons', (SELECT jsonb_agg(to_jsonb(p) - 'geom' || jsonb_build_object('hash', md5(p.geom::text)) ORDER BY polygon_id)
                   FROM soil_cell_polygon p),
      'analyses', (SELECT jsonb_agg(a ORDER BY boundary_hash) FROM soil_analysis a)) AS store`);
  return row?.store;
}
