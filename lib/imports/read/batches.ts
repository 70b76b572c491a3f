import { throwIfStopped } from "@/lib/imports/failure";
import { type ProgressTask, track } from "@/lib/imports/progress";
import type { RecordSource, SourceRecord } from "@/lib/imports/read/records";

/** A checked record and its weight: vertices for polygons, one for rows. */
export interface Weighed<T> {
  record: T;
  weight: number;
}

export interface Run {
  task: ProgressTask;
  signal: AbortSignal | undefined;
  /** Records, or weight, of a batch at most. */
  limit: number;
  weightLimit?: number;
  /** How many batches may be stored at once; one unless set. */
  lanes?: number;
  /** Done each time that so many batches more have been stored and nothing else is at work. `batches`: how many by then. */
  rest?: { every: number; work: (batches: number) => Promise<void> };
}

/**
 * Reads a source to its end, keeps what `check` makes of each record, and hands it on in batches of at most `limit`
 * records or `weightLimit` weight, so that memory does not grow with the file. A record that `check` refuses is null.
 * Batches are stored while the next are read, one in each lane: `store` is called when the one before it in its lane has been stored.
 */
export async function inBatches<T>(
  source: RecordSource,
  check: (record: SourceRecord) => Weighed<T> | null,
  store: (batch: T[], lane: number) => Promise<void>,
  run: Run,
): Promise<void> {
  await track(run.task, async (at) => {
    let batch: T[] = [];
    let weight = 0;
    let batches = 0;
    const storing = Array.from({ length: run.lanes ?? 1 }, () => Promise.resolve());
    const flush = async () => {
      const lane = batches % storing.length;
      await storing[lane];
      throwIfStopped(run.signal);
      if (batch.length > 0) {
        batches += 1;
        const stored = store(batch, lane);
        // Until it is waited for: a failure meanwhile is no unhandled one.
        stored.catch(() => undefined);
        storing[lane] = stored;
        if (run.rest !== undefined && batches % run.rest.every === 0) {
          await Promise.all(storing);
          await run.rest.work(batches);
        }
      }
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
      await Promise.all(storing);
    } catch (error) {
      // The caller's connections are its own again only then.
      await Promise.allSettled(storing);
      throw error;
    }
  });
}
