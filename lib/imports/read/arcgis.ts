import { createHash } from "node:crypto";
import { z } from "zod";
import { ImportFailure, throwIfStopped } from "@/lib/imports/failure";
import { type Asking, askJson, CutAnswer } from "@/lib/imports/read/http";
import { type ProgressTask, track } from "@/lib/imports/progress";
import { Spool } from "@/lib/imports/read/spool";
import { downloadByOffset, type FeatureLayer, idOf, WHOLE_FEATURES } from "@/lib/imports/read/arcgis-offsets";
import { isRecord } from "@/lib/imports/read/values";
import { describeFault } from "@/lib/imports/tally";

/** More ids in one question make EPA's service cut its answer. docs/evidence.md, EPA's bulletin service */
const PAGE = 150;

const layerSchema = z.object({
  name: z.string().default("layer"),
  geometryType: z.literal("esriGeometryPolygon", "is not a polygon layer"),
  maxRecordCount: z.number().int().positive().default(PAGE),
  supportedQueryFormats: z.string().default("JSON"),
  objectIdField: z.string().nullish(),
  /** Left out by some servers; then every record is checked on its own. */
  fields: z.array(z.object({ name: z.string() })).nullish(),
});

const idsSchema = z.object({
  objectIdFieldName: z.string().default("objectid"),
  objectIds: z.array(z.int()).nullable().default(null),
  exceededTransferLimit: z.boolean().default(false),
});

interface Layer extends FeatureLayer {
  /** Null: the service does not list them all, and is paged by offset. */
  ids: number[] | null;
}

export const isArcgisAddress = (address: string): boolean => /\/(MapServer|FeatureServer)(\/|\?|$)/i.test(address);

/** The address of the layer itself, from any address of it that a browser may show. */
function layerAddress(address: string): string {
  const url = new URL(address);
  const path = url.pathname.replace(/\/+$/, "").replace(/\/query$/i, "");
  return `${url.origin}${/\/\d+$/.test(path) ? path : `${path}/0`}`;
}

/** What there is to fetch: the ids of all features, in order. */
async function describeLayer(address: string, asking: Asking, requiredFields: readonly string[]): Promise<Layer> {
  const base = layerAddress(address);
  const described = layerSchema.safeParse(await askJson({ url: `${base}?f=json` }, asking));
  if (!described.success) throw new ImportFailure(`${base}: ${describeFault(described.error)}`);
  const layer = described.data;
  refuseMovedFields(base, layer.fields ?? null, requiredFields);
  const query = `${base}/query`;
  const form = { where: "1=1", returnIdsOnly: "true", f: "json" };
  const answered = idsSchema.safeParse(await askJson({ url: query, form }, asking));
  if (!answered.success)
    throw new ImportFailure(`${base} gave no list of object ids: ${describeFault(answered.error)}`);
  const { objectIds, exceededTransferLimit } = answered.data;
  const isWhole = objectIds !== null && !exceededTransferLimit;
  const ids = isWhole ? [...new Set(objectIds)].sort((a, b) => a - b) : null;
  if (ids?.length === 0) throw new ImportFailure(`${base} has no features`);
  return {
    query,
    name: layer.name,
    idField: (layer.objectIdField ?? answered.data.objectIdFieldName).toLowerCase(),
    ids,
    format: /geojson/i.test(layer.supportedQueryFormats) ? "geojson" : "json",
    page: Math.min(PAGE, layer.maxRecordCount),
  };
}

/** A field under another name would be read as missing from every feature, and the set would load without it. */
function refuseMovedFields(
  base: string,
  fields: readonly { name: string }[] | null,
  required: readonly string[],
): void {
  if (fields === null) return;
  const names = new Set(fields.map(({ name }) => name.toLowerCase()));
  const gone = required.filter((name) => !names.has(name));
  if (gone.length > 0) throw new ImportFailure(`${base} no longer has the fields ${gone.join(", ")}`);
}

/**
 * Fetches every feature of a layer by its id, page by page. What is fetched is kept, so an interrupted download goes on
 * where it was as long as the layer still has the same features. A feature that the service lists and does not give
 * ends the import: an area left out is the error that harms.
 */
export async function downloadLayer(
  address: string,
  asking: Asking,
  options: {
    workFolder: string | undefined;
    requiredFields?: readonly string[];
    begin: (total: number) => ProgressTask;
  },
): Promise<Spool> {
  const described = await describeLayer(address, asking, options.requiredFields ?? []);
  if (described.ids === null) return downloadByOffset(address, described, asking, options);
  const layer = { ...described, ids: described.ids };
  const plan = createHash("sha256").update(`${layer.format} ${layer.ids.join()}`).digest("hex");
  const spool = await Spool.open(options.workFolder, address, plan);
  if (spool.next > 0) asking.note(`going on after ${spool.next} of ${layer.ids.length} features fetched earlier`);
  await track(options.begin(layer.ids.length), async (at) => {
    at(spool.next);
    let page = layer.page;
    while (spool.next < layer.ids.length) {
      throwIfStopped(asking.signal);
      const fetched = await fetchShrinking(layer, spool.next, page, asking);
      page = fetched.page;
      await spool.append(fetched.features, spool.next + fetched.features.length);
      at(spool.next);
    }
  });
  return spool;
}

/** One page; when its answer is cut off, or features are missing from it, a smaller one. */
async function fetchShrinking(
  layer: Layer & { ids: number[] },
  from: number,
  firstPage: number,
  asking: Asking,
): Promise<{ features: unknown[]; page: number }> {
  for (let page = firstPage; ; page = Math.max(1, Math.floor(page / 2))) {
    const ids = layer.ids.slice(from, from + page);
    try {
      return { features: inOrder(layer, ids, await askFeatures(layer, ids, asking)), page };
    } catch (error) {
      if (!(error instanceof CutAnswer)) throw error;
      if (ids.length === 1)
        throw new ImportFailure(`object ${ids[0] ?? ""} of ${layer.name} cannot be fetched: ${error.message}`);
      asking.note(`${error.message}; asking for ${Math.max(1, Math.floor(page / 2))} features at a time`);
    }
  }
}

async function askFeatures(layer: FeatureLayer, ids: number[], asking: Asking): Promise<unknown[]> {
  const form = { objectIds: ids.join(), ...WHOLE_FEATURES, f: layer.format };
  const answer = await askJson({ url: layer.query, form }, asking);
  if (!isRecord(answer) || !Array.isArray(answer.features)) throw new CutAnswer("the answer has no features");
  return answer.features as unknown[];
}

/** Exactly the features asked for, in the order of their ids. */
function inOrder(layer: FeatureLayer, ids: number[], features: unknown[]): unknown[] {
  const byId = new Map(features.map((feature) => [idOf(layer, feature), feature]));
  return ids.map((id) => {
    const feature = byId.get(id);
    if (feature === undefined) throw new CutAnswer(`the answer leaves out object ${id} of the ${ids.length} asked for`);
    return feature;
  });
}
