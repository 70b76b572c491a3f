import type { LineString, MultiLineString, MultiPolygon } from "geojson";
import { attestationOf, givenOf, type AttestationJson } from "@/lib/data/attestations";
import { Prisma, type StatementTx } from "@/lib/data/db";
import type { Attestation } from "@/lib/domain/attestation";
import { featuresNear, type FeaturesJson } from "@/lib/data/drift/features-near";
import { mixesOfYear, siblingsOf, type MixesOfYear } from "@/lib/data/sibling-mixes";
import { storedSoil, type StoredSoil } from "@/lib/data/soil/analyses";
import type { SiblingMixes } from "@/lib/domain/application";
import type { OverallStatus } from "@/lib/domain/compliance";
import type { ManualClaim } from "@/lib/domain/drift";
import { timeAsText } from "@/lib/data/time-as-text";
import type { CheckBehind, ComputedWith, DrawnFeature } from "@/lib/domain/drift-saved";
import type { Selection } from "@/lib/domain/mitigation";
import type { RememberedExemption } from "@/lib/domain/portal";

/** A live application with all that a computation reads of it. What is saved is not judged here. */
export interface ComputeState {
  application: {
    applicationEventId: string;
    applicationId: string;
    accountId: string;
    providerGroupId: string | null;
    userEmail: string | null;
    applicationDate: string;
    method: string;
    products: unknown;
    crop: string[];
    pest: string[];
    gpa: number | null;
    dropletSize: string | null;
    boomHeight: string | null;
    /** What was sent beside what every check needs; null: nothing. */
    details: unknown;
    processingStatus: string;
    revision: number;
    /** The boundary it was checked on. */
    boundaryHash: string;
    exemption: RememberedExemption | null;
    /** The check it was saved by asked for the PULAs' geometry. */
    hasGeometry: boolean;
    lockedAt: string | null;
    /** The check that it stands on; null: none was saved. */
    checked: CheckBehind | null;
    /** The conditions on record; null: none since the last check. */
    onRecord: { observedAt: string; checkedAt: string; status: OverallStatus } | null;
    /** What the last computation since the last check was worked out with; null: there is none. */
    computed: ComputedWith | null;
  };
  field: {
    fieldId: string;
    providerFieldId: string;
    fieldName: string;
    accountId: string;
    revision: number;
    boundary: MultiPolygon | null;
    boundaryHash: string | null;
  };
  /** Live rows that share the field's or the application's identity, these ones included. */
  liveFields: number;
  liveApplications: number;
  selections: Selection[];
  siblingMixes: SiblingMixes;
  soil: StoredSoil;
  features: FeaturesJson;
  drawn: DrawnFeature[];
  downslopeLines: LineString[];
  claims: ManualClaim[];
  attestations: Attestation[];
  /** By the provider's setting. */
  doAttestationsCount: boolean;
}

interface StateRow extends Omit<
  ComputeState,
  "selections" | "siblingMixes" | "drawn" | "downslopeLines" | "claims" | "attestations"
> {
  attestations: AttestationJson[];
  selections: Selection[] | null;
  mixesOfYear: MixesOfYear;
  drawn: DrawnFeature[] | null;
  downslope: MultiLineString | null;
  claims: ManualClaim[] | null;
}

/** Reads what a computation needs of a provider's data, and the ground beside the field: one statement. Null when absent. */
export async function findComputeState(
  tx: StatementTx,
  providerId: string,
  applicationEventId: string,
  processingVersion: number,
  { withArchived = false }: { withArchived?: boolean } = {},
): Promise<ComputeState | null> {
  const rows = await tx.$queryRaw<StateRow[]>`
    WITH ${placeOf(providerId, applicationEventId, processingVersion)}
    SELECT ${applicationAsJson} AS application, ${fieldAsJson} AS field,
      (SELECT count(*)::int FROM field f WHERE f.provider_id = mine.provider_id
         AND f.provider_field_id = mine.provider_field_id AND f.archived_at IS NULL) AS "liveFields",
      (SELECT count(*)::int FROM application a JOIN field f USING (provider_id, field_id)
       WHERE a.provider_id = mine.provider_id AND a.account_id = mine.account_id
         AND a.application_id = mine.application_id AND f.archived_at IS NULL) AS "liveApplications",
      (SELECT json_agg(json_build_object(
          'system', s.system, 'subOptionId', s.sub_option_id, 'source', s.source,
          'implementationDate', to_char(s.implementation_date, 'YYYY-MM-DD'), 'notes', s.notes) ORDER BY s.sub_option_id)
       FROM measure_selection s
       WHERE s.provider_id = mine.provider_id AND s.field_id = mine.field_id
         AND s.year = date_part('year', mine.application_date)::int) AS selections,
      ${mixesOfYear(Prisma.sql`mine`, Prisma.sql`date_part('year', mine.application_date)::int`)} AS "mixesOfYear",
      place.soil, place.features,
      ${drawnAsJson(Prisma.sql`mine`)} AS drawn,
      (SELECT ST_AsGeoJSON(m.lines, 17)::json FROM downslope_mark m
       WHERE m.provider_id = mine.provider_id AND m.field_id = mine.field_id
         AND m.boundary_hash = mine.field_boundary_hash) AS downslope,
      (SELECT json_agg(json_build_object('subOptionId', c.sub_option_id, 'customValue', c.custom_value,
                                         'notes', c.notes) ORDER BY c.sub_option_id)
       FROM drift_claim c WHERE c.provider_id = mine.provider_id
         AND c.application_event_id = mine.application_event_id) AS claims, ${givenOf(Prisma.sql`mine`)}
    FROM place, ${applicationOf(providerId, applicationEventId, withArchived)} AS mine`;
  const [row] = rows;
  if (row === undefined) return null;
  const { downslope, mixesOfYear: mixes, ...rest } = row;
  return {
    ...rest,
    selections: row.selections ?? [],
    siblingMixes: siblingsOf(mixes, applicationEventId),
    drawn: row.drawn ?? [],
    claims: row.claims ?? [],
    attestations: row.attestations.map(attestationOf),
    downslopeLines: (downslope?.coordinates ?? []).map((coordinates) => ({ type: "LineString", coordinates })),
  };
}

