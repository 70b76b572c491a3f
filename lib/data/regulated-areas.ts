import type { Geometry, MultiPolygon } from "geojson";
import { type Db, Prisma, readReference } from "@/lib/data/db";
import type { CountyPrecision } from "@/lib/domain/field";
import type { FoundCounty, Limitation, Pula, ReferenceSet, RegulatedAreas } from "@/lib/domain/pula";
import { M_PER_MILE } from "@/lib/domain/units";

/** County shapes of coarse sets are good to about this far. spec: design data, "county" */
const COARSE_COUNTY_M = 2000;
/**
 * Two edges nearer than this many degrees (0.1 mm) are one edge: cutting an area into pieces moves its edges by
 * about that much, and leaving out a PULA that shares an edge with the field is the error that harms.
 */
const SAME_EDGE_DEG = 1e-9;

export interface AreaQuery {
  boundary: MultiPolygon;
  searchMiles: number;
  /** `YYYY-MM-DD`: PULAs and limitations in force on this day count. */
  onDate: string;
  /** Canonical registration numbers, registrants' included, and lower-case ingredient names. */
  registrations: string[];
  ingredients: string[];
  withGeometry: boolean;
  withShare: boolean;
}

interface SetRow {
  kind: string;
  version: string;
  county_precision: CountyPrecision | null;
  verified_at: string | null;
  is_demonstration: boolean;
  covers: boolean;
}

interface AreaRow {
  sets: SetRow[] | null;
  pulas: Pula[] | null;
  nearby: { pulaId: number; eventName: string; distanceM: number; geometry: Geometry | null }[] | null;
  limitations: Limitation[] | null;
  counties: FoundCounty[] | null;
}

/**
 * PULAs on and near a field, their limitations for some products, and the field's counties: one statement, so
 * one snapshot and one round trip. Shared reference data, so it is not scoped by provider.
 *
 * The search runs on pieces of at most 256 vertices and returns each PULA once. Meeting is judged in the plane
 * of longitude and latitude as the source drew it; distances are metres on the spheroid, never degrees.
 */
export async function findRegulatedAreas(db: Db, query: AreaQuery): Promise<RegulatedAreas> {
  const rows = await readReference(() => db.prisma.$queryRaw<AreaRow[]>(areaStatement(query)));
  const [row] = rows;
  if (row === undefined) throw new RangeError("the area statement gave no row");
  return {
    ...setsOf(row.sets ?? []),
    pulas: row.pulas ?? [],
    nearbyPulas: (row.nearby ?? []).map(({ distanceM, ...pula }) => ({
      ...pula,
      distanceMiles: distanceM / M_PER_MILE,
    })),
    limitations: row.limitations ?? [],
    counties: row.counties ?? [],
  };
}

function setsOf(sets: readonly SetRow[]): Pick<RegulatedAreas, "pulaSet" | "countySet"> {
  const pula = sets.find((set) => set.kind === "pula");
  const county = sets.find((set) => set.kind === "county");
  return {
    pulaSet: pula === undefined ? null : { ...referenceSet(pula), coversField: pula.covers },
    countySet:
      county === undefined ? null : { ...referenceSet(county), precision: county.county_precision ?? "coarse" },
  };
}

const referenceSet = (row: SetRow): ReferenceSet => ({
  version: row.version,
  verifiedAt: row.verified_at === null ? null : new Date(row.verified_at),
  isDemonstration: row.is_demonstration,
});

/** Half the size of a box around the field that holds everything within a distance, in degrees, rounded up. */
function searchBox({ boundary, searchMiles }: AreaQuery, atLeastM: number): { lonDeg: number; latDeg: number } {
  const metres = Math.max(searchMiles * M_PER_MILE, atLeastM);
  const latitudes = boundary.coordinates.flat(2).map((position) => Math.abs(position[1] ?? 0));
  const highest = Math.min(89, latitudes.reduce((most, latitude) => Math.max(most, latitude), 0) + 0.2);
  // A degree of latitude is never shorter than 110,574 m; a degree of longitude shrinks with its cosine.
  const latDeg = metres / 110_574;
  return { latDeg: latDeg * 1.001, lonDeg: (latDeg / Math.cos((highest * Math.PI) / 180)) * 1.01 };
}

