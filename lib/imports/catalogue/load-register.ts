import { countRepeats, stageRegister } from "@/lib/data/imports/catalogue";
import type { CatalogueProduct } from "@/lib/domain/product";
import { checkRegisterRow, REGISTER_COLUMNS } from "@/lib/imports/catalogue/register-row";
import type { ImportOptions } from "@/lib/imports/options";
import type { Progress } from "@/lib/imports/progress";
import { inBatches, type Weighed } from "@/lib/imports/read/batches";
import { isAddress } from "@/lib/imports/read/http";
import { held, type HeldSource, openList } from "@/lib/imports/read/open-source";
import { openJsonRecords, type RecordSource, type SourceRecord } from "@/lib/imports/read/records";
import { openTable } from "@/lib/imports/read/table-rows";
import type { LoadContext } from "@/lib/imports/run-import";
import { Tally } from "@/lib/imports/tally";

const BATCH_ROWS = 2000;
/** The most rows that EPA's register gives at once. */
const REGISTER_PAGING = { limitName: "limit", offsetName: "offset", page: 10_000 };

export interface LoadedRegister {
  tally: Tally;
  /** Rows refused for what the register is known to hold: no name, or a state's or an experimental number. */
  expected: number;
  repeats: number;
  unreadIngredients: number;
}

/** EPA's register: CSV, XLSX, a saved JSON answer, or its service by pages. */
export async function openRegister(source: string, options: ImportOptions, progress: Progress): Promise<HeldSource> {
  if (isAddress(source)) return openList(source, REGISTER_PAGING, options, progress);
  if (/\.(json|ndjson|jsonl)(\.gz)?$/i.test(source))
    return held(await openJsonRecords(source, ["items", "data", "results"]));
  return held(await openTable(source, REGISTER_COLUMNS));
}

export async function loadRegister(context: LoadContext, source: RecordSource): Promise<LoadedRegister> {
  const { client, progress, signal } = context;
  const loaded: LoadedRegister = { tally: new Tally(source.name), expected: 0, repeats: 0, unreadIngredients: 0 };
  const task = progress.begin(`reading ${source.name}`, source.total, source.unit);
  await inBatches(
    source,
    (record) => take(record, loaded),
    async (batch) => {
      await stageRegister(client, batch);
      loaded.tally.loaded += batch.length;
    },
    { task, signal, limit: BATCH_ROWS },
  );
  return { ...loaded, repeats: await countRepeats(client) };
}

function take(
  record: SourceRecord,
  loaded: LoadedRegister,
): Weighed<{ number: number; product: CatalogueProduct }> | null {
  loaded.tally.read += 1;
  const checked =
    record.fault === null
      ? checkRegisterRow(record.value)
      : { ok: false as const, kind: record.fault, detail: "", isExpected: false };
  if (!checked.ok) {
    loaded.tally.refuse(record, checked.kind, checked.detail);
    if (checked.isExpected) loaded.expected += 1;
    return null;
  }
  if (checked.hasUnreadIngredients) loaded.unreadIngredients += 1;
  return { record: { number: record.number, product: checked.product }, weight: 1 };
}
