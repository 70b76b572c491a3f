import type { Polygon, Position } from "geojson";
import type pg from "pg";
import { checkBoundary } from "@/lib/geo/boundary";
import { type Geos, startGeos } from "@/lib/geo/kernel";
import { parsePolygonWkt } from "@/tests/unit/geo/shapes";
import { agree, type Bench, type Comparison } from "@/bench/support/bench";
import { LIMITS, sha256 } from "@/bench/support/fields";
import type { Row } from "@/bench/support/report";
import { inRounds, timeEach } from "@/bench/support/rounds";
import { readFeatures, readText } from "@/bench/support/shared-files";

const POSITIONS = 5000;
const ROUNDS = 10;
const REPEATS = 30;

/** A real field of the most positions that are accepted, and the same crossing itself. */
function largestFields(): { valid: Polygon; crossed: Polygon } {
  const field = readFeatures("fields/derived_position_limit_fields.geojson.gz")
    .map(({ geometry }) => geometry)
    .find((geometry): geometry is Polygon => geometry.type === "Polygon" && positionsOf(geometry) === POSITIONS);
  if (field === undefined) throw new Error(`there is no field of ${POSITIONS} positions`);
  const crossed = field.coordinates.map((ring) => swap(ring, 1000, 1300));
  return { valid: field, crossed: { type: "Polygon", coordinates: crossed } };
}

const positionsOf = ({ coordinates }: Polygon): number => coordinates.flat().length;
const swap = (ring: readonly Position[], one: number, other: number): Position[] =>
  ring.map((position, index) => ring[index === one ? other : index === other ? one : index] ?? position);

const featureOf = (geometry: Polygon) => ({ type: "Feature", properties: {}, geometry });
const isAccepted = (geos: Geos, geometry: Polygon): boolean =>
  !("faults" in checkBoundary(geos, featureOf(geometry), LIMITS, { form: "feature", sha256 }));

async function isValidThere(sql: pg.Client, shape: string): Promise<boolean> {
  const text = "SELECT ST_IsValid(ST_GeomFromGeoJSON($1::text)) AS valid";
  const { rows } = await sql.query<{ valid: boolean }>({ name: "bench_is_valid", text, values: [shape] });
  return rows[0]?.valid === true;
}

/** Verdicts over GEOS's own suite, in this process and in PostGIS. */
async function compareSuite(geos: Geos, sql: pg.Client): Promise<number> {
  const cases = readText("validity/geos_isvalid_cases.ndjson")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as { desc: string; wkt: string })
    .filter(({ wkt }) => /^\s*(multi)?polygon/i.test(wkt));
  let judged = 0;
  for (const { desc, wkt } of cases) {
    const there = await verdictThere(sql, wkt);
    if (there === null) continue;
    agree(`verdict on ${desc}`, geos.isValidDetail(parsePolygonWkt(wkt)).valid, there);
    judged += 1;
  }
  return judged;
}

/** Null: PostGIS does not take the text at all, as of positions that are no number. */
async function verdictThere(sql: pg.Client, wkt: string): Promise<boolean | null> {
  try {
    const text = "SELECT ST_IsValid(ST_GeomFromText($1)) AS valid";
    return (await sql.query<{ valid: boolean }>(text, [wkt])).rows[0]?.valid === true;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("parse error")) return null;
    throw error;
  }
}

/** The whole check of a boundary in this process against PostGIS's judgement of its validity alone. */
export const validity: Comparison = {
  name: "validity",
  run: async ({ sql, say }: Bench): Promise<Row[]> => {
    const geos = await startGeos();
    const { valid, crossed } = largestFields();
    for (const field of [valid, crossed]) {
      agree("the verdict", isAccepted(geos, field), await isValidThere(sql, JSON.stringify(field)));
    }
    const cases = await compareSuite(geos, sql);
    say(`validity: ${POSITIONS} positions, same verdicts on ${cases} cases of GEOS's suite; ${ROUNDS} rounds`);
    const repeats = Array.from({ length: REPEATS }, () => valid);
    // PostGIS gets its text ready made; in this process the received object is read, judged and hashed.
    const shape = JSON.stringify(valid);
    const rounds = await inRounds(ROUNDS, {
      work: () => timeEach(repeats, async (field) => isAccepted(geos, field)),
      base: () => timeEach(repeats, () => isValidThere(sql, shape)),
    });
    return [
      {
        work: "boundary validation, 5,000 positions",
        comparedWith: "ST_IsValid round trip",
        ratio: rounds.ratio,
        target: { bound: "at most", value: 1 },
        figures: { ...rounds, suiteCases: cases },
      },
    ];
  },
};
