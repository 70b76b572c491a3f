import { Prisma, type ProviderTx } from "@/lib/data/db";
import type { FeatureKind } from "@/lib/domain/drift";
import { asTile, collected, inTile, joined, tileOf, type TileAddress } from "@/lib/data/tiles/tile-sql";

/**
 * From this zoom on a PULA is drawn from its pieces, below from its whole outline: far out most of an area is in the
 * tile and joining its pieces costs more than they save, near by the whole outline grows dearer with every vertex
 * elsewhere. `npm run bench -- tiles` measures both ways round that level.
 */
const PIECES_FROM_ZOOM = 14;

/** A set that is in force or was until the last switch: pages that are open ask on for the one they began with. */
export const isServed = (kind: string, dataSetId: number): Prisma.Sql => Prisma.sql`
  EXISTS (SELECT FROM active_data_set AS active
          WHERE active.kind = ${kind} AND ${dataSetId}::int IN (active.data_set_id, active.previous_data_set_id))`;

/** The data of a set never change, so the set's number names what a tile is made from. */
export interface ReferenceTile extends TileAddress {
  dataSetId: number;
}

/** How the areas of a tile are drawn: from their whole outlines, or from the pieces of them that lie in it. */
export type PulaShapes = "whole" | "pieces";

export const pulaShapesAt = (zoom: number): PulaShapes => (zoom < PIECES_FROM_ZOOM ? "whole" : "pieces");

const wholeOutlines = ({ dataSetId }: ReferenceTile): Prisma.Sql => Prisma.sql`
  SELECT part.pula_id, ${collected(Prisma.sql`part.geom`)} AS geom
  FROM (SELECT f.pula_id, ${inTile(Prisma.sql`f.geom`)} AS geom
        FROM pula_feature f, tile
        WHERE f.data_set_id = ${dataSetId}::int AND f.geom && tile.box AND f.pula_id IN (
          SELECT p.pula_id FROM pula_piece p, tile WHERE p.data_set_id = ${dataSetId}::int AND p.geom && tile.box)) AS part
  GROUP BY part.pula_id`;

const joinedPieces = ({ dataSetId }: ReferenceTile): Prisma.Sql => Prisma.sql`
  SELECT part.pula_id, ${joined(Prisma.sql`part.geom`)} AS geom
  FROM (SELECT p.pula_id, ${inTile(Prisma.sql`p.geom`)} AS geom
        FROM pula_piece p, tile WHERE p.data_set_id = ${dataSetId}::int AND p.geom && tile.box) AS part
  GROUP BY part.pula_id`;

/** The statement of a tile of PULAs. Dates are `20260131`, so that the map can pick those in force. */
export const pulaTileSql = (asked: ReferenceTile, shapes: PulaShapes): Prisma.Sql => Prisma.sql`
  WITH ${tileOf(asked)}, shape AS (${shapes === "whole" ? wholeOutlines(asked) : joinedPieces(asked)}),
  shaped AS MATERIALIZED (
    SELECT pula.pula_id AS id, shape.geom, pula.event_name,
           to_char(pula.effective_date, 'YYYYMMDD')::int AS from_day,
           to_char(date_trunc('month', pula.expires_on) + INTERVAL '1 month' - INTERVAL '1 day', 'YYYYMMDD')::int AS to_day
    FROM shape JOIN pula ON pula.data_set_id = ${asked.dataSetId}::int AND pula.pula_id = shape.pula_id
    WHERE ${isServed("pula", asked.dataSetId)}
  ) ${asTile("pula")}`;

/** PULAs in one tile. Shared reference data. */
export const readPulaTile = (tx: ProviderTx, asked: ReferenceTile): Promise<Buffer> =>
  readTile(tx, pulaTileSql(asked, pulaShapesAt(asked.z)));

/** Counties in one tile: their outlines are short, so they are drawn whole at every zoom. Shared reference data. */
export const readCountyTile = (tx: ProviderTx, asked: ReferenceTile): Promise<Buffer> =>
  readTile(
    tx,
    Prisma.sql`
      WITH ${tileOf(asked)}, shaped AS MATERIALIZED (
        SELECT c.geo_id::int AS id, c.county_name AS name, ${inTile(Prisma.sql`c.geom`)} AS geom
        FROM county c, tile
        WHERE c.data_set_id = ${asked.dataSetId}::int AND ${isServed("county", asked.dataSetId)} AND c.geo_id IN (
          SELECT p.geo_id FROM county_piece p, tile WHERE p.data_set_id = ${asked.dataSetId}::int AND p.geom && tile.box)
      ) ${asTile("county")}`,
  );

/** Records of protected ground that the set could not load, in the boxes in which the engine counts them. */
const refusedGround = ({ dataSetId }: ReferenceTile): Prisma.Sql => Prisma.sql`
  UNION ALL
  SELECT NULL::int, coalesce(u.code, 'other_protected'), u.name, true, ${inTile(Prisma.sql`u.ground`)}
  FROM unloaded_record u, tile
  WHERE u.data_set_id = ${dataSetId}::int AND u.part = 'ground' AND u.ground && tile.box
    AND ${isServed("features", dataSetId)}`;

/**
 * Ground of one kind from the set of features in one tile: what managed ground may carry of a buffer, or the water and
 * habitat that may not. Features are small, so they are drawn whole. Shared reference data.
 */
export const readFeatureTile = (
  tx: ProviderTx,
  asked: ReferenceTile & { kind: FeatureKind; layer: string },
): Promise<Buffer> =>
  readTile(
    tx,
    Prisma.sql`
      WITH ${tileOf(asked)}, shaped AS MATERIALIZED (
        SELECT f.feature_number AS id, f.category, f.label, NULL::boolean AS is_refused, ${inTile(Prisma.sql`f.geom`)} AS geom
        FROM feature f, tile
        WHERE f.data_set_id = ${asked.dataSetId}::int AND f.kind = ${asked.kind} AND ${isServed("features", asked.dataSetId)}
          AND f.feature_number IN (
            SELECT p.feature_number FROM feature_piece p, tile
            WHERE p.data_set_id = ${asked.dataSetId}::int AND p.geom && tile.box)
        ${asked.kind === "non_managed" ? refusedGround(asked) : Prisma.empty}
      ) ${asTile(asked.layer)}`,
  );

export async function readTile(tx: ProviderTx, statement: Prisma.Sql): Promise<Buffer> {
  const rows = await tx.$queryRaw<{ tile: Uint8Array | null }[]>(statement);
  return Buffer.from(rows[0]?.tile ?? []);
}
