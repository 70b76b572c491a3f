import {
  insertPulaFeatures,
  insertPulaPieces,
  mergePulas,
  type NewPulaFeature,
  removeEmptyPulas,
} from "@/lib/data/imports/pulas";
import { cutPieces } from "@/lib/imports/cut-pieces";
import { checkFeature, type PulaFeature } from "@/lib/imports/pula/feature";
import { ObjectIds } from "@/lib/imports/pula/object-ids";
import type { UnloadedLog } from "@/lib/imports/pula/unloaded";
import { inBatches, type Weighed } from "@/lib/imports/read/batches";
import { refuseForeignProjection } from "@/lib/imports/read/projection";
import type { RecordSource, SourceRecord } from "@/lib/imports/read/records";
import { RepairLog } from "@/lib/imports/repairs";
import type { LoadContext } from "@/lib/imports/run-import";
import { type Placed, storeShapes } from "@/lib/imports/store-shapes";
import { Tally } from "@/lib/imports/tally";

/** A statement carries at most this many features and vertices: a few megabytes of text. */
const BATCH_FEATURES = 200;
const BATCH_VERTICES = 60_000;
const PIECE_BATCH = 40;
/** Below any object id or ordinal. */
const LOWEST_ID = -2_147_483_648;

export interface LoadedFeatures {
  tally: Tally;
  repairs: RepairLog;
  /** Records that repeat an object id with the same content, and those that give it to something else. */
  repeated: number;
  renumbered: number;
  pieces: number;
}

/** Reads polygons into a set: checked, repaired, stored whole, then cut into pieces. */
export async function loadFeatures(
  context: LoadContext,
  source: RecordSource,
  unloaded: UnloadedLog,
): Promise<LoadedFeatures> {
  const { client, dataSetId, progress, signal } = context;
  const tally = new Tally(source.name);
  const repairs = new RepairLog(progress.note);
  const ids = new ObjectIds();
  const task = progress.begin(`reading ${source.name}`, source.total, source.unit);
  await inBatches(
    source,
    (record) => take(record, { tally, repairs, ids, unloaded }),
    (batch) => storeBatch(context, batch, { tally, repairs, unloaded }),
    { task, signal, limit: BATCH_FEATURES, weightLimit: BATCH_VERTICES },
  );
  refuseForeignProjection(source);
  for (const pulaId of await removeEmptyPulas(client, dataSetId)) {
    progress.note(`PULA ${pulaId} has no polygon that could be stored, and is left out`);
  }
  const pieces = await cutPieces(context, {
    total: tally.loaded,
    unit: "features",
    first: LOWEST_ID,
    cut: (after) => insertPulaPieces(client, dataSetId, after, PIECE_BATCH),
  });
  return { tally, repairs, pieces, repeated: ids.repeated, renumbered: ids.renumbered };
}

/** What is noted while features are read. */
interface Notes {
  tally: Tally;
  repairs: RepairLog;
  unloaded: UnloadedLog;
}

function take(
  record: SourceRecord,
  { tally, repairs, ids, unloaded }: Notes & { ids: ObjectIds },
): Weighed<Placed<NewPulaFeature>> | null {
  tally.read += 1;
  const checked =
    record.fault === null ? checkFeature(record.value) : { ok: false as const, kind: record.fault, detail: "" };
  if (!checked.ok) {
    tally.refuse(record, checked.kind, checked.detail);
    unloaded.addFeature(record, record.value, checked.kind);
    return null;
  }
  repairs.droppedRings += checked.feature.droppedRings;
  repairs.closedRings += checked.feature.closedRings;
  const row = toRow(checked.feature, record.number, ids);
  return row === null
    ? null
    : { record: { place: { number: record.number, line: record.line }, row }, weight: checked.feature.vertices };
}

function toRow(feature: PulaFeature, number: number, ids: ObjectIds): NewPulaFeature | null {
  const { pulaId, eventName, status, effectiveDate, expiresOn, codes } = feature;
  const row = { pulaId, eventName, status, effectiveDate, expiresOn, codes, shape: JSON.stringify(feature.shape) };
  const objectId = ids.take(feature.objectId, number, row);
  return objectId === null ? null : { objectId, ...row };
}

async function storeBatch(
  context: LoadContext,
  batch: Placed<NewPulaFeature>[],
  { tally, repairs, unloaded }: Notes,
): Promise<void> {
  const { client, dataSetId } = context;
  const store = async (rows: NewPulaFeature[]) => {
    await mergePulas(client, dataSetId, rows);
    return insertPulaFeatures(client, dataSetId, rows);
  };
  const stored = await storeShapes(context, batch, tally, store);
  const kept = new Set(stored.flatMap(({ row, outcome }) => (outcome.keptSqm > 0 ? [row] : [])));
  for (const { place, row } of batch) if (!kept.has(row)) unloaded.addShape(place, row, "cannot be stored");
  for (const { place, row, outcome } of stored) {
    const id = `PULA ${row.pulaId}, object ${row.objectId}`;
    if (outcome.keptSqm > 0) tally.loaded += 1;
    else tally.refuse(place, "has no area left after repair", id);
    repairs.add(id, outcome);
  }
}
