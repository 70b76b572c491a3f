import { clearMapUnits, insertMapUnits, removeMapUnits, setAggregates } from "@/lib/data/soil/import";
import { runStep } from "@/lib/data/imports/sets";
import { ImportFailure } from "@/lib/imports/failure";
import { inBatches, type Weighed } from "@/lib/imports/read/batches";
import type { RecordSource, SourceRecord } from "@/lib/imports/read/records";
import { openTable } from "@/lib/imports/read/table-rows";
import type { LoadContext } from "@/lib/imports/run-import";
import { aggregateSchema, checkRow, mapUnitSchema, surveyAreaSchema } from "@/lib/imports/soil/soil-rows";
import { type RecordPosition, Tally } from "@/lib/imports/tally";
import type { z } from "zod";

const BATCH_ROWS = 2000;

export interface LoadedTable {
  tally: Tally;
  digest: string;
}

/** Map units are read again: their tables are small, and may have been what the import was stopped in. */
export const forgetMapUnits = ({ client, dataSetId, checkpoint }: LoadContext): Promise<void> =>
  checkpoint === null ? Promise.resolve() : clearMapUnits(client, dataSetId);

/** Rows of one key: the same once more, or another that no one can tell from it. */
class RowsByKey {
  private readonly texts = new Map<string, string>();
  private readonly disputed = new Set<string>();

  /** Whether a row is the first of its key; another is refused. */
  isFirst({ row, place }: PlacedRow<{ mukey: string }>, tally: Tally): boolean {
    const text = JSON.stringify(row);
    const first = this.texts.get(row.mukey);
    if (first === undefined) {
      this.texts.set(row.mukey, text);
      return true;
    }
    if (first !== text) this.disputed.add(row.mukey);
    tally.refuse(place, first === text ? "repeats a map unit" : "says something else of a map unit", row.mukey);
    return false;
  }

  get disputedKeys(): string[] {
    return [...this.disputed];
  }

  get settledKeys(): string[] {
    return [...this.texts.keys()].filter((key) => !this.disputed.has(key));
  }
}

/** The `mapunit` table: symbol and name of each unit. Of a unit with two different rows nothing is kept. */
export async function loadMapUnits(context: LoadContext, path: string): Promise<LoadedTable> {
  const source = await openTable(path, ["mukey", "musym", "muname"]);
  const seen = new RowsByKey();
  const loaded = await loadTable(context, source, mapUnitSchema, async (batch, tally) => {
    const fresh = batch.filter((each) => seen.isFirst(each, tally));
    tally.loaded += await insertMapUnits(
      context.client,
      context.dataSetId,
      fresh.map(({ row }) => row),
    );
  });
  await removeUnits(context, { of: seen.disputedKeys }, "have two different rows");
  return loaded;
}

/** What is not known of a unit must not look like water: its ground has no data. */
async function removeUnits(
  { client, dataSetId, dryRun, progress }: LoadContext,
  keys: Parameters<typeof removeMapUnits>[2],
  why: string,
): Promise<void> {
  const removed = await runStep(client, dryRun, () => removeMapUnits(client, dataSetId, keys));
  if (removed > 0) progress.note(`${removed} map units ${why}: their ground counts as ground without data`);
}

/**
 * The `muaggatt` table: group and slope of each unit. Rows of units that `mapunit` lacks are refused, and a unit without a row that could
 * be read, or with two different ones, is not kept.
 */
export async function loadAggregates(context: LoadContext, path: string): Promise<LoadedTable> {
  const source = await openTable(path, ["mukey", "hydgrpdcd", "slopegradwta"]);
  const seen = new RowsByKey();
  const loaded = await loadTable(context, source, aggregateSchema, async (batch, tally) => {
    const fresh = batch.filter((each) => seen.isFirst(each, tally));
    const unknown = new Set(
      await setAggregates(
        context.client,
        context.dataSetId,
        fresh.map(({ row }) => row),
      ),
    );
    for (const { row, place } of fresh) {
      if (unknown.has(row.mukey)) tally.refuse(place, "names a map unit that is not there", row.mukey);
      else tally.loaded += 1;
    }
  });
  await removeUnits(context, { but: seen.settledKeys }, "have no readable row of groups, or two different ones");
  return loaded;
}

/** The `sacatalog` table: which survey areas, published when. Kept with the set's figures. */
export async function readSurveyAreas(path: string): Promise<{ areas: Record<string, string>; digest: string }> {
  const source = await openTable(path, ["areasymbol", "saverest"]);
  const areas: Record<string, string> = {};
  for await (const record of source.records) {
    const checked = checkRow(record, surveyAreaSchema);
    if (!checked.ok) throw new ImportFailure(`${source.name}, row ${record.number}: ${checked.detail}`);
    areas[checked.value.areasymbol] = checked.value.saverest ?? "unknown";
  }
  return { areas, digest: source.digest() };
}

interface PlacedRow<T> {
  place: RecordPosition;
  row: T;
}

async function loadTable<T>(
  { client, dryRun, progress, signal }: LoadContext,
  source: RecordSource,
  schema: z.ZodType<T>,
  store: (batch: PlacedRow<T>[], tally: Tally) => Promise<void>,
): Promise<LoadedTable> {
  const tally = new Tally(source.name);
  const task = progress.begin(`reading ${source.name}`, source.total, source.unit);
  const check = (record: SourceRecord): Weighed<PlacedRow<T>> | null => {
    tally.read += 1;
    const checked = checkRow(record, schema);
    if (checked.ok) return { record: { place: record, row: checked.value }, weight: 1 };
    tally.refuse(record, checked.kind, checked.detail);
    return null;
  };
  await inBatches(source, check, (batch) => runStep(client, dryRun, () => store(batch, tally)), {
    task,
    signal,
    limit: BATCH_ROWS,
  });
  return { tally, digest: source.digest() };
}
