import type { MultiPolygon } from "geojson";
import { Prisma, type ProviderTx } from "@/lib/data/db";
import { KNOWN_SETS } from "@/lib/data/compliance-reads";
import type { RecordState } from "@/lib/domain/record-terms";
import { notedAsJson, toNoted, type NotedApplication, type NotedJson } from "@/lib/data/portal/noted-applications";

/** The fields of a group that a session may open now: live, and within their portal's period. */
export interface OpenGroup {
  accountId: string;
  providerGroupId: string;
  now: Date;
}

export interface GroupField {
  fieldId: string;
  fieldName: string;
  /** On the spheroid, square meters; null without a boundary. */
  areaSqm: number | null;
  /** Simplified for a drawing of the whole group; null without a boundary. */
  boundary: MultiPolygon | null;
  /** Those of the group, the latest first. */
  applications: NotedApplication[];
  /** Of those of its applications that have a record, by their ids. */
  records: RecordStates;
}

export type RecordStates = Readonly<Record<string, RecordState>>;

export interface GroupFieldsPage {
  /** Of the whole group. */
  total: number;
  /** Whose name holds what was searched for. */
  found: number;
  /** `fields` are all that were found, not one page of them. */
  isWhole: boolean;
  fields: GroupField[];
}

interface FieldJson extends Omit<GroupField, "applications" | "records"> {
  applications: NotedJson[];
  records: RecordStates | null;
}

/** `member`: the fields of the group in the order of their names, each once. */
export const members = (providerId: string, { accountId, providerGroupId, now }: OpenGroup): Prisma.Sql => Prisma.sql`
  member AS MATERIALIZED (
    SELECT f.field_id, f.field_name, row_number() OVER (ORDER BY lower(f.field_name), f.field_id) AS place
    FROM field f
    WHERE f.provider_id = ${providerId} AND f.archived_at IS NULL AND f.portal_expires_at > ${now}
      AND f.field_id IN (
        SELECT a.field_id FROM application a
        WHERE a.provider_id = ${providerId} AND a.account_id = ${accountId}
          AND a.provider_group_id = ${providerGroupId}))`;

export const ofGroup = ({ accountId, providerGroupId }: OpenGroup): Prisma.Sql => Prisma.sql`
  a.provider_id = f.provider_id AND a.field_id = f.field_id AND a.account_id = ${accountId}
  AND a.provider_group_id = ${providerGroupId}`;

