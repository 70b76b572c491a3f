/**
 * Every problem a request can meet, in one catalogue: the wire code, the HTTP status and whether trying
 * again can help. `REQUEST_FAILED` is one wire code with several causes, so problems are named here and
 * carry their wire code. docs/contract.md, Conventions interface "Errors".
 */
export const PROBLEMS = {
  bodyNotJson: { code: "REQUEST_FAILED", status: 400, retryable: false, retryAfterS: null },
  bodyTooLarge: { code: "REQUEST_FAILED", status: 413, retryable: false, retryAfterS: null },
  unauthorized: { code: "UNAUTHORIZED", status: 401, retryable: false, retryAfterS: null },
  providerMismatch: { code: "PROVIDER_MISMATCH", status: 403, retryable: false, retryAfterS: null },
  locked: { code: "LOCKED", status: 423, retryable: false, retryAfterS: null },
  notFound: { code: "NOT_FOUND", status: 404, retryable: false, retryAfterS: null },
  applicationNotFound: { code: "APPLICATION_NOT_FOUND", status: 404, retryable: false, retryAfterS: null },
  fieldNotFound: { code: "FIELD_NOT_FOUND", status: 404, retryable: false, retryAfterS: null },
  productNotFound: { code: "PRODUCT_NOT_FOUND", status: 404, retryable: false, retryAfterS: null },
  bulkJobNotFound: { code: "BULK_JOB_NOT_FOUND", status: 404, retryable: false, retryAfterS: null },
  webhookNotFound: { code: "WEBHOOK_NOT_FOUND", status: 404, retryable: false, retryAfterS: null },
  groupNotFound: { code: "GROUP_NOT_FOUND", status: 404, retryable: false, retryAfterS: null },
  inactiveToken: { code: "INACTIVE_TOKEN", status: 403, retryable: false, retryAfterS: null },
  portalExpired: { code: "PORTAL_EXPIRED", status: 403, retryable: false, retryAfterS: null },
  methodNotAllowed: { code: "METHOD_NOT_ALLOWED", status: 405, retryable: false, retryAfterS: null },
  unsupportedMediaType: { code: "UNSUPPORTED_MEDIA_TYPE", status: 415, retryable: false, retryAfterS: null },
  invalidRequest: { code: "INVALID_REQUEST", status: 422, retryable: false, retryAfterS: null },
  noFieldGeometry: { code: "NO_FIELD_GEOMETRY", status: 422, retryable: false, retryAfterS: null },
  productMismatch: { code: "PRODUCT_MISMATCH", status: 422, retryable: false, retryAfterS: null },
  invalidApplication: { code: "INVALID_APPLICATION", status: 422, retryable: false, retryAfterS: null },
  unsupportedApplicationMethod: {
    code: "UNSUPPORTED_APPLICATION_METHOD",
    status: 422,
    retryable: false,
    retryAfterS: null,
  },
  duplicateField: { code: "DUPLICATE_FIELD", status: 409, retryable: false, retryAfterS: null },
  fieldOwnershipConflict: { code: "FIELD_OWNERSHIP_CONFLICT", status: 409, retryable: false, retryAfterS: null },
  duplicateApplication: { code: "DUPLICATE_APPLICATION", status: 409, retryable: false, retryAfterS: null },
  applicationFieldConflict: { code: "APPLICATION_FIELD_CONFLICT", status: 409, retryable: false, retryAfterS: null },
  processingConflict: { code: "PROCESSING_CONFLICT", status: 409, retryable: true, retryAfterS: 5 },
  fieldChanged: { code: "FIELD_CHANGED", status: 409, retryable: true, retryAfterS: 5 },
  applicationChanged: { code: "APPLICATION_CHANGED", status: 409, retryable: true, retryAfterS: 5 },
  idempotencyConflict: { code: "IDEMPOTENCY_CONFLICT", status: 409, retryable: false, retryAfterS: null },
  webhookConflict: { code: "WEBHOOK_CONFLICT", status: 409, retryable: false, retryAfterS: null },
  notReady: { code: "NOT_READY", status: 409, retryable: false, retryAfterS: null },
  unmappedConflict: { code: "REQUEST_FAILED", status: 409, retryable: false, retryAfterS: null },
  rateLimited: { code: "RATE_LIMITED", status: 429, retryable: true, retryAfterS: 5 },
  bulkBacklogExceeded: { code: "BULK_BACKLOG_EXCEEDED", status: 429, retryable: true, retryAfterS: 5 },
  internalError: { code: "INTERNAL_ERROR", status: 500, retryable: false, retryAfterS: null },
  reportFailed: { code: "INVALID_REPORT", status: 502, retryable: false, retryAfterS: null },
  capacityExceeded: { code: "CAPACITY_EXCEEDED", status: 503, retryable: true, retryAfterS: 5 },
  deadlineExceeded: { code: "DEADLINE_EXCEEDED", status: 503, retryable: true, retryAfterS: 5 },
  requestCancelled: { code: "REQUEST_CANCELLED", status: 503, retryable: true, retryAfterS: 5 },
  dependencyFailed: { code: "REQUEST_FAILED", status: 503, retryable: true, retryAfterS: 5 },
  /** No survey has data of this ground, and none will by asking again. */
  groundNotSurveyed: { code: "REQUEST_FAILED", status: 503, retryable: false, retryAfterS: null },
  /** No weather service is connected, or the one that is has nothing for this place. */
  noForecast: { code: "REQUEST_FAILED", status: 503, retryable: false, retryAfterS: null },
  portalSasUnconfigured: { code: "PORTAL_SAS_UNCONFIGURED", status: 503, retryable: false, retryAfterS: null },
} as const satisfies Record<string, { code: string; status: number; retryable: boolean; retryAfterS: number | null }>;

