import { MOST_ATTEMPTS, type BulkItemError } from "@/lib/domain/bulk-job";
import { PROBLEMS, ServiceError, type Problem } from "@/lib/domain/errors";
import { SupersededError } from "@/lib/usecases/esa-check/check";

/** Refusals that pass by themselves. docs/contract.md, Bulk */
const TRANSIENT: ReadonlySet<Problem> = new Set([
  "processingConflict",
  "fieldChanged",
  "applicationChanged",
  "deadlineExceeded",
  "requestCancelled",
]);
/** Something else was away: worth another attempt, and none of the caller's doing. */
const DEPENDENCY: ReadonlySet<Problem> = new Set(["dependencyFailed", "capacityExceeded"]);

/**
 * Seconds before the second and the third attempt. What stands in the way may be a claim whose holder died: its lease of
 * 20 seconds has run out by the third.
 */
const WAITS_S = [2, 30] as const;

/** Refusals that come before anything is done for the application, which therefore stays as it was. */
const BEFORE_WORK: ReadonlySet<Problem> = new Set([
  "processingConflict",
  "duplicateField",
  "duplicateApplication",
  "fieldOwnershipConflict",
  "applicationFieldConflict",
]);

/** Whether an attempt was refused before any work on its application had begun. */
export const isRefusedBeforeWork = (failure: unknown): boolean =>
  failure instanceof SupersededError || (failure instanceof ServiceError && BEFORE_WORK.has(failure.problem));

export interface FailedAttempt {
  error: BulkItemError;
  /** Null: the item has failed for good. */
  retryInS: number | null;
}

/** What an attempt's error means for its item. Causes are for the log; the item names no more than a caller may know. */
export function failedAttempt(failure: unknown, attempts: number): FailedAttempt {
  const retryInS = attempts < MOST_ATTEMPTS ? (WAITS_S[attempts - 1] ?? WAITS_S[1]) : null;
  if (failure instanceof SupersededError) {
    const { code } = PROBLEMS[failure.problem];
    return { error: { code, message: failure.message, retryable: false }, retryInS: null };
  }
  if (!(failure instanceof ServiceError) || failure.problem === "internalError") {
    const message = "Something went wrong on our side.";
    return { error: { code: "PROCESSING_FAILED", message, retryable: false }, retryInS: null };
  }
  const { problem, message } = failure;
  if (DEPENDENCY.has(problem)) return { error: { code: "PROCESSING_FAILED", message, retryable: true }, retryInS };
  const error = { code: PROBLEMS[problem].code, message, retryable: TRANSIENT.has(problem) };
  return { error, retryInS: TRANSIENT.has(problem) ? retryInS : null };
}

/** Of an item whose worker died on every attempt. */
export const ATTEMPTS_EXHAUSTED: BulkItemError = {
  code: "ATTEMPTS_EXHAUSTED",
  message: "The processes that worked on this item ended before it did, every time.",
  retryable: true,
};
