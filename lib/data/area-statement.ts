import { countiesAsJson, findCounties } from "@/lib/data/county-statement";
import { Prisma } from "@/lib/data/db";
import { type Asked, fieldAsked, meetsField, SAME_EDGE_DEG } from "@/lib/data/field-asked";

/** What is answered only when someone asked for it. */
export interface Shown {
  withGeometry: boolean;
  withShare: boolean;
}

/** A set that someone asks "what if" of, in place of the one of its kind that is in force. */
export interface AskedSet {
  kind: "pula" | "county";
  dataSetId: number;
}

const setAsked = (instead: AskedSet | null): Prisma.Sql =>
  instead === null
    ? Prisma.sql`a.data_set_id`
    : Prisma.sql`CASE WHEN a.kind = ${instead.kind} THEN ${instead.dataSetId}::int ELSE a.data_set_id END`;

/**
 * The set whose partition is searched. As a value of its own, and not a join, it is known before the search begins, so that
 * a prepared statement reads that partition alone.
 */
const ONE_PULA_SET = Prisma.sql`(SELECT data_set_id FROM pula_set)`;

/** Pieces of a set that checks may search no longer. */
const ANY_PIECE = Prisma.sql`(
  SELECT data_set_id, pula_id, geom FROM pula_piece
  UNION ALL SELECT data_set_id, pula_id, geom FROM pula_piece_archive)`;

/** The statement of `findRegulatedAreas`: one row with all that it finds. */
export const areaStatement = (asked: Asked, shown: Shown, instead: AskedSet | null = null): Prisma.Sql => Prisma.sql`
    WITH ${fieldAsked(asked)}, sets AS MATERIALIZED (
      SELECT d.* FROM active_data_set a JOIN data_set d ON d.data_set_id = ${setAsked(instead)}
      WHERE a.kind IN ('pula', 'county')
    ), pula_set AS (SELECT * FROM sets WHERE sets.kind = 'pula'
    ), county_set AS (SELECT * FROM sets WHERE sets.kind = 'county'
    ), ${findPulas(asked, instead?.kind === "pula" ? ANY_PIECE : Prisma.sql`pula_piece`)}
    , ${findCounties(asked)}
    SELECT ${setsAsJson} AS sets, ${pulasAsJson(asked, shown)} AS pulas, ${nearbyAsJson(asked, shown)} AS nearby,
           ${limitationsAsJson(asked)} AS limitations, ${countiesAsJson} AS counties`;

/**
 * `meeting`: PULAs in force that meet the field. `nearby`: those in the search box that do not, with their distance.
 *
 * The nearest pair of points is looked for in a plane whose longitudes are shrunk to the length of its latitudes, and its
 * distance is then measured on the spheroid: at most 0.06 % longer than the shortest, seen over 91 pairs within ten miles. Measuring every
 * piece on the spheroid took 30 times longer. The piece whose box is nearest gives a distance that the others have to come within: of those
 * whose boxes do, only what lies that near is compared. Comparing whole shapes took twice the statement's time.
 */