/** Square of the first eccentricity of the WGS84 ellipsoid. */
const WGS84_E2 = 0.00669437999014;

/** How much shorter a degree of longitude is than one of latitude, half way up the field. */
function shrinkOf({ boundary }: AreaQuery): number {
  const latitudes = boundary.coordinates.flat(2).map((position) => position[1] ?? 0);
  const [south, north] = latitudes.reduce<[number, number]>(
    ([low, high], latitude) => [Math.min(low, latitude), Math.max(high, latitude)],
    [90, -90],
  );
  const middle = (((south + north) / 2) * Math.PI) / 180;
  return (Math.cos(middle) * (1 - WGS84_E2 * Math.sin(middle) ** 2)) / (1 - WGS84_E2);
}

interface Box {
  lonDeg: number;
  latDeg: number;
}

function areaStatement(query: AreaQuery): Prisma.Sql {
  const near = searchBox(query, 0);
  return Prisma.sql`
    WITH sent AS MATERIALIZED (
      SELECT ST_SetSRID(ST_GeomFromGeoJSON(${JSON.stringify(query.boundary)}), 4326) AS geom,
             ${shrinkOf(query)}::float8 AS shrink
    ), field AS MATERIALIZED (
      SELECT geom, ST_Boundary(geom) AS outline, shrink, ST_Scale(geom, shrink, 1) AS shrunk FROM sent
    ), sets AS MATERIALIZED (
      SELECT d.* FROM active_data_set a JOIN data_set d ON d.data_set_id = a.data_set_id
      WHERE a.kind IN ('pula', 'county')
    ), pula_set AS (SELECT * FROM sets WHERE sets.kind = 'pula'
    ), county_set AS (SELECT * FROM sets WHERE sets.kind = 'county'
    ), ${findPulas(query, near)}
    , ${findCounties(searchBox(query, COARSE_COUNTY_M))}
    SELECT ${setsAsJson} AS sets, ${pulasAsJson(query, near)} AS pulas, ${nearbyAsJson(query, near)} AS nearby,
           ${limitationsAsJson(query)} AS limitations, ${countiesAsJson} AS counties`;
}

/**
 * Whether a piece's edge and the field's are one edge. Only what lies in both boxes can be that near, so that little of
 * either line is left to compare: 4 times quicker for 500 positions than comparing whole shapes.
 */
const sharesEdge = Prisma.sql`ST_DWithin(
  ST_ClipByBox2D(ST_Boundary(piece.geom), ST_Expand(field.geom, ${2 * SAME_EDGE_DEG})),
  ST_ClipByBox2D(field.outline, ST_Expand(piece.geom, ${2 * SAME_EDGE_DEG})), ${SAME_EDGE_DEG})`;

const meetsField = Prisma.sql`piece.geom && ST_Expand(field.geom, ${SAME_EDGE_DEG})
  AND (ST_Intersects(piece.geom, field.geom) OR ${sharesEdge})`;

/**
 * `meeting`: PULAs in force that meet the field. `nearby`: those in the search box that do not, with their distance.
 *
 * The nearest pair of points is looked for in a plane whose longitudes are shrunk to the length of its latitudes, and its
 * distance is then measured on the spheroid: at most 0.06 % longer than the shortest, seen over 91 pairs within ten miles. Measuring every
 * piece on the spheroid took 30 times longer. Pieces whose boxes lie farther than a distance known already are left out.
 */
