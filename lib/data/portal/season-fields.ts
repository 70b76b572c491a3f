import { doAttestationsCount } from "@/lib/data/attestations";
import { Prisma, type StatementTx } from "@/lib/data/db";
import {
  members,
  ofGroup,
  recordStates,
  type GroupField,
  type OpenGroup,
  type RecordStates,
} from "@/lib/data/portal/group-fields";
import {
  markedApplications,
  seasonApplicationAsJson,
  toSeasonApplication,
  type SeasonApplicationJson,
} from "@/lib/data/portal/season-applications";
import { firstDayToCome } from "@/lib/domain/calendar";
import { mixesOfYear, type MixesOfYear } from "@/lib/data/sibling-mixes";
import { readGround } from "@/lib/data/stored/parts";
import type { Selection } from "@/lib/domain/mitigation";

/** A field with what its cells of a season are judged by. */
export type SeasonField = Pick<GroupField, "fieldId" | "fieldName" | "applications" | "records">;

export interface SeasonFields {
  /** Of the whole group. */
  total: number;
  /** With applications, of the fields that are given; the latest first. */
  years: number[];
  /** The year whose applications are given; null where there is none. */
  year: number | null;
  /** Longitude and latitude beside the first field; null without one, or without its boundary. */
  place: [lon: number, lat: number] | null;
  fields: SeasonField[];
}

/** A field, beside what is the same for all of them. */
interface SeasonRow {
  total: number;
  year: number | null;
  years: number[] | null;
  fieldId: string;
  fieldName: string;
  providerFieldId: string;
  doAttestationsCount: boolean;
  ground: unknown;
  selections: Selection[] | null;
  mixesOfYear: MixesOfYear;
  applications: SeasonApplicationJson[] | null;
  records: RecordStates | null;
  place: [lon: number, lat: number] | null;
}

/** Of the group, on the field row `f`, in the year that is shown. */
const shownOf = (group: OpenGroup): Prisma.Sql => Prisma.sql`
  ${ofGroup(group)} AND a.application_date BETWEEN make_date(shown.year, 1, 1) AND make_date(shown.year, 12, 31)`;

/** What is selected for the field row `f` in the year that is shown. */
const selections = Prisma.sql`(
  SELECT json_agg(json_build_object(
    'system', s.system, 'subOptionId', s.sub_option_id, 'source', s.source,
    'implementationDate', to_char(s.implementation_date, 'YYYY-MM-DD'), 'notes', s.notes) ORDER BY s.sub_option_id)
  FROM measure_selection s
  WHERE s.provider_id = f.provider_id AND s.field_id = f.field_id AND s.year = shown.year)`;

/**
 * At most `limit` fields of a group in the order of their names, with their applications of one year: of the year that was asked for,
 * where that one has none of that of the next application, and where none is to come of the latest. One statement. A row for each field: one value with all of them was copied several times on its way.
 */
export async function findSeasonFields(
  tx: StatementTx,
  providerId: string,
  group: OpenGroup,
  { year, limit }: { year: number | null; limit: number },
): Promise<SeasonFields> {
  const rows = await tx.$queryRaw<SeasonRow[]>`
    WITH ${members(providerId, group)}, page AS (SELECT * FROM member ORDER BY place LIMIT ${limit}
    ), of_year AS MATERIALIZED (
      SELECT date_part('year', a.application_date)::int AS year,
             min(a.application_date) FILTER (WHERE a.application_date >= ${firstDayToCome(group.now)}::date) AS next
      FROM page f JOIN application a ON a.provider_id = ${providerId} AND a.field_id = f.field_id
        AND a.account_id = ${group.accountId} AND a.provider_group_id = ${group.providerGroupId}
      GROUP BY 1
    ), shown AS MATERIALIZED (
      SELECT coalesce(max(year) FILTER (WHERE year = ${year}::int), date_part('year', min(next))::int, max(year)) AS year,
             json_agg(year ORDER BY year DESC) AS years, (SELECT count(*)::int FROM member) AS total
      FROM of_year)
    SELECT shown.total, shown.year, shown.years, f.field_id AS "fieldId", f.field_name AS "fieldName",
           f.provider_field_id AS "providerFieldId", f.ground,
           ${doAttestationsCount(Prisma.sql`f`)} AS "doAttestationsCount", ${selections} AS selections,
           ${mixesOfYear(Prisma.sql`f`, Prisma.sql`shown.year`)} AS "mixesOfYear", (
             SELECT json_agg(${seasonApplicationAsJson} ORDER BY a.application_date DESC, a.application_event_id DESC)
             FROM ${markedApplications(shownOf(group))}) AS applications,
           ${recordStates(shownOf(group))} AS records,
           CASE WHEN page.place = 1 AND NOT ST_IsEmpty(f.boundary)
                THEN json_build_array(ST_XMin(f.boundary), ST_YMin(f.boundary)) END AS place
    FROM shown CROSS JOIN page JOIN field f ON f.provider_id = ${providerId} AND f.field_id = page.field_id
    ORDER BY page.place`;
  const [first] = rows;
  const fields = rows.map((row) => fieldOf(row, group));
  return {
    total: first?.total ?? 0,
    years: first?.years ?? [],
    year: first?.year ?? null,
    place: first?.place ?? null,
    fields,
  };
}

function fieldOf(row: SeasonRow, { accountId, providerGroupId }: OpenGroup): SeasonField {
  const { fieldId, fieldName, providerFieldId, applications, records } = row;
  const shared = {
    ...{ accountId, providerGroupId, providerFieldId, fieldId, fieldName },
    ground: readGround(row.ground),
    selections: row.selections ?? [],
    mixesOfYear: row.mixesOfYear,
    doAttestationsCount: row.doAttestationsCount,
  };
  return {
    ...{ fieldId, fieldName, records: records ?? {} },
    applications: (applications ?? []).map((each) => toSeasonApplication(each, shared)),
  };
}
