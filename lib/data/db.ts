import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "@/lib/data/generated/client";
import { cancelable } from "@/lib/data/cancel-statement";
import { DatabaseTurns } from "@/lib/data/database-turns";
import { translateDatabaseError } from "@/lib/data/errors";
import { ProviderNodes } from "@/lib/data/provider-nodes";
import { statementSpan, textOf } from "@/lib/data/statement-span";
import { inSpan, isTraced } from "@/lib/domain/spans";

export { Prisma };

/** The data layer's handle: Prisma over one pool. Reference data is read through `prisma` directly. */
export interface Db {
  prisma: PrismaClient;
  /** The same connections without Prisma, for ./plain-statements.ts. */
  pool: pg.Pool;
  /** Servers that have providers' rows of their own; null: all rows are on one. */
  nodes: ProviderNodes | null;
  /** The name under which a statement is prepared; empty: it is not. */
  nameOf: (statement: { sql: string }) => string;
  /** What the pool's connections do now; `waiting` counts callers without one. */
  poolUse: () => Record<PoolState, number>;
  poolMax: number;
  close: () => Promise<void>;
}

export const POOL_STATES = ["idle", "busy", "waiting"] as const;
type PoolState = (typeof POOL_STATES)[number];

/** A client or a transaction, for statements on reference data. */
export type Reader = Pick<Prisma.TransactionClient, "$queryRaw" | "$executeRaw">;

declare const opened: unique symbol;
/** A transaction opened for one provider: row-level security lets it see that provider's rows and no others. */
export type ProviderTx = Prisma.TransactionClient & { readonly [opened]: true };
/** The same for work that writes its statements itself: it may go past Prisma (./plain-statements.ts). */
export type StatementTx = Pick<ProviderTx, "$queryRaw" | "$executeRaw" | typeof opened>;

/** The provider whose share of the database a piece of work uses (./database-turns.ts). */
interface Payer {
  owner: string | null;
  /** It holds a connection already, or others wait for it: another one is given at once. */
  isExempt: boolean;
}

/** Counts the messages sent to the database while a piece of work runs; the test suite holds us to them. */
export interface StatementTrace {
  statements: number;
  /** The messages themselves, where someone asks for them. */
  messages?: string[];
}

/**
 * Kept on the global object: pages and routes are bundled apart, each with an instance of this module, and a pool made
 * by one of them has to see what another one's transaction asks for.
 */
const shared = globalThis as typeof globalThis & {
  hedgerowStatements?: {
    trace: AsyncLocalStorage<StatementTrace>;
    opening: AsyncLocalStorage<string>;
    ending: AsyncLocalStorage<AbortSignal>;
    payer: AsyncLocalStorage<Payer>;
  };
};
shared.hedgerowStatements ??= {
  trace: new AsyncLocalStorage(),
  opening: new AsyncLocalStorage(),
  ending: new AsyncLocalStorage(),
  payer: new AsyncLocalStorage(),
};
const { trace, opening, ending, payer } = shared.hedgerowStatements;

export const countStatements = <T>(count: StatementTrace, work: () => T): T => trace.run(count, work);
/** Work that goes on without the request that began it: its messages are not counted, and no one cancels them. */
export const uncounted = <T>(work: () => T): T => trace.exit(() => ending.exit(() => exempting(false, work)));

/** Ends the statements of a piece of work when the signal fires: the running one is canceled, and no other begins. */
export const cancellingStatements = <T>(signal: AbortSignal, work: () => T): T => ending.run(signal, work);
/** What has to be done even then, and waits for no turn, as giving back what the work had claimed. */
export const uncancelled = <T>(work: () => T): T => ending.exit(() => exempting(true, work));

/** Work whose statements use this provider's share of the database, those on reference data too. */
export const payingAs = <T>(owner: string, work: () => T): T =>
  payer.run({ owner, isExempt: payer.getStore()?.isExempt ?? false }, work);
/** The same while the work holds a connection: what it asks for beside it may not wait for what it holds. */
export const holdingAs = <T>(owner: string, work: () => T): T => payer.run({ owner, isExempt: true }, work);

const exempting = <T>(isExempt: boolean, work: () => T): T =>
  payer.run({ owner: payer.getStore()?.owner ?? null, isExempt }, work);

export interface ConnectOptions {
  url: string;
  poolMax: number;
  /** What a provider may use a minute of all connections before it has one at a time, in seconds. */
  secondsPerMin?: number;
  connectTimeoutMs?: number;
  /** False behind a transaction pooler that keeps no prepared statements. */
  isPrepared?: boolean;
  /** Whether Citus spreads providers' rows over several servers, each of which takes connections of ours. */
  isSpread?: boolean;
}

