import { Prisma } from "@/lib/data/db";

/**
 * Two edges nearer than this many degrees (0.1 mm) are one edge: cutting an area into pieces moves its edges by
 * about that much, and leaving out a PULA that shares an edge with the field is the error that harms.
 */
export const SAME_EDGE_DEG = 1e-9;

/** The statement's inputs, under the names that its columns have where many fields are asked for. */
export interface Figures {
  boundary: string;
  shrink: number;
  on_date: string;
  search_m: number;
  near_lon: number;
  near_lat: number;
  county_lon: number;
  county_lat: number;
  registrations: string[];
  /** Each by its words, as `ingredientWords` of the domain makes them. */
  ingredients: string[];
}

/** The same as parts of the statement: one field's are bound, those of many are columns. */
export type Asked = Record<keyof Figures, Prisma.Sql>;

/** Of one field. */
export const bound = (figures: Figures): Asked => ({
  boundary: Prisma.sql`${figures.boundary}`,
  shrink: Prisma.sql`${figures.shrink}::float8`,
  on_date: Prisma.sql`${figures.on_date}::date`,
  search_m: Prisma.sql`${figures.search_m}::float8`,
  near_lon: Prisma.sql`${figures.near_lon}::float8`,
  near_lat: Prisma.sql`${figures.near_lat}::float8`,
  county_lon: Prisma.sql`${figures.county_lon}::float8`,
  county_lat: Prisma.sql`${figures.county_lat}::float8`,
  registrations: Prisma.sql`${figures.registrations}::text[]`,
  ingredients: Prisma.sql`${figures.ingredients}::text[]`,
});

/** Of each row of `asked`. */
export const ASKED: Asked = {
  boundary: Prisma.sql`asked.boundary`,
  shrink: Prisma.sql`asked.shrink`,
  on_date: Prisma.sql`asked.on_date`,
  search_m: Prisma.sql`asked.search_m`,
  near_lon: Prisma.sql`asked.near_lon`,
  near_lat: Prisma.sql`asked.near_lat`,
  county_lon: Prisma.sql`asked.county_lon`,
  county_lat: Prisma.sql`asked.county_lat`,
  registrations: Prisma.sql`asked.registrations`,
  ingredients: Prisma.sql`asked.ingredients`,
};

/** `field`: the boundary as it was sent, its outline, and both in a plane whose longitudes are shrunk to the length of its latitudes. */
export const fieldAsked = (asked: Asked): Prisma.Sql => Prisma.sql`
    sent AS MATERIALIZED (
      SELECT ST_SetSRID(ST_GeomFromGeoJSON(${asked.boundary}), 4326) AS geom, ${asked.shrink} AS shrink
    ), field AS MATERIALIZED (
      SELECT geom, ST_Boundary(geom) AS outline, shrink, ST_Scale(geom, shrink, 1) AS shrunk FROM sent
    )`;

/**
 * Whether a piece's edge and the field's are one edge. Only what lies in both boxes can be that near, so that little of
 * either line is left to compare: 4 times quicker for 500 positions than comparing whole shapes.
 */
const sharesEdge = Prisma.sql`ST_DWithin(
  ST_ClipByBox2D(ST_Boundary(piece.geom), ST_Expand(field.geom, ${2 * SAME_EDGE_DEG})),
  ST_ClipByBox2D(field.outline, ST_Expand(piece.geom, ${2 * SAME_EDGE_DEG})), ${SAME_EDGE_DEG})`;

/** Of `piece` and `field`. */
export const meetsField = Prisma.sql`piece.geom && ST_Expand(field.geom, ${SAME_EDGE_DEG})
  AND (ST_Intersects(piece.geom, field.geom) OR ${sharesEdge})`;
