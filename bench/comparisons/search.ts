import type pg from "pg";
import { agree, type Bench, type Comparison } from "@/bench/support/bench";
import { onDatabase } from "@/bench/support/database";
import type { BenchField } from "@/bench/support/fields";
import type { Row } from "@/bench/support/report";
import { inRounds, sum, timeEach } from "@/bench/support/rounds";

const ROUNDS = 3;

/** The service's own rule for meeting (lib/data/regulated-areas.ts), on pieces, and the plain one on whole polygons. */
const MEETS_PIECE = `piece.geom && ST_Expand(field.geom, 1e-9)
  AND (ST_Intersects(piece.geom, field.geom) OR ST_DWithin(piece.geom, field.geom, 1e-9))`;
const MEETS_WHOLE = "ST_Intersects(piece.geom, field.geom)";

const ONE_FIELD = "(SELECT ST_SetSRID(ST_GeomFromGeoJSON($1::text), 4326) AS geom) AS field";
const searchOne = (table: string, meets: string): string => `
  SELECT coalesce(array_agg(DISTINCT piece.pula_id ORDER BY piece.pula_id), '{}') AS found
  FROM ${ONE_FIELD}, active_data_set AS active JOIN ${table} AS piece USING (data_set_id)
  WHERE active.kind = 'pula' AND ${meets}`;
const searchAll = (table: string, meets: string): string => `
  SELECT DISTINCT field.name, piece.pula_id
  FROM bench_field AS field, active_data_set AS active JOIN ${table} AS piece USING (data_set_id)
  WHERE active.kind = 'pula' AND ${meets} ORDER BY 1, 2`;

const PIECES = { table: "pula_piece", meets: MEETS_PIECE };
const WHOLE = { table: "pula_feature", meets: MEETS_WHOLE };
type Ground = typeof PIECES;

async function findOne(client: pg.Client, { table, meets }: Ground, { boundary }: BenchField): Promise<number[]> {
  const values = [JSON.stringify(boundary.geometry)];
  const query = { name: `bench_${table}`, text: searchOne(table, meets), values };
  const { rows } = await client.query<{ found: number[] }>(query);
  return rows[0]?.found ?? [];
}

/** Field by field, a round trip each, as the service searches. */
async function oneByOne(client: pg.Client, fields: readonly BenchField[], label: string): Promise<Row> {
  const side = (ground: Ground) => () => timeEach(fields, (field) => findOne(client, ground, field));
  const rounds = await inRounds(ROUNDS, { work: side(PIECES), base: side(WHOLE) }, sum);
  return {
    work: `PULA search on pieces, ${label}`,
    comparedWith: "ST_Intersects on whole polygons, field by field",
    ratio: 1 / rounds.ratio,
    target: null,
    figures: { ...rounds, fields: fields.length },
  };
}

/** All fields in one statement, so that no round trip hides the search. */
async function allAtOnce(client: pg.Client, pairs: number, fields: number): Promise<Row> {
  const side =
    ({ table, meets }: Ground) =>
    () =>
      timeEach([searchAll(table, meets)], (text) => client.query(text));
  const rounds = await inRounds(ROUNDS, { work: side(PIECES), base: side(WHOLE) }, sum);
  return {
    work: `PULA search on pieces, ${fields} fields`,
    comparedWith: "ST_Intersects on whole polygons, one statement",
    ratio: 1 / rounds.ratio,
    target: { bound: "at least", value: 50 },
    figures: { ...rounds, pairs },
  };
}

async function prepare(client: pg.Client, fields: readonly BenchField[]): Promise<void> {
  // Whole polygons get the same help: an index of their boxes.
  await client.query("CREATE INDEX IF NOT EXISTS bench_whole_idx ON pula_feature USING gist (geom)");
  await client.query("CREATE TEMP TABLE bench_field (name text PRIMARY KEY, geom geometry)");
  await client.query(
    `INSERT INTO bench_field SELECT name, ST_SetSRID(ST_GeomFromGeoJSON(shape), 4326)
     FROM unnest($1::text[], $2::text[]) AS t(name, shape)`,
    [fields.map(({ name }) => name), fields.map(({ boundary }) => JSON.stringify(boundary.geometry))],
  );
  await client.query("ANALYZE bench_field");
  await client.query("ANALYZE pula_feature");
}

export const search: Comparison = {
  name: "search",
  run: async ({ database, fields, say }: Bench): Promise<Row[]> =>
    onDatabase(database.owner, async (client) => {
      await prepare(client, fields);
      const onPieces = (await client.query(searchAll(PIECES.table, PIECES.meets))).rows;
      const onWhole = (await client.query(searchAll(WHOLE.table, WHOLE.meets))).rows;
      agree("field and PULA pairs", onPieces, onWhole);
      say(`search: ${fields.length} fields, ${onPieces.length} pairs, the same on both sides; ${ROUNDS} rounds`);
      const near = (place: BenchField["near"]): BenchField[] => fields.filter((field) => field.near === place);
      return [
        await allAtOnce(client, onPieces.length, fields.length),
        await oneByOne(client, near("Alabama"), "real Alabama areas"),
        await oneByOne(client, near("North Carolina"), "large made-up areas"),
      ];
    }),
};
