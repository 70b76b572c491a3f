import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "@/lib/data/generated/client";
import { translateDatabaseError } from "@/lib/data/errors";

export { Prisma };

/** The data layer's handle: Prisma over one pool. Reference data is read through `prisma` directly. */
export interface Db {
  prisma: PrismaClient;
  close: () => Promise<void>;
}

/** A client or a transaction, for statements on reference data. */
export type Reader = Pick<Prisma.TransactionClient, "$queryRaw" | "$executeRaw">;

declare const opened: unique symbol;
/** A transaction opened for one provider: row-level security lets it see that provider's rows and no others. */
export type ProviderTx = Prisma.TransactionClient & { readonly [opened]: true };

/** Counts the messages sent to the database while a piece of work runs; the test suite holds us to them. */
export interface StatementTrace {
  statements: number;
}

/**
 * Kept on the global object: pages and routes are bundled apart, each with an instance of this module, and a pool made
 * by one of them has to see what another one's transaction asks for.
 */
const shared = globalThis as typeof globalThis & {
  hedgerowStatements?: { trace: AsyncLocalStorage<StatementTrace>; opening: AsyncLocalStorage<string> };
};
shared.hedgerowStatements ??= { trace: new AsyncLocalStorage(), opening: new AsyncLocalStorage() };
const { trace, opening } = shared.hedgerowStatements;

export const countStatements = <T>(count: StatementTrace, work: () => T): T => trace.run(count, work);
/** Work that is nobody's request: its messages count for none. */
export const uncounted = <T>(work: () => T): T => trace.exit(work);

export interface ConnectOptions {
  url: string;
  poolMax: number;
  connectTimeoutMs?: number;
}

/** Opens the data layer. Nothing connects before the first statement. */
export function connect({ url, poolMax, connectTimeoutMs = 10_000 }: ConnectOptions): Db {
  const pool = new pg.Pool({ connectionString: url, max: poolMax, connectionTimeoutMillis: connectTimeoutMs });
  // An idle connection that the server closes is replaced at its next use; without a listener it would end us.
  pool.on("error", () => undefined);
  pool.on("connect", instrument);
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: statementName }),
    transactionOptions: { maxWait: connectTimeoutMs, timeout: 60_000 },
  });
  return {
    prisma,
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/** Statements are prepared once per connection under a name made from their text. */
const names = new Map<string, string>();
/** The driver prepares nothing under an empty name. */
const UNNAMED = "";
function statementName({ sql }: { sql: string }): string {
  if (/^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)/.test(sql)) return UNNAMED;
  const known = names.get(sql);
  if (known !== undefined) return known;
  // Statements with a varying shape would fill the server's memory with plans; past this many, none is named.
  if (names.size >= 500) return UNNAMED;
  const name = `hedgerow_${names.size}`;
  names.set(sql, name);
  return name;
}

/**
 * Opens a transaction as one provider. `SET LOCAL` rides in the same message as `BEGIN`, so the settings cost
 * no round trip and a transaction pooler may stand between. `mayBeLost`: the commit does not wait for the disk, for
 * writes that mean nothing once the server has fallen over.
 */
export async function asProvider<T>(
  db: Db,
  providerId: string,
  work: (tx: ProviderTx) => Promise<T>,
  options: { isolation?: "ReadCommitted" | "RepeatableRead"; mayBeLost?: true; statementTimeoutMs?: number } = {},
): Promise<T> {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/.test(providerId)) throw new RangeError("not a provider id");
  const isolation = options.isolation === "RepeatableRead" ? " ISOLATION LEVEL REPEATABLE READ" : "";
  const flush = options.mayBeLost === true ? "; SET LOCAL synchronous_commit = off" : "";
  const { statementTimeoutMs: limitMs } = options;
  const limit = limitMs === undefined ? "" : `; SET LOCAL statement_timeout = ${Math.trunc(limitMs)}`;
  const begin = `BEGIN${isolation}; SET LOCAL ROLE hedgerow_app; SET LOCAL hedgerow.provider_id = '${providerId}'${flush}${limit}`;
  try {
    return await opening.run(begin, () => db.prisma.$transaction((tx) => work(tx as ProviderTx)));
  } catch (error) {
    throw translateDatabaseError(error);
  }
}

/** Runs a read of shared reference data, with database errors translated. */
export async function readReference<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translateDatabaseError(error);
  }
}

/** Makes a pooled connection count its messages and open transactions with the settings of `asProvider`. */
function instrument(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const query = (first: unknown, ...rest: unknown[]): unknown => {
    const count = trace.getStore();
    if (count !== undefined) count.statements += 1;
    const settings = opening.getStore();
    const isBegin = typeof first === "object" && first !== null && "text" in first && first.text === "BEGIN";
    if (isBegin && settings !== undefined) return send({ ...first, text: settings }, ...rest);
    return send(first, ...rest);
  };
  client.query = query as typeof client.query;
}
