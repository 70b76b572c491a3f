import type { ProviderTx } from "@/lib/data/db";
import { CHECKED_AT, CHECKED_BY } from "@/lib/data/radar/listed-rechecks";
import type { SwitchedKind } from "@/lib/domain/recheck";

/** A switch of which no one knows yet whether it changes an answer. */
export interface UnlookedSwitch {
  kind: SwitchedKind;
  switchedAt: Date;
}

/**
 * The oldest switch before a moment that the radar has yet to look at for an application, and that its last check did not go by; null:
 * none. Two statements, so that Citus joins no table of a provider with one of none; the second is sent where the first finds a switch.
 */
export async function findUnlookedSwitch(
  tx: ProviderTx,
  providerId: string,
  { applicationEventId, fieldId, before }: { applicationEventId: string; fieldId: string; before: Date },
): Promise<UnlookedSwitch | null> {
  const open = await tx.$queryRaw<(UnlookedSwitch & { versionAfter: string | null })[]>`
    SELECT r.kind, r.created_at AS "switchedAt", n.version AS "versionAfter"
    FROM radar_run r LEFT JOIN data_set n ON n.data_set_id = r.after_id
    WHERE r.finished_at IS NULL AND r.created_at < ${before}
      AND (r.reached_provider IS NULL
           OR (r.reached_provider, r.reached_field, r.reached_application)
              < (${providerId}, ${fieldId}::uuid, ${applicationEventId}::uuid))
    ORDER BY r.radar_id`;
  if (open.length === 0) return null;
  const [checked] = await tx.$queryRaw<{ at: Date | null; versions: Partial<Record<string, string | null>> | null }[]>`
    SELECT ${CHECKED_AT} AS at, ${CHECKED_BY} AS versions
    FROM application a
    LEFT JOIN assessment s ON s.provider_id = a.provider_id AND s.assessment_id = a.last_assessment_id
      AND s.calculated_at = a.last_assessed_at
    WHERE a.provider_id = ${providerId} AND a.application_event_id = ${applicationEventId}::uuid`;
  if (checked === undefined) return null;
  const { at, versions } = checked;
  const isOlder = ({ kind, switchedAt, versionAfter }: (typeof open)[number]): boolean =>
    kind === "tables" ? at === null || at < switchedAt : versions?.[kind] !== versionAfter;
  const found = open.find(isOlder);
  return found === undefined ? null : { kind: found.kind, switchedAt: found.switchedAt };
}
