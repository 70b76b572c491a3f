import { findOutlivedRecords, findRecordGrounds, keepRecordsUntil } from "@/lib/data/application-records";
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
    let after: string | null = null;
    do {
      const some: Moved = await moveSome(deps, providerId, after);
      moved += some.moved;
      after = some.last;
    } while (after !== null);
  }
  return moved;
}

interface Moved {
  moved: number;
  /** Null: no other is left. */
  last: string | null;
}

const moveSome = (deps: Deps, providerId: string, after: string | null): Promise<Moved> =>
  asProvider(deps.db, providerId, async (tx) => {
    const saved = await findOutlivedRecords(tx, providerId, { after, most: AT_ONCE });
    if (saved.length === 0) return { moved: 0, last: null };
    const ids = saved.map(({ applicationEventId }) => applicationEventId);
    const grounds = await findRecordGrounds(tx, providerId, ids, { withArchived: true });
    const records = await fillRecords(deps, await scoreSaved(deps, saved), grounds);
    const days = records.map(({ ground: { applicationEventId }, filled: { keptUntil } }) => ({
      applicationEventId,
      keptUntil,
    }));
    return { moved: await keepRecordsUntil(tx, providerId, days), last: ids.at(-1) ?? null };
  });
