import { Prisma, type ProviderTx } from "@/lib/data/db";
import { isServed, readTile, type ReferenceTile } from "@/lib/data/tiles/reference-tiles";
import { asTile, EXTENT, inTileOf, tileOf } from "@/lib/data/tiles/tile-sql";

/** Up to this zoom only what stands out is drawn, which has an index of its own (`basemap_part_far_idx`). */
const FAR_ZOOM = 11;

/**
 * The most that one tile holds, whatever lies there: a city may have ten thousand streets in a tile. What stands out least is
 * left out first. Of both, the tile's size follows: a vertex takes 2 to 4 bytes, a shape some 20 and its name.
 */
export const BASEMAP_LIMITS = { vertices: 30_000, shapes: 6_000 };

/** Two units of a tile's grid, which is an eighth of a pixel: bends that no one can see. */
const FINEST_UNITS = 2;
const EQUATOR_M = 2 * Math.PI * 6_378_137;
const finestM = (zoom: number): number => (FINEST_UNITS * EQUATOR_M) / 2 ** zoom / EXTENT;

/** The statement of a tile of the ground under the map: roads, section lines, waters, and places with their names. */
export const basemapTileSql = (asked: ReferenceTile): Prisma.Sql => Prisma.sql`
  WITH ${tileOf(asked)}, near AS MATERIALIZED (
    SELECT p.feature_number, p.part, p.layer, p.rank, p.name,
           ST_Simplify(ST_Transform(ST_ClipByBox2D(p.geom, tile.box), 3857), ${finestM(asked.z)}::float8, true) AS geom
    FROM basemap_part p, tile
    WHERE p.data_set_id = ${asked.dataSetId}::int AND p.geom && tile.box AND p.min_zoom <= ${asked.z}::int
      ${asked.z <= FAR_ZOOM ? Prisma.sql`AND p.min_zoom <= ${Prisma.raw(String(FAR_ZOOM))}` : Prisma.empty}
      AND ${isServed("basemap", asked.dataSetId)}
  ), counted AS (
    SELECT near.*, sum(ST_NPoints(geom)) OVER upward AS vertices, row_number() OVER upward AS shapes
    FROM near WHERE NOT ST_IsEmpty(geom) WINDOW upward AS (ORDER BY rank, feature_number, part ROWS UNBOUNDED PRECEDING)
  ), shaped AS MATERIALIZED (
    SELECT feature_number AS id, layer, rank, name, ${inTileOf(Prisma.sql`geom`)} AS geom
    FROM counted, tile
    WHERE vertices <= ${BASEMAP_LIMITS.vertices}::int AND shapes <= ${BASEMAP_LIMITS.shapes}::int
  ) ${asTile("basemap")}`;

/** The ground under the map in one tile. Shared reference data. */
export const readBasemapTile = (tx: ProviderTx, asked: ReferenceTile): Promise<Buffer> =>
  readTile(tx, basemapTileSql(asked));
