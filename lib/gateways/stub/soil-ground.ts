import { z } from "zod";
import { SOIL_GROUPS } from "@/lib/domain/soil";
import { readWktPolygons } from "@/lib/gateways/soil/wkt";

/** West, south, east, north, degrees. */
export type Bounds = [west: number, south: number, east: number, north: number];

/** A map unit polygon the stub answers with. `unit` null: the tables lack its map unit. */
export interface StubPolygon {
  mukey: string;
  areasymbol: string;
  wkt: string;
  bounds: Bounds;
  unit: { musym: string | null; muname: string | null; hydgrpdcd: string | null; slopegradwta: number | null } | null;
}

/** The bounds of a well-known text; null when it is no polygon. */
export function wktBounds(wkt: string): Bounds | null {
  const positions = readWktPolygons(wkt)?.coordinates.flat(2) ?? [];
  if (positions.length === 0) return null;
  const lons = positions.map(([lon = 0]) => lon);
  const lats = positions.map(([, lat = 0]) => lat);
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}

/** A polygon of the stub, with its bounds. */
export function stubPolygon(wkt: string, rest: Omit<StubPolygon, "wkt" | "bounds">): StubPolygon {
  const bounds = wktBounds(wkt);
  if (bounds === null) throw new Error(`the ground of map unit ${rest.mukey} is no polygon`);
  return { ...rest, wkt, bounds };
}

const positionSchema = z.array(z.number()).min(2);
const ringsSchema = z.array(z.array(positionSchema));
const soilsSchema = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        areasymbol: z.string(),
        mukey: z.string(),
        musym: z.string().nullable(),
        muname: z.string().nullable(),
        hydgrpdcd: z.enum(SOIL_GROUPS).nullable(),
        slopegradwta: z.number().nullable(),
      }),
      geometry: z.discriminatedUnion("type", [
        z.object({ type: z.literal("Polygon"), coordinates: ringsSchema }),
        z.object({ type: z.literal("MultiPolygon"), coordinates: z.array(ringsSchema) }),
      ]),
    }),
  ),
});

const ringText = (ring: number[][]): string => `(${ring.map(([lon = 0, lat = 0]) => `${lon} ${lat}`).join(", ")})`;
const polygonText = (rings: number[][][]): string => `(${rings.map(ringText).join(", ")})`;

/** Soils of a GeoJSON file in the survey's words. A feature without a symbol is one whose map unit the tables lack. */
export function groundOfGeoJson(value: unknown): StubPolygon[] {
  return soilsSchema.parse(value).features.map(({ properties: { areasymbol, mukey, ...unit }, geometry }) => {
    const wkt =
      geometry.type === "Polygon"
        ? `POLYGON ${polygonText(geometry.coordinates)}`
        : `MULTIPOLYGON (${geometry.coordinates.map(polygonText).join(", ")})`;
    return stubPolygon(wkt, { areasymbol, mukey, unit: unit.musym === null ? null : unit });
  });
}
