import pg from "pg";
import { followersOf, rowsOfAccount } from "@/lib/data/account-rows";
import { beginAs, type TransactionOptions } from "@/lib/data/db";

export interface RowOwner {
  providerId: string;
  /** Rows of this account of the provider alone; null: all of the provider. */
  accountId: string | null;
}

/**
 * Everything that the database holds of one provider or of one of its accounts, table by table, as the catalog of the database
 * knows the tables: a new one is among them without a line here. Takes the owner's address, since the service's role may delete
 * little; the tenants' policies bind the owner as well, and each statement names the provider besides.
 */
export interface ProviderRows extends RowOwner {
  tables: ProviderTable[];
  client: pg.Client;
}

export interface ProviderTable {
  name: string;
  /** Its primary key, in order. */
  key: string[];
  /** It holds files: photos, PDFs, logos. */
  holdsFiles: boolean;
  /** Which rows are wanted, as a condition on its row `t`. */
  wanted: string;
}

/** Opens the tables that have a provider, those that point at others before those they point at. Ends with the work. */
export async function withProviderRows<T>(
  ownerUrl: string,
  owner: RowOwner,
  work: (rows: ProviderRows) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("SET search_path = public, gis");
    const tables = (await findTables(client)).flatMap((table) => {
      const wanted = conditionOf(table.name, owner);
      return wanted === null ? [] : [{ ...table, wanted }];
    });
    return await work({ ...owner, tables, client });
  } finally {
    await client.end();
  }
}

/** Null: the table has nothing of the account. */
function conditionOf(table: string, { providerId, accountId }: RowOwner): string | null {
  const ofProvider = `t.provider_id = ${pg.escapeLiteral(providerId)}`;
  if (accountId === null) return ofProvider;
  const ofAccount = rowsOfAccount(table, { providerId, accountId });
  return ofAccount === null ? null : `${ofProvider} AND ${ofAccount}`;
}

/**
 * One transaction as the provider: the policies show its rows in no other way. A setting of the whole connection would not reach the
 * servers of a Citus cluster, which then have no rows of anyone: an export would be empty, and nothing erased.
 */
