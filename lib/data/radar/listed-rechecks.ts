import { Prisma, type ProviderTx } from "@/lib/data/db";
import type { RadarRun } from "@/lib/data/radar/runs";
import type { KeptChange, RecheckReason } from "@/lib/domain/recheck";

/** What was switched, and what it makes of an application. */
export interface SwitchFound {
  switchedAt: Date;
  kind: RadarRun["kind"];
  versionBefore: string;
  versionAfter: string;
  change: KeptChange;
}

/** An application to check again: the data changed since, or what it rests on ends before its day. */
export interface ListedRecheck {
  applicationEventId: string;
  applicationId: string;
  accountId: string;
  providerGroupId: string | null;
  providerFieldId: string;
  applicationDate: string;
  foundAt: Date;
  reason: RecheckReason;
  /** Null where something ends. */
  switched: SwitchFound | null;
  /** Null where the data changed. */
  endsOn: string | null;
  registration: string | null;
  isOpen: boolean;
}

/** A release by the day on which its tables were first in force, and the beginning of their hash, as a set is named. */
const nameOf = (release: Prisma.Sql): Prisma.Sql => Prisma.sql`
  to_char(${release}.noted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') || '-' || left(${release}.digest, 12)`;

/**
 * When the application row `a` was last checked, and by which data. A computation leaves requirements as they were checked, so it
 * closes nothing: it keeps the check that it went on from.
 */
export const CHECKED_AT = Prisma.sql`coalesce((a.last_computation->'checked'->>'at')::timestamptz, a.last_assessed_at)`;
export const CHECKED_BY = Prisma.sql`coalesce(a.last_computation->'checked'->'versions', s.body->'dataVersions')`;

/** What was checked before any release was noted was judged by the first. */
const TABLES_OF_LAST_CHECK = Prisma.sql`
  coalesce((SELECT digest FROM releases WHERE noted_at <= ${CHECKED_AT} ORDER BY release_id DESC LIMIT 1),
           (SELECT digest FROM releases ORDER BY release_id LIMIT 1))`;

/** A table's rows, each with its application `a` and its field `f`, unless that is archived. */
export const withApplication = (table: Prisma.Sql): Prisma.Sql => Prisma.sql`
  ${table} r
  JOIN application a ON a.provider_id = r.provider_id AND a.application_event_id = r.application_event_id
  JOIN field f ON f.provider_id = a.provider_id AND f.field_id = a.field_id AND f.archived_at IS NULL`;

/** Of the last computation what CHECKED_AT and CHECKED_BY read: whole, it has some 10 kB, for each change. */
const OF_APPLICATION = Prisma.sql`
  a.provider_id, a.application_event_id, a.application_id, a.account_id, a.provider_group_id, f.provider_field_id, a.application_date,
  a.last_assessment_id, a.last_assessed_at, jsonb_build_object('checked', a.last_computation->'checked') AS last_computation`;
const NAMES = Prisma.sql`a.application_id, a.account_id, a.provider_group_id, a.provider_field_id, a.application_date`;

/** Said as a condition of its own: beside an OR, all of a provider's were read to find a few. */
const among = (only: readonly string[] | null): Prisma.Sql =>
  only === null ? Prisma.empty : Prisma.sql`AND r.application_event_id = ANY(${only}::uuid[])`;

interface Wanted {
  /** Of these applications; null: all of the provider's. */
  only: readonly string[] | null;
  /** `YYYY-MM-DD`: applications from this day on are still to come. */
  fromDay: string;
}

/**
 * The newest change of each live application, an open one before all others, and a switch before an end. A switch is open
 * while the day is still to come and the last check used another set of areas, or of labels, or other rule tables,
 * than those in force: a check since then, or a roll-back to what that check used, closes it. So does a check that used the set which
 * the switch put in force: what later switches change is found by their own runs. An end is open until the next check.
 *
 * Left open, though a person may find nothing new: what one switch changed after the last check and a later one took back (A to B to C,
 * where C says of this application what A said). What is kept of a change names what came and went, and not the whole answer, so that
 * two of them cannot be added up; A may be archived by then; and an ask too many costs a check, one too few an application by old rules.
 *
 * Lists of no provider are made first, so that Citus joins them on the provider's node. They join releases: with the name of each in
 * a subquery of its own, Citus 13.2.2 answered that nothing had changed. So are the provider's own, by tables that each have an index for
 * the other: joined to those lists, they were read whole for each application where the planner took a provider for small (12 s for 667 changes).
 */