/** Opens the data layer. Nothing connects before the first statement. */
export function connect(options: ConnectOptions): Db {
  const { url, poolMax, secondsPerMin = Infinity, connectTimeoutMs = 10_000, isPrepared = true } = options;
  // All servers share the turns, so that no more than `poolMax` connections work at once.
  const turns = new DatabaseTurns({ connections: poolMax, secondsPerMin, waitMs: connectTimeoutMs });
  const isSpread = options.isSpread === true;
  const openPool = (address: string): pg.Pool => openPoolAt(address, { poolMax, connectTimeoutMs, turns, isSpread });
  const pool = openPool(url);
  const nodes = isSpread ? new ProviderNodes(pool, url, openPool) : null;
  const pools = (): pg.Pool[] => [pool, ...(nodes?.pools() ?? [])];
  const nameOf = isPrepared ? statementName : () => UNNAMED;
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: nameOf }),
    transactionOptions: { maxWait: connectTimeoutMs, timeout: 60_000 },
  });
  return {
    prisma,
    pool,
    nodes,
    nameOf,
    poolUse: () => ({
      idle: sum(pools(), ({ idleCount }) => idleCount),
      busy: sum(pools(), ({ totalCount, idleCount }) => totalCount - idleCount),
      waiting: sum(pools(), ({ waitingCount }) => waitingCount) + turns.waiting,
    }),
    poolMax,
    close: async () => {
      await prisma.$disconnect();
      await Promise.all(pools().map((each) => each.end()));
    },
  };
}

const sum = (pools: readonly pg.Pool[], count: (pool: pg.Pool) => number): number =>
  pools.reduce((all, pool) => all + count(pool), 0);

type PoolOptions = Required<Pick<ConnectOptions, "poolMax" | "connectTimeoutMs" | "isSpread">>;

function openPoolAt(
  address: string,
  { poolMax, connectTimeoutMs, turns, isSpread }: PoolOptions & { turns: DatabaseTurns },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: address,
    max: poolMax,
    connectionTimeoutMillis: connectTimeoutMs,
    // The pool waits for it before it gives the connection out; its types do not say so.
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- see above
    onConnect: isSpread ? beServiceRole : findPostgis,
  });
  // An idle connection that the server closes is replaced at its next use; without a listener it would end us.
  pool.on("error", () => undefined);
  pool.on("connect", instrument);
  pool.connect = connectInTurn(pool, turns) as typeof pool.connect;
  pool.query = queryInOwnContext(pool) as typeof pool.query;
  return pool;
}

/**
 * Statements outside a transaction find PostGIS as well. The database has this setting too, but a dump does not carry it
 * into the database it is restored to. Counted as no message: it is sent once a connection.
 */
const findPostgis = async (client: pg.ClientBase): Promise<void> => {
  await client.query("SET search_path = public, gis");
};

/**
 * Where tables are spread no transaction takes the service's role on, so that row-level security holds only for who logs in as it: an
 * owner of the tables would see every provider's rows.
 */
const beServiceRole = async (client: pg.ClientBase): Promise<void> => {
  await findPostgis(client);
  const { rows } = await client.query<{ name: string }>("SELECT current_user::text AS name");
  const name = rows[0]?.name;
  if (name !== SERVICE_ROLE)
    throw new Error(`with DATABASE_SPREAD who logs in has to be ${SERVICE_ROLE}, and is ${String(name)}`);
};

const SERVICE_ROLE = "hedgerow_app";

/** A connection for the provider that pays, in its turn. Giving the connection back ends the turn. */
function connectInTurn(pool: pg.Pool, turns: DatabaseTurns): () => Promise<pg.PoolClient> {
  const connectNow = pool.connect.bind(pool);
  return async () => {
    const { owner, isExempt } = payer.getStore() ?? NO_PAYER;
    const endTurn = await turns.take({ owner, isExempt, signal: ending.getStore() });
    try {
      const client = await connectNow();
      const release = client.release.bind(client);
      client.release = (error) => {
        release(error);
        endTurn();
      };
      return client;
    } catch (error) {
      endTurn();
      throw error;
    }
  };
}

const NO_PAYER = { owner: null, isExempt: true };

/**
 * A statement outside a transaction. The pool's own way hands a waiting statement to a connection in the context of the
 * request that gave the connection back, whose signal would cancel it.
 */
