import { findRegulatedAreas } from "@/lib/data/regulated-areas";
import type { SoilSummary } from "@/lib/domain/soil";
import { agree, type Bench, type Comparison } from "@/bench/support/bench";
import { type BenchField, pick } from "@/bench/support/fields";
import { bodyOf } from "@/bench/support/http";
import type { Row } from "@/bench/support/report";
import { APPLICATION_DATE, checkOf } from "@/bench/support/requests";
import { inRounds, timeEach } from "@/bench/support/rounds";
import type { Service } from "@/bench/support/service";

const FIELDS = 40;
const ROUNDS = 8;

/** What the database itself needs to find the areas, the counties and the stored soil of a field: one round trip. */
const BARE = `
  WITH field AS MATERIALIZED (SELECT ST_SetSRID(ST_GeomFromGeoJSON($1::text), 4326) AS geom)
  SELECT
    (SELECT coalesce(array_agg(DISTINCT pula_id ORDER BY pula_id), '{}')
     FROM field, active_data_set AS active JOIN pula_piece AS piece USING (data_set_id)
          JOIN pula USING (data_set_id, pula_id)
     WHERE active.kind = 'pula' AND pula.effective_date <= $3::date AND ST_Intersects(piece.geom, field.geom)) AS pulas,
    (SELECT coalesce(array_agg(DISTINCT geo_id ORDER BY geo_id), '{}')
     FROM field, active_data_set AS active JOIN county_piece AS piece USING (data_set_id)
     WHERE active.kind = 'county' AND ST_Intersects(piece.geom, field.geom)) AS counties,
    (SELECT summary FROM soil_analysis WHERE boundary_hash = $2) AS soil`;

interface BareRow {
  pulas: number[];
  counties: string[];
  soil: SoilSummary | null;
}

async function findBare({ sql }: Bench, { boundary }: BenchField): Promise<BareRow> {
  const values = [JSON.stringify(boundary.geometry), boundary.hash, APPLICATION_DATE];
  const { rows } = await sql.query<BareRow>({ name: "bench_bare", text: BARE, values });
  const [row] = rows;
  if (row === undefined) throw new Error("the bare statement gave no row");
  return row;
}

interface CheckAnswer {
  compliance: {
    soil: { status: string; analysis: { dominant_hydgrpdcd: string | null; total_area_sqm: number } };
  };
  products: { pulas: { pula_id: number }[] }[];
}

/** Both sides find the same areas, counties and soil for one field; also fills the caches of both. */
async function compareFindings(bench: Bench, { client, deps }: Service, field: BenchField): Promise<number> {
  const bare = await findBare(bench, field);
  const sent = checkOf(field, `agree-${field.name}`, { include_soil_analysis: true });
  const { compliance, products } = bodyOf(await client.post("/api/v2/esa-check", sent), "the check") as CheckAnswer;
  const found = new Set(products.flatMap(({ pulas }) => pulas.map(({ pula_id: id }) => id)));
  agree(
    `areas of ${field.name}`,
    [...found].sort((a, b) => a - b),
    bare.pulas,
  );
  const { counties } = await findRegulatedAreas(deps.db, {
    boundary: field.boundary.geometry,
    searchMiles: 1,
    onDate: APPLICATION_DATE,
    registrations: [],
    ingredients: [],
    withGeometry: false,
    withShare: false,
  });
  agree(
    `counties of ${field.name}`,
    counties.map(({ geoId }) => geoId),
    bare.counties,
  );
  const { status, analysis } = compliance.soil;
  if (status !== "reused" || bare.soil === null) throw new Error(`the soil of ${field.name} was ${status}, not reused`);
  agree(
    `soil of ${field.name}`,
    [analysis.dominant_hydgrpdcd, analysis.total_area_sqm.toFixed(2)],
    [bare.soil.dominantGroup, bare.soil.totalAreaSqm.toFixed(2)],
  );
  return bare.pulas.length;
}

/** A whole check over HTTP, assessed and saved, against the statement that finds its facts. */
export const esaCheck: Comparison = {
  name: "esa-check",
  run: async (bench: Bench): Promise<Row[]> => {
    const service = await bench.service();
    const fields = pick(service.served, FIELDS);
    let pairs = 0;
    for (const field of fields) pairs += await compareFindings(bench, service, field);
    bench.say(`check: ${fields.length} fields, ${pairs} areas on them, ${ROUNDS} rounds a side, one after another`);
    let application = 0;
    const check = async (field: BenchField): Promise<void> => {
      application += 1;
      bodyOf(await service.client.post("/api/v2/esa-check", checkOf(field, `bench-${application}`)), "the check");
    };
    const rounds = await inRounds(ROUNDS, {
      work: () => timeEach(fields, check),
      base: () => timeEach(fields, (field) => findBare(bench, field)),
    });
    return [
      {
        work: "ESA check over HTTP, soil reused, 3 products",
        comparedWith: "bare statement for areas, counties and soil",
        ratio: rounds.ratio,
        target: { bound: "at most", value: 4 },
        figures: { ...rounds, fields: fields.length, fieldAreaPairs: pairs },
      },
    ];
  },
};