export async function inTransaction<T>(
  { client, providerId }: ProviderRows,
  options: Pick<TransactionOptions, "isolation">,
  work: () => Promise<T>,
): Promise<T> {
  await client.query(beginAs(providerId, { ...options, isOwnRole: true, statementTimeoutMs: 0 }));
  try {
    const done = await work();
    await client.query("COMMIT");
    return done;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

type KnownTable = Omit<ProviderTable, "wanted">;

async function findTables(client: pg.Client): Promise<KnownTable[]> {
  const { rows } = await client.query<KnownTable & { points_at: string[] }>(`
    SELECT c.relname AS name,
           (SELECT array_agg(a.attname::text ORDER BY k.place)
            FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k(attnum, place)
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
            WHERE i.indrelid = c.oid AND i.indisprimary) AS key,
           EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.atttypid = 'bytea'::regtype
                   AND NOT a.attisdropped) AS "holdsFiles",
           ARRAY(SELECT DISTINCT f.confrelid::regclass::text FROM pg_constraint f
                 WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS points_at
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'provider_id' AND NOT a.attisdropped)
    ORDER BY c.relname`);
  const left = new Map(rows.map((row) => [row.name, row]));
  const ordered: KnownTable[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => ![...left.values()].some((row) => row.points_at.includes(name)),
    );
    if (free.length === 0) throw new Error(`tables point at each other: ${[...left.keys()].join(", ")}`);
    for (const { name, key, holdsFiles } of free) {
      left.delete(name);
      // The provider itself is the last to go, which no foreign key says.
      if (name !== "provider") ordered.push({ name, key, holdsFiles });
    }
  }
  const provider = rows.find(({ name }) => name === "provider");
  if (provider === undefined) return ordered;
  const { key, holdsFiles } = provider;
  return [...ordered, { name: provider.name, key, holdsFiles }];
}

/** Columns that are secrets, or open something: they are in no export. */
export const SECRET_COLUMNS: Record<string, string[]> = {
  api_key: ["key_hash"],
  portal_token: ["token_hash", "token_sealed"],
  webhook_endpoint: ["secret_sealed", "old_secret_sealed"],
};

/** The newest migration that the database has. */
export async function findLastMigration({ client }: ProviderRows): Promise<string> {
  const { rows } = await client.query<{ last: string }>(
    "SELECT max(migration_name) AS last FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  return rows[0]?.last ?? "";
}

const ROWS_AT_ONCE = 500;
/** A PDF or a photo has up to 8 MB as text; 500 of them are no text that Node can hold. */
const FILES_AT_ONCE = 10;
/** Most of what hangs on them is gone by then. */
const WHOLE_AT_ONCE = 50;
const name = (identifier: string): string => pg.escapeIdentifier(identifier);

/**
 * A table's rows of the provider as lines of JSON, by primary key: geometry as GeoJSON, bytes as `\x` and hexadecimal digits.
 * Inside a transaction of the caller's, so that all tables are of one moment.
 */
export async function* readRows(
  { client }: ProviderRows,
  { name: table, key, holdsFiles, wanted }: ProviderTable,
): AsyncGenerator<string[]> {
  const secrets = SECRET_COLUMNS[table] ?? [];
  const kept = `to_jsonb(t) - ${pg.escapeLiteral(`{${secrets.join(",")}}`)}::text[]`;
  await client.query(
    `DECLARE rows NO SCROLL CURSOR FOR SELECT (${kept})::text AS line FROM ${name(table)} t
     WHERE ${wanted} ORDER BY ${key.map((column) => `t.${name(column)}`).join(", ")}`,
  );
  try {
    for (;;) {
      const { rows } = await client.query<{ line: string }>(
        `FETCH ${holdsFiles ? FILES_AT_ONCE : ROWS_AT_ONCE} FROM rows`,
      );
      if (rows.length === 0) return;
      yield rows.map(({ line }) => line);
    }
  } finally {
    await client.query("CLOSE rows").catch(() => undefined);
  }
}

/** Hears how many rows of which table were deleted. */
export type CountDeleted = (table: string, gone: number) => void;

/** Deletes a table's wanted rows, some at a time, each part in a transaction of its own. */
export async function deleteRows(rows: ProviderRows, table: ProviderTable, count: CountDeleted): Promise<void> {
  const followers = rows.accountId === null ? null : followersOf(table.name);
  for (;;) {
    const gone = await inTransaction(rows, {}, () =>
      followers === null ? deleteSome(rows, table) : deleteWhole(rows, table, followers),
    );
    for (const [name, deleted] of Object.entries(gone)) count(name, deleted);
    if ((gone[table.name] ?? 0) === 0) return;
  }
}

/** Rows deleted, by table. */
type Deleted = Record<string, number>;

async function deleteSome({ client, providerId }: ProviderRows, table: ProviderTable): Promise<Deleted> {
  const columns = table.key.map(name).join(", ");
  const { rowCount } = await client.query(
    `DELETE FROM ${name(table.name)} WHERE provider_id = $1 AND (${columns}) IN (
       SELECT ${columns} FROM ${name(table.name)} t WHERE ${table.wanted} LIMIT ${ROWS_AT_ONCE})`,
    [providerId],
  );
  return { [table.name]: rowCount ?? 0 };
}

/**
 * Some applications or fields with all that names them, at once: without them, nothing would say any more that a row which names
 * one is of the account. They are locked first. An edit that is being saved ends before that, and its rows go too; a later one
 * finds nothing to save to.
 */
async function deleteWhole(
  { client, providerId, tables }: ProviderRows,
  table: ProviderTable,
  followers: ReadonlySet<string>,
): Promise<Deleted> {
  const id = name(table.key.find((column) => column !== "provider_id") ?? "");
  const { rows } = await client.query<{ id: string }>(
    `SELECT ${id} AS id FROM ${name(table.name)} t WHERE ${table.wanted} LIMIT ${WHOLE_AT_ONCE} FOR UPDATE`,
  );
  const deleted: Deleted = {};
  if (rows.length === 0) return deleted;
  for (const each of [...tables.filter((other) => followers.has(other.name)), table]) {
    const { rowCount } = await client.query(
      `DELETE FROM ${name(each.name)} WHERE provider_id = $1 AND ${id} = ANY ($2::uuid[])`,
      [providerId, rows.map((row) => row.id)],
    );
    deleted[each.name] = rowCount ?? 0;
  }
  return deleted;
}

/** Whether there is any row that is wanted. */
export async function hasRows(rows: ProviderRows): Promise<boolean> {
  for (const { name: table, wanted } of rows.tables) {
    const { rowCount } = await inTransaction(rows, {}, () =>
      rows.client.query(`SELECT 1 FROM ${name(table)} t WHERE ${wanted} LIMIT 1`),
    );
    if (rowCount === 1) return true;
  }
  return false;
}

/**
 * Takes a provider's work out of the worker's queue, and says how much it was. What a worker holds at this moment goes with it:
 * the worker ends what it is at, and finds no entry to try again.
 */
export async function dropQueued({ client, providerId }: ProviderRows): Promise<number> {
  const { rows } = await client.query<{ queue: string | null }>(
    "SELECT to_regclass('graphile_worker._private_jobs')::text AS queue",
  );
  if (rows[0]?.queue == null) return 0;
  const { rowCount } = await client.query(
    "DELETE FROM graphile_worker._private_jobs WHERE payload->>'providerId' = $1",
    [providerId],
  );
  return rowCount ?? 0;
}

/** Rows point at one that was to be deleted, or a request and this waited for each other: they came while it was being erased. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === "23503" || error.code === "40P01");

export interface StillKept {
  records: number;
  originals: number;
  /** The last day that a rule asks for, `2029-12-31`; null when nothing is to be kept. */
  until: string | null;
}

/** Records and originals of reports that a rule asks to keep on a day or later. */
export async function findStillKept(of: ProviderRows, today: string): Promise<StillKept> {
  const wantedOf = (table: string): string => of.tables.find((each) => each.name === table)?.wanted ?? "false";
  const { rows } = await inTransaction(of, {}, () =>
    of.client.query<StillKept>(
      `SELECT count(*) FILTER (WHERE kind = 'record')::int AS records, count(*) FILTER (WHERE kind = 'original')::int AS originals,
            max(kept_until)::text AS until
     FROM (SELECT 'record' AS kind, t.kept_until FROM application_record t WHERE ${wantedOf("application_record")}
           UNION ALL SELECT 'original', t.kept_until FROM report_original t WHERE ${wantedOf("report_original")}) AS kept
     WHERE kept_until >= $1::date`,
      [today],
    ),
  );
  return rows[0] ?? { records: 0, originals: 0, until: null };
}
