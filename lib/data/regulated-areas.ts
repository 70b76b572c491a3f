import type { Geometry, MultiPolygon } from "geojson";
import { areaStatement, type AskedSet, type Shown } from "@/lib/data/area-statement";
import { countyStatement } from "@/lib/data/county-statement";
import { type Db, Prisma, readReference } from "@/lib/data/db";
import { ASKED, bound, type Figures } from "@/lib/data/field-asked";
import { plainReader } from "@/lib/data/plain-statements";
import type { CountyPrecision } from "@/lib/domain/field";
import type { FoundCounty, Limitation, Pula, ReferenceSet, RegulatedAreas } from "@/lib/domain/pula";
import { M_PER_MILE } from "@/lib/domain/units";

/** County shapes of coarse sets are good to about this far. docs/data-sets.md, "Counties". */
const COARSE_COUNTY_M = 2000;

export interface AreaQuery extends Shown {
  boundary: MultiPolygon;
  searchMiles: number;
  /** `YYYY-MM-DD`: PULAs and limitations in force on this day count. */
  onDate: string;
  /** Canonical registration numbers, registrants' included, and lower-case ingredient names. */
  registrations: string[];
  ingredients: string[];
}

interface SetRow {
  kind: string;
  version: string;
  county_precision: CountyPrecision | null;
  verified_at: string | null;
  is_demonstration: boolean;
  covers: boolean;
}

interface AreaRow {
  sets: SetRow[] | null;
  pulas: Pula[] | null;
  nearby: { pulaId: number; eventName: string; distanceM: number; geometry: Geometry | null }[] | null;
  limitations: Limitation[] | null;
  counties: FoundCounty[] | null;
}

/**
 * PULAs on and near a field, their limitations for some products, and the field's counties: one statement, so
 * one snapshot and one round trip. Shared reference data, so it is not scoped by provider.
 *
 * The search runs on pieces of at most 256 vertices and returns each PULA once. Meeting is judged in the plane
 * of longitude and latitude as the source drew it; distances are meters on the spheroid, never degrees.
 */
export async function findRegulatedAreas(db: Db, query: AreaQuery): Promise<RegulatedAreas> {
  const statement = areaStatement(bound(figuresOf(query)), query);
  const [row] = await readReference(() => plainReader(db).$queryRaw<AreaRow[]>(statement));
  if (row === undefined) throw new RangeError("the area statement gave no row");
  return toAreas(row);
}

/**
 * The same for several fields at once, in their order: one snapshot, one round trip. Ten fields of the demonstration took
 * a quarter of the processor time, ours and the database's, of ten statements.
 */
export async function findRegulatedAreasOfMany(
  db: Db,
  queries: readonly AreaQuery[],
  shown: Shown,
  /** Asks a set that is not in force; left out: those that are. */
  instead: AskedSet | null = null,
): Promise<RegulatedAreas[]> {
  const rows = await readReference(
    () => plainReader(db).$queryRaw<AreaRow[]>`
      SELECT found.*
      FROM ${askedRows(queries)}, LATERAL (${areaStatement(ASKED, shown, instead)}) AS found
      ORDER BY asked.place`,
  );
  return rows.map(toAreas);
}

/** The counties alone, by a set that need not be in force. */
export async function findCountiesOfMany(
  db: Db,
  queries: readonly AreaQuery[],
  countySetId: number,
): Promise<FoundCounty[][]> {
  const rows = await readReference(
    () => plainReader(db).$queryRaw<Pick<AreaRow, "counties">[]>`
      SELECT found.*
      FROM ${askedRows(queries)}, LATERAL (${countyStatement(ASKED, countySetId)}) AS found
      ORDER BY asked.place`,
  );
  return rows.map(({ counties }) => counties ?? []);
}

/** A row of `asked` for each query. */
const askedRows = (queries: readonly AreaQuery[]): Prisma.Sql => Prisma.sql`
  jsonb_to_recordset(${JSON.stringify(queries.map((query, place) => ({ ...figuresOf(query), place })))}::jsonb)
    AS asked(place int, boundary text, shrink float8, on_date date, search_m float8, near_lon float8,
             near_lat float8, county_lon float8, county_lat float8, registrations text[], ingredients text[])`;

function toAreas(row: AreaRow): RegulatedAreas {
  return {
    ...setsOf(row.sets ?? []),
    pulas: row.pulas ?? [],
    nearbyPulas: (row.nearby ?? []).map(({ distanceM, ...pula }) => ({
      ...pula,
      distanceMiles: distanceM / M_PER_MILE,
    })),
    limitations: row.limitations ?? [],
    counties: row.counties ?? [],
  };
}

function setsOf(sets: readonly SetRow[]): Pick<RegulatedAreas, "pulaSet" | "countySet"> {
  const pula = sets.find((set) => set.kind === "pula");
  const county = sets.find((set) => set.kind === "county");
  return {
    pulaSet: pula === undefined ? null : { ...referenceSet(pula), coversField: pula.covers },
    countySet:
      county === undefined ? null : { ...referenceSet(county), precision: county.county_precision ?? "coarse" },
  };
}

const referenceSet = (row: SetRow): ReferenceSet => ({
  version: row.version,
  verifiedAt: row.verified_at === null ? null : new Date(row.verified_at),
  isDemonstration: row.is_demonstration,
});

/** Half the size of a box around the field that holds everything within a distance, in degrees, rounded up. */
function searchBox({ boundary }: AreaQuery, meters: number): { lonDeg: number; latDeg: number } {
  const latitudes = boundary.coordinates.flat(2).map((position) => Math.abs(position[1] ?? 0));
  const highest = Math.min(89, latitudes.reduce((most, latitude) => Math.max(most, latitude), 0) + 0.2);
  // A degree of latitude is never shorter than 110,574 m; a degree of longitude shrinks with its cosine.
  const latDeg = meters / 110_574;
  return { latDeg: latDeg * 1.001, lonDeg: (latDeg / Math.cos((highest * Math.PI) / 180)) * 1.01 };
}

/** Square of the first eccentricity of the WGS84 ellipsoid. */
const WGS84_E2 = 0.00669437999014;

/** How much shorter a degree of longitude is than one of latitude, half way up the field. */
function shrinkOf({ boundary }: AreaQuery): number {
  const latitudes = boundary.coordinates.flat(2).map((position) => position[1] ?? 0);
  const [south, north] = latitudes.reduce<[number, number]>(
    ([low, high], latitude) => [Math.min(low, latitude), Math.max(high, latitude)],
    [90, -90],
  );
  const middle = (((south + north) / 2) * Math.PI) / 180;
  return (Math.cos(middle) * (1 - WGS84_E2 * Math.sin(middle) ** 2)) / (1 - WGS84_E2);
}

function figuresOf(query: AreaQuery): Figures {
  const searchM = query.searchMiles * M_PER_MILE;
  const near = searchBox(query, searchM);
  // How far coarse county lines may be off has nothing to do with how far around the field areas are looked for.
  const county = searchBox(query, COARSE_COUNTY_M);
  return {
    boundary: JSON.stringify(query.boundary),
    shrink: shrinkOf(query),
    on_date: query.onDate,
    search_m: searchM,
    near_lon: near.lonDeg,
    near_lat: near.latDeg,
    county_lon: county.lonDeg,
    county_lat: county.latDeg,
    registrations: query.registrations,
    ingredients: query.ingredients,
  };
}
