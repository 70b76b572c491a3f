import type { ShortRunoff } from "@/lib/domain/spray-windows";
import type { Deps } from "@/lib/runtime/deps";
import { findPlannedBufferChanges, laterOf } from "@/lib/usecases/applications/buffer-changes";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import { standingNow, type NowStanding } from "@/lib/usecases/portal/overall-standing";
import { findOutdatedOfMany, type Outdated } from "@/lib/usecases/radar/find-outdated";

/** Where an application stands today, as the portal says it. */
export interface PresentStanding extends Pick<NowStanding, "status" | "issues"> {
  /** Points that are short as it stands: no issue says so. */
  short: ShortRunoff[];
  /** Null: newer data are not known to make its answer another one. */
  outdated: Outdated | null;
}

/**
 * The standing of applications by what was saved after their last check and computation, and by newer data: a report holds what was
 * found, and is carried to the field.
 */
export async function findPresentStandings(
  deps: Deps,
  providerId: string,
  scored: readonly ScoredApplication[],
  driftChanges: ReadonlyMap<string, Date>,
): Promise<ReadonlyMap<string, PresentStanding>> {
  const saved = scored.map((each) => each.saved);
  const grounds = await findPlannedBufferChanges(deps, providerId, saved);
  const outdated = await findOutdatedOfMany(deps, providerId, saved);
  return new Map(
    scored.map((each) => {
      const id = each.saved.applicationEventId;
      const changedAt = laterOf(driftChanges.get(id) ?? null, grounds.get(id) ?? null);
      const { status, issues } = standingNow(each, changedAt);
      return [id, { status, issues, short: shortOf(each), outdated: outdated.get(id) ?? null }];
    }),
  );
}

const shortOf = ({ runoffAsComputed }: ScoredApplication): ShortRunoff[] =>
  runoffAsComputed.flatMap(({ mitigationType, status, gap }) =>
    status === "not_met" && gap !== null ? [{ mitigationType, gap }] : [],
  );
