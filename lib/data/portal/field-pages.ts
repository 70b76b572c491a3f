import type { ApplicationMethod } from "@/lib/domain/application";
import { Prisma, type ProviderTx } from "@/lib/data/db";
import { changeOf, changesAsJson, type ChangeJson } from "@/lib/data/portal/changes";
import { KNOWN_SETS } from "@/lib/data/compliance-reads";
import { notedAsJson, toNoted, type NotedApplication, type NotedJson } from "@/lib/data/portal/noted-applications";
import { readGround } from "@/lib/data/stored/parts";
import {
  sessionAsJson,
  toSessionState,
  type AskedSession,
  type SessionState,
  type StateJson,
} from "@/lib/data/portal/sessions";
import type { FieldGround } from "@/lib/domain/field";
import type { ChangeRecord } from "@/lib/domain/portal";

/** An application as the portal's switcher lists it. */
export interface ListedApplication {
  applicationEventId: string;
  applicationId: string;
  providerGroupId: string | null;
  /** `YYYY-MM-DD`. */
  applicationDate: string;
  method: ApplicationMethod;
  productNames: string[];
  isLocked: boolean;
}

/** A live field with its applications, the latest first. */
export interface ListedField {
  fieldId: string;
  providerFieldId: string;
  accountId: string;
  fieldName: string;
  /** On the spheroid, square meters; null without a boundary. */
  areaSqm: number | null;
  ground: FieldGround | null;
  applications: ListedApplication[];
}

/** What a page asks for: an application in the words of its address, a year, and what is taken where it names neither. */
export interface AskedFieldYear {
  session: AskedSession & { fieldId: string };
  /** As the address has it: anything at all. */
  applicationEventId: string | null;
  year: number | null;
  /** The application that the session's link was made for. */
  linkedApplicationId: string | null;
  /** The year of a field without an application. */
  thisYear: number;
  /** So many of the latest changes. */
  mostChanges: number;
}

/** A field where a page stands in it: a year and, where there is one, an application with all it is judged by. */
export interface FieldYearPage {
  /** What the session is checked against. It may see the rest only if it is valid. */
  session: SessionState;
  listed: ListedField;
  year: number;
  /** Longitude and latitude of a point in the field; null without a boundary. */
  pointInField: [lon: number, lat: number] | null;
  /** Null for a year without an application. */
  noted: NotedApplication | null;
  /** The last few of the field and year, newest first. */
  changes: ChangeRecord[];
}

interface PlaceRow extends ListedField {
  session: StateJson | null;
  year: number;
  pointInField: [lon: number, lat: number] | null;
  picked: NotedJson | null;
  changes: ChangeJson[];
}

/**
 * One live field, its applications, and the one that a page shows: the application that was asked for, else the latest
 * of the year asked for, else the link's own, else the latest; and the session that asks. One statement: each message to
 * the database costs a page more than what it asks. Null when the provider has no such field.
 */
export async function findFieldYearPage(
  tx: ProviderTx,
  { session, applicationEventId, year, linkedApplicationId, thisYear, mostChanges }: AskedFieldYear,
): Promise<FieldYearPage | null> {
  const { providerId, fieldId } = session;
  const rows = await tx.$queryRaw<PlaceRow[]>`
    WITH ${KNOWN_SETS}, picked AS MATERIALIZED (
      SELECT a.application_event_id AS id, date_part('year', a.application_date)::int AS year
      FROM application a
      WHERE a.provider_id = ${providerId} AND a.field_id = ${fieldId}::uuid
        AND (a.application_event_id::text = ${applicationEventId}::text OR ${year}::int IS NULL
             OR date_part('year', a.application_date)::int = ${year}::int)
      ORDER BY a.application_event_id::text = ${applicationEventId}::text DESC NULLS LAST,
               (${year}::int IS NULL AND a.application_event_id = ${linkedApplicationId}::uuid) DESC NULLS LAST,
               a.application_date DESC, a.application_event_id DESC
      LIMIT 1
    ), place AS MATERIALIZED (
      SELECT coalesce((SELECT picked.year FROM picked), ${year}::int, ${thisYear}::int) AS year
    )
    SELECT ${sessionAsJson(session)} AS session,
           f.field_id AS "fieldId", f.provider_field_id AS "providerFieldId", f.account_id AS "accountId",
           f.field_name AS "fieldName", ST_Area(f.boundary::geography) AS "areaSqm", f.ground, place.year,
           (SELECT json_build_array(ST_X(mid.at), ST_Y(mid.at)) FROM ST_PointOnSurface(f.boundary) AS mid(at)
            WHERE mid.at IS NOT NULL) AS "pointInField",
           coalesce((
             SELECT json_agg(json_build_object(
               'applicationEventId', a.application_event_id, 'applicationId', a.application_id,
               'providerGroupId', a.provider_group_id, 'applicationDate', to_char(a.application_date, 'YYYY-MM-DD'),
               'method', a.application_method,
               'productNames', jsonb_path_query_array(a.products, '$[*].productName'),
               'isLocked', a.portal_locked_at IS NOT NULL) ORDER BY a.application_date DESC, a.application_event_id DESC)
             FROM application a WHERE a.provider_id = f.provider_id AND a.field_id = f.field_id), '[]') AS applications,
           (SELECT ${notedAsJson()} FROM application a, picked
            WHERE a.provider_id = f.provider_id AND a.application_event_id = picked.id) AS picked,
           ${changesAsJson(Prisma.sql`place.year`, mostChanges)} AS changes
    FROM field f, place
    WHERE f.provider_id = ${providerId} AND f.field_id = ${fieldId}::uuid AND f.archived_at IS NULL`;
  const row = rows[0];
  if (row === undefined || row.session === null) return null;
  const { session: state, picked, changes, year: found, pointInField, ...listed } = row;
  return {
    session: toSessionState(state),
    listed: { ...listed, ground: readGround(listed.ground) },
    year: found,
    pointInField,
    noted: picked === null ? null : toNoted(picked),
    changes: changes.map(changeOf),
  };
}