export type Problem = keyof typeof PROBLEMS;
export type ErrorCode = (typeof PROBLEMS)[Problem]["code"];

/** Every wire code once: what an error body may say. */
export const ERROR_CODES: readonly ErrorCode[] = [...new Set(Object.values(PROBLEMS).map(({ code }) => code))];

/** One fault of a request: where it is, what kind it is, and what would be right. */
export interface Fault {
  /** Left out: the body. */
  part?: "query" | "path" | "header";
  path: (string | number)[];
  code: string;
  message: string;
  keys?: string[];
  expected?: string;
  received?: string;
}

/** The caller's to put right, or a rush: no one looks for where it was thrown, and to note that is a twentieth of what a 401 costs. */
const isOrdinary = (problem: Problem): boolean => PROBLEMS[problem].status < 500 || problem === "capacityExceeded";

/**
 * A request cannot be done. `message` is for the caller; `cause` is for the log alone.
 * `faults` goes with `invalidRequest`, `retryAfterS` overrides the catalogue's figure.
 */
export class ServiceError extends Error {
  readonly problem: Problem;
  readonly faults: readonly Fault[];
  readonly retryAfterS: number | null;

  constructor(
    problem: Problem,
    message: string,
    options: { cause?: unknown; faults?: readonly Fault[]; retryAfterS?: number } = {},
  ) {
    const frames = Error.stackTraceLimit;
    if (isOrdinary(problem)) Error.stackTraceLimit = 0;
    super(message, { cause: options.cause });
    Error.stackTraceLimit = frames;
    this.name = "ServiceError";
    this.problem = problem;
    this.faults = options.faults ?? [];
    this.retryAfterS = options.retryAfterS ?? PROBLEMS[problem].retryAfterS;
  }
}

/** A fault as a sentence. A message that is a sentence already stays as it is. */
export function faultSentence(path: readonly PropertyKey[], message: string): string {
  if (!/^[a-z]/.test(message)) return message;
  const member = path.map(String).join(".");
  return `${member === "" ? "The request" : `\`${member}\``} ${message}${/[.?]$/.test(message) ? "" : "."}`;
}

/** A request with these faults, wherever they are found: each is a sentence that names its member, and the first stands for all. */
export function invalidRequest(faults: readonly Fault[], most = Infinity): ServiceError {
  const named = faults.slice(0, most).map((fault) => ({ ...fault, message: faultSentence(fault.path, fault.message) }));
  const first = named[0]?.message ?? "The request is not valid.";
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
  return new ServiceError("invalidRequest", `${first}${more}`, { faults: named });
}
