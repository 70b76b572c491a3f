import { Prisma } from "@/lib/data/db";

/** A tile of the usual web map grid: `z` halvings of the world, `x` from the west, `y` from the north. */
export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

/** Units of a tile's own grid, and how far beyond its edge shapes are kept so that outlines do not show the edge. */
export const EXTENT = 4096;
const MARGIN = 64;

/** A statement that works longer than this on one tile is given up: the map goes on without it. */
export const TILE_TIMEOUT_MS = 5_000;

/** `tile.merc`: the tile in web Mercator. `tile.box`: the same with its margin, in longitude and latitude. */
export const tileOf = ({ z, x, y }: TileAddress): Prisma.Sql => Prisma.sql`
  tile AS MATERIALIZED (
    SELECT ST_TileEnvelope(${z}::int, ${x}::int, ${y}::int) AS merc,
           ST_Transform(ST_TileEnvelope(${z}::int, ${x}::int, ${y}::int, margin => ${MARGIN / EXTENT}::float8), 4326) AS box
  )`;

/** A shape in the tile's grid, cut to the tile with its margin; null where nothing of it is left. */
export const inTile = (shape: Prisma.Sql): Prisma.Sql =>
  inTileOf(Prisma.sql`ST_Transform(ST_ClipByBox2D(${shape}, tile.box), 3857)`);

/** The same of a shape that is in web Mercator already. */
export const inTileOf = (shape: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`ST_AsMVTGeom(${shape}, tile.merc, ${EXTENT}::int, ${MARGIN}::int)`;

/**
 * Pieces of one area put together again in the tile's grid, where their cut lines vanish. Kept to whole numbers of the
 * grid, as the tile will have them: rounded afterwards, slivers would become rings of no area. Outer rings run as the
 * format wants them: against the clock by numbers, which is with the clock on a screen.
 */
export const joined = (pieces: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`ST_ForcePolygonCCW(ST_CollectionExtract(ST_UnaryUnion(ST_Collect(${pieces}), 1), 3))`;

/** Outlines of one area as one shape, each as it is. */
export const collected = (outlines: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`ST_CollectionExtract(ST_Collect(${outlines}), 3)`;

/**
 * The rows of `shaped` as a tile with one layer; its column `id` is the features' id, `geom` their shape. `shaped` has to
 * be MATERIALIZED: else each shape is cut twice, once to see whether anything is left of it.
 */
export const asTile = (layer: string): Prisma.Sql =>
  Prisma.sql`SELECT ST_AsMVT(shaped.*, ${layer}, ${EXTENT}::int, 'geom', 'id') AS tile FROM shaped WHERE geom IS NOT NULL`;
