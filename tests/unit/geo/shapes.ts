import type { Geometry, MultiPolygon, Polygon, Position } from "geojson";

export const polygon = (...rings: Position[][]): Polygon => ({ type: "Polygon", coordinates: rings });

export const isPolygonal = (geometry: Geometry): geometry is Polygon | MultiPolygon =>
  geometry.type === "Polygon" || geometry.type === "MultiPolygon";

/** A round field in Alabama of about 50 ha, with so many positions, the closing one included. */
export function circle(positions: number, [lon, lat]: [number, number] = [-87.1, 32.9]): Polygon {
  const ring = Array.from({ length: positions - 1 }, (_unused, index): Position => {
    const angle = (2 * Math.PI * index) / (positions - 1);
    return [lon + 0.0043 * Math.cos(angle), lat + 0.0036 * Math.sin(angle)];
  });
  return polygon([...ring, ...ring.slice(0, 1)]);
}

/** POLYGON and MULTIPOLYGON texts of the test suites, EMPTY parts included. */
export function parsePolygonWkt(wkt: string): Polygon | MultiPolygon {
  const [, name = "", body = ""] = /^\s*([a-z]+)\s*(.*)$/is.exec(wkt) ?? [];
  const json = body
    .replaceAll(/empty/gi, "()")
    .replaceAll(
      /[-+.\dea-z]+(?:\s+[-+.\dea-z]+)+/gi,
      (position) => `[${position.trim().split(/\s+/).map(ordinate).join(",")}]`,
    )
    .replaceAll("(", "[")
    .replaceAll(")", "]");
  const coordinates = JSON.parse(json, (_key, value: unknown) => (value === "NaN" ? Number.NaN : value)) as unknown;
  return name.toUpperCase() === "POLYGON"
    ? { type: "Polygon", coordinates: coordinates as Position[][] }
    : { type: "MultiPolygon", coordinates: coordinates as Position[][][] };
}

const ordinate = (text: string): string => (Number.isNaN(Number(text)) ? '"NaN"' : String(Number(text)));
