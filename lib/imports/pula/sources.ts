import { ImportFailure } from "@/lib/imports/failure";
import type { ImportOptions } from "@/lib/imports/options";
import type { Progress } from "@/lib/imports/progress";
import { isArcgisAddress } from "@/lib/imports/read/arcgis";
import { isAddress } from "@/lib/imports/read/http";
import { held, type HeldSource, openLayer, openList } from "@/lib/imports/read/open-source";
import { type GivenRecords, givenRecords, openJsonRecords } from "@/lib/imports/read/records";

/** EPA's list of limitations is asked for in pages of this many rows. */
const LIMITATION_PAGING = { limitName: "limit", offsetName: "skip", page: 1000 };

/** The columns to ask EPA's service for; its default leaves out the uses. */
const LIMITATION_MEMBERS = {
  pula_id: 1,
  product_registration_number: 1,
  effective_date: 1,
  last_update: 1,
  code: 1,
  limitation: 1,
  umf: { use: 1, method: 1, form: 1, pula_id: 1 },
};

/** Without its codes an area would look free of limitations, so a layer that no longer names them is not read. */
const LAYER_FIELDS = ["pula_id", "codes", "effective_date"];

/** PULA polygons: a file as EPA's layer gives it, the layer itself, or features that the caller has. */
export async function openFeatures(
  source: string | GivenRecords,
  options: ImportOptions,
  progress: Progress,
): Promise<HeldSource> {
  if (typeof source !== "string") return held(givenRecords(source));
  if (!isAddress(source)) return held(await openJsonRecords(source, ["features"]));
  if (isArcgisAddress(source)) return openLayer(source, options, progress, LAYER_FIELDS);
  throw new ImportFailure(`${source} is not the address of an ArcGIS layer (.../MapServer/0); save it to a file first`);
}

/** Limitation rows: a file saved from EPA's API, the API itself, or rows that the caller has. */
export async function openLimitations(
  source: string | GivenRecords,
  options: ImportOptions,
  progress: Progress,
): Promise<HeldSource> {
  if (typeof source !== "string") return held(givenRecords(source));
  if (!isAddress(source))
    return held(await openJsonRecords(source, ["limitations", "data", "items", "results", "rows"]));
  // Its members are not those of a list: another limit, other pages, and attributes inside of each row.
  if (isArcgisAddress(source)) {
    throw new ImportFailure(
      `${source} is an ArcGIS address, and limitations are read from a list; save them to a file first`,
    );
  }
  const address = new URL(source);
  if (/\/limitations_public\/?$/.test(address.pathname) && !address.searchParams.has("select")) {
    address.searchParams.set("select", JSON.stringify(LIMITATION_MEMBERS));
  }
  return openList(address.href, LIMITATION_PAGING, options, progress);
}
