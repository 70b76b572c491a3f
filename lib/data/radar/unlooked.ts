import type { ProviderTx } from "@/lib/data/db";
import { CHECKED_AT, CHECKED_BY } from "@/lib/data/radar/listed-rechecks";
import type { PlannedApplication, SetPair } from "@/lib/data/radar/planned";
import type { SwitchedKind } from "@/lib/domain/recheck";

/** A switch of which no one knows yet whether it changes an answer. */
export interface UnlookedSwitch {
  radarId: number;
  kind: SwitchedKind;
  switchedAt: Date;
  /** What was in force before and since; null: the two cannot be compared, so that no one will ever know. */
  between: SetPair | null;
  versionBefore: string;
  versionAfter: string;
}

interface OpenRun extends UnlookedSwitch {
  /** Of what is in force now: a version, and of tables the digest. */
  inForce: string | null;
  /** Where it stands in its list; null: it has yet to begin. */
  reached: PlannedApplication | null;
  /** Of applications of one day: it is past this provider's, or has yet to come to them. Null: it is among them, or has yet to begin. */
  isPast: boolean | null;
}

/** The last check of an application that switches bear on, and those switches, oldest first. */
export interface Unlooked {
  checkedAt: Date | null;
  switches: UnlookedSwitch[];
}

/**
 * Of applications by their ids, the switches that the radar has yet to look at for them, or cannot compare, unless their last check
 * went by what the switch put in force, or by what is in force now. Two statements, so that Citus joins no table of a provider with one
 * of none; the second is sent where the first finds a switch.
 */
export async function findUnlookedSwitches(
  tx: ProviderTx,
  providerId: string,
  applicationEventIds: readonly string[],
): Promise<Map<string, Unlooked>> {
  const open = await findOpenRuns(tx, providerId);
  const found = new Map<string, Unlooked>();
  if (open.length === 0) return found;
  const releases = open.some(({ kind }) => kind === "tables") ? await findReleases(tx) : [];
  for (const check of await findChecks(tx, providerId, applicationEventIds)) {
    const switches = open.filter((run) => !hasPassed(run, check) && isOlder(check, run, releases));
    if (switches.length > 0) found.set(check.applicationEventId, { checkedAt: check.at, switches });
  }
  return found;
}

/** Runs that are not finished, and those that gave up: where tables of two releases cannot be compared, no application was looked at. */
const findOpenRuns = (tx: ProviderTx, providerId: string): Promise<OpenRun[]> =>
  tx.$queryRaw<OpenRun[]>`
    SELECT r.radar_id AS "radarId", r.kind, r.created_at AS "switchedAt",
           coalesce(o.version, r.before_version, 'release ' || r.before_release) AS "versionBefore",
           coalesce(n.version, r.after_version, 'release ' || r.after_release) AS "versionAfter",
           CASE WHEN r.kind = 'tables' THEN (SELECT digest FROM rule_release ORDER BY release_id DESC LIMIT 1)
                ELSE (SELECT d.version FROM active_data_set v JOIN data_set d USING (data_set_id) WHERE v.kind = r.kind)
           END AS "inForce",
           CASE WHEN r.problem IS NULL
                THEN json_build_object('beforeId', coalesce(r.before_id, r.before_release),
                                       'afterId', coalesce(r.after_id, r.after_release)) END AS between,
           r.reached,
           CASE WHEN r.reached->>'providerId' <> ${providerId} THEN r.reached->>'providerId' > ${providerId} END AS "isPast"
    FROM radar_run r
    LEFT JOIN data_set o ON o.data_set_id = r.before_id LEFT JOIN data_set n ON n.data_set_id = r.after_id
    WHERE r.finished_at IS NULL OR r.problem IS NOT NULL
    ORDER BY r.radar_id`;

interface Release {
  digest: string;
  notedAt: Date;
}

const findReleases = (tx: ProviderTx): Promise<Release[]> =>
  tx.$queryRaw<Release[]>`SELECT digest, noted_at AS "notedAt" FROM rule_release ORDER BY release_id`;

/** As the list is ordered. Written out, days and ids stand in the order in which the database has them; of providers it says itself. */
function hasPassed({ reached, isPast }: OpenRun, { applicationDate, fieldId, applicationEventId }: Check): boolean {
  if (reached === null) return false;
  if (reached.applicationDate !== applicationDate) return reached.applicationDate > applicationDate;
  if (isPast !== null) return isPast;
  if (reached.fieldId !== fieldId) return reached.fieldId > fieldId;
  return reached.applicationEventId >= applicationEventId;
}

interface Check extends Omit<PlannedApplication, "providerId"> {
  at: Date | null;
  versions: Partial<Record<string, string | null>> | null;
}

function isOlder({ at, versions }: Check, run: OpenRun, releases: readonly Release[]): boolean {
  if (run.kind !== "tables") return versions?.[run.kind] !== run.versionAfter && versions?.[run.kind] !== run.inForce;
  return at === null || (at < run.switchedAt && digestOf(at, releases) !== run.inForce);
}

/** What was checked before any release was noted was judged by the first. */
const digestOf = (at: Date, releases: readonly Release[]): string | undefined =>
  (releases.findLast(({ notedAt }) => notedAt <= at) ?? releases[0])?.digest;

const findChecks = (tx: ProviderTx, providerId: string, applicationEventIds: readonly string[]): Promise<Check[]> =>
  tx.$queryRaw<Check[]>`
    SELECT a.application_event_id::text AS "applicationEventId", a.field_id::text AS "fieldId",
           to_char(a.application_date, 'YYYY-MM-DD') AS "applicationDate", ${CHECKED_AT} AS at, ${CHECKED_BY} AS versions
    FROM application a
    LEFT JOIN assessment s ON s.provider_id = a.provider_id AND s.assessment_id = a.last_assessment_id
      AND s.calculated_at = a.last_assessed_at
    WHERE a.provider_id = ${providerId} AND a.application_event_id = ANY(${applicationEventIds}::uuid[])`;
