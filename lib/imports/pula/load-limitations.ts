import { ensureLimitationIds, insertLimitations, type NewLimitation } from "@/lib/data/imports/limitations";
import { checkLimitation, IdentityKeys } from "@/lib/imports/pula/limitation";
import type { UnloadedLog } from "@/lib/imports/pula/unloaded";
import { inBatches, type Weighed } from "@/lib/imports/read/batches";
import type { RecordSource, SourceRecord } from "@/lib/imports/read/records";
import type { LoadContext } from "@/lib/imports/run-import";
import { Tally } from "@/lib/imports/tally";

const BATCH_ROWS = 1000;

/** Reads limitation rows into a set. Numbers that the source does not give are kept over all later imports. */
export async function loadLimitations(
  context: LoadContext,
  source: RecordSource,
  unloaded: UnloadedLog,
): Promise<Tally> {
  const { client, dataSetId, progress, signal } = context;
  const tally = new Tally(source.name);
  const keys = new IdentityKeys();
  const task = progress.begin(`reading ${source.name}`, source.total, source.unit);
  await inBatches(
    source,
    (record) => take(record, { tally, unloaded, keys }),
    async (batch) => {
      await ensureLimitationIds(
        client,
        batch.filter(({ limitationId }) => limitationId === null).map(({ sourceKey }) => sourceKey),
      );
      await insertLimitations(client, dataSetId, batch);
      tally.loaded += batch.length;
    },
    { task, signal, limit: BATCH_ROWS },
  );
  return tally;
}

function take(
  record: SourceRecord,
  { tally, unloaded, keys }: { tally: Tally; unloaded: UnloadedLog; keys: IdentityKeys },
): Weighed<NewLimitation> | null {
  tally.read += 1;
  const checked =
    record.fault === null ? checkLimitation(record.value) : { ok: false as const, kind: record.fault, detail: "" };
  if (!checked.ok) {
    tally.refuse(record, checked.kind, checked.detail);
    unloaded.addLimitation(record, record.value, checked.kind);
    return null;
  }
  const { sourceId, ...row } = checked.row;
  const limitation = { ...row, limitationId: sourceId, rowNumber: record.number, sourceKey: keys.take(checked.row) };
  return { record: limitation, weight: 1 };
}
