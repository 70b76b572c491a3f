import type { MultiPolygon } from "geojson";
import { z } from "zod";
import type { NewCounty } from "@/lib/data/imports/counties";
import { readPolygons } from "@/lib/imports/read/polygons";
import type { RefusedRecord } from "@/lib/imports/refused-ground";
import { firstOf, isRecord, lowerCaseKeys, textOrNullSchema, textSchema } from "@/lib/imports/read/values";
import { describeFault } from "@/lib/imports/tally";

export type CheckedCounty =
  | { ok: true; county: NewCounty; outline: MultiPolygon; vertices: number; droppedRings: number; closedRings: number }
  | { ok: false; kind: string; detail: string };

const ID_NAMES = ["geo_id", "geoid", "geoid10", "geoid20", "geoidfq", "fips", "__id"];
const NAME_NAMES = ["county_name", "name", "namelsad"];

const propertiesSchema = z.object({
  // A census id may have its prefix (`0500000US01001`), and a number has lost its leading zero.
  geo_id: textOrNullSchema.transform((id, ctx) => {
    const digits = (id ?? "").replace(/^0500000US/i, "").padStart(5, "0");
    if (id === null || !/^\d{5}$/.test(digits)) {
      ctx.addIssue({ code: "custom", message: `${JSON.stringify(id)} is no five-digit county code` });
    }
    return digits;
  }),
  county_name: textSchema,
});

/** Five digits; null where a record names none. */
const codeOf = (id: unknown): string | null => {
  const parsed = propertiesSchema.shape.geo_id.safeParse(id);
  return parsed.success ? parsed.data : null;
};

/** What a refused record says of the county that it stands for. */
export function refusedCounty(value: unknown): RefusedRecord {
  if (!isRecord(value)) return { code: null, name: null, geometry: null };
  const row = lowerCaseKeys(value.attributes ?? value.properties);
  const name = textOrNullSchema.safeParse(firstOf(row, NAME_NAMES));
  return {
    code: codeOf(firstOf({ ...row, __id: value.id }, ID_NAMES)),
    name: name.success ? name.data : null,
    geometry: value.geometry,
  };
}

/** A county of a GeoJSON file, under the names the Census and its redistributors use. */
export function checkCounty(value: unknown): CheckedCounty {
  if (!isRecord(value)) return { ok: false, kind: "is no feature", detail: "" };
  const row = lowerCaseKeys(value.attributes ?? value.properties);
  const parsed = propertiesSchema.safeParse({
    geo_id: firstOf({ ...row, __id: value.id }, ID_NAMES),
    county_name: firstOf(row, NAME_NAMES),
  });
  if (!parsed.success) return { ok: false, kind: "bad attributes", detail: describeFault(parsed.error) };
  const { geo_id: geoId, county_name: countyName } = parsed.data;
  const polygons = readPolygons(value.geometry);
  if (!polygons.ok) return { ok: false, kind: "bad geometry", detail: `${geoId} ${countyName} ${polygons.reason}` };
  const { shape, vertices, droppedRings, closedRings } = polygons;
  return {
    ok: true,
    county: {
      geoId,
      stateFips: geoId.slice(0, 2),
      countyFips: geoId.slice(2),
      countyName,
      shape: JSON.stringify(shape),
    },
    outline: shape,
    vertices,
    droppedRings,
    closedRings,
  };
}
