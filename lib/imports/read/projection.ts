import { ImportFailure } from "@/lib/imports/failure";
import type { RecordSource } from "@/lib/imports/read/records";
import { isRecord } from "@/lib/imports/read/values";

/** Ends the import of a source whose outline names another coordinate system. Asked once the last record has been read. */
export function refuseForeignProjection({ name, outline }: Pick<RecordSource, "name" | "outline">): void {
  const projection = foreignProjection(outline());
  if (projection !== null)
    throw new ImportFailure(`${name} is in ${projection}; longitude and latitude (EPSG:4326) are needed`);
}

/** What coordinate system the text around a list names; null when it is longitude and latitude or says nothing. */
export function foreignProjection(outline: unknown): string | null {
  if (!isRecord(outline)) return null;
  const { crs, spatialReference } = outline;
  if (isRecord(crs)) {
    const name = isRecord(crs.properties) ? crs.properties.name : undefined;
    if (typeof name === "string" && !/(CRS84|EPSG:{1,2}4326|EPSG:{1,2}4269|CRS83)$/i.test(name)) return name;
  }
  if (isRecord(spatialReference)) {
    const wkid = spatialReference.latestWkid ?? spatialReference.wkid;
    if (typeof wkid === "number" && wkid !== 4326 && wkid !== 4269) return `wkid ${wkid}`;
  }
  return null;
}
