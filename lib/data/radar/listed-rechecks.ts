import { Prisma, type ProviderTx } from "@/lib/data/db";
import type { Listed, Slice } from "@/lib/data/listings";
import type { RadarRun } from "@/lib/data/radar/runs";
import type { RecheckChange } from "@/lib/domain/recheck";

/** An application whose answer changed with the data: what the newest switch that changed it makes of it. */
export interface ListedRecheck {
  applicationEventId: string;
  applicationId: string;
  accountId: string;
  providerGroupId: string | null;
  providerFieldId: string;
  applicationDate: string;
  foundAt: Date;
  switchedAt: Date;
  kind: RadarRun["kind"];
  versionBefore: string;
  versionAfter: string;
  change: RecheckChange;
  isOpen: boolean;
}

/**
 * The newest change of each live application, an open one before all others. It is open while the day is still to come
 * and the last check used another set of areas, or of labels, than the one in force: a check since then, or a roll-back to
 * the set of that check, closes it.
 */
const newest = (providerId: string, only: string | null = null): Prisma.Sql => Prisma.sql`
  SELECT DISTINCT ON (r.application_event_id)
         r.application_event_id, a.application_id, a.account_id, a.provider_group_id, f.provider_field_id,
         a.application_date, r.found_at, run.kind, run.created_at AS switched_at, o.version AS version_before,
         n.version AS version_after, r.change,
         a.application_date >= (now() AT TIME ZONE 'UTC')::date
           AND s.body->'dataVersions'->>run.kind IS DISTINCT FROM (
             SELECT d.version FROM active_data_set v JOIN data_set d USING (data_set_id) WHERE v.kind = run.kind) AS is_open
  FROM recheck r
  JOIN application a USING (provider_id, application_event_id)
  JOIN field f USING (provider_id, field_id)
  JOIN radar_run run USING (radar_id)
  JOIN data_set o ON o.data_set_id = run.before_id
  JOIN data_set n ON n.data_set_id = run.after_id
  LEFT JOIN assessment s ON s.provider_id = a.provider_id AND s.assessment_id = a.last_assessment_id
    AND s.calculated_at = a.last_assessed_at
  WHERE r.provider_id = ${providerId} AND f.archived_at IS NULL
    AND (${only}::uuid IS NULL OR r.application_event_id = ${only}::uuid)
  ORDER BY r.application_event_id, is_open DESC, r.radar_id DESC`;

/** A provider's rechecks, those found last first. */
export async function listRecheckRows(
  tx: ProviderTx,
  providerId: string,
  { accountId, isOpenOnly, offset, limit }: { accountId: string | null; isOpenOnly: boolean } & Slice,
): Promise<Listed<ListedRecheck>> {
  const listed = Prisma.sql`
    FROM (${newest(providerId)}) AS found
    WHERE (${accountId}::text IS NULL OR account_id = ${accountId}) AND (is_open OR NOT ${isOpenOnly}::boolean)`;
  const counted = await tx.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total ${listed}`;
  const rows = await tx.$queryRaw<ListedRecheck[]>`
    SELECT application_event_id::text AS "applicationEventId", application_id AS "applicationId",
           account_id AS "accountId", provider_group_id AS "providerGroupId", provider_field_id AS "providerFieldId",
           to_char(application_date, 'YYYY-MM-DD') AS "applicationDate", found_at AS "foundAt",
           switched_at AS "switchedAt", kind, version_before AS "versionBefore", version_after AS "versionAfter",
           change, is_open AS "isOpen"
    ${listed} ORDER BY found_at DESC, application_event_id OFFSET ${offset} LIMIT ${limit}`;
  return { total: counted[0]?.total ?? 0, rows };
}

export type OpenRecheck = Pick<ListedRecheck, "switchedAt" | "kind">;

/** The switch since which an application has to be checked again; null: none. */
export async function findOpenRecheck(
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
): Promise<OpenRecheck | null> {
  const rows = await tx.$queryRaw<OpenRecheck[]>`
    SELECT switched_at AS "switchedAt", kind FROM (${newest(providerId, applicationEventId)}) AS found WHERE is_open`;
  return rows[0] ?? null;
}
