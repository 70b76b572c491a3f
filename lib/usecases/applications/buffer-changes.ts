import { asProvider } from "@/lib/data/db";
import { findFeaturesSince, findGroundMarks } from "@/lib/data/drift/ground-marks";
import type { NotedApplication } from "@/lib/data/portal/noted-applications";
import { firstDayToCome } from "@/lib/domain/calendar";
import type { SavedComputation } from "@/lib/domain/drift-saved";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import { PLACEMENT_RULES } from "@/lib/domain/versions";
import type { Deps } from "@/lib/runtime/deps";

/** A computation reads the ground before it names its time, by another clock than the database's. */
const MOST_BETWEEN_MS = 600_000;

/**
 * Applications whose buffer rests on what is no longer so, each by its id with the time of that change: it was placed by rules of this service
 * that were mended since, or with other mapped ground beside the field than lies there now.
 */
export async function findBufferChanges(
  deps: Deps,
  providerId: string,
  saved: readonly SavedApplicationRecord[],
): Promise<ReadonlyMap<string, Date>> {
  const placed = saved.flatMap(({ applicationEventId, fieldId, isOnChangedBoundary, drift: { lastComputation } }) =>
    lastComputation === null || isOnChangedBoundary ? [] : [{ applicationEventId, fieldId, lastComputation }],
  );
  if (placed.length === 0) return new Map();
  return new Map([...(await findGroundChanges(deps, providerId, placed)), ...changesOfRules(placed)]);
}

/** An application with a buffer on its field as it lies now. */
interface Placed extends Pick<SavedApplicationRecord, "applicationEventId" | "fieldId"> {
  lastComputation: SavedComputation;
}

/** When the rules were mended is not known: after the computation, in any case. */
const changesOfRules = (placed: readonly Placed[]): [string, Date][] =>
  placed
    .filter(({ lastComputation: { placementRules = 0 } }) => placementRules < PLACEMENT_RULES)
    .map(({ applicationEventId, lastComputation }) => [applicationEventId, justAfter(lastComputation)]);

const justAfter = ({ checkedAt }: SavedComputation): Date => new Date(checkedAt.getTime() + 1);

/**
 * Of mapped ground: water may have come that a buffer has to reach, or a road gone that took something off it. A switch that leaves
 * the ground of a field as it was changes nothing there. Where nothing was switched since, one short statement.
 */
async function findGroundChanges(
  deps: Deps,
  providerId: string,
  placed: readonly Placed[],
): Promise<ReadonlyMap<string, Date>> {
  const since = await findFeaturesSince(deps.db);
  if (since === null) return new Map();
  const inDoubt = placed.filter(({ lastComputation }) => mayBeBefore(lastComputation, since));
  if (inDoubt.length === 0) return new Map();
  const fieldIds = [...new Set(inDoubt.map(({ fieldId }) => fieldId))];
  const marks = await asProvider(deps.db, providerId, (tx) => findGroundMarks(tx, providerId, fieldIds));
  const changed = inDoubt.filter(({ fieldId, lastComputation }) => marks.get(fieldId) !== lastComputation.groundMark);
  return new Map(
    changed.map(({ applicationEventId, lastComputation }) => [
      applicationEventId,
      // After the computation in any case: what it read was gone before it named its time.
      new Date(Math.max(since.getTime(), justAfter(lastComputation).getTime())),
    ]),
  );
}

/** Of an earlier form without a mark nothing but its time is known. */
const mayBeBefore = ({ checkedAt, groundMark }: SavedComputation, since: Date): boolean =>
  checkedAt.getTime() < since.getTime() + (groundMark === undefined ? 0 : MOST_BETWEEN_MS);

/** As above, of applications that are still to come: what was sprayed by on a past day were the ground and the rules of that day. */
export function findPlannedBufferChanges(
  deps: Deps,
  providerId: string,
  saved: readonly SavedApplicationRecord[],
): Promise<ReadonlyMap<string, Date>> {
  const fromDay = firstDayToCome(deps.clock());
  return findBufferChanges(
    deps,
    providerId,
    saved.filter(({ applicationDate }) => applicationDate >= fromDay),
  );
}

/** Applications with the time of such a change in their notes, beside that of any other change of what a buffer rests on. */
export async function noteBufferChanges(
  deps: Deps,
  providerId: string,
  noted: readonly NotedApplication[],
): Promise<NotedApplication[]> {
  const changes = await findPlannedBufferChanges(
    deps,
    providerId,
    noted.map(({ saved }) => saved),
  );
  return noted.map(({ saved, notes }) => {
    const changedAt = laterOf(notes.driftChangedAt, changes.get(saved.applicationEventId) ?? null);
    return { saved, notes: { ...notes, driftChangedAt: changedAt } };
  });
}

/** Fields of a list with such notes on their applications. */
export async function withBufferChanges<Field extends { applications: NotedApplication[] }>(
  deps: Deps,
  providerId: string,
  fields: readonly Field[],
): Promise<Field[]> {
  const noted = await noteBufferChanges(
    deps,
    providerId,
    fields.flatMap(({ applications }) => applications),
  );
  let next = 0;
  return fields.map((field) => {
    const applications = noted.slice(next, next + field.applications.length);
    next += applications.length;
    return { ...field, applications };
  });
}

/** Of two times of which either may be none. */
export const laterOf = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other > one) ? other : one;
