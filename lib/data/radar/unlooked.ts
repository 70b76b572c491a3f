import type { ProviderTx } from "@/lib/data/db";
import { CHECKED_AT, CHECKED_BY } from "@/lib/data/radar/listed-rechecks";
import type { SwitchedKind } from "@/lib/domain/recheck";

/** A switch of which no one knows yet whether it changes an answer. */
export interface UnlookedSwitch {
  kind: SwitchedKind;
  switchedAt: Date;
}

interface OpenRun extends UnlookedSwitch {
  versionAfter: string | null;
  /** Where it stands in its list, which goes by provider, field, and application. Null: within this provider's, or not come to them. */
  isPast: boolean | null;
  reachedField: string | null;
  reachedApplication: string | null;
}

interface Application {
  applicationEventId: string;
  fieldId: string;
}

/**
 * Of applications by their ids, the oldest switch before a moment that the radar has yet to look at for them, and that their last check
 * did not go by. Two statements, so that Citus joins no table of a provider with one of none; the second is sent where the first
 * finds a switch.
 */
export async function findUnlookedSwitches(
  tx: ProviderTx,
  providerId: string,
  { applications, before }: { applications: readonly Application[]; before: Date },
): Promise<Map<string, UnlookedSwitch>> {
  const open = await tx.$queryRaw<OpenRun[]>`
    SELECT r.kind, r.created_at AS "switchedAt", n.version AS "versionAfter",
           CASE WHEN r.reached_provider <> ${providerId} THEN r.reached_provider > ${providerId} END AS "isPast",
           r.reached_field::text AS "reachedField", r.reached_application::text AS "reachedApplication"
    FROM radar_run r LEFT JOIN data_set n ON n.data_set_id = r.after_id
    WHERE r.finished_at IS NULL AND r.created_at < ${before}
    ORDER BY r.radar_id`;
  const found = new Map<string, UnlookedSwitch>();
  if (open.every(({ isPast }) => isPast === true)) return found;
  const checked = await findChecks(tx, providerId, applications);
  for (const each of applications) {
    const check = checked.get(each.applicationEventId);
    const run = check && open.find((one) => !hasPassed(one, each) && isOlder(check, one));
    if (run !== undefined) found.set(each.applicationEventId, { kind: run.kind, switchedAt: run.switchedAt });
  }
  return found;
}

/** Written out, ids stand in the order in which the database has them. */
function hasPassed(
  { isPast, reachedField, reachedApplication }: OpenRun,
  { fieldId, applicationEventId }: Application,
) {
  if (isPast !== null) return isPast;
  if (reachedField === null || reachedApplication === null) return false;
  return reachedField === fieldId ? reachedApplication >= applicationEventId : reachedField > fieldId;
}

interface Check {
  at: Date | null;
  versions: Partial<Record<string, string | null>> | null;
}

const isOlder = ({ at, versions }: Check, { kind, switchedAt, versionAfter }: OpenRun): boolean =>
  kind === "tables" ? at === null || at < switchedAt : versions?.[kind] !== versionAfter;

async function findChecks(
  tx: ProviderTx,
  providerId: string,
  applications: readonly Application[],
): Promise<Map<string, Check>> {
  const ids = applications.map(({ applicationEventId }) => applicationEventId);
  const rows = await tx.$queryRaw<(Check & { id: string })[]>`
    SELECT a.application_event_id::text AS id, ${CHECKED_AT} AS at, ${CHECKED_BY} AS versions
    FROM application a
    LEFT JOIN assessment s ON s.provider_id = a.provider_id AND s.assessment_id = a.last_assessment_id
      AND s.calculated_at = a.last_assessed_at
    WHERE a.provider_id = ${providerId} AND a.application_event_id = ANY(${ids}::uuid[])`;
  return new Map(rows.map(({ id, ...check }) => [id, check]));
}
