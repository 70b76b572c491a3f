import { findRecorded, findRecordGrounds, keepRecordsUntil, listOutlivedRecords } from "@/lib/data/application-records";
import { asProvider } from "@/lib/data/db";
import { listProviders } from "@/lib/data/providers";
import type { Deps } from "@/lib/runtime/deps";
import { scoreSaved } from "@/lib/usecases/applications/score-saved";
import { fillRecords } from "@/lib/usecases/records/record-facts";

const AT_ONCE = 100;

/**
 * Asks the rules once more how long records are kept that are past their last day. That day was found as the record was last
 * written: a check for another day, a boundary across a state line, or a rule that someone has read since may ask for a later
 * one, which nothing moved. How many have a later one now.
 */
export async function keepAsRulesAsk(deps: Deps): Promise<number> {
  let moved = 0;
  for (const { provider_id: providerId } of await listProviders(deps.db)) {
    let ids = await listSome(deps, providerId, null);
    while (ids.length > 0) {
      moved += await moveOrHold(deps, providerId, ids);
      ids = await listSome(deps, providerId, ids.at(-1) ?? null);
    }
  }
  return moved;
}

const listSome = (deps: Deps, providerId: string, after: string | null): Promise<string[]> =>
  asProvider(deps.db, providerId, (tx) => listOutlivedRecords(tx, providerId, { after, most: AT_ONCE }));

/**
 * One whose rules cannot be asked is kept, and asked again the next night: it neither goes unasked, nor keeps the records of
 * everyone else.
 */
async function moveOrHold(deps: Deps, providerId: string, ids: readonly string[]): Promise<number> {
  try {
    return await move(deps, providerId, ids);
  } catch (err) {
    const [applicationEventId, ...others] = ids;
    if (applicationEventId === undefined) throw err;
    if (others.length > 0) {
      let moved = 0;
      for (const id of ids) moved += await moveOrHold(deps, providerId, [id]);
      return moved;
    }
    const keptUntil = deps.clock().toISOString().slice(0, 10);
    await asProvider(deps.db, providerId, (tx) =>
      keepRecordsUntil(tx, providerId, [{ applicationEventId, keptUntil }]),
    );
    deps.log.error(
      { err, provider: providerId, application: applicationEventId },
      "a record's rules cannot be asked; it stays",
    );
    return 0;
  }
}

const move = (deps: Deps, providerId: string, ids: readonly string[]): Promise<number> =>
  asProvider(deps.db, providerId, async (tx) => {
    const saved = await findRecorded(tx, providerId, ids);
    const grounds = await findRecordGrounds(tx, providerId, ids, { withArchived: true });
    const records = await fillRecords(deps, await scoreSaved(deps, saved), grounds);
    const days = records.map(({ ground: { applicationEventId }, filled: { keptUntil } }) => ({
      applicationEventId,
      keptUntil,
    }));
    return keepRecordsUntil(tx, providerId, days);
  });
