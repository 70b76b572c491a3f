import { asProvider } from "@/lib/data/db";
import { findPlacementAreas } from "@/lib/data/drift/placement-areas";
import { firstDayToCome } from "@/lib/domain/calendar";
import { findBufferChanges } from "@/lib/usecases/applications/buffer-changes";
import { readinessOf, type Readiness } from "@/lib/usecases/machine-files/readiness";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import { standingNow } from "@/lib/usecases/portal/overall-standing";
import { readRecheckSince } from "@/lib/usecases/portal/read-recheck";
import type { PortalSession } from "@/lib/usecases/portal/session";

export interface MachineFacts {
  readiness: Readiness;
  /** Square meters; null where nothing is placed on the present boundary. */
  treatableSqm: number | null;
}

/** Whether a file can be made of the picked application as it stands now; null for a year without one. */
export async function readReadiness(session: PortalSession, place: OpenFieldYear): Promise<MachineFacts | null> {
  const { scored, notes } = place;
  if (scored === null) return null;
  const { pass, providerId } = session;
  const [outdated, changes, areas] = await Promise.all([
    readRecheckSince(session, place),
    findBufferChanges(pass.deps, providerId, [scored.saved]),
    asProvider(pass.deps.db, providerId, (tx) => findPlacementAreas(tx, providerId, scored.saved.applicationEventId)),
  ]);
  const standing = standingNow(scored, notes.driftChangedAt);
  const treatableSqm = areas?.treatableSqm ?? null;
  const readiness = readinessOf(scored, standing, {
    outdated: outdated?.why ?? null,
    fromDay: firstDayToCome(pass.deps.clock()),
    isBufferOld: changes.size > 0,
  });
  // Placed on another boundary, or with nothing left to treat: there is no ground to put in a file.
  if (readiness.isReady && treatableSqm === null) {
    return { readiness: { isReady: false, why: { reason: "not_computed" } }, treatableSqm };
  }
  return { readiness, treatableSqm };
}
