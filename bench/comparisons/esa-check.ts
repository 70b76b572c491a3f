import { randomUUID } from "node:crypto";
import { findRegulatedAreas } from "@/lib/data/regulated-areas";
import type { RegulatedAreas } from "@/lib/domain/pula";
import type { SoilSummary } from "@/lib/domain/soil";
import { agree, type Bench, type Comparison } from "@/bench/support/bench";
import { onDatabase } from "@/bench/support/database";
import { type BenchField, FIELD_SIZES, type FieldSize, pick, positionsOf } from "@/bench/support/fields";
import { bodyOf } from "@/bench/support/http";
import type { Row } from "@/bench/support/report";
import { APPLICATION_DATE, checkOf, REGISTRATIONS } from "@/bench/support/requests";
import { inRounds, median, timeEach } from "@/bench/support/rounds";
import type { Service } from "@/bench/support/service";

const FIELDS = 40;
const ROUNDS = 8;
/** A fresh process needs about this many checks until its code is compiled; the first take twice as long. */
const WARM_UP = 800;

/** What the database itself needs to find the areas, the counties and the stored soil of a field: one round trip. */
const bareStatement = (table: "pula_piece" | "pula_feature"): string => `
  WITH field AS MATERIALIZED (SELECT ST_SetSRID(ST_GeomFromGeoJSON($1::text), 4326) AS geom)
  SELECT
    (SELECT coalesce(array_agg(DISTINCT pula_id ORDER BY pula_id), '{}')
     FROM field, active_data_set AS active JOIN ${table} AS piece USING (data_set_id)
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

/** On the polygons as they come, or on the pieces that the service cuts them into. */
const WHOLE = { name: "bench_bare_whole", text: bareStatement("pula_feature") };
const PIECES = { name: "bench_bare_pieces", text: bareStatement("pula_piece") };

async function findBare({ sql }: Bench, { boundary }: BenchField, bare = PIECES): Promise<BareRow> {
  const values = [JSON.stringify(boundary.geometry), boundary.hash, APPLICATION_DATE];
  const { rows } = await sql.query<BareRow>({ ...bare, values });
  const [row] = rows;
  if (row === undefined) throw new Error("the bare statement gave no row");
  return row;
}

interface CheckAnswer {
  compliance: {
    soil: { status: string; analysis: { dominant_hydgrpdcd: string | null; total_area_sqm: number } };
  };
  products: { pulas: { pula_id: number }[] }[];
  summary: { total_pulas: number };
}

/** The service's statement for areas and counties, as a check of three products asks it. */
export const findAreas = ({ deps }: Service, { boundary }: BenchField): Promise<RegulatedAreas> =>
  findRegulatedAreas(deps.db, {
    boundary: boundary.geometry,
    searchMiles: 1,
    onDate: APPLICATION_DATE,
    registrations: REGISTRATIONS,
    ingredients: ["dicamba", "2,4-d"],
    withGeometry: false,
    withShare: false,
  });

/** Both sides find the same areas, counties and soil for one field; also fills the caches of both. */
async function compareFindings(bench: Bench, service: Service, field: BenchField): Promise<number> {
  const bare = await findBare(bench, field);
  const areas = await findAreas(service, field);
  const ids = areas.pulas.map(({ pulaId }) => pulaId);
  agree(`areas of ${field.name}`, ids, bare.pulas);
  const counties = areas.counties.map(({ geoId }) => geoId);
  agree(`counties of ${field.name}`, counties, bare.counties);
  const sent = checkOf(field, `agree-${field.name}`, { include_soil_analysis: true });
  const answer = bodyOf(await service.client.post("/api/v2/esa-check", sent), "the check") as CheckAnswer;
  agree(`number of areas of ${field.name}`, answer.summary.total_pulas, bare.pulas.length);
  // An answer lists the areas that bind a product; none may be one that is not there.
  const listed = answer.products.flatMap(({ pulas }) => pulas.map(({ pula_id: id }) => id));
  const strange = listed.filter((id) => !bare.pulas.includes(id));
  agree(`areas listed for ${field.name} that are not on it`, strange, []);
  const { status, analysis } = answer.compliance.soil;
  if (status !== "reused" || bare.soil === null) throw new Error(`the soil of ${field.name} was ${status}, not reused`);
  const ours = [analysis.dominant_hydgrpdcd, analysis.total_area_sqm.toFixed(2)];
  agree(`soil of ${field.name}`, ours, [bare.soil.dominantGroup, bare.soil.totalAreaSqm.toFixed(2)]);
  return bare.pulas.length;
}

const checkField = async ({ client }: Service, field: BenchField): Promise<unknown> =>
  bodyOf(await client.post("/api/v2/esa-check", checkOf(field, `bench-${randomUUID()}`)), "the check");

/** Warm code, and tables with rows and statistics, as after a day of work. */
async function warmUp({ database, say }: Bench, service: Service): Promise<void> {
  say(`check: ${WARM_UP} checks to warm up`);
  const fields = service.served.ordinary;
  for (let done = 0; done < WARM_UP; done += fields.length) {
    for (const field of fields) await checkField(service, field);
  }
  await onDatabase(database.owner, async (owner) => {
    // Whole polygons get the same help as pieces: an index of their boxes.
    await owner.query("CREATE INDEX IF NOT EXISTS bench_whole_idx ON pula_feature USING gist (geom)");
    await owner.query("ANALYZE");
  });
}

async function compare(bench: Bench, service: Service, size: FieldSize): Promise<Row[]> {
  const fields = pick(service.served[size], FIELDS);
  let pairs = 0;
  for (const field of fields) pairs += await compareFindings(bench, service, field);
  const middle = median(fields.map(positionsOf));
  bench.say(
    `check: ${fields.length} ${size} fields (median ${middle} positions), ${pairs} areas on them; ${ROUNDS} rounds`,
  );
  const base = () => timeEach(fields, (field) => findBare(bench, field));
  const work = () => timeEach(fields, (field) => checkField(service, field));
  const pieces = await inRounds(ROUNDS, { work, base });
  const whole = await inRounds(ROUNDS, {
    work,
    base: () => timeEach(fields, (field) => findBare(bench, field, WHOLE)),
  });
  const areas = await inRounds(ROUNDS, {
    work: () => timeEach(fields, (field) => findAreas(service, field)),
    base,
  });
  const facts = { fields: fields.length, medianPositions: middle, fieldAreaPairs: pairs };
  return [
    {
      work: `ESA check over HTTP, soil reused, 3 products, ${size} fields`,
      comparedWith: "bare statement on the areas as they come",
      ratio: whole.ratio,
      target: { bound: "at most", value: 4 },
      figures: { ...whole, ...facts },
    },
    {
      work: `the same, ${size} fields`,
      comparedWith: "bare statement on the service's own pieces",
      ratio: pieces.ratio,
      target: { bound: "at most", value: 4 },
      figures: { ...pieces, ...facts },
    },
    {
      work: `the check's area statement alone, ${size} fields`,
      comparedWith: "bare statement on the service's own pieces",
      ratio: areas.ratio,
      target: null,
      figures: { ...areas, ...facts },
    },
  ];
}

/** A whole check over HTTP, assessed and saved, against the statement that finds its facts. */
export const esaCheck: Comparison = {
  name: "esa-check",
  run: async (bench: Bench): Promise<Row[]> => {
    const service = await bench.service();
    await warmUp(bench, service);
    const rows: Row[] = [];
    for (const size of FIELD_SIZES) rows.push(...(await compare(bench, service, size)));
    return rows;
  },
};