const queryInOwnContext =
  (pool: pg.Pool) =>
  async (...statement: unknown[]): Promise<unknown> => {
    const client = await pool.connect();
    try {
      const answer: unknown = await (client.query as (...args: unknown[]) => unknown)(...statement);
      client.release();
      return answer;
    } catch (error) {
      client.release(error instanceof Error ? error : true);
      throw error;
    }
  };

/**
 * Statements are prepared once per connection under a name made from their text. Two processes behind a pooler share
 * connections: names that each counted by itself gave one of them the other's statement.
 */
const names = new Map<string, string>();
/** The driver prepares nothing under an empty name. */
const UNNAMED = "";
function statementName({ sql }: { sql: string }): string {
  if (/^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)/.test(sql)) return UNNAMED;
  const known = names.get(sql);
  if (known !== undefined) return known;
  // Statements with a varying shape would fill the server's memory with plans; past this many, none is named.
  if (names.size >= 500) return UNNAMED;
  const name = `hedgerow_${createHash("sha256").update(sql).digest("hex").slice(0, 32)}`;
  names.set(sql, name);
  return name;
}

/** Longer than any statement of a request should take; the database ends it even where no one cancels it. */
const STATEMENT_TIMEOUT_MS = 30_000;

export interface TransactionOptions {
  isolation?: "ReadCommitted" | "RepeatableRead";
  /** The commit does not wait for the disk, for writes that mean nothing once the server has fallen over. */
  mayBeLost?: true;
  statementTimeoutMs?: number;
  /**
   * Whether who logs in is the service's role already. Where tables are spread it has to be: Citus says all of this again on a
   * server that a function of another role asks something of, and that role may not become this one.
   */
  isOwnRole?: boolean;
}

/**
 * The message that opens a transaction as one provider. `SET LOCAL` rides in the same message as `BEGIN`, so the settings
 * cost no round trip and a transaction pooler may stand between.
 */
export function beginAs(providerId: string, options: TransactionOptions): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/.test(providerId)) throw new RangeError("not a provider id");
  const isolation = options.isolation === "RepeatableRead" ? " ISOLATION LEVEL REPEATABLE READ" : "";
  const flush = options.mayBeLost === true ? "; SET LOCAL synchronous_commit = off" : "";
  const limitMs = Math.trunc(options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS);
  // Where a deployment's own role lacks them: settings of `hedgerow_app` hold for who logs in as it alone.
  const settings = `SET LOCAL search_path = public, gis; SET LOCAL statement_timeout = ${limitMs}`;
  const role = options.isOwnRole === true ? "" : `SET LOCAL ROLE ${SERVICE_ROLE}; `;
  return `BEGIN${isolation}; ${role}SET LOCAL hedgerow.provider_id = '${providerId}'; ${settings}${flush}`;
}

/** Opens a transaction as one provider. */
export async function asProvider<T>(
  db: Db,
  providerId: string,
  work: (tx: ProviderTx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const begin = beginAs(providerId, { ...options, isOwnRole: db.nodes !== null });
  try {
    return await payingAs(providerId, () =>
      opening.run(begin, () => db.prisma.$transaction((tx) => holdingAs(providerId, () => work(tx as ProviderTx)))),
    );
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

/** Ends a transaction; these go out whatever has been canceled. */
const TRANSACTION_END = /^(COMMIT|ROLLBACK)/;

/**
 * Makes a pooled connection count its messages, open transactions with the settings of `asProvider`, and cancel
 * statements that no one waits for any more.
 */
function instrument(client: pg.PoolClient): void {
  // For as long as it lives: a connection that breaks says so to its statement as well, and one that the pool has thrown
  // away may still bring the server's last word, which would end the process if no one listened.
  client.on("error", () => undefined);
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const query = (first: unknown, ...rest: unknown[]): unknown => {
    const count = trace.getStore();
    if (count !== undefined) count.statements += 1;
    count?.messages?.push(textOf(first));
    const settings = opening.getStore();
    const isBegin = typeof first === "object" && first !== null && "text" in first && first.text === "BEGIN";
    const message = isBegin && settings !== undefined ? { ...first, text: settings } : first;
    const signal = ending.getStore();
    const isCanceled = signal !== undefined && !TRANSACTION_END.test(textOf(message));
    const go = (): unknown =>
      isCanceled ? cancelable(client, signal, () => send(message, ...rest)) : send(message, ...rest);
    // A statement with a callback, or one that reads by itself, gives no promise to wait for.
    if (!isTraced() || rest.some((each) => typeof each === "function")) return go();
    return inSpan(statementSpan(message), async () => go());
  };
  client.query = query as typeof client.query;
}
