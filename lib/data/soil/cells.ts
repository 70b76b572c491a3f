import type { MultiPolygon } from "geojson";
import { Prisma, type Reader, readReference } from "@/lib/data/db";
import { isFresh } from "@/lib/data/soil/analyses";
import { CELLS_PER_DEGREE, type SoilCell, type SurveyAnswer } from "@/lib/domain/soil-survey";

/** Soil source data by grid cell. Shared reference data, so nothing here is scoped by provider. */

/** Squares looked at before it is known which of them the field meets; a thin line across a state has millions. */
const MOST_BOXED = 20_000;
/** A field of 40,000 ha in one piece meets about 130 squares. */
const MOST_CELLS = 500;

const cellEnvelope = (x: Prisma.Sql, y: Prisma.Sql): Prisma.Sql => Prisma.sql`
  ST_MakeEnvelope(${x}::float8 / ${CELLS_PER_DEGREE}, ${y}::float8 / ${CELLS_PER_DEGREE},
                  (${x} + 1)::float8 / ${CELLS_PER_DEGREE}, (${y} + 1)::float8 / ${CELLS_PER_DEGREE}, 4326)`;

const freshCell = isFresh(Prisma.sql`c.fetched_at`, Prisma.sql`c.areas`);

export interface FieldCell extends SoilCell {
  isStored: boolean;
}

/** The squares whose inside a field meets, and which of them are stored and fresh. Null: too many to ask a survey for. */
export async function findFieldCells(db: Reader, boundary: MultiPolygon): Promise<FieldCell[] | null> {
  const cells = await readReference(
    () => db.$queryRaw<FieldCell[]>`
      WITH field AS MATERIALIZED (
        SELECT ST_SetSRID(ST_GeomFromGeoJSON(${JSON.stringify(boundary)}), 4326) AS geom
      ), box AS MATERIALIZED (
        SELECT floor(ST_XMin(part.geom) * ${CELLS_PER_DEGREE}::int)::int AS x0,
               floor(ST_XMax(part.geom) * ${CELLS_PER_DEGREE}::int)::int AS x1,
               floor(ST_YMin(part.geom) * ${CELLS_PER_DEGREE}::int)::int AS y0,
               floor(ST_YMax(part.geom) * ${CELLS_PER_DEGREE}::int)::int AS y1
        FROM field, ST_Dump(field.geom) AS part
      ), cell AS MATERIALIZED (
        SELECT DISTINCT x, y FROM box, generate_series(x0, x1) AS x, generate_series(y0, y1) AS y
        WHERE (SELECT sum((x1 - x0 + 1)::bigint * (y1 - y0 + 1)) FROM box) <= ${MOST_BOXED}
      ), met AS (
        SELECT x, y FROM cell, field
        WHERE ST_Intersects(field.geom, ${cellEnvelope(Prisma.sql`x`, Prisma.sql`y`)})
          AND NOT ST_Touches(field.geom, ${cellEnvelope(Prisma.sql`x`, Prisma.sql`y`)})
      )
      SELECT met.x, met.y, c.cell_x IS NOT NULL AS "isStored"
      FROM met LEFT JOIN soil_cell AS c ON c.cell_x = met.x AND c.cell_y = met.y AND ${freshCell}
      ORDER BY met.y, met.x
      LIMIT ${MOST_CELLS + 1}`,
  );
  return cells.length === 0 || cells.length > MOST_CELLS ? null : cells;
}

/** Whether each of some squares is stored and fresh. */
export async function areStored(db: Reader, cells: readonly SoilCell[]): Promise<boolean> {
  const rows = await readReference(
    () => db.$queryRaw<{ stored: number }[]>`
      SELECT count(*)::int AS stored
      FROM soil_cell AS c
      JOIN unnest(${cells.map(({ x }) => x)}::int[], ${cells.map(({ y }) => y)}::int[]) AS wanted(x, y)
        ON wanted.x = c.cell_x AND wanted.y = c.cell_y
      WHERE ${freshCell}`,
  );
  return rows[0]?.stored === cells.length;
}

