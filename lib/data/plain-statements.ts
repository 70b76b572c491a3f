import pg from "pg";
import { beginAs, type Db, Prisma, type Reader, type StatementTx, type TransactionOptions } from "@/lib/data/db";
import { holdingAs, payingAs } from "@/lib/data/statement-context";
import { translateDatabaseError } from "@/lib/data/errors";
import { ServiceError } from "@/lib/domain/errors";

/**
 * Statements that go to the driver past Prisma's client, whose way of reading and writing them cost a check a seventh of
 * its processor time. Connections, settings, names of prepared statements, counting and canceling are the same.
 */

/**
 * Types that the driver reads as Prisma does. A statement that returns another fails, in its first test: an int8 would be
 * a text here and a bigint there.
 */
const known = pg.types.builtins;
const PARSERS = new Map<number, unknown>(
  [
    known.BOOL,
    known.INT2,
    known.INT4,
    known.TEXT,
    known.VARCHAR,
    known.UUID,
    known.JSON,
    known.JSONB,
    known.FLOAT4,
    known.FLOAT8,
    known.TIMESTAMPTZ,
  ].map((type) => [type, pg.types.getTypeParser(type, "text")]),
);

// The driver catches what a parser throws, and nothing that is thrown before.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number): unknown =>
    PARSERS.get(oid) ??
    (() => {
      throw new RangeError(`a plain statement may not return type ${oid}`);
    }),
};

type Target = Pick<pg.Pool, "query">;

const asSql = (first: TemplateStringsArray | Prisma.Sql, values: readonly unknown[]): Prisma.Sql =>
  "sql" in first ? first : Prisma.sql(first, ...values);

/** The two ways of sending a statement that the data layer's functions use, with Prisma's names. */
function statementsOf(target: Target, nameOf: Db["nameOf"]): Reader {
  const send = async (
    first: TemplateStringsArray | Prisma.Sql,
    values: readonly unknown[],
  ): Promise<pg.QueryResult> => {
    const sql = asSql(first, values);
    const { text } = sql;
    return target.query({ name: nameOf({ sql: text }), text, values: sql.values, types });
  };
  const statements = {
    $queryRaw: async (first: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      (await send(first, values)).rows as unknown[],
    $executeRaw: async (first: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      (await send(first, values)).rowCount ?? 0,
  };
  return statements as unknown as Reader;
}

/** For statements on reference data, each by itself. */
export const plainReader = (db: Db): Reader => statementsOf(db.pool, db.nameOf);

/** `asProvider` for work that writes its statements itself. */
export async function asProviderPlainly<T>(
  db: Db,
  providerId: string,
  work: (tx: StatementTx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  try {
    return await beginOn(db.pool, { db, providerId, options }, work);
  } catch (error) {
    throw translateDatabaseError(error);
  }
}

/**
 * The same for work that touches nothing but the provider's own rows: where tables are spread over several servers, on the
 * one that has them. There are no areas, no soil, and no queue.
 */
export async function asProviderAtHome<T>(
  db: Db,
  providerId: string,
  work: (tx: StatementTx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const { nodes } = db;
  if (nodes === null) return asProviderPlainly(db, providerId, work, options);
  try {
    const pool = await payingAs(providerId, () => nodes.poolOf(providerId));
    return await beginOn(pool, { db, providerId, options }, work);
  } catch (error) {
    // What the work itself refused says nothing of the server.
    if (!(error instanceof ServiceError)) nodes.forget(providerId);
    throw translateDatabaseError(error);
  }
}

async function beginOn<T>(
  pool: pg.Pool,
  { db, providerId, options }: { db: Db; providerId: string; options: TransactionOptions },
  work: (tx: StatementTx) => Promise<T>,
): Promise<T> {
  const begin = beginAs(providerId, { ...options, isOwnRole: db.nodes !== null });
  const client = await payingAs(providerId, () => pool.connect());
  const inside = () => work(statementsOf(client, db.nameOf) as StatementTx);
  return inTransaction(client, begin, () => holdingAs(providerId, inside));
}

async function inTransaction<T>(client: pg.PoolClient, begin: string, work: () => Promise<T>): Promise<T> {
  let isOpen = false;
  try {
    await client.query(begin);
    isOpen = true;
    const result = await work();
    const { command } = await client.query("COMMIT");
    // The server's answer to committing what had failed.
    if (command !== "COMMIT") throw new Error("a transaction went on after one of its statements had failed");
    client.release();
    return result;
  } catch (error) {
    await undo(client, isOpen);
    throw error;
  }
}

/** A connection that could not be brought back to rest is not given to anyone else. */
async function undo(client: pg.PoolClient, isOpen: boolean): Promise<void> {
  if (!isOpen) {
    client.release(true);
    return;
  }
  try {
    await client.query("ROLLBACK");
    client.release();
  } catch {
    client.release(true);
  }
}