export const newestChanges = (providerId: string, { only, fromDay }: Wanted): Prisma.Sql => Prisma.sql`
  WITH changed AS MATERIALIZED (
    SELECT r.found_at, r.radar_id, r.change, ${OF_APPLICATION} FROM ${withApplication(Prisma.sql`recheck`)}
    WHERE r.provider_id = ${providerId} ${among(only)}
  ), ending AS MATERIALIZED (
    SELECT r.found_at, r.reason, r.ends_on, r.subject, ${OF_APPLICATION} FROM ${withApplication(Prisma.sql`recheck_ending`)}
    WHERE r.provider_id = ${providerId} ${among(only)}
  ), runs AS MATERIALIZED (
    SELECT run.radar_id, run.kind, run.created_at AS switched_at,
           coalesce(o.version, run.before_version, ${nameOf(Prisma.sql`b`)}) AS version_before,
           coalesce(n.version, run.after_version, ${nameOf(Prisma.sql`t`)}) AS version_after
    FROM radar_run run
    LEFT JOIN data_set o ON o.data_set_id = run.before_id
    LEFT JOIN data_set n ON n.data_set_id = run.after_id
    LEFT JOIN rule_release b ON b.release_id = run.before_release
    LEFT JOIN rule_release t ON t.release_id = run.after_release
    WHERE run.radar_id IN (SELECT radar_id FROM changed)
  ), releases AS MATERIALIZED (
    SELECT release_id, digest, noted_at FROM rule_release
  ), in_force AS MATERIALIZED (
    SELECT v.kind, d.version FROM active_data_set v JOIN data_set d USING (data_set_id)
  )
  SELECT DISTINCT ON (found.application_event_id) found.*
  FROM (
    SELECT a.application_event_id, a.found_at, a.radar_id, 'data_changed' AS reason, NULL::date AS ends_on,
           NULL::text AS registration, run.kind, run.switched_at, run.version_before, run.version_after, a.change,
           a.application_date >= ${fromDay}::date AND CASE WHEN run.kind = 'tables'
             THEN ${TABLES_OF_LAST_CHECK} <> (SELECT digest FROM releases ORDER BY release_id DESC LIMIT 1)
             ELSE ${CHECKED_BY}->>run.kind IS DISTINCT FROM run.version_after
               AND ${CHECKED_BY}->>run.kind IS DISTINCT FROM (
               SELECT v.version FROM in_force v WHERE v.kind = run.kind)
           END AS is_open, ${NAMES}
    FROM changed a
    JOIN runs run USING (radar_id)
    LEFT JOIN assessment s ON s.provider_id = ${providerId} AND s.assessment_id = a.last_assessment_id
      AND s.calculated_at = a.last_assessed_at
    UNION ALL
    SELECT a.application_event_id, a.found_at, NULL, a.reason, a.ends_on, nullif(a.subject, ''), NULL, NULL, NULL, NULL,
           NULL, a.application_date >= ${fromDay}::date AND ${CHECKED_AT} <= a.found_at, ${NAMES}
    FROM ending a
  ) AS found
  ORDER BY found.application_event_id, is_open DESC, found.radar_id DESC NULLS LAST, found.ends_on`;

export const SWITCHED = Prisma.sql`
  CASE WHEN kind IS NOT NULL
       THEN jsonb_build_object('kind', kind, 'switchedAt', switched_at, 'versionBefore', version_before,
                               'versionAfter', version_after, 'change', change) END AS switched`;

export interface SwitchedJson {
  switched: (Omit<SwitchFound, "switchedAt"> & { switchedAt: string }) | null;
}

export const withDate = <Row extends SwitchedJson>(
  row: Row,
): Omit<Row, "switched"> & { switched: SwitchFound | null } => ({
  ...row,
  switched: row.switched === null ? null : { ...row.switched, switchedAt: new Date(row.switched.switchedAt) },
});

export type OpenRecheck = Pick<ListedRecheck, "reason" | "switched" | "endsOn" | "registration">;

/** Why applications have to be checked again, by their ids; of those left out nothing is known that asks for it. */
export async function findOpenRechecks(
  tx: ProviderTx,
  providerId: string,
  { applicationEventIds, fromDay }: { applicationEventIds: readonly string[]; fromDay: string },
): Promise<Map<string, OpenRecheck>> {
  const rows = await tx.$queryRaw<(Omit<OpenRecheck, "switched"> & SwitchedJson & { id: string })[]>`
    SELECT application_event_id::text AS id, reason, to_char(ends_on, 'YYYY-MM-DD') AS "endsOn", registration, ${SWITCHED}
    FROM (${newestChanges(providerId, { only: applicationEventIds, fromDay })}) AS found WHERE is_open`;
  return new Map(rows.map(({ id, ...row }) => [id, withDate(row)]));
}
