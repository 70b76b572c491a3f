import { createHash } from "node:crypto";
import { ImportFailure, throwIfStopped } from "@/lib/imports/failure";
import { type Asking, askJson, CutAnswer } from "@/lib/imports/read/http";
import { type ProgressTask, track } from "@/lib/imports/progress";
import { Spool } from "@/lib/imports/read/spool";
import { firstOf, isRecord, lowerCaseKeys } from "@/lib/imports/read/values";

/** A layer whose features are asked for. */
export interface FeatureLayer {
  query: string;
  name: string;
  idField: string;
  format: "geojson" | "json";
  page: number;
}

/** All of a feature, in longitude and latitude. */
export const WHOLE_FEATURES = { outFields: "*", returnGeometry: "true", outSR: "4326" };

export function idOf({ idField }: Pick<FeatureLayer, "idField">, feature: unknown): number | null {
  if (!isRecord(feature)) return null;
  const row = lowerCaseKeys(feature.attributes ?? feature.properties);
  const id = firstOf({ ...row, __id: feature.id }, [idField, "objectid", "__id"]);
  return typeof id === "number" ? id : null;
}

/**
 * Fetches a layer page by page in the order of its ids, for a service that does not list them all. A page may be shorter
 * than was asked for: the service says that more follow (`exceededTransferLimit`), and where it says nothing, its own
 * count does. A download that does not come to that count ends the import.
 */
export async function downloadByOffset(
  address: string,
  layer: FeatureLayer,
  asking: Asking,
  options: { workFolder: string | undefined; begin: (total: number) => ProgressTask },
): Promise<Spool> {
  const total = await countFeatures(layer, asking);
  // Offsets shift when the layer changes, so a download that was interrupted begins again.
  const plan = createHash("sha256").update(`offsets ${layer.format} ${total} ${Date.now()}`).digest("hex");
  const spool = await Spool.open(options.workFolder, address, plan);
  const ids = new Set<number>();
  await track(options.begin(total), async (at) => {
    let limit = layer.page;
    let isMore = true;
    while (isMore) {
      throwIfStopped(asking.signal);
      const page = await fetchShrinking(layer, spool.next, limit, asking);
      limit = page.limit;
      const fresh = page.features.filter((feature) => isNew(ids, idOf(layer, feature)));
      await spool.append(fresh, spool.next + page.features.length);
      isMore = page.features.length > 0 && (page.isMore || spool.next < total);
      at(ids.size);
    }
  });
  if (ids.size !== total)
    throw new ImportFailure(`${layer.name} counts ${total} features and gave ${ids.size} of them`);
  return spool;
}

/** A service whose order shifts between two pages gives a feature twice and leaves another out: the count shows it. */
function isNew(ids: Set<number>, id: number | null): boolean {
  if (id === null || ids.has(id)) return false;
  ids.add(id);
  return true;
}

async function countFeatures({ query, name }: FeatureLayer, asking: Asking): Promise<number> {
  const form = { where: "1=1", returnCountOnly: "true", f: "json" };
  const answer = await askJson({ url: query, form }, asking);
  const total = isRecord(answer) ? answer.count : undefined;
  if (typeof total !== "number") throw new ImportFailure(`${name} does not say how many features it has`);
  if (total === 0) throw new ImportFailure(`${name} has no features`);
  return total;
}

interface Page {
  features: unknown[];
  isMore: boolean;
  limit: number;
}

async function fetchShrinking(layer: FeatureLayer, offset: number, firstLimit: number, asking: Asking): Promise<Page> {
  for (let limit = firstLimit; ; limit = Math.max(1, Math.floor(limit / 2))) {
    try {
      return { ...(await askPage(layer, offset, limit, asking)), limit };
    } catch (error) {
      if (!(error instanceof CutAnswer)) throw error;
      if (limit === 1)
        throw new ImportFailure(`feature ${offset + 1} of ${layer.name} cannot be fetched: ${error.message}`);
      asking.note(`${error.message}; asking for ${Math.max(1, Math.floor(limit / 2))} features at a time`);
    }
  }
}

async function askPage(
  { query, idField, format }: FeatureLayer,
  offset: number,
  limit: number,
  asking: Asking,
): Promise<Omit<Page, "limit">> {
  const form = {
    where: "1=1",
    ...WHOLE_FEATURES,
    orderByFields: idField,
    resultOffset: String(offset),
    resultRecordCount: String(limit),
    f: format,
  };
  const answer = await askJson({ url: query, form }, asking);
  if (!isRecord(answer) || !Array.isArray(answer.features)) throw new CutAnswer("the answer has no features");
  // GeoJSON has the mark among its properties, Esri's form beside the list.
  const marked = isRecord(answer.properties) ? answer.properties : answer;
  const isMore = marked.exceededTransferLimit === true;
  if (isMore && answer.features.length === 0) throw new CutAnswer("the answer is empty and says that more follow");
  return { features: answer.features as unknown[], isMore };
}
