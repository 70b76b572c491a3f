import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { Prisma, PrismaClient } from "@/lib/data/generated/client";
import { DatabaseTurns } from "@/lib/data/database-turns";
import { translateDatabaseError } from "@/lib/data/errors";
import { openPool, type PoolOptions, SERVICE_ROLE } from "@/lib/data/pool";
import { ProviderNodes } from "@/lib/data/provider-nodes";
import { holdingAs, openingWith, payingAs } from "@/lib/data/statement-context";

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
  const open = (address: string, inCluster: PoolOptions["inCluster"]): pg.Pool =>
    openPool(address, { poolMax, connectTimeoutMs, turns, inCluster });
  const pool = open(url, isSpread ? "coordinator" : null);
  const nodes = isSpread ? new ProviderNodes(pool, url, (address) => open(address, "worker")) : null;
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
  // Where a deployment's own role lacks them: settings of `hedgerow_app` hold for who logs in as it alone. The zone is the server's own otherwise.
  const settings = `SET LOCAL search_path = public, gis; SET LOCAL timezone = 'UTC'; SET LOCAL statement_timeout = ${limitMs}`;
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
      openingWith(begin, () => db.prisma.$transaction((tx) => holdingAs(providerId, () => work(tx as ProviderTx)))),
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
