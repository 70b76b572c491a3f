import { ServiceError } from "@/lib/domain/errors";

/** SQLSTATE classes that mean "the database cannot be used now" and not "this statement is wrong". */
const UNAVAILABLE = /^(08|53|57P|58)/;
/** What a standby says of a write: the primary is another server now, and what leads us there has not noticed yet. */
const READ_ONLY = "25006";
const STATEMENT_TIMED_OUT = "57014";
const UNIQUE_VIOLATION = "23505";
const FOREIGN_KEY_VIOLATION = "23503";
/** Two transactions that wait for each other, or that cannot both be as if alone: one is undone and may try again. */
const UNDONE = new Set(["40001", "40P01", "TransactionWriteConflict", "P2034"]);
/** Prisma's codes for no connection, connection closed, pool time-out and transaction that could not start. */
const PRISMA_UNAVAILABLE = new Set(["P1000", "P1001", "P1002", "P1008", "P1017", "P2024", "P2028"]);
const NODE_UNAVAILABLE = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND"]);
/** What Prisma's driver adapter makes of the same: a kind and no code. */
const ADAPTER_UNAVAILABLE = new Set([
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
  "TlsConnectionError",
  "TooManyConnections",
  "DatabaseDoesNotExist",
]);
/** What the driver says without any code of a connection that broke, or that it could not get in time. */
const LOST = /connection terminated|not queryable|timeout exceeded when trying to connect/i;
const isUnavailable = (code: string): boolean =>
  UNAVAILABLE.test(code) || PRISMA_UNAVAILABLE.has(code) || NODE_UNAVAILABLE.has(code) || ADAPTER_UNAVAILABLE.has(code);

/**
 * Turns a database error into a problem the caller may hear of: 503 while the database is away, 409 for a unique violation
 * no one mapped and for what was erased between reading and writing. Anything else is our defect and goes on as it is.
 * Never shows SQL.
 */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  const codes = codesOf(error);
  if (codes.some(isUnavailable)) {
    return new ServiceError("dependencyFailed", "The database is not available right now.", { cause: error });
  }
  if (codes.includes(READ_ONLY)) {
    return new ServiceError("dependencyFailed", "The database takes no writes right now.", { cause: error });
  }
  if (codes.includes(STATEMENT_TIMED_OUT)) {
    return new ServiceError("dependencyFailed", "The database took too long to answer.", { cause: error });
  }
  if (codes.some((code) => UNDONE.has(code))) {
    return new ServiceError("processingConflict", "Another request is working on the same thing.", { cause: error });
  }
  if (codes.includes(UNIQUE_VIOLATION) || codes.includes("P2002")) {
    return new ServiceError("unmappedConflict", "Another request saved the same thing first.", { cause: error });
  }
  if (codes.includes(FOREIGN_KEY_VIOLATION) || codes.includes("P2003")) {
    return new ServiceError("processingConflict", "The field or application was erased meanwhile.", { cause: error });
  }
  if (LOST.test(messageOf(error))) {
    return new ServiceError("dependencyFailed", "The database is busy right now.", { cause: error });
  }
  return error;
}

/** Every code found on an error and on what caused it: drivers and Prisma nest them differently. */
function codesOf(error: unknown, depth = 0): string[] {
  if (typeof error !== "object" || error === null || depth > 5) return [];
  const { code, originalCode, kind, cause, meta } = error as Record<string, unknown>;
  const own = [code, originalCode, kind].filter((value): value is string => typeof value === "string");
  const nested: unknown[] = typeof meta === "object" && meta !== null ? Object.values(meta) : [];
  return [...own, ...[cause, ...nested].flatMap((inner) => codesOf(inner, depth + 1))];
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : "");