/**
 * Keeps what the survey answered for some squares, each clipped to its square, in place of what was stored: one
 * statement, all or nothing. A square without any ground is not kept, so that a survey that answers nothing for a
 * moment (as it does around its yearly refresh) neither empties the store nor is believed for long.
 */
export async function storeCells(
  db: Reader,
  fetchId: string,
  cells: readonly SoilCell[],
  { polygons, areas }: SurveyAnswer,
): Promise<void> {
  const column = <T>(read: (polygon: SurveyAnswer["polygons"][number]) => T): T[] => polygons.map(read);
  await readReference(
    () => db.$executeRaw`
      WITH cell AS MATERIALIZED (
        SELECT x, y, ${cellEnvelope(Prisma.sql`x`, Prisma.sql`y`)} AS geom
        FROM unnest(${cells.map(({ x }) => x)}::int[], ${cells.map(({ y }) => y)}::int[]) AS t(x, y)
      ), polygon AS MATERIALIZED (
        SELECT mukey, has_map_unit, musym, muname, hydgrpdcd, slopegradwta,
               ST_CollectionExtract(ST_MakeValid(ST_SetSRID(ST_GeomFromGeoJSON(shape), 4326), 'method=structure'), 3) AS geom
        FROM unnest(${column((p) => p.mukey)}::text[], ${column((p) => p.mapUnit !== null)}::bool[],
                    ${column((p) => p.mapUnit?.musym ?? null)}::text[], ${column((p) => p.mapUnit?.muname ?? null)}::text[],
                    ${column((p) => p.mapUnit?.hydgrpdcd ?? null)}::text[],
                    ${column((p) => p.mapUnit?.slopegradwta ?? null)}::float8[],
                    ${column((p) => JSON.stringify(p.geometry))}::text[])
               AS t(mukey, has_map_unit, musym, muname, hydgrpdcd, slopegradwta, shape)
      ), clipped AS MATERIALIZED (
        SELECT x, y, polygon.*, ST_Multi(ST_CollectionExtract(ST_Intersection(polygon.geom, cell.geom), 3)) AS part
        FROM cell JOIN polygon ON polygon.geom && cell.geom AND ST_Intersects(polygon.geom, cell.geom)
      ), kept AS MATERIALIZED (
        SELECT * FROM clipped WHERE ST_Area(part) > 0
      ), stored_cells AS (
        INSERT INTO soil_cell (cell_x, cell_y, fetch_id, areas, fetched_at)
        SELECT x, y, ${fetchId}::uuid, ${JSON.stringify(areas)}::jsonb, now()
        FROM (SELECT DISTINCT x, y FROM kept ORDER BY x, y) AS filled
        ON CONFLICT (cell_x, cell_y) DO UPDATE SET
          fetch_id = excluded.fetch_id, areas = excluded.areas, fetched_at = excluded.fetched_at
      ), gone AS (
        DELETE FROM soil_cell_polygon AS p USING (SELECT DISTINCT x, y FROM kept) AS filled
        WHERE p.cell_x = filled.x AND p.cell_y = filled.y
      ), known AS (
        INSERT INTO soil_survey_area AS s (area_symbol, version, seen_at)
        SELECT key, value, now() FROM jsonb_each_text(${JSON.stringify(areas)}::jsonb)
        WHERE NOT EXISTS (SELECT FROM soil_survey_area WHERE area_symbol = key AND version = value)
        ORDER BY key
        ON CONFLICT (area_symbol) DO UPDATE SET version = excluded.version, seen_at = excluded.seen_at
      )
      INSERT INTO soil_cell_polygon (cell_x, cell_y, fetch_id, mukey, has_map_unit, musym, muname, hydgrpdcd,
                                     slopegradwta, geom)
      SELECT x, y, ${fetchId}::uuid, mukey, has_map_unit, musym, muname, hydgrpdcd, slopegradwta, part FROM kept`,
  );
}
