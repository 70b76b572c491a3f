import { throwIfStopped } from "@/lib/imports/failure";
import { type ProgressTask, track } from "@/lib/imports/progress";
import type { RecordSource, SourceRecord } from "@/lib/imports/read/records";

/** A checked record and its weight: vertices for polygons, one for rows. */
export interface Weighed<T> {
  record: T;
  weight: number;
}

/**
 * Reads a source to its end, keeps what `check` makes of each record, and hands it on in batches of at most `limit`
 * records or `weightLimit` weight, so that memory does not grow with the file. A record that `check` refuses is null.
 * One batch is stored while the next is read: `store` is called when the one before it has been stored.
 */
export async function inBatches<T>(
  source: RecordSource,
  check: (record: SourceRecord) => Weighed<T> | null,
  store: (batch: T[]) => Promise<void>,
  run: { task: ProgressTask; signal: AbortSignal | undefined; limit: number; weightLimit?: number },
): Promise<void> {
  await track(run.task, async (at) => {
    let batch: T[] = [];
    let weight = 0;
    let storing: Promise<void> = Promise.resolve();
    const flush = async () => {
      await storing;
      throwIfStopped(run.signal);
      storing = batch.length > 0 ? store(batch) : storing;
      // Until it is waited for: a failure meanwhile is no unhandled one.
      storing.catch(() => undefined);
      batch = [];
      weight = 0;
      at(source.done());
    };
    try {
      for await (const record of source.records) {
        const checked = check(record);
        if (checked === null) continue;
        batch.push(checked.record);
        weight += checked.weight;
        if (batch.length >= run.limit || weight >= (run.weightLimit ?? Infinity)) await flush();
      }
      await flush();
      await storing;
    } catch (error) {
      // The caller's connection is its own again only then.
      await storing.catch(() => undefined);
      throw error;
    }
  });
}
