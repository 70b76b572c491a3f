import type { ImportOptions } from "@/lib/imports/options";
import type { Progress } from "@/lib/imports/progress";
import { downloadLayer } from "@/lib/imports/read/arcgis";
import type { Asking } from "@/lib/imports/read/http";
import { hostOf } from "@/lib/imports/read/http";
import { downloadList, type Paging } from "@/lib/imports/read/paged-list";
import type { RecordSource } from "@/lib/imports/read/records";
import type { Spool } from "@/lib/imports/read/spool";

/** A source, and how to let go of what was downloaded for it once the set is stored. */
export type HeldSource = RecordSource & { release: () => Promise<void> };

/** A source that left nothing behind. */
export const held = (source: RecordSource): HeldSource => ({ ...source, release: () => Promise.resolve() });

const askingFor = (options: ImportOptions, progress: Progress): Asking => ({
  signal: options.signal,
  note: progress.note,
  backOffMs: options.backOffMs,
  timeoutMs: options.timeoutMs,
});

const fromSpool = async (spool: Spool, name: string): Promise<HeldSource> => ({
  ...(await spool.read()),
  name,
  release: spool.release,
});

/** Every feature of an ArcGIS layer, which must have the given fields: one that moved would leave its facts out unseen. */
export async function openLayer(
  address: string,
  options: ImportOptions,
  progress: Progress,
  requiredFields: readonly string[] = [],
): Promise<HeldSource> {
  const begin = (total: number) => progress.begin(`fetching ${hostOf(address)}`, total, "features");
  const spool = await downloadLayer(address, askingFor(options, progress), {
    workFolder: options.workFolder,
    requiredFields,
    begin,
  });
  return fromSpool(spool, address);
}

/** Every row of a list that a service gives in pages. */
export async function openList(
  address: string,
  paging: Paging,
  options: ImportOptions,
  progress: Progress,
): Promise<HeldSource> {
  const begin = () => progress.begin(`fetching ${hostOf(address)}`, null, "rows");
  const spool = await downloadList(address, paging, askingFor(options, progress), {
    workFolder: options.workFolder,
    begin,
  });
  return fromSpool(spool, address);
}
