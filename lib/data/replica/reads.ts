import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "@/lib/data/db";
import { nextRun } from "@/lib/data/replica/next-run";
import { type Standing, standingOf } from "@/lib/data/replica/standing";
import { SpreadProblem } from "@/lib/data/spread-problem";
import { within } from "@/lib/data/within";
import { ServiceError, type Problem } from "@/lib/domain/errors";

/** Which server a read that the replica may answer was answered by, and why. */
export const READ_ANSWERS = ["replica", "behind", "away", "failed"] as const;
export type ReadAnswer = (typeof READ_ANSWERS)[number];

export interface ReplicaState {
  /** Null: it can be read. */
  problem: string | null;
  /** Seconds that its newest change is behind the primary; null: not known. */
  lagS: number | null;
}

/** Reads that need not load the primary. docs/decisions/0021-replica.md has the rule which those are. */
export interface Reads {
  /**
   * Runs a read on the replica when it has all that was committed before this call, so that everyone sees what they have
   * just saved, through whichever process; else on the primary. May run twice, so it changes nothing.
   */
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  /** Null: there is no replica. */
  replicaState: () => Promise<ReplicaState | null>;
  close: () => Promise<void>;
}

export interface ReplicaOptions {
  primary: Db;
  replica: Db;
  /** How long a read waits for the replica to catch up. */
  waitMs: number;
  answered: (by: ReadAnswer) => void;
  failed: (error: unknown) => void;
}

/** Without a replica the primary answers everything. */
export const primaryReads = (primary: Db): Reads => ({
  read: (work) => work(primary),
  replicaState: () => Promise.resolve(null),
  close: () => Promise.resolve(),
});

/** A replica that did not answer, or follows no one, is left alone for so long. */
const LEFT_ALONE_MS = 2000;
/** The primary answers what the replica has not answered by then, as when it was stopped where it stands. */
const ANSWER_MS = 10_000;
const CATCH_UP_STEP_MS = 5;

export function replicaReads(options: ReplicaOptions): Reads {
  const { primary, replica, answered } = options;
  const standings = standingsOf(options);
  const { choose, leaveAlone } = chooserOf(options, standings);
  return {
    read: async (work) => {
      const chosen = await choose();
      if (chosen === "replica") {
        try {
          const result = await within(ANSWER_MS, work(replica));
          answered("replica");
          return result;
        } catch (error) {
          if (isAnswer(error)) throw error;
          leaveAlone(error);
        }
      }
      answered(chosen === "replica" ? "failed" : chosen);
      return work(primary);
    },
    replicaState: async () => {
      try {
        const wanted = await standings.primary();
        const standing = await standings.replica();
        const lagS = standing.position >= wanted.position ? 0 : standing.newestAgeS;
        return { problem: problemOf(standing, wanted), lagS };
      } catch (error) {
        return { problem: error instanceof SpreadProblem ? error.message : "it does not answer", lagS: null };
      }
    },
    close: () => replica.close(),
  };
}

type Standings = Record<"primary" | "replica", () => Promise<Standing>>;

/** Where both servers stand, asked once for all who want to know at the same time. */
const standingsOf = ({ primary, replica }: ReplicaOptions): Standings => ({
  primary: nextRun(() => standingOf(primary)),
  replica: nextRun(() => standingOf(replica)),
});

function chooserOf({ waitMs, failed }: ReplicaOptions, standings: Standings) {
  let isLeftAloneUntil = 0;
  const leaveAlone = (error: unknown): void => {
    isLeftAloneUntil = performance.now() + LEFT_ALONE_MS;
    failed(error);
  };
  const choose = async (): Promise<ReadAnswer> => {
    if (performance.now() < isLeftAloneUntil) return "away";
    try {
      return (await catchesUp(standings, waitMs)) ? "replica" : "behind";
    } catch (error) {
      leaveAlone(error);
      return "away";
    }
  };
  return { choose, leaveAlone };
}

/** Whether the replica has, in time, everything that was committed when this was called. */
async function catchesUp({ primary, replica }: Standings, waitMs: number): Promise<boolean> {
  const until = performance.now() + waitMs;
  let wanted = await primary();
  for (;;) {
    const standing = await replica();
    const problem = problemOf(standing, wanted);
    if (problem !== null) throw new Error(problem);
    if (standing.position >= wanted.position) return true;
    if (performance.now() >= until) return false;
    await pause(CATCH_UP_STEP_MS);
    // Servers that have providers' rows are read as they are after the wait, so the standby has to have what those may name by then.
    if (wanted.isSpread) wanted = await primary();
  }
}

/** Why a server may not answer for the primary, however far it has come. */
function problemOf(standing: Standing, primary: Standing): string | null {
  if (standing.database !== primary.database) return "it is no copy of the database of DATABASE_URL";
  if (standing.isPrimary) return "it is no standby";
  return standing.isFollowing ? standing.spreadProblem : "it has lost its primary";
}

/** Problems that are the server's and not the question's: another server may answer. */
const OF_THE_SERVER: ReadonlySet<Problem> = new Set(["dependencyFailed", "processingConflict", "internalError"]);

/** An answer that the primary would give as well. */
const isAnswer = (error: unknown): boolean => error instanceof ServiceError && !OF_THE_SERVER.has(error.problem);