const findPulas = (asked: Asked, pieces: Prisma.Sql): Prisma.Sql => Prisma.sql`
  candidate AS MATERIALIZED (
    SELECT piece.pula_id, piece.geom, ${meetsField} AS meets
    FROM ${pieces} piece, field
    WHERE piece.data_set_id = ${ONE_PULA_SET}
      AND piece.geom && ST_Expand(field.geom, ${asked.near_lon} + ${SAME_EDGE_DEG}, ${asked.near_lat} + ${SAME_EDGE_DEG})
  ), in_force AS MATERIALIZED (
    SELECT p.* FROM pula_set JOIN pula p USING (data_set_id)
    WHERE p.pula_id IN (SELECT pula_id FROM candidate)
      AND p.effective_date <= ${asked.on_date}
      AND (p.expires_on IS NULL OR p.expires_on >= date_trunc('month', ${asked.on_date}))
  ), meeting AS MATERIALIZED (
    SELECT * FROM in_force WHERE pula_id IN (SELECT pula_id FROM candidate WHERE meets)
  ), loaded_code AS (
    SELECT DISTINCT l.pula_id, l.code FROM pula_set JOIN limitation l USING (data_set_id)
    WHERE l.pula_id IN (SELECT pula_id FROM meeting)
  ), near_piece AS MATERIALIZED (
    SELECT row_number() OVER () AS place, c.pula_id, shrunk.geom,
           ST_Distance(ST_Envelope(shrunk.geom), ST_Envelope(field.shrunk)) AS box_distance
    FROM candidate c, field, LATERAL (SELECT ST_Scale(c.geom, field.shrink, 1) AS geom) AS shrunk
    WHERE c.pula_id IN (SELECT pula_id FROM in_force) AND c.pula_id NOT IN (SELECT pula_id FROM meeting)
  ), first_line AS MATERIALIZED (
    SELECT first.place, first.pula_id, ST_ShortestLine(first.geom, field.shrunk) AS line
    FROM (SELECT DISTINCT ON (pula_id) place, pula_id, geom FROM near_piece ORDER BY pula_id, box_distance) AS first, field
  ), within AS MATERIALIZED (
    SELECT *, ST_Length(line) AS distance FROM first_line
  ), other_line AS MATERIALIZED (
    SELECT n.pula_id,
           ST_ShortestLine(ST_ClipByBox2D(ST_Boundary(n.geom), ST_Expand(field.shrunk, within.distance)), field.shrunk) AS line
    FROM near_piece n JOIN within USING (pula_id), field
    WHERE n.place <> within.place AND n.box_distance <= within.distance
  ), nearest AS (
    SELECT DISTINCT ON (pula_id) pula_id, line
    FROM (SELECT pula_id, line, distance FROM within
          UNION ALL SELECT pula_id, line, ST_Length(line) FROM other_line WHERE line IS NOT NULL) AS found
    ORDER BY pula_id, distance
  ), nearby AS (
    SELECT f.pula_id, f.event_name, ST_Length(ST_Scale(n.line, 1 / field.shrink, 1)::geography) AS distance_m
    FROM nearest n JOIN in_force f USING (pula_id), field
  )`;

/** Whether a polygon that the set had to refuse may lie on the field: the set does not speak for that ground. */
const meetsUnloaded = Prisma.sql`
  EXISTS (SELECT FROM unloaded_record u WHERE u.data_set_id = sets.data_set_id AND u.part = 'feature'
          AND (u.ground IS NULL OR u.ground && ST_Expand(field.geom, ${SAME_EDGE_DEG})))`;

const setsAsJson = Prisma.sql`
  (SELECT jsonb_agg(jsonb_build_object(
      'kind', sets.kind, 'version', sets.version, 'county_precision', sets.county_precision,
      'verified_at', sets.verified_at, 'is_demonstration', sets.is_demonstration,
      'covers', sets.kind = 'pula' AND coalesce(ST_Covers(sets.coverage, field.geom), false) AND NOT ${meetsUnloaded}))
   FROM sets, field)`;

const clipBox = (asked: Asked): Prisma.Sql =>
  Prisma.sql`ST_Expand(ST_Envelope(field.geom), ${asked.near_lon}, ${asked.near_lat})`;

/** The PULA inside the field's box widened by the search distance; nothing when geometry was not asked for. */
const clippedGeometry = (pulaId: Prisma.Sql, asked: Asked, { withGeometry }: Shown): Prisma.Sql =>
  withGeometry
    ? Prisma.sql`
      (SELECT ST_AsGeoJSON(ST_Multi(ST_Union(ST_CollectionExtract(ST_Intersection(piece.geom, ${clipBox(asked)}), 3))), 7)::jsonb
       FROM pula_piece piece, field
       WHERE piece.data_set_id = ${ONE_PULA_SET} AND piece.pula_id = ${pulaId} AND piece.geom && ${clipBox(asked)})`
    : Prisma.sql`NULL::jsonb`;

/** Share of the field inside a PULA, percent; nothing when no one asked for explanations. */
const shareOfField = ({ withShare }: Shown): Prisma.Sql =>
  withShare
    ? Prisma.sql`
      (SELECT least(100, 100 * ST_Area(ST_Union(ST_CollectionExtract(ST_Intersection(piece.geom, field.geom), 3))::geography)
                         / max(ST_Area(field.geom::geography)))
       FROM pula_piece piece, field
       WHERE piece.data_set_id = ${ONE_PULA_SET} AND piece.pula_id = p.pula_id AND piece.geom && field.geom)`
    : Prisma.sql`NULL::float8`;

