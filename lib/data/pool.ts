import pg from "pg";
import { cancelable, isDoubtful } from "@/lib/data/cancel-statement";
import type { DatabaseTurns } from "@/lib/data/database-turns";
import { SPREAD_PROBLEM, SpreadProblem } from "@/lib/data/spread-problem";
import { statementContext } from "@/lib/data/statement-context";
import { statementSpan, textOf } from "@/lib/data/statement-span";
import { inSpan, isTraced } from "@/lib/domain/spans";

/** The role of the service, to which row-level security shows one provider's rows at a time. */
export const SERVICE_ROLE = "hedgerow_app";

export interface PoolOptions {
  poolMax: number;
  connectTimeoutMs: number;
  /** Who gets a connection when; several pools may share them. */
  turns: DatabaseTurns;
  /** Which server of a Citus cluster this is; null: it has all rows. */
  inCluster: "coordinator" | "worker" | null;
}

/**
 * So long a connection stays that no one uses. A new one has to log in, and learns the service's statements again, which made
 * a check that came alone several times as slow. Shorter than what networks between forget a silent connection after (350 s).
 */
const KEPT_IDLE_MS = 300_000;
/** Where the server has gone without a word, a connection says so before a statement is sent on it. */
const FIRST_SIGN_OF_LIFE_MS = 60_000;

/** A pool whose connections come in turn and do as the work that uses them says (./statement-context.ts). */
export function openPool(address: string, { poolMax, connectTimeoutMs, turns, inCluster }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: address,
    max: poolMax,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: KEPT_IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: FIRST_SIGN_OF_LIFE_MS,
    // The pool waits for it before it gives the connection out; its types do not say so.
    // oxlint-disable-next-line typescript/no-misused-promises -- see above
    onConnect: setUpFor(inCluster),
  });
  // An idle connection that the server closes is replaced at its next use; without a listener it would end us.
  pool.on("error", () => undefined);
  pool.on("connect", instrument);
  pool.connect = connectInTurn(pool, turns) as typeof pool.connect;
  pool.query = queryInOwnContext(pool) as typeof pool.query;
  return pool;
}

/**
 * Statements outside a transaction find PostGIS as well, and tell times in UTC. The database has the first of these settings too, but a
 * dump does not carry it into the database it is restored to; and a server keeps the zone of the machine it was set up on, while Prisma's
 * driver takes every time for UTC, so that each was read as many hours off as that zone is. Counted as no message: it is sent once a
 * connection.
 */
const settle = async (client: pg.ClientBase): Promise<void> => {
  await client.query("SET search_path = public, gis; SET timezone = 'UTC'");
};

/**
 * Where tables are spread no transaction takes the service's role on, so that row-level security holds only for who logs in as it: an
 * owner of the tables would see every provider's rows. And a coordinator may be set up so that it finds too few of them.
 */
const setUpFor =
  (inCluster: PoolOptions["inCluster"]) =>
  async (client: pg.ClientBase): Promise<void> => {
    await settle(client);
    if (inCluster === null) return;
    const { rows } = await client.query<{ name: string; problem: string | null }>(
      `SELECT current_user::text AS name, ${inCluster === "coordinator" ? SPREAD_PROBLEM : "NULL"} AS problem`,
    );
    const [row] = rows;
    if (row?.name !== SERVICE_ROLE)
      throw new Error(`with DATABASE_SPREAD who logs in has to be ${SERVICE_ROLE}, and is ${String(row?.name)}`);
    if (row.problem !== null) throw new SpreadProblem(row.problem);
  };

/** A connection for the provider that pays, in its turn. Giving the connection back ends the turn. */
function connectInTurn(pool: pg.Pool, turns: DatabaseTurns): () => Promise<pg.PoolClient> {
  const connectNow = pool.connect.bind(pool);
  return async () => {
    const endTurn = await turns.take({ ...statementContext.payer(), signal: statementContext.signal() });
    try {
      const client = await connectNow();
      const release = client.release.bind(client);
      client.release = (error) => {
        release(isDoubtful(client) ? true : error);
        endTurn();
      };
      return client;
    } catch (error) {
      endTurn();
      throw error;
    }
  };
}

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
    const count = statementContext.trace();
    if (count !== undefined) count.statements += 1;
    count?.messages?.push(textOf(first));
    const settings = statementContext.opening();
    const isBegin = typeof first === "object" && first !== null && "text" in first && first.text === "BEGIN";
    const message = isBegin && settings !== undefined ? { ...first, text: settings } : first;
    const signal = statementContext.signal();
    const isCanceled = signal !== undefined && !TRANSACTION_END.test(textOf(message));
    const go = (): unknown =>
      isCanceled ? cancelable(client, signal, () => send(message, ...rest)) : send(message, ...rest);
    // A statement with a callback, or one that reads by itself, gives no promise to wait for.
    if (!isTraced() || rest.some((each) => typeof each === "function")) return go();
    return inSpan(statementSpan(message), async () => go());
  };
  client.query = query as typeof client.query;
}
