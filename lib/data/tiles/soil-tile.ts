import { Prisma, type ProviderTx } from "@/lib/data/db";
import { readTile } from "@/lib/data/tiles/reference-tiles";
import { asTile, inTile, tileOf, type TileAddress } from "@/lib/data/tiles/tile-sql";

/**
 * The soil map units of one field in one tile, cut to the field, from the ground its stored analysis was made from.
 * Nothing is asked of the survey: a field without an analysis has an empty tile.
 */
export const readSoilTile = (
  tx: ProviderTx,
  providerId: string,
  asked: TileAddress & { fieldId: string },
): Promise<Buffer> =>
  readTile(
    tx,
    Prisma.sql`
      WITH ${tileOf(asked)}, field AS MATERIALIZED (
        SELECT ST_CollectionExtract(ST_Intersection(f.boundary, tile.box), 3) AS geom, a.origin
        FROM tile, field f JOIN soil_analysis a ON a.boundary_hash = f.boundary_hash
        WHERE f.provider_id = ${providerId} AND f.field_id = ${asked.fieldId}::uuid AND f.archived_at IS NULL
          AND f.boundary && tile.box
      ), ground AS (${FROM_SQUARES} UNION ALL ${FROM_MIRROR}
      ), unit AS (
        SELECT ground.mukey, ground.musym, ground.muname, ground.hydgrpdcd, ground.slopegradwta,
               ST_CollectionExtract(ST_Union(ST_CollectionExtract(ST_Intersection(ground.shape, field.geom), 3)), 3) AS geom
        FROM ground, field GROUP BY 1, 2, 3, 4, 5
      ), shaped AS MATERIALIZED (
        SELECT ${inTile(Prisma.sql`unit.geom`)} AS geom, coalesce(unit.musym, unit.mukey) AS symbol,
               coalesce(unit.muname, 'Soil without a name') AS name, coalesce(unit.hydgrpdcd, 'none') AS soil_group,
               round(unit.slopegradwta::numeric, 1)::float8 AS slope_pct, row_number() OVER (ORDER BY unit.mukey)::int AS id
        FROM unit, tile WHERE NOT ST_IsEmpty(unit.geom)
      ) ${asTile("soil")}`,
  );

const FROM_SQUARES = Prisma.sql`
  SELECT p.mukey, p.musym, p.muname, p.hydgrpdcd, p.slopegradwta, p.geom AS shape
  FROM field JOIN soil_cell_polygon p ON p.geom && field.geom AND ST_Intersects(p.geom, field.geom)
  JOIN soil_cell c ON c.cell_x = p.cell_x AND c.cell_y = p.cell_y AND c.fetch_id = p.fetch_id
  WHERE field.origin = 'survey'`;

const FROM_MIRROR = Prisma.sql`
  SELECT p.mukey, u.musym, u.muname, u.hydgrpdcd, u.slopegradwta, p.geom AS shape
  FROM field JOIN soil_piece p ON p.geom && field.geom AND ST_Intersects(p.geom, field.geom)
  JOIN active_data_set active ON active.kind = 'soil' AND active.data_set_id = p.data_set_id
  LEFT JOIN soil_map_unit u ON u.data_set_id = p.data_set_id AND u.mukey = p.mukey
  WHERE field.origin = 'mirror'`;
