import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";

const owner = new pg.Client({ connectionString: String(process.env.DATABASE_DIRECT_URL) });
beforeAll(() => owner.connect());
afterAll(() => owner.end());

/** Written by checks, computations, and bulk items, and large at times. */
const COLUMNS = [
  ["application", "last_computation"],
  ["assessment", "body"],
  ["bulk_job_item", "result"],
  ["drift_placement", "buffer"],
  ["drift_placement", "treatable"],
  ["field", "boundary"],
  ["requirement", "drift_configuration"],
] as const;

it.each(COLUMNS)("%s.%s is compressed by LZ4 where the server has it", async (table, column) => {
  const { rows } = await owner.query<{ method: string; hasLz4: boolean }>(
    `SELECT attcompression::text AS method,
            (SELECT 'lz4' = ANY(enumvals) FROM pg_settings WHERE name = 'default_toast_compression') AS "hasLz4"
     FROM pg_attribute WHERE attrelid = $1::text::regclass AND attname = $2`,
    [table, column],
  );
  const hasLz4 = rows[0]?.hasLz4;
  expect(rows).toEqual([{ method: hasLz4 === true ? "l" : "", hasLz4 }]);
});
