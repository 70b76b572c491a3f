import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { applyMigrations } from "@/lib/data/migrations";

/** Migrations beside a service at work. */
const url = String(process.env.DATABASE_DIRECT_URL);
const clients: pg.Client[] = [];
const open = async (): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  clients.push(client);
  return client;
};
let service: pg.Client;
let reader: pg.Client;

beforeAll(async () => {
  [service, reader] = [await open(), await open()];
});
beforeEach(() =>
  service.query("CREATE TABLE IF NOT EXISTS busy (id INT); TRUNCATE busy; INSERT INTO busy VALUES (1), (2)"),
);
afterAll(() => Promise.all(clients.map((client) => client.end())));

const columns = async (): Promise<string[]> => {
  const { rows } = await reader.query<{ name: string }>(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'busy' ORDER BY 1",
  );
  return rows.map(({ name }) => name);
};
const isMigrationWaiting = async (): Promise<boolean> => {
  const { rowCount } = await reader.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'ALTER TABLE busy%'`,
  );
  return rowCount === 1;
};
const migrate = (name: string, sql: string) => applyMigrations(url, [{ name: `9999_${name}`, sql }]);

it("gives up a table that is in use before others wait long for it, and is applied when it is free", async () => {
  await service.query("BEGIN; SELECT FROM busy");
  const done = migrate("column", "ALTER TABLE busy ADD COLUMN more INT");
  for (let turn = 0; turn < 3; turn += 1) {
    await expect.poll(isMigrationWaiting, { timeout: 60_000, interval: 20 }).toBe(true);
    // Behind a migration that did not give up it would wait for the service's transaction, which ends further down.
    await reader.query("SELECT FROM busy");
  }
  expect(await columns()).toEqual(["id"]);
  await service.query("COMMIT");
  expect(await done).toEqual(["9999_column"]);
  expect(await columns()).toEqual(["id", "more"]);
});

it("two runs at once apply a migration once, one that makes an index concurrently too", async () => {
  const sql = "CREATE INDEX CONCURRENTLY IF NOT EXISTS busy_id_idx ON public.busy(id);";
  const runs = await Promise.all([migrate("index", sql), migrate("index", sql), migrate("index", sql)]);
  expect(runs.flat()).toEqual(["9999_index"]);
});

const isValid = async (): Promise<boolean | undefined> => {
  const { rows } = await reader.query<{ valid: boolean }>(
    "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('busy_unique_idx')",
  );
  return rows[0]?.valid;
};

it("writes go on while an index is made, and one that was left half-made is made again", async () => {
  const sql = "CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS busy_unique_idx ON public.busy(id);";
  await service.query("INSERT INTO busy VALUES (1)");
  await expect(migrate("unique", sql)).rejects.toThrow(/9999_unique failed/);
  expect(await isValid()).toBe(false);
  await service.query("DELETE FROM busy; INSERT INTO busy VALUES (1)");
  await service.query("BEGIN; INSERT INTO busy VALUES (5)");
  const done = migrate("unique", sql);
  await reader.query("INSERT INTO busy VALUES (6)");
  await service.query("COMMIT");
  expect(await done).toEqual(["9999_unique"]);
  expect(await isValid()).toBe(true);
});
