import type { MultiPolygon, Position } from "geojson";
import type pg from "pg";
import { computeDrift } from "@/lib/engine/drift/compute";
import { downslopeEdges } from "@/lib/engine/drift/downslope";
import { countFeatures } from "@/lib/engine/drift/managed";
import { layOut, placeSetback } from "@/lib/engine/drift/placement";
import { type ShapeKernel, startGeos } from "@/lib/geo/kernel";
import { weeks } from "@/bench/comparisons/drift-week";
import type { Bench, Comparison } from "@/bench/support/bench";
import {
  BUFFERS,
  factsOf,
  M_PER_FT,
  type Outline,
  outlineOf,
  OUTLINES,
  rulebook,
  timed,
  WIND,
} from "@/bench/support/drift-facts";
import { pick } from "@/bench/support/fields";
import type { Row } from "@/bench/support/report";
import { inRounds, median, timeEach } from "@/bench/support/rounds";
import { readFeatures } from "@/bench/support/shared-files";

const ROUNDS = 4;
/** So many real fields stand for all of them. */
const FIELDS = 12;
/** What PostGIS is given: the field and the protected ground of each width, flat, as text of well-known form. */
interface BareInput {
  field: string;
  grounds: string[];
}

const wkt = (polygons: Position[][][]): string =>
  polygons.length === 0
    ? "MULTIPOLYGON EMPTY"
    : `MULTIPOLYGON(${polygons
        .map((rings) => `(${rings.map((ring) => `(${ring.map(([x, y]) => `${x} ${y}`).join(",")})`).join(",")})`)
        .join(",")})`;

function bareInput(geos: ShapeKernel, boundary: MultiPolygon): BareInput {
  const { features } = factsOf(boundary);
  return geos.withShapes((shapes) => {
    const { isDownslope } = downslopeEdges(boundary, []);
    const placement = layOut(shapes, { boundary, counted: countFeatures(features, rulebook.crops), isDownslope });
    const grounds = BUFFERS.map(({ widthFt, type, rule }) => {
      const { exclusionCategories } = rule.buffersEsa;
      return wkt(shapes.read(placeSetback(placement, { type, widthFt, exclusionCategories }, WIND).ground));
    });
    return { field: wkt(shapes.read(placement.field)), grounds };
  });
}

/** Corners as round as ours: 39 chords to a quarter of 240 ft stay within a twentieth of a foot. */
const BARE = `
  WITH near AS (
    SELECT ST_Union(ST_Buffer(ground::geometry, width, 39)) AS geom
    FROM unnest($2::text[], $3::float8[]) AS given(ground, width)
  )
  SELECT ST_Area(treatable) AS area, ST_AsBinary(treatable) AS treatable, ST_AsBinary(buffer) AS buffer
  FROM (SELECT ST_Difference($1::text::geometry, near.geom) AS treatable,
               ST_Intersection($1::text::geometry, near.geom) AS buffer FROM near OFFSET 0) AS parted`;

async function placeBare(sql: pg.Client, { field, grounds }: BareInput): Promise<number> {
  const values = [field, grounds, BUFFERS.map(({ widthFt }) => widthFt * M_PER_FT)];
  const { rows } = await sql.query<{ area: number }>({ name: "bench_drift", text: BARE, values });
  return rows[0]?.area ?? Number.NaN;
}

/** Both sides leave the same ground to treat, but for chords, and dents that GEOS fills from where it begins. */
async function compareAreas(geos: ShapeKernel, sql: pg.Client, boundary: MultiPolygon): Promise<void> {
  const { areas } = computeDrift(geos, factsOf(boundary));
  const there = await placeBare(sql, bareInput(geos, boundary));
  const off = Math.abs(there - (areas.treatableSqm ?? Number.NaN));
  if (!(off < areas.fieldSqm * 1e-3))
    throw new Error(`treatable ground: ${areas.treatableSqm} here against ${there} m² in PostGIS`);
}

