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
    const flush = async () => {
      throwIfStopped(run.signal);
      if (batch.length > 0) await store(batch);
      batch = [];
      weight = 0;
      at(source.done());
    };
    for await (const record of source.records) {
      const checked = check(record);
      if (checked === null) continue;
      batch.push(checked.record);
      weight += checked.weight;
      if (batch.length >= run.limit || weight >= (run.weightLimit ?? Infinity)) await flush();
    }
    await flush();
  });
}
