import { type Db } from "@/lib/data/db";
import { SPREAD_PROBLEM } from "@/lib/data/spread-problem";
import { uncounted } from "@/lib/data/statement-context";
import { within } from "@/lib/data/within";

/** How far a server has come in the log of all changes of its cluster. */
export interface Standing {
  /** The same for a primary and its standbys, for one database of them. */
  database: string;
  isPrimary: boolean;
  /** A standby that takes changes from a primary now. One that lost its primary may be of a past that was given up. */
  isFollowing: boolean;
  /** Of a primary: all that was committed is before it. Of a standby: all before it can be read. */
  position: bigint;
  /** Of a standby: since the newest change that can be read was committed; null where there was none. */
  newestAgeS: number | null;
  /** Whether Citus spreads providers' rows over other servers, which a standby of the coordinator asks for them. */
  isSpread: boolean;
  /** ../spread-problem.ts. */
  spreadProblem: string | null;
}

/** Longer than any server that is well takes to say where it stands. */
const ANSWER_MS = 1000;

/** One message. It needs no right but to connect. */
const WHERE = `
  SELECT (SELECT system_identifier::text FROM pg_control_system()) || '/' ||
           (SELECT oid FROM pg_database WHERE datname = current_database()) AS database,
         NOT pg_is_in_recovery() AS "isPrimary",
         EXISTS (SELECT FROM pg_stat_get_wal_receiver() AS receiver WHERE receiver.pid IS NOT NULL) AS "isFollowing",
         (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END
           - '0/0'::pg_lsn)::text AS position,
         extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 AS "newestAgeS",
         EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS "isSpread",
         (${SPREAD_PROBLEM}) AS "spreadProblem"`;

/** Asks a server, for all who wait for it: no request's signal ends it, and no request's messages are counted. */
export async function standingOf(db: Db): Promise<Standing> {
  const { rows } = await uncounted(() =>
    within(ANSWER_MS, db.pool.query<Omit<Standing, "position"> & { position: string }>(WHERE)),
  );
  const [row] = rows;
  if (row === undefined) throw new Error("the server did not say where it stands");
  return { ...row, position: BigInt(row.position) };
}