const positionsOf = ({ coordinates }: MultiPolygon): number => coordinates.flat(2).length;

const POSITIONS = 200;

/** Real fields of one ring, the larger ones thinned out to 200 positions. */
function ordinaryFields(geos: ShapeKernel): MultiPolygon[] {
  const shapes = readFeatures("fields/sc_center_pivots_2009_2021.geojson.gz")
    .flatMap(({ geometry }) => (geometry.type === "Polygon" ? [geometry.coordinates] : []))
    .filter((rings) => rings.length === 1 && (rings[0]?.length ?? 0) >= POSITIONS)
    .map((rings): MultiPolygon => ({ type: "MultiPolygon", coordinates: [rings.map(thinned)] }))
    .filter((shape) => geos.isValidDetail(shape).valid);
  return pick(shapes, FIELDS);
}

function thinned(ring: Position[]): Position[] {
  const open = pick(ring.slice(0, -1), POSITIONS - 1);
  return [...open, ...open.slice(0, 1)];
}

async function againstPostgis(geos: ShapeKernel, { sql, say }: Bench, fields: readonly MultiPolygon[]): Promise<Row> {
  for (const field of fields) await compareAreas(geos, sql, field);
  const inputs = fields.map((field) => bareInput(geos, field));
  const middle = median(fields.map(positionsOf));
  say(`drift: ${fields.length} fields (median ${middle} positions), the same ground to treat on both sides`);
  const rounds = await inRounds(ROUNDS, {
    work: timed(geos, fields),
    base: () => timeEach(inputs, (input) => placeBare(sql, input)),
  });
  return {
    work: "drift compute with geometry in process, 200 positions, 3 products",
    comparedWith: "ST_Buffer + ST_Difference of the same shapes",
    ratio: rounds.ratio,
    target: { bound: "at most", value: 5 },
    figures: { ...rounds, fields: fields.length, medianPositions: middle },
  };
}

async function bySize(geos: ShapeKernel, name: string, radius: Outline): Promise<Row> {
  const [large, small] = [outlineOf(radius, 5000), outlineOf(radius, 500)];
  // The small one often enough that a pause of the machine does not decide.
  const rounds = await inRounds(ROUNDS, {
    work: timed(geos, Array<MultiPolygon>(2).fill(large)),
    base: timed(geos, Array<MultiPolygon>(8).fill(small)),
  });
  return {
    work: `drift compute, 5,000 positions ${name}`,
    comparedWith: "500 positions of the same outline",
    ratio: rounds.ratio,
    target: { bound: "at most", value: 15 },
    figures: { ...rounds },
  };
}

async function byDirections(geos: ShapeKernel, what: string, fields: readonly MultiPolygon[]): Promise<Row> {
  const rounds = await inRounds(ROUNDS, { work: timed(geos, fields, true), base: timed(geos, fields) });
  return {
    work: `16 wind directions beside the answer, ${what}`,
    comparedWith: "the answer alone",
    ratio: rounds.ratio,
    target: { bound: "at most", value: 8 },
    figures: { ...rounds },
  };
}

/** The engine's placement against the bare kernel in PostGIS, against itself by size, and 16 directions against one. */
export const drift: Comparison = {
  name: "drift",
  run: async (bench: Bench): Promise<Row[]> => {
    const geos = await startGeos();
    const fields = ordinaryFields(geos);
    const rows = [await againstPostgis(geos, bench, fields)];
    for (const [name, radius] of Object.entries(OUTLINES)) rows.push(await bySize(geos, name, radius));
    rows.push(await byDirections(geos, "200 positions", fields));
    for (const [name, radius] of Object.entries(OUTLINES)) {
      rows.push(await byDirections(geos, `5,000 positions ${name}`, [outlineOf(radius, 5000)]));
    }
    return [...rows, ...(await weeks(geos))];
  },
};
