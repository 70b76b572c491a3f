import type pg from "pg";
import { agree, type Bench, type Comparison } from "@/bench/support/bench";
import { onDatabase } from "@/bench/support/database";
import { type BenchField, FIELD_SIZES, type FieldSize, ofSize, positionsOf } from "@/bench/support/fields";
import type { Row } from "@/bench/support/report";
import { inRounds, median, type Rounds, sum, timeEach } from "@/bench/support/rounds";

const ROUNDS = 5;

/** Two edges nearer than this are one edge: the service's rule for meeting (lib/data/regulated-areas.ts). */
const SAME_EDGE = `ground.geom && ST_Expand(field.geom, 1e-9)
  AND (ST_Intersects(ground.geom, field.geom) OR ST_DWithin(
    ST_ClipByBox2D(ST_Boundary(ground.geom), ST_Expand(field.geom, 2e-9)),
    ST_ClipByBox2D(field.outline, ST_Expand(ground.geom, 2e-9)), 1e-9))`;
const INTERSECTS = "ST_Intersects(ground.geom, field.geom)";

/** Where a search looks and what it takes for meeting. */
interface Search {
  id: string;
  table: "pula_piece" | "pula_feature";
  meets: string;
}
const SERVICE: Search = { id: "service", table: "pula_piece", meets: SAME_EDGE };
const PIECES: Search = { id: "pieces", table: "pula_piece", meets: INTERSECTS };
const WHOLE: Search = { id: "whole", table: "pula_feature", meets: INTERSECTS };

type Pair = [field: string, pulaId: number];

/**
 * All fields of a size in one statement, so that no round trip hides the search, and each of them by itself: the
 * lateral part keeps the planner from preparing a polygon once for many fields, which no request could share.
 */
async function findAll(client: pg.Client, { id, table, meets }: Search, size: FieldSize): Promise<Pair[]> {
  const text = `
    SELECT field.name, found.pula_id
    FROM bench_field AS field CROSS JOIN LATERAL (
      SELECT DISTINCT ground.pula_id
      FROM active_data_set AS active JOIN ${table} AS ground USING (data_set_id)
      WHERE active.kind = 'pula' AND ${meets} OFFSET 0) AS found
    WHERE field.size = $1 ORDER BY 1, 2`;
  const query = { name: `bench_all_${id}`, text, values: [size], rowMode: "array" as const };
  return (await client.query<Pair>(query)).rows;
}

/** One field, a round trip, as the service searches. */
async function findOne(client: pg.Client, { id, table, meets }: Search, { boundary }: BenchField): Promise<number[]> {
  const text = `
    SELECT coalesce(array_agg(DISTINCT ground.pula_id ORDER BY ground.pula_id), '{}') AS found
    FROM (SELECT geom, ST_Boundary(geom) AS outline
          FROM (SELECT ST_SetSRID(ST_GeomFromGeoJSON($1::text), 4326) AS geom OFFSET 0) AS sent OFFSET 0) AS field,
         active_data_set AS active JOIN ${table} AS ground USING (data_set_id)
    WHERE active.kind = 'pula' AND ${meets}`;
  const query = { name: `bench_one_${id}`, text, values: [JSON.stringify(boundary.geometry)] };
  return (await client.query<{ found: number[] }>(query)).rows[0]?.found ?? [];
}

async function allAtOnce(client: pg.Client, search: Search, size: FieldSize): Promise<Rounds> {
  const side = (which: Search) => () => timeEach([which], (each) => findAll(client, each, size));
  return inRounds(ROUNDS, { work: side(search), base: side(WHOLE) }, sum);
}

async function compare(bench: Bench, client: pg.Client, size: FieldSize): Promise<Row[]> {
  const fields = ofSize(bench.fields, size);
  const pairs = await findAll(client, WHOLE, size);
  for (const search of [SERVICE, PIECES]) agree(`pairs of ${search.id}`, await findAll(client, search, size), pairs);
  const middle = median(fields.map(positionsOf));
  bench.say(
    `search: ${fields.length} ${size} fields (median ${middle} positions), ${pairs.length} pairs on every side`,
  );
  const service = await allAtOnce(client, SERVICE, size);
  const plain = await allAtOnce(client, PIECES, size);
  const side = (which: Search) => () => timeEach(fields, (field) => findOne(client, which, field));
  const single = await inRounds(ROUNDS, { work: side(SERVICE), base: side(WHOLE) }, sum);
  const row = (work: string, comparedWith: string, rounds: Rounds, target: Row["target"]): Row => ({
    work: `${work}, ${size} fields`,
    comparedWith,
    ratio: 1 / rounds.ratio,
    target,
    better: "higher",
    figures: { ...rounds, fields: fields.length, medianPositions: middle, pairs: pairs.length },
  });
  const whole = "ST_Intersects on whole polygons";
  return [
    row("PULA search on pieces by the service's rule", whole, service, { bound: "at least", value: 50 }),
    row("  the same by ST_Intersects alone", whole, plain, null),
    row("  the service's rule field by field", `${whole}, with round trips`, single, null),
  ];
}

async function prepare(client: pg.Client, fields: readonly BenchField[]): Promise<void> {
  // Whole polygons get the same help: an index of their boxes.
  await client.query("CREATE INDEX IF NOT EXISTS bench_whole_idx ON pula_feature USING gist (geom)");
  await client.query(
    "CREATE TEMP TABLE bench_field (name text PRIMARY KEY, size text, geom geometry, outline geometry)",
  );
  await client.query(
    `INSERT INTO bench_field SELECT name, size, geom, ST_Boundary(geom)
     FROM unnest($1::text[], $2::text[], $3::text[]) AS t(name, size, shape),
          LATERAL (SELECT ST_SetSRID(ST_GeomFromGeoJSON(shape), 4326) AS geom OFFSET 0) AS sent`,
    [
      fields.map(({ name }) => name),
      fields.map(({ size }) => size),
      fields.map(({ boundary }) => JSON.stringify(boundary.geometry)),
    ],
  );
  await client.query("ANALYZE bench_field");
  await client.query("ANALYZE pula_feature");
}

/** How much faster areas are found on their pieces than whole; the figure is compared / work. */
export const search: Comparison = {
  name: "search",
  run: async (bench: Bench): Promise<Row[]> =>
    onDatabase(bench.database.owner, async (client) => {
      await prepare(client, bench.fields);
      const rows: Row[] = [];
      for (const size of FIELD_SIZES) rows.push(...(await compare(bench, client, size)));
      return rows;
    }),
};