const applicationOf = (
  providerId: string,
  applicationEventId: string,
  withArchived: boolean,
): Prisma.Sql => Prisma.sql`(
  SELECT a.*, f.provider_field_id, f.field_name, f.account_id AS field_account_id, f.revision AS field_revision,
         f.boundary, f.boundary_hash AS field_boundary_hash
  FROM application a JOIN field f USING (provider_id, field_id)
  WHERE a.provider_id = ${providerId} AND a.application_event_id = ${applicationEventId}::uuid
    AND (${withArchived}::boolean OR f.archived_at IS NULL))`;

/** What lies at the field. Of no provider, so that Citus reads it on the coordinator, before the rest on the provider's node. */
const placeOf = (providerId: string, applicationEventId: string, processingVersion: number): Prisma.Sql => Prisma.sql`
  site AS MATERIALIZED (
    SELECT f.boundary, f.boundary_hash FROM application a JOIN field f USING (provider_id, field_id)
    WHERE a.provider_id = ${providerId} AND a.application_event_id = ${applicationEventId}::uuid
  ), place AS MATERIALIZED (
    SELECT ${storedSoil(Prisma.sql`site.boundary_hash`, processingVersion)} AS soil,
           ${featuresNear(Prisma.sql`site.boundary`)} AS features
    FROM site
  )`;

/**
 * Drawings of a field, as one JSON list. `of` names a row with the field's ids. A statement that locks that row names the provider
 * by its value: Citus must know the node of each table before it runs anything.
 */
export const drawnAsJson = (of: Prisma.Sql, provider = Prisma.sql`${of}.provider_id`): Prisma.Sql => Prisma.sql`
  (SELECT json_agg(json_build_object(
      'featureId', d.feature_id, 'kind', d.kind, 'category', d.category, 'label', d.label,
      'boundaryHash', d.boundary_hash, 'geometry', ST_AsGeoJSON(d.geom, 17)::json) ORDER BY d.feature_id)
   FROM drawn_feature d WHERE d.provider_id = ${provider} AND d.field_id = ${of}.field_id)`;

const applicationAsJson = Prisma.sql`
  json_build_object(
    'applicationEventId', mine.application_event_id, 'applicationId', mine.application_id,
    'accountId', mine.account_id, 'providerGroupId', mine.provider_group_id, 'userEmail', mine.user_email,
    'applicationDate', to_char(mine.application_date, 'YYYY-MM-DD'), 'method', mine.application_method,
    'products', mine.products, 'crop', coalesce(to_json(mine.crop), '[]'), 'pest', coalesce(to_json(mine.pest), '[]'),
    'gpa', mine.gpa, 'dropletSize', mine.droplet_size, 'boomHeight', mine.boom_height,
    'details', mine.details,
    'processingStatus', mine.processing_status, 'revision', mine.revision, 'boundaryHash', mine.boundary_hash,
    'lockedAt', mine.portal_locked_at,
    'checked', coalesce(mine.last_computation->'checked', (
      SELECT jsonb_build_object('at', ${timeAsText("x.calculated_at")}, 'versions', x.body->'dataVersions')
      FROM assessment x
      WHERE x.provider_id = mine.provider_id AND x.assessment_id = mine.last_assessment_id
        AND x.calculated_at = mine.last_assessed_at)),
    'onRecord', CASE WHEN mine.last_computation IS NOT NULL THEN json_build_object(
      'observedAt', mine.weather->>'observedAt', 'checkedAt', mine.last_computation->>'checkedAt',
      'status', mine.last_computation->>'status') END,
    'computed', CASE WHEN jsonb_typeof(mine.last_computation->'effectiveRates') = 'array' THEN json_build_object(
      'inputs', mine.last_computation->'inputs', 'effectiveRates', mine.last_computation->'effectiveRates',
      'details', mine.last_computation->'details') END,
    'exemption', (SELECT json_build_object('required', r.required, 'evaluatedAt', r.exemption_evaluated_at,
                                           'reasons', r.exemption_reasons,
                                           'treatedAcres', r.exemption_treated_acres)
                  FROM requirement r
                  WHERE r.provider_id = mine.provider_id AND r.application_event_id = mine.application_event_id
                    AND r.mitigation_type = 'epa_runoff'),
    'hasGeometry', coalesce((
      SELECT jsonb_path_exists(x.body, '$.products[*].pulas[*].geometry ? (@ != null)')
      FROM assessment x
      WHERE x.provider_id = mine.provider_id AND x.assessment_id = mine.last_assessment_id
        AND x.calculated_at = mine.last_assessed_at), false))`;

const fieldAsJson = Prisma.sql`
  json_build_object(
    'fieldId', mine.field_id, 'providerFieldId', mine.provider_field_id, 'fieldName', mine.field_name,
    'accountId', mine.field_account_id, 'revision', mine.field_revision,
    'boundary', ST_AsGeoJSON(mine.boundary, 17)::json, 'boundaryHash', mine.field_boundary_hash)`;
