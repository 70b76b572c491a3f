import type pg from "pg";
import { findStoredSoil } from "@/lib/data/soil/analyses";
import { SOIL_PROCESSING_VERSION } from "@/lib/engine/soil-analysis";
import { analyzeSoil } from "@/lib/usecases/fields/analyze-soil";
import { agree, type Bench, type Comparison } from "@/bench/support/bench";
import { onDatabase } from "@/bench/support/database";
import { type BenchField, pick } from "@/bench/support/fields";
import type { Row } from "@/bench/support/report";
import { inRounds, sum, timeEach } from "@/bench/support/rounds";
import type { Service } from "@/bench/support/service";

const FIELDS = 40;
const ROUNDS = 8;

/** Clips the stored map units to a field and measures them: the work that cannot be left out. */
const BARE = `
  WITH field AS MATERIALIZED (SELECT ST_SetSRID(ST_GeomFromGeoJSON($1::text), 4326) AS geom)
  SELECT p.musym, sum(ST_Area(ST_Intersection(p.geom, field.geom)::geography)) AS sqm
  FROM field JOIN soil_cell_polygon AS p ON ST_Intersects(p.geom, field.geom)
  GROUP BY p.musym`;
const STORED = "SELECT summary FROM soil_analysis WHERE boundary_hash = $1";

async function measureBare(sql: pg.Client, { boundary }: BenchField): Promise<Record<string, number>> {
  const query = { name: "bench_soil", text: BARE, values: [JSON.stringify(boundary.geometry)] };
  const { rows } = await sql.query<{ musym: string; sqm: number }>(query);
  return Object.fromEntries(rows.map(({ musym, sqm }) => [musym, sqm]));
}

/** Areas that differ by less of the field are the same: the service shares slivers out (lib/engine/soil-analysis.ts). */
const SAME_SHARE = 1e-5;

function agreeOnAreas(name: string, ours: Record<string, number>, bare: Record<string, number>): void {
  const symbols = new Set([...Object.keys(ours), ...Object.keys(bare)]);
  const same = SAME_SHARE * sum(Object.values(bare));
  const differing = [...symbols].filter((each) => Math.abs((ours[each] ?? 0) - (bare[each] ?? 0)) > same);
  agree(`map units of ${name} with another area`, differing, []);
}

const forget = (owner: pg.Client, fields: readonly BenchField[]): Promise<unknown> =>
  owner.query("DELETE FROM soil_analysis WHERE boundary_hash = ANY($1::text[])", [
    fields.map(({ boundary }) => boundary.hash),
  ]);

async function analyze({ deps }: Service, { name, boundary }: BenchField): Promise<Record<string, number>> {
  const { status, summary } = await analyzeSoil({ deps, signal: new AbortController().signal }, boundary);
  if (status !== "fetched") throw new Error(`the soil of ${name} was ${status} and not analysed`);
  return Object.fromEntries(Object.entries(summary.byMapUnit).map(([musym, { areaSqm }]) => [musym, areaSqm]));
}

/** Soil from stored squares, and a stored analysis, each against the bare statement that does the same. */
export const soil: Comparison = {
  name: "soil",
  run: async (bench: Bench): Promise<Row[]> => {
    const service = await bench.service();
    const fields = pick(service.served.ordinary, FIELDS);
    return onDatabase(bench.database.owner, async (owner) => {
      await forget(owner, fields);
      for (const field of fields) {
        const [ours, bare] = [await analyze(service, field), await measureBare(bench.sql, field)];
        agreeOnAreas(field.name, ours, bare);
      }
      bench.say(`soil: ${fields.length} fields, the same areas on both sides; ${ROUNDS} rounds`);
      return [await fromSquares(bench, service, owner, fields), await fromAnalysis(bench, service, fields)];
    });
  },
};

async function fromSquares(
  { sql }: Bench,
  service: Service,
  owner: pg.Client,
  fields: readonly BenchField[],
): Promise<Row> {
  const work = async (): Promise<number[]> => {
    await forget(owner, fields);
    return timeEach(fields, (field) => analyze(service, field));
  };
  const rounds = await inRounds(ROUNDS, { work, base: () => timeEach(fields, (field) => measureBare(sql, field)) });
  return {
    work: "soil analysed from stored squares and kept",
    comparedWith: "bare clip and area statement",
    ratio: rounds.ratio,
    target: null,
    figures: { ...rounds, fields: fields.length },
  };
}

async function fromAnalysis({ sql }: Bench, { deps }: Service, fields: readonly BenchField[]): Promise<Row> {
  const rounds = await inRounds(ROUNDS, {
    work: () =>
      timeEach(fields, async ({ boundary }) => {
        const { analysis } = await findStoredSoil(deps.db.prisma, boundary.hash, SOIL_PROCESSING_VERSION);
        if (analysis === null) throw new Error("a stored analysis was not found");
      }),
    base: () =>
      timeEach(fields, ({ boundary }) =>
        sql.query({ name: "bench_stored_soil", text: STORED, values: [boundary.hash] }),
      ),
  });
  return {
    work: "stored soil analysis judged fresh",
    comparedWith: "bare read by key",
    ratio: rounds.ratio,
    target: null,
    figures: { ...rounds, fields: fields.length },
  };
}
