import {
  ensureLimitationIds,
  insertLimitations,
  type NewLimitation,
  noteTextsInForce,
} from "@/lib/data/imports/limitations";
import { checkLimitation, LimitationIdentities } from "@/lib/imports/pula/limitation";
import type { UnloadedLog } from "@/lib/imports/pula/unloaded";
import { inBatches, type Weighed } from "@/lib/imports/read/batches";
import type { RecordSource, SourceRecord } from "@/lib/imports/read/records";
import type { LoadContext } from "@/lib/imports/run-import";
import { Tally } from "@/lib/imports/tally";

const BATCH_ROWS = 1000;

/** Reads limitation rows into a set. Numbers that the source does not give stay with their text over all later imports. */
export async function loadLimitations(
  context: LoadContext,
  source: RecordSource,
  unloaded: UnloadedLog,
): Promise<Tally> {
  const { client, dataSetId, progress, signal } = context;
  const tally = new Tally(source.name);
  const identities = new LimitationIdentities();
  await noteTextsInForce(client);
  const task = progress.begin(`reading ${source.name}`, source.total, source.unit);
  await inBatches(
    source,
    (record) => take(record, { tally, unloaded, identities }),
    async (batch) => {
      await ensureLimitationIds(
        client,
        batch.filter(({ limitationId }) => limitationId === null),
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
  { tally, unloaded, identities }: { tally: Tally; unloaded: UnloadedLog; identities: LimitationIdentities },
): Weighed<NewLimitation> | null {
  tally.read += 1;
  const checked =
    record.fault === null ? checkLimitation(record.value) : { ok: false as const, kind: record.fault, detail: "" };
  if (!checked.ok) {
    tally.refuse(record, checked.kind, checked.detail);
    unloaded.addLimitation(record, record.value, checked.kind);
    return null;
  }
  const { sourceId: _, ...row } = checked.row;
  return { record: { ...row, ...identities.of(checked.row), rowNumber: record.number }, weight: 1 };
}
