import { cellBounds, type SoilCell } from "@/lib/domain/soil-survey";

/** The columns asked for, as the answer names them. */
export const COLUMNS = [
  "mukey",
  "unit_mukey",
  "areasymbol",
  "saverest",
  "musym",
  "muname",
  "hydgrpdcd",
  "slopegradwta",
  "wkt",
] as const;

/**
 * The question for a rectangle of squares in the survey's T-SQL: its own macros clip the map units, which runs in
 * seconds where a hand-written STIntersects ran past 90 s. Joined left, because water and urban land have no
 * aggregates and some ground has no map unit at all. The text is built from numbers alone.
 */
export function mapUnitQuery(cells: readonly SoilCell[]): string {
  const bounds = cells.map(cellBounds);
  const west = Math.min(...bounds.map(([w]) => w));
  const south = Math.min(...bounds.map(([, s]) => s));
  const east = Math.max(...bounds.map(([, , e]) => e));
  const north = Math.max(...bounds.map(([, , , n]) => n));
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const wkt = `POLYGON ((${ring.map(([lon, lat]) => `${lon} ${lat}`).join(", ")}))`;
  return `~DeclareGeometry(@aoi)~
SELECT @aoi = geometry::STGeomFromText('${wkt}', 4326)
~DeclareIdGeomTable(@clipped)~
~GetClippedMapunits(@aoi,polygon,geo,@clipped)~
SELECT c.id AS mukey, m.mukey AS unit_mukey, l.areasymbol AS areasymbol,
  CONVERT(varchar(19), s.saverest, 126) AS saverest, m.musym AS musym, m.muname AS muname,
  a.hydgrpdcd AS hydgrpdcd, a.slopegradwta AS slopegradwta, c.geom.STAsText() AS wkt
FROM @clipped c
LEFT JOIN mapunit m ON m.mukey = c.id
LEFT JOIN muaggatt a ON a.mukey = m.mukey
LEFT JOIN legend l ON l.lkey = m.lkey
LEFT JOIN sacatalog s ON s.areasymbol = l.areasymbol
WHERE l.areasymbol IS NULL OR l.areasymbol <> 'US'`;
}
