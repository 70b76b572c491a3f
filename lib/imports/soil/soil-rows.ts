import type { MultiPolygon } from "geojson";
import { z } from "zod";
import type { MapUnitAggregate, NewMapUnit, NewSoilPolygon } from "@/lib/data/soil/import";
import { SOIL_GROUPS } from "@/lib/domain/soil";
import { wkbByteLength, writeWkb } from "@/lib/geo/wkb";
import { readPolygons } from "@/lib/imports/read/polygons";
import type { SourceRecord } from "@/lib/imports/read/records";
import { isRecord, lowerCaseKeys, textOrNullSchema, textSchema } from "@/lib/imports/read/values";
import { describeFault } from "@/lib/imports/tally";

/** Rows of SSURGO's tables and polygons, checked. */
export type Checked<T> = { ok: true; value: T } | { ok: false; kind: string; detail: string };

const mukeySchema = textSchema.refine((text) => /^\d{1,20}$/.test(text), "is no map unit key");

export const mapUnitSchema: z.ZodType<NewMapUnit> = z.object({
  mukey: mukeySchema,
  musym: textOrNullSchema,
  muname: textOrNullSchema,
});

/** Blank is null: water has no group, some units no slope. Zero is a slope. */
export const aggregateSchema: z.ZodType<MapUnitAggregate> = z.object({
  mukey: mukeySchema,
  hydgrpdcd: textOrNullSchema.pipe(z.enum(SOIL_GROUPS, "is no hydrologic group").nullable()),
  slopegradwta: textOrNullSchema
    .transform((text) => (text === null ? null : Number(text)))
    .pipe(z.number("is no number").min(0).max(1000).nullable()),
});

export const surveyAreaSchema = z.object({ areasymbol: textSchema, saverest: textOrNullSchema });

export function checkRow<T>(record: SourceRecord, schema: z.ZodType<T>): Checked<T> {
  if (record.fault !== null) return { ok: false, kind: record.fault, detail: "" };
  const parsed = schema.safeParse(record.value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, kind: "bad row", detail: describeFault(parsed.error) };
}

function wkbOf(shape: MultiPolygon): Buffer {
  const bytes = Buffer.allocUnsafeSlow(wkbByteLength(shape));
  writeWkb(new DataView(bytes.buffer), shape);
  return bytes;
}

/** A map unit polygon of a GeoJSON file; SSURGO's own files name the key in capitals. */
export function checkSoilPolygon({ value, fault }: SourceRecord): Checked<{
  polygon: NewSoilPolygon;
  vertices: number;
  droppedRings: number;
  closedRings: number;
}> {
  if (fault !== null) return { ok: false, kind: fault, detail: "" };
  if (!isRecord(value)) return { ok: false, kind: "is no feature", detail: "" };
  const mukey = mukeySchema.safeParse(lowerCaseKeys(value.attributes ?? value.properties).mukey);
  if (!mukey.success) return { ok: false, kind: "bad attributes", detail: `mukey ${describeFault(mukey.error)}` };
  const polygons = readPolygons(value.geometry);
  if (!polygons.ok) return { ok: false, kind: "bad geometry", detail: `map unit ${mukey.data} ${polygons.reason}` };
  const { shape, ...counts } = polygons;
  return { ok: true, value: { polygon: { mukey: mukey.data, shape: wkbOf(shape) }, ...counts } };
}
