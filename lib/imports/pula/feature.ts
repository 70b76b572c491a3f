import type { MultiPolygon } from "geojson";
import { z } from "zod";
import { readPolygons } from "@/lib/imports/read/polygons";
import {
  dateOrNullSchema,
  firstOf,
  integerOrNullSchema,
  integerSchema,
  isRecord,
  lowerCaseKeys,
  textOrNullSchema,
} from "@/lib/imports/read/values";
import { describeFault } from "@/lib/imports/tally";

/** A polygon of EPA's PULA layer, checked. */
export interface PulaFeature {
  /** The source's object id; null where it gives none. */
  objectId: number | null;
  pulaId: number;
  eventName: string;
  status: string;
  effectiveDate: string;
  expiresOn: string | null;
  codes: string[];
  shape: MultiPolygon;
  vertices: number;
  /** Rings left out because they had collapsed, and rings that had to be closed. */
  droppedRings: number;
  closedRings: number;
}

export type CheckedFeature = { ok: true; feature: PulaFeature } | { ok: false; kind: string; detail: string };

const OBJECT_ID_NAMES = ["objectid", "objectid_1", "fid", "__id"];
/** No such member is described; these are the names under which comparable EPA tables have it. */
const EXPIRY_NAMES = ["expired_date", "expiration_date", "expires_on", "expired_time_stamp"];

const attributesSchema = z.object({
  pula_id: integerSchema,
  object_id: integerOrNullSchema,
  event_name: textOrNullSchema,
  status: textOrNullSchema,
  effective_date: dateOrNullSchema,
  published_time_stamp: dateOrNullSchema,
  expires_on: dateOrNullSchema,
  codes: textOrNullSchema,
});

/** `C1, C2,,C1` is two codes. */
export const splitCodes = (text: string | null): string[] => [
  ...new Set(
    (text ?? "")
      .split(",")
      .map((code) => code.trim())
      .filter((code) => code !== ""),
  ),
];

/** A GeoJSON feature or an ArcGIS one, as EPA's layer or a file saved from it gives it. */
export function checkFeature(value: unknown): CheckedFeature {
  if (!isRecord(value)) return { ok: false, kind: "is no feature", detail: "" };
  const row = lowerCaseKeys(value.attributes ?? value.properties);
  const attributes = attributesSchema.safeParse({
    ...row,
    object_id: firstOf({ ...row, __id: value.id }, OBJECT_ID_NAMES),
    expires_on: firstOf(row, EXPIRY_NAMES),
  });
  if (!attributes.success) return { ok: false, kind: "bad attributes", detail: describeFault(attributes.error) };
  const { pula_id, object_id, event_name, status, effective_date, published_time_stamp, expires_on, codes } =
    attributes.data;
  // A PULA is in force from its effective date; where that is missing, the day it was published is the nearest to it.
  const effectiveDate = effective_date ?? published_time_stamp;
  if (effectiveDate === null) return { ok: false, kind: "has no effective date", detail: `PULA ${pula_id}` };
  const polygons = readPolygons(value.geometry);
  if (!polygons.ok) return { ok: false, kind: "bad geometry", detail: `PULA ${pula_id} ${polygons.reason}` };
  return {
    ok: true,
    feature: {
      objectId: object_id ?? null,
      pulaId: pula_id,
      eventName: event_name ?? `PULA ${pula_id}`,
      status: status ?? "unknown",
      effectiveDate,
      expiresOn: expires_on,
      codes: splitCodes(codes),
      shape: polygons.shape,
      vertices: polygons.vertices,
      droppedRings: polygons.droppedRings,
      closedRings: polygons.closedRings,
    },
  };
}