const findPulas = ({ onDate }: AreaQuery, near: Box): Prisma.Sql => Prisma.sql`
  candidate AS MATERIALIZED (
    SELECT piece.pula_id, piece.geom, ${meetsField} AS meets
    FROM pula_set JOIN pula_piece piece USING (data_set_id), field
    WHERE piece.geom && ST_Expand(field.geom, ${near.lonDeg + SAME_EDGE_DEG}, ${near.latDeg + SAME_EDGE_DEG})
  ), in_force AS MATERIALIZED (
    SELECT p.* FROM pula_set JOIN pula p USING (data_set_id)
    WHERE p.pula_id IN (SELECT pula_id FROM candidate)
      AND p.effective_date <= ${onDate}::date
      AND (p.expires_on IS NULL OR p.expires_on >= date_trunc('month', ${onDate}::date))
  ), meeting AS MATERIALIZED (
    SELECT * FROM in_force WHERE pula_id IN (SELECT pula_id FROM candidate WHERE meets)
  ), loaded_code AS (
    SELECT DISTINCT l.pula_id, l.code FROM pula_set JOIN limitation l USING (data_set_id)
    WHERE l.pula_id IN (SELECT pula_id FROM meeting)
  ), near_piece AS MATERIALIZED (
    SELECT c.pula_id, shrunk.geom, ST_Distance(ST_Envelope(shrunk.geom), ST_Envelope(field.shrunk)) AS box_distance
    FROM candidate c, field, LATERAL (SELECT ST_Scale(c.geom, field.shrink, 1) AS geom) AS shrunk
    WHERE c.pula_id IN (SELECT pula_id FROM in_force) AND c.pula_id NOT IN (SELECT pula_id FROM meeting)
  ), within AS (
    SELECT first.pula_id, ST_Distance(first.geom, field.shrunk) AS distance
    FROM (SELECT DISTINCT ON (pula_id) pula_id, geom FROM near_piece ORDER BY pula_id, box_distance) AS first, field
  ), nearest AS (
    SELECT DISTINCT ON (pula_id) pula_id, n.geom
    FROM near_piece n JOIN within USING (pula_id), field
    WHERE n.box_distance <= within.distance
    ORDER BY pula_id, ST_Distance(n.geom, field.shrunk)
  ), nearby AS (
    SELECT f.pula_id, f.event_name,
           ST_Length(ST_Scale(ST_ShortestLine(n.geom, field.shrunk), 1 / field.shrink, 1)::geography) AS distance_m
    FROM nearest n JOIN in_force f USING (pula_id), field
  )`;

/** `found_county`: counties that meet the field; of a coarse set also those within its error. */
const findCounties = (county: Box): Prisma.Sql => Prisma.sql`
  found_county AS (
    SELECT DISTINCT piece.geo_id
    FROM county_set JOIN county_piece piece USING (data_set_id), field
    WHERE county_set.county_precision = 'exact' AND ${meetsField}
    UNION
    SELECT DISTINCT piece.geo_id
    FROM county_set JOIN county_piece piece USING (data_set_id), field
    WHERE county_set.county_precision <> 'exact'
      AND piece.geom && ST_Expand(field.geom, ${county.lonDeg}::float8, ${county.latDeg}::float8)
      AND ST_DWithin(ST_Scale(piece.geom, field.shrink, 1), field.shrunk, ${county.latDeg}::float8)
  )`;

const setsAsJson = Prisma.sql`
  (SELECT jsonb_agg(jsonb_build_object(
      'kind', sets.kind, 'version', sets.version, 'county_precision', sets.county_precision,
      'verified_at', sets.verified_at, 'is_demonstration', sets.is_demonstration,
      'covers', sets.kind = 'pula' AND coalesce(ST_Covers(sets.coverage, field.geom), false)))
   FROM sets, field)`;

const clipBox = (near: Box): Prisma.Sql =>
  Prisma.sql`ST_Expand(ST_Envelope(field.geom), ${near.lonDeg}, ${near.latDeg})`;

/** The PULA inside the field's box widened by the search distance; nothing when geometry was not asked for. */
const clippedGeometry = (pulaId: Prisma.Sql, { withGeometry }: AreaQuery, near: Box): Prisma.Sql =>
  withGeometry
    ? Prisma.sql`
      (SELECT ST_AsGeoJSON(ST_Multi(ST_Union(ST_CollectionExtract(ST_Intersection(piece.geom, ${clipBox(near)}), 3))), 7)::jsonb
       FROM pula_piece piece, field, pula_set
       WHERE piece.data_set_id = pula_set.data_set_id AND piece.pula_id = ${pulaId} AND piece.geom && ${clipBox(near)})`
    : Prisma.sql`NULL::jsonb`;

