import { ImportFailure } from "@/lib/imports/failure";
import type { ImportOptions } from "@/lib/imports/options";
import type { Progress } from "@/lib/imports/progress";
import { isArcgisAddress } from "@/lib/imports/read/arcgis";
import { isAddress } from "@/lib/imports/read/http";
import { held, type HeldSource, openLayer } from "@/lib/imports/read/open-source";
import { type GivenRecords, givenRecords, openJsonRecords } from "@/lib/imports/read/records";

/** Ground beside fields: a GeoJSON file, an ArcGIS layer, or features that the caller has. */
export async function openGround(
  source: string | GivenRecords,
  options: ImportOptions,
  progress: Progress,
): Promise<HeldSource> {
  if (typeof source !== "string") return held(givenRecords(source));
  if (!isAddress(source)) return held(await openJsonRecords(source, ["features"]));
  if (isArcgisAddress(source)) return openLayer(source, options, progress);
  throw new ImportFailure(`${source} is not the address of an ArcGIS layer (.../MapServer/0); save it to a file first`);
}
