import { createHash } from "node:crypto";
import { insertSoilPolygons, lastPiece, type NewSoilPolygon, removePiecesAfter } from "@/lib/data/soil/import";
import { type ImportClient, saveCheckpoint } from "@/lib/data/imports/sets";
import { ImportFailure } from "@/lib/imports/failure";
import { inBatches, type Weighed } from "@/lib/imports/read/batches";
import { refuseForeignProjection } from "@/lib/imports/read/projection";
import { type GivenRecords, givenRecords, openJsonRecords, type SourceRecord } from "@/lib/imports/read/records";
import { RepairLog } from "@/lib/imports/repairs";
import type { LoadContext } from "@/lib/imports/run-import";
import { FORMAT, readCheckpoint, type SoilCheckpoint } from "@/lib/imports/soil/checkpoint";
import { checkSoilPolygon } from "@/lib/imports/soil/soil-rows";
import { type Placed, storeShapes } from "@/lib/imports/store-shapes";
import { Tally } from "@/lib/imports/tally";

const BATCH_POLYGONS = 500;
const BATCH_VERTICES = 60_000;
/** A few seconds of work: what an import that is stopped loses at most. */
const CHECKPOINT_BATCHES = 20;

/** What has been stored so far: the part of the counts that reading the file again does not give. */
interface Stored {
  tally: Tally;
  repairs: RepairLog;
  areas: { planarDeg2: number; piecesDeg2: number };
}

export interface LoadedPolygons extends Stored {
  digest: string;
}

/**
 * Reads map unit polygons and stores them in pieces, from the place that a checkpoint names.
 *
 * The file is read from its beginning all the same, which takes a fraction of storing it: what was stored before is read again and
 * counted, and must hash to what the checkpoint says. Throws ImportFailure where it does not. `lanes`: connections that store at
 * once.
 */
export async function loadPolygons(
  context: LoadContext,
  from: string | GivenRecords,
  lanes: readonly ImportClient[],
): Promise<LoadedPolygons> {
  const source = typeof from === "string" ? await openJsonRecords(from, ["features"]) : givenRecords(from);
  const { client, dataSetId, progress, signal } = context;
  const checkpoint = readCheckpoint(context.checkpoint);
  const stored = await goOn(context, source.name, checkpoint);
  const tally = new Tally(source.name);
  const taken = createHash("sha256");
  const take = (record: SourceRecord): Weighed<Placed<NewSoilPolygon>> | null => {
    const found = taking(record, tally, stored.repairs);
    if (found !== null) taken.update(found.record.row.mukey).update(found.record.row.shape);
    return found;
  };
  const isStored = (batches: number): boolean => checkpoint !== null && batches <= checkpoint.batches;
  let begun = 0;
  const store = async (batch: Placed<NewSoilPolygon>[], lane: number): Promise<void> => {
    begun += 1;
    if (!isStored(begun)) await storeBatch({ ...context, client: lanes[lane] ?? client }, batch, stored);
  };
  /** Every batch that has been read is stored, so that the hash is of them all. */
  const note = async (batches: number): Promise<void> => {
    const digest = taken.copy().digest("hex");
    if (batches === checkpoint?.batches) await requireSame(context, checkpoint, digest);
    if (context.dryRun || isStored(batches)) return;
    const kept = { format: FORMAT, batches, digest, lastPiece: await lastPiece(client, dataSetId) } as const;
    const { tally, repairs, areas } = stored;
    await saveCheckpoint(client, dataSetId, {
      ...kept,
      tally: tally.state,
      repairs: repairs.state,
      areas,
    } satisfies SoilCheckpoint);
  };
  const task = progress.begin(`reading ${source.name}`, source.total, source.unit);
  const limits = { limit: BATCH_POLYGONS, weightLimit: BATCH_VERTICES, lanes: lanes.length };
  await inBatches(source, take, store, { task, signal, ...limits, rest: { every: CHECKPOINT_BATCHES, work: note } });
  if (checkpoint !== null && isStored(begun)) await requireSame(context, checkpoint, taken.digest("hex"));
  refuseForeignProjection(source);
  tally.absorb(stored.tally.state);
  return { tally, repairs: stored.repairs, areas: stored.areas, digest: source.digest() };
}

/** What a checkpoint says is stored, with anything after it taken away. */
async function goOn(
  { client, dataSetId, progress }: LoadContext,
  name: string,
  checkpoint: SoilCheckpoint | null,
): Promise<Stored> {
  const stored: Stored = {
    tally: new Tally(name),
    repairs: new RepairLog(progress.note),
    areas: { planarDeg2: 0, piecesDeg2: 0 },
  };
  if (checkpoint === null) return stored;
  stored.tally.absorb(checkpoint.tally);
  stored.repairs.absorb(checkpoint.repairs);
  await removePiecesAfter(client, dataSetId, checkpoint.lastPiece);
  progress.note(`${checkpoint.tally.loaded} polygons are in the database; reading up to them`);
  return { ...stored, areas: { ...checkpoint.areas } };
}

/** Otherwise what is half loaded is given up, so that the next import begins. */
async function requireSame(
  { client, dataSetId }: LoadContext,
  checkpoint: SoilCheckpoint,
  digest: string,
): Promise<void> {
  if (digest === checkpoint.digest) return;
  await saveCheckpoint(client, dataSetId, null);
  throw new ImportFailure(
    "the file is not the one that was half loaded, so that nothing of it is kept; the next import begins again",
  );
}

async function storeBatch(context: LoadContext, batch: Placed<NewSoilPolygon>[], stored: Stored): Promise<void> {
  const { client, dataSetId } = context;
  const insert = async (rows: NewSoilPolygon[]) => {
    const outcomes = await insertSoilPolygons(client, dataSetId, rows);
    for (const { planarDeg2, piecesDeg2 } of outcomes) {
      stored.areas.planarDeg2 += planarDeg2;
      stored.areas.piecesDeg2 += piecesDeg2;
    }
    return outcomes;
  };
  for (const { place, row, outcome } of await storeShapes(context, batch, stored.tally, insert)) {
    const id = `map unit ${row.mukey}, record ${place.number}`;
    if (outcome.keptSqm > 0) stored.tally.loaded += 1;
    else stored.tally.refuse(place, "has no area left after repair", id);
    stored.repairs.add(id, outcome);
  }
}

function taking(record: SourceRecord, tally: Tally, repairs: RepairLog): Weighed<Placed<NewSoilPolygon>> | null {
  tally.read += 1;
  const checked = checkSoilPolygon(record);
  if (!checked.ok) {
    tally.refuse(record, checked.kind, checked.detail);
    return null;
  }
  const { polygon, vertices, droppedRings, closedRings } = checked.value;
  repairs.droppedRings += droppedRings;
  repairs.closedRings += closedRings;
  return { record: { place: { number: record.number, line: record.line }, row: polygon }, weight: vertices };
}