/** Share of the field inside a PULA, percent; nothing when nobody asked for explanations. */
const shareOfField = ({ withShare }: AreaQuery): Prisma.Sql =>
  withShare
    ? Prisma.sql`
      (SELECT least(100, 100 * ST_Area(ST_Union(ST_CollectionExtract(ST_Intersection(piece.geom, field.geom), 3))::geography)
                         / max(ST_Area(field.geom::geography)))
       FROM pula_piece piece, field, pula_set
       WHERE piece.data_set_id = pula_set.data_set_id AND piece.pula_id = p.pula_id AND piece.geom && field.geom)`
    : Prisma.sql`NULL::float8`;

const pulasAsJson = (query: AreaQuery, near: Box): Prisma.Sql => Prisma.sql`
  (SELECT jsonb_agg(jsonb_build_object(
      'pulaId', p.pula_id, 'eventName', p.event_name, 'status', p.status,
      'effectiveDate', to_char(p.effective_date, 'YYYY-MM-DD'), 'codes', p.codes,
      'sharePct', ${shareOfField(query)}, 'geometry', ${clippedGeometry(Prisma.sql`p.pula_id`, query, near)},
      'codesWithoutLimitation', (SELECT coalesce(jsonb_agg(listed.code), '[]') FROM unnest(p.codes) AS listed(code)
         WHERE NOT EXISTS (SELECT FROM loaded_code k WHERE k.pula_id = p.pula_id AND k.code = listed.code)))
      ORDER BY p.pula_id)
   FROM meeting p)`;

const nearbyAsJson = (query: AreaQuery, near: Box): Prisma.Sql => Prisma.sql`
  (SELECT jsonb_agg(jsonb_build_object(
      'pulaId', n.pula_id, 'eventName', n.event_name, 'distanceM', n.distance_m,
      'geometry', ${clippedGeometry(Prisma.sql`n.pula_id`, query, near)}) ORDER BY n.distance_m, n.pula_id)
   FROM nearby n WHERE n.distance_m <= ${query.searchMiles * M_PER_MILE})`;

/** A wide net of ingredient names: the engine decides which mean the same (lib/domain/ingredients.ts). */
const limitationsAsJson = ({ registrations, ingredients, onDate }: AreaQuery): Prisma.Sql => Prisma.sql`
  (SELECT jsonb_agg(jsonb_build_object(
      'limitationId', l.limitation_id, 'pulaId', l.pula_id, 'code', l.code, 'text', l.limitation,
      'registration', l.registration, 'activeIngredient', l.active_ingredient,
      'effectiveDate', to_char(l.effective_date, 'YYYY-MM-DD'), 'expiresOn', to_char(l.expires_on, 'YYYY-MM-DD'),
      'methodClasses', coalesce(l.method_classes, '{}'), 'uses', l.uses) ORDER BY l.pula_id, l.limitation_id, l.row_number)
   FROM pula_set JOIN limitation l USING (data_set_id)
   WHERE l.pula_id IN (SELECT pula_id FROM meeting)
     AND (l.registration = ANY(${registrations}::text[])
          OR EXISTS (SELECT FROM unnest(${ingredients}::text[]) AS name
                     WHERE name LIKE '%' || l.active_ingredient || '%' OR l.active_ingredient LIKE '%' || name || '%'))
     AND l.effective_date <= ${onDate}::date
     AND (l.expires_on IS NULL OR l.expires_on >= date_trunc('month', ${onDate}::date)))`;

const countiesAsJson = Prisma.sql`
  (SELECT jsonb_agg(jsonb_build_object(
      'geoId', c.geo_id, 'stateFips', c.state_fips, 'countyFips', c.county_fips, 'countyName', c.county_name)
      ORDER BY c.geo_id)
   FROM county_set JOIN county c USING (data_set_id) WHERE c.geo_id IN (SELECT geo_id FROM found_county))`;
