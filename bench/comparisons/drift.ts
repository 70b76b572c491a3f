import { setImmediate as breathe } from "node:timers/promises";
import type { MultiPolygon, Position } from "geojson";
import type pg from "pg";
import type { BufferFeature } from "@/lib/domain/drift";
import type { DriftRule } from "@/lib/domain/product";
import { askDrift, computeDrift, type DriftFacts } from "@/lib/engine/drift/compute";
import { downslopeEdges } from "@/lib/engine/drift/downslope";
import { countFeatures } from "@/lib/engine/drift/managed";
import { layOut, placeSetback } from "@/lib/engine/drift/placement";
import { placeByWinds } from "@/lib/engine/drift/winds";
import { type ShapeKernel, startGeos } from "@/lib/geo/kernel";
import { localPlane } from "@/lib/geo/plane";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { ratedWith, labelSource, driftRule, method, setupOf } from "@/tests/unit/engine/drift/rules";
import type { Bench, Comparison } from "@/bench/support/bench";
import { pick } from "@/bench/support/fields";
import type { Row } from "@/bench/support/report";
import { inRounds, median, timeEach } from "@/bench/support/rounds";
import { readFeatures } from "@/bench/support/shared-files";

const ROUNDS = 4;
/** So many real fields stand for all of them. */
const FIELDS = 12;
const M_PER_FT = 0.3048;
const WIND = { windDirectionDeg: 215, windSpeedMph: 8, temperatureF: null, humidityPercent: null };

/** Three labels whose buffers do not lie inside each other: the long one, one around the field, one that roads carry. */
const BUFFERS: { rule: DriftRule; widthFt: number; type: "wind_directional" | "omni_directional" }[] = [
  { widthFt: 240, type: "wind_directional" as const, categories: [] },
  { widthFt: 30, type: "omni_directional" as const, categories: [] },
  { widthFt: 110, type: "wind_directional" as const, categories: ["road"] },
].map(({ widthFt, type, categories }) => {
  const rule = driftRule({ [type]: [method("ground", widthFt)] });
  return { widthFt, type, rule: { ...rule, buffersEsa: { ...rule.buffersEsa, exclusionCategories: categories } } };
});

const rulebook = rulebookAsOf("2026-06-15");

function factsOf(boundary: MultiPolygon, members: Partial<DriftFacts> = {}): DriftFacts {
  const products = BUFFERS.map(({ rule }, productIndex) => ({ ...ratedWith({ drift: rule }), productIndex }));
  return {
    checkedAt: new Date("2026-06-15T12:00:00Z"),
    boundary,
    products,
    sources: products.flatMap((rated, index) =>
      BUFFERS.slice(index, index + 1).map(({ rule }) => labelSource(rule, rated)),
    ),
    setup: setupOf("Broadcast-Ground"),
    weather: WIND,
    claims: [],
    features: { hasGlobalSet: true, features: [roadBeside(boundary)] },
    labelIssues: [],
    downslopeLines: [],
    rulebook,
    rest: { statuses: [], issues: [] },
    withWindRose: false,
    ...members,
  };
}

/** A road of 30 ft along the eastern side of a field. */
function roadBeside({ coordinates }: MultiPolygon): BufferFeature {
  const all = coordinates.flat(2);
  const east = Math.max(...all.map(([lon = 0]) => lon));
  const lats = all.map(([, lat = 0]) => lat);
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const wide = 1e-4;
  const ring = [
    [east, south],
    [east + wide, south],
    [east + wide, north],
    [east, north],
    [east, south],
  ];
  return {
    kind: "managed",
    category: "road",
    label: null,
    geometry: { type: "Polygon", coordinates: [ring] },
    origin: "global",
    isConfirmed: true,
  };
}

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

interface OutlinePoint {
  angle: number;
  index: number;
  positions: number;
}

type Outline = (point: OutlinePoint) => number;

/**
 * Outlines around one place, as so many positions: smooth with bays, and jagged as a recorder draws, by a foot at 5,000
 * positions. Fewer positions are jagged by more, so that the line turns as sharply at each.
 */
const OUTLINES: Record<string, Outline> = {
  "with bays": ({ angle }) => 400 * (1 + 0.15 * Math.sin(9 * angle) + 0.025 * Math.sin(40 * angle)),
  jagged: ({ index, positions }) => 400 + ((M_PER_FT * 5000) / positions) * Math.sin(index ** 2),
};

function outlineOf(radius: Outline, positions: number): MultiPolygon {
  const plane = localPlane({ lon: -92.3, lat: 38.9 });
  const ring = Array.from({ length: positions - 1 }, (_unused, index): Position => {
    const angle = (2 * Math.PI * index) / (positions - 1);
    const radiusM = radius({ angle, index, positions });
    return plane.toGround([radiusM * Math.cos(angle), radiusM * Math.sin(angle)]);
  });
  return { type: "MultiPolygon", coordinates: [[[...ring, ...ring.slice(0, 1)]]] };
}

/** Lets signals and timers in between two computations, which themselves wait for nothing. */
const timed =
  (geos: ShapeKernel, boundaries: readonly MultiPolygon[], withWindRose = false) =>
  async (): Promise<number[]> => {
    const times: number[] = [];
    for (const boundary of boundaries) {
      const started = performance.now();
      computeDrift(geos, factsOf(boundary, { withWindRose }));
      times.push(performance.now() - started);
      await breathe();
    }
    return times;
  };

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

const WEEK_HOURS = 168;

/** A week of hours: wind from every tenth degree in turn, as forecasts have it, below and above a humidity that counts. */
const weekOf = (boundary: MultiPolygon): DriftFacts[] =>
  Array.from({ length: WEEK_HOURS }, (_unused, hour) =>
    factsOf(boundary, {
      weather: { ...WIND, windDirectionDeg: (hour * 70) % 360, humidityPercent: hour % 24 < 8 ? 80 : 40 },
    }),
  );

function placeWeek(geos: ShapeKernel, boundary: MultiPolygon): number {
  const hours = weekOf(boundary).map((facts) => ({ facts, asked: askDrift(facts) }));
  const { features, downslopeLines } = factsOf(boundary);
  const questions = hours.map(({ facts, asked }) => ({ setbacks: asked.setbacks ?? [], wind: facts.weather }));
  const placed = placeByWinds(geos, { boundary, features, downslopeLines, questions }, rulebook.crops);
  const left = hours.map(({ asked }, hour) => asked.answer(placed.fieldSqm, placed.treatableSqm[hour] ?? null));
  return left.filter(({ treatableSqm }) => treatableSqm !== null).length;
}

async function byHours(geos: ShapeKernel, name: string, boundary: MultiPolygon): Promise<Row> {
  const rounds = await inRounds(ROUNDS, {
    work: () => timeEach([boundary], async (field) => Promise.resolve(placeWeek(geos, field))),
    base: timed(geos, [boundary]),
  });
  return {
    work: `168 hours of a week, 5,000 positions ${name}`,
    comparedWith: "one computation",
    ratio: rounds.ratio,
    target: { bound: "at most", value: 12 },
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
      rows.push(await byHours(geos, name, outlineOf(radius, 5000)));
    }
    return rows;
  },
};
