import type { LineString, MultiLineString, MultiPolygon } from "geojson";
import { type ProviderTx, Prisma } from "@/lib/data/db";
import { isCalm } from "@/lib/domain/calm-air";
import type { DriftOnMap, MapDataSet } from "@/lib/domain/field-map";
import type { DrawnFeature } from "@/lib/domain/drift-saved";
import type { FieldGround } from "@/lib/domain/field";
import { drawnAsJson } from "@/lib/data/drift/compute-state";
import { refusedNear, type RefusedNear } from "@/lib/data/drift/features-near";
import { readGround } from "@/lib/data/stored/parts";

/** What is saved of a field that its map shows. */
export interface MappedField {
  fieldId: string;
  fieldName: string;
  boundary: MultiPolygon | null;
  boundaryHash: string | null;
  bounds: [number, number, number, number] | null;
  areaSqm: number | null;
  ground: FieldGround | null;
  drawn: DrawnFeature[];
  downslopeLines: LineString[];
  drift: DriftOnMap | null;
  /** Protected ground that the set of features could not load. */
  refused: RefusedNear;
  /** The sets in force that tiles are made from. */
  sets: ReferenceSet[];
  /** What the field's soil was analysed from; null where no one has. */
  soil: MapDataSet | null;
}

export interface ReferenceSet extends MapDataSet {
  kind: "pula" | "county" | "features" | "basemap";
  dataSetId: number;
}

interface MapRow extends Omit<MappedField, "drawn" | "downslopeLines" | "drift" | "sets"> {
  drawn: DrawnFeature[] | null;
  drift: (DriftOnMap & { windSpeedMph: number | null }) | null;
  downslope: MultiLineString | null;
  sets: ReferenceSet[] | null;
}

/** About 0.2 m: what the placed buffer may lose of its round corners on a screen. */
const SIMPLIFY_DEG = 2e-6;

/** The sets in force, what the soil of the field `mine` was analysed from, and ground near it that was not loaded. Listed first, so that Citus reads no table of another node. */
const OF_NO_PROVIDER = Prisma.sql`
  sets AS MATERIALIZED (
    SELECT json_agg(json_build_object('kind', active.kind, 'dataSetId', active.data_set_id, 'version', d.version,
        'since', to_char(d.loaded_at, 'YYYY-MM-DD'), 'isDemonstration', d.is_demonstration, 'attribution', d.attribution, 'license', d.license)
        ORDER BY active.kind DESC) AS listed
    FROM active_data_set active JOIN data_set d USING (data_set_id)
    WHERE active.kind IN ('pula', 'county', 'features', 'basemap')
  ), soil AS MATERIALIZED (
    SELECT json_build_object('kind', 'soil', 'version', s.survey_version,
        'since', to_char(s.analyzed_at, 'YYYY-MM-DD'), 'isDemonstration', false,
        'attribution', null, 'license', null) AS source
    FROM soil_analysis s WHERE s.boundary_hash IN (SELECT boundary_hash FROM mine)
    ORDER BY s.analyzed_at DESC LIMIT 1
  ), refused AS MATERIALIZED (
    SELECT ${refusedNear(Prisma.sql`mine.boundary`)} AS found FROM mine
  )`;

/** Everything of the provider's that a field's map shows: one statement. Null when there is no such live field. */
export async function findMappedField(
  tx: ProviderTx,
  providerId: string,
  asked: { fieldId: string; applicationEventId: string | null },
): Promise<MappedField | null> {
  const rows = await tx.$queryRaw<MapRow[]>`
    WITH mine AS MATERIALIZED (
      SELECT * FROM field
      WHERE provider_id = ${providerId} AND field_id = ${asked.fieldId}::uuid AND archived_at IS NULL
    ), ${OF_NO_PROVIDER}
    SELECT mine.field_id AS "fieldId", mine.field_name AS "fieldName", mine.boundary_hash AS "boundaryHash", mine.ground,
      ST_AsGeoJSON(mine.boundary, 17)::json AS boundary, ST_Area(mine.boundary::geography) AS "areaSqm",
      CASE WHEN mine.boundary IS NOT NULL THEN json_build_array(
        ST_XMin(mine.boundary), ST_YMin(mine.boundary), ST_XMax(mine.boundary), ST_YMax(mine.boundary)) END AS bounds,
      ${drawnAsJson(Prisma.sql`mine`, Prisma.sql`${providerId}`)} AS drawn,
      (SELECT ST_AsGeoJSON(m.lines, 17)::json FROM downslope_mark m
       WHERE m.provider_id = ${providerId} AND m.field_id = mine.field_id
         AND m.boundary_hash = mine.boundary_hash) AS downslope,
      (SELECT json_build_object(
          'buffer', ST_AsGeoJSON(ST_Multi(ST_SimplifyPreserveTopology(d.buffer, ${SIMPLIFY_DEG}::float8)), 7)::json,
          'treatable', ST_AsGeoJSON(ST_Multi(ST_SimplifyPreserveTopology(d.treatable, ${SIMPLIFY_DEG}::float8)), 7)::json,
          'bufferSqm', ST_Area(d.buffer::geography),
          'windSpeedMph', (a.last_computation->'inputs'->>'windSpeedMph')::float8,
          'windDirectionDeg', (a.last_computation->'inputs'->>'windDirectionDeg')::float8)
       FROM drift_placement d JOIN application a USING (provider_id, application_event_id)
       WHERE d.provider_id = ${providerId} AND d.application_event_id = ${asked.applicationEventId}::uuid
         AND a.field_id = mine.field_id AND d.boundary_hash = mine.boundary_hash) AS drift,
      (SELECT found FROM refused) AS refused, (SELECT listed FROM sets) AS sets, (SELECT source FROM soil) AS soil
    FROM mine`;
  const [row] = rows;
  if (row === undefined) return null;
  const { downslope, drawn, drift, sets, ...rest } = row;
  return {
    ...rest,
    ground: readGround(rest.ground),
    drawn: drawn ?? [],
    drift: drift === null ? null : withDirection(drift),
    sets: sets ?? [],
    downslopeLines: (downslope?.coordinates ?? []).map((coordinates) => ({ type: "LineString", coordinates })),
  };
}

/** Calm air has no direction that the map could draw. */
function withDirection({ windSpeedMph, ...drift }: NonNullable<MapRow["drift"]>): DriftOnMap {
  return windSpeedMph !== null && !isCalm(windSpeedMph) ? drift : { ...drift, windDirectionDeg: null };
}