/**
 * Codes of a PULA that the loaded rows say nothing of, and those of which a row was refused: a refused row may be the one
 * that binds. A row without a readable code stands for every code of its area, one without an area for every area that
 * lists its code.
 */
const codesWithoutLimitation = Prisma.sql`
  (SELECT coalesce(jsonb_agg(DISTINCT silent.code), '[]') FROM (
     SELECT listed.code FROM unnest(p.codes) AS listed(code)
     WHERE NOT EXISTS (SELECT FROM loaded_code k WHERE k.pula_id = p.pula_id AND k.code = listed.code)
     UNION ALL
     SELECT coalesce(u.code, listed.code, 'unreadable code')
     FROM pula_set JOIN unloaded_record u USING (data_set_id)
     LEFT JOIN LATERAL unnest(p.codes) AS listed(code) ON u.code IS NULL
     WHERE u.part = 'limitation'
       AND (u.pula_id = p.pula_id OR (u.pula_id IS NULL AND (u.code IS NULL OR u.code = ANY(p.codes))))
   ) AS silent)`;

const pulasAsJson = (asked: Asked, shown: Shown): Prisma.Sql => Prisma.sql`
  (SELECT jsonb_agg(jsonb_build_object(
      'pulaId', p.pula_id, 'eventName', p.event_name, 'status', p.status,
      'effectiveDate', to_char(p.effective_date, 'YYYY-MM-DD'), 'codes', p.codes,
      'sharePct', ${shareOfField(shown)}, 'geometry', ${clippedGeometry(Prisma.sql`p.pula_id`, asked, shown)},
      'codesWithoutLimitation', ${codesWithoutLimitation})
      ORDER BY p.pula_id)
   FROM meeting p)`;

const nearbyAsJson = (asked: Asked, shown: Shown): Prisma.Sql => Prisma.sql`
  (SELECT jsonb_agg(jsonb_build_object(
      'pulaId', n.pula_id, 'eventName', n.event_name, 'distanceM', n.distance_m,
      'geometry', ${clippedGeometry(Prisma.sql`n.pula_id`, asked, shown)}) ORDER BY n.distance_m, n.pula_id)
   FROM nearby n WHERE n.distance_m <= ${asked.search_m})`;

/** The words of a row's ingredient, as `ingredientWords` of the domain makes them; nothing where it names none. */
const rowWords = Prisma.sql`' ' || btrim(regexp_replace(lower(l.active_ingredient), '[^a-z0-9]+', ' ', 'g')) || ' '`;

/** A net as wide as the engine's own rule, which decides which names mean the same (lib/domain/ingredients.ts). */
const limitationsAsJson = (asked: Asked): Prisma.Sql => Prisma.sql`
  (SELECT jsonb_agg(jsonb_build_object(
      'limitationId', l.limitation_id, 'pulaId', l.pula_id, 'code', l.code, 'text', l.limitation,
      'textHash', encode(sha256(convert_to(l.limitation, 'UTF8')), 'hex'),
      'registration', l.registration, 'activeIngredient', l.active_ingredient,
      'effectiveDate', to_char(l.effective_date, 'YYYY-MM-DD'), 'expiresOn', to_char(l.expires_on, 'YYYY-MM-DD'),
      'methodClasses', coalesce(l.method_classes, '{}'), 'uses', l.uses) ORDER BY l.pula_id, l.limitation_id, l.row_number)
   FROM pula_set JOIN limitation l USING (data_set_id)
   WHERE l.pula_id IN (SELECT pula_id FROM meeting)
     AND (l.registration = ANY(${asked.registrations})
          OR EXISTS (SELECT FROM unnest(${asked.ingredients}) AS name
                     WHERE position(${rowWords} IN name) > 0 OR position(name IN ${rowWords}) > 0))
     AND l.effective_date <= ${asked.on_date}
     AND (l.expires_on IS NULL OR l.expires_on >= date_trunc('month', ${asked.on_date})))`;
