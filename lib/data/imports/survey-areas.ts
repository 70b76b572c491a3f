import type { ImportClient } from "@/lib/data/imports/sets";

/** Survey areas that stored soil came from, and how much of it is stale. Statements run as the owner. */

/** An area and the publication that is known of it. Every stored square names its areas here. */
export interface KnownArea {
  areaSymbol: string;
  version: string;
}

export async function findKnownAreas(client: ImportClient): Promise<KnownArea[]> {
  const { rows } = await client.query<KnownArea>(
    `SELECT area_symbol AS "areaSymbol", version FROM soil_survey_area ORDER BY area_symbol`,
  );
  return rows;
}

/** Stored squares with ground of any of these areas. */
export async function countCellsOf(client: ImportClient, symbols: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ cells: number }>(
    "SELECT count(*)::int AS cells FROM soil_cell WHERE areas ?| $1::text[]",
    [symbols],
  );
  return rows[0]?.cells ?? 0;
}

export interface AreaNews {
  /** As the survey's catalog has them. */
  found: readonly (KnownArea & { edition: number })[];
  /** Areas of which everything stored until now is stale: gone from the catalog, or back at an earlier publication. */
  withdrawn: readonly string[];
}

/** Notes what the survey's catalog says, in one statement. Soil that was made from an earlier publication is stale from then on. */
export async function noteSurveyAreas(client: ImportClient, { found, withdrawn }: AreaNews): Promise<void> {
  await client.query(
    `WITH found AS (
       UPDATE soil_survey_area AS s
       SET version = f.version, edition = f.edition, seen_at = now(),
           stale_before = CASE WHEN s.area_symbol = ANY($4::text[]) THEN now() ELSE s.stale_before END
       FROM unnest($1::text[], $2::text[], $3::int[]) AS f(area_symbol, version, edition)
       WHERE s.area_symbol = f.area_symbol
     )
     UPDATE soil_survey_area SET stale_before = now(), seen_at = now()
     WHERE area_symbol = ANY($4::text[]) AND area_symbol <> ALL($1::text[])`,
    [found.map((f) => f.areaSymbol), found.map((f) => f.version), found.map((f) => f.edition), withdrawn],
  );
}