/** Which applications that meet a condition, as `a`, have a record, and how far it is; null where none has. */
export const recordStates = (condition: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT json_object_agg(r.application_event_id, CASE WHEN r.signed_at IS NULL THEN 'begun' ELSE 'signed' END)
  FROM application a JOIN application_record r USING (provider_id, application_event_id)
  WHERE ${condition})`;

/** About 5 m: a drawing of a group is as wide as a phone. */
const SIMPLIFY_DEG = 5e-5;

interface Slice {
  search: string;
  /** So many fields or fewer are given whole, whatever page is asked for. */
  wholeUpTo: number;
  offset: number;
  limit: number;
}

/** A group's fields by name with all that their standing is read from, or one page of many: one statement. */
export async function findGroupFields(
  tx: ProviderTx,
  providerId: string,
  group: OpenGroup,
  { search, wholeUpTo, offset, limit }: Slice,
): Promise<GroupFieldsPage> {
  const rows = await tx.$queryRaw<{ total: number; found: number; isWhole: boolean; fields: FieldJson[] | null }[]>`
    WITH ${KNOWN_SETS}, ${members(providerId, group)}, found AS (
      SELECT * FROM member WHERE strpos(lower(field_name), lower(${search})) > 0
    ), size AS (SELECT count(*)::int AS found, count(*) <= ${wholeUpTo} AS "isWhole" FROM found
    ), page AS (
      SELECT * FROM found ORDER BY place
      OFFSET (SELECT CASE WHEN "isWhole" THEN 0 ELSE ${offset}::int END FROM size)
      LIMIT (SELECT CASE WHEN "isWhole" THEN ${wholeUpTo}::int ELSE ${limit}::int END FROM size))
    SELECT (SELECT count(*)::int FROM member) AS total, size.found, size."isWhole",
           (SELECT json_agg(json_build_object(
              'fieldId', f.field_id, 'fieldName', f.field_name, 'areaSqm', ST_Area(f.boundary::geography),
              'boundary', ST_AsGeoJSON(ST_Multi(ST_SimplifyPreserveTopology(f.boundary, ${SIMPLIFY_DEG}::float8)), 6)::json,
              'applications', (
                SELECT json_agg(${notedAsJson()} ORDER BY a.application_date DESC, a.application_event_id DESC)
                FROM application a WHERE ${ofGroup(group)}),
              'records', ${recordStates(ofGroup(group))}) ORDER BY page.place)
            FROM page JOIN field f ON f.provider_id = ${providerId} AND f.field_id = page.field_id) AS fields
    FROM size`;
  const row = rows[0];
  return {
    total: row?.total ?? 0,
    found: row?.found ?? 0,
    isWhole: row?.isWhole ?? true,
    fields: (row?.fields ?? []).map(({ applications, records, ...field }) => ({
      ...field,
      applications: applications.map(toNoted),
      records: records ?? {},
    })),
  };
}

/** A field of a group with what its place in the list is decided by. */
export interface GroupMember {
  fieldId: string;
  fieldName: string;
  /** From 1, by name. */
  place: number;
  /** The group's own, the latest first. */
  applications: { applicationEventId: string; applicationDate: string }[];
  records: RecordStates;
}

export interface GroupMembers {
  total: number;
  /** All fields of the group by name, or of a larger one the asked field and its neighbors. */
  fields: GroupMember[];
  /** A corner of the group's first field, by whose clock its days go; null where no field has a boundary. */
  corner: [lon: number, lat: number] | null;
}

/** A field of the group beside what is the same for all of them. */
type MemberRow = Pick<GroupMembers, "total" | "corner"> & {
  field: Omit<GroupMember, "records"> & { records: RecordStates | null };
};

/** The fields that a field stands among in its group: one statement. Null when it is none of them. */
export async function findGroupMembers(
  tx: ProviderTx,
  providerId: string,
  group: OpenGroup,
  { fieldId, wholeUpTo }: { fieldId: string; wholeUpTo: number },
): Promise<GroupMembers | null> {
  const rows = await tx.$queryRaw<MemberRow[]>`
    WITH ${members(providerId, group)}, here AS (SELECT place FROM member WHERE field_id = ${fieldId}::uuid),
    size AS (SELECT count(*)::int AS total FROM member),
    corner AS (
      SELECT ST_StartPoint(ST_ExteriorRing(ST_GeometryN(f.boundary, 1))) AS point
      FROM member m JOIN field f ON f.provider_id = ${providerId} AND f.field_id = m.field_id
      WHERE NOT ST_IsEmpty(f.boundary) ORDER BY m.place LIMIT 1)
    SELECT size.total, (SELECT json_build_array(ST_X(point), ST_Y(point)) FROM corner) AS corner,
           json_build_object('fieldId', m.field_id, 'fieldName', m.field_name, 'place', m.place,
                             'applications', own.applications, 'records', ${recordStates(ofGroup(group))}) AS field
    FROM here CROSS JOIN size
      JOIN member m ON size.total <= ${wholeUpTo} OR m.place BETWEEN here.place - 1 AND here.place + 1
      JOIN field f ON f.provider_id = ${providerId} AND f.field_id = m.field_id
      JOIN LATERAL (
        SELECT json_agg(json_build_object(
                 'applicationEventId', a.application_event_id,
                 'applicationDate', to_char(a.application_date, 'YYYY-MM-DD'))
               ORDER BY a.application_date DESC, a.application_event_id DESC) AS applications
        FROM application a WHERE ${ofGroup(group)}) own ON true
    ORDER BY m.place`;
  const [first] = rows;
  return first === undefined
    ? null
    : {
        ...{ total: first.total, corner: first.corner },
        fields: rows.map(({ field }) => ({ ...field, records: field.records ?? {} })),
      };
}
