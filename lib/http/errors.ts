import { PROBLEMS, ServiceError, type Fault, type Problem } from "@/lib/domain/errors";
import { TextAnswer } from "@/lib/http/text-answer";

export interface ErrorContext {
  requestId: string;
  /** The caller asked for RFC 9457. */
  asProblemJson: boolean;
  /** A browser shows the answer as a page. */
  isNavigation: boolean;
  /** Whether asking again sends nothing twice. */
  isRead: boolean;
  /** Base address of the error documentation. */
  docBase: string;
}

/** Headers that belong to a problem itself, in every version. */
const OWN_HEADERS: Partial<Record<Problem, Record<string, string>>> = {
  unauthorized: { "WWW-Authenticate": "ApiKey" },
  unsupportedMediaType: { Accept: "application/json" },
};

/** The headers of an error answer, whatever its body says. */
export function errorHeaders({ problem, retryAfterS }: ServiceError, requestId: string, contentType: string): Headers {
  const headers = new Headers({
    "Content-Type": contentType,
    "Cache-Control": "no-store",
    "X-Request-ID": requestId,
    ...OWN_HEADERS[problem],
  });
  if (retryAfterS !== null) headers.set("Retry-After", String(retryAfterS));
  return headers;
}

const docUrl = (base: string, code: string): string => `${base}/docs/errors#${code.toLowerCase()}`;

const escapePointer = (part: string | number): string => String(part).replaceAll("~", "~0").replaceAll("/", "~1");

/** An unknown member has the path of its object, and is pointed at itself. */
export function pointerOf({ part, path, code, keys: [key] = [] }: Fault): string {
  // A parameter that is not known has its own name as path already.
  const isMember = code === "unrecognized_keys" && part === undefined;
  const whole = isMember && key !== undefined ? [...path, key] : path;
  return whole.map((part) => `/${escapePointer(part)}`).join("");
}

const detailOf = (fault: Fault) => {
  const { path, code, message, keys, expected, received } = fault;
  return {
    path,
    pointer: pointerOf(fault),
    code,
    message,
    ...(keys === undefined ? {} : { keys }),
    ...(expected === undefined ? {} : { expected }),
    ...(received === undefined ? {} : { received }),
  };
};

const detailsOf = (error: ServiceError) =>
  error.problem === "invalidRequest" ? { details: error.faults.map(detailOf) } : {};

/** The body of a version 2 error. The one place where it is written. docs/contract.md, Conventions */
export function errorBody(error: ServiceError, { requestId, docBase }: Pick<ErrorContext, "requestId" | "docBase">) {
  const { code, retryable } = PROBLEMS[error.problem];
  return {
    success: false as const,
    error: {
      code,
      message: error.message,
      ...detailsOf(error),
      retryable,
      request_id: requestId,
      doc_url: docUrl(docBase, code),
    },
  };
}

/** A version 2 error answer. */
export function errorResponse(error: ServiceError, context: ErrorContext): Response {
  const { requestId, asProblemJson, docBase } = context;
  const { code, status, retryable } = PROBLEMS[error.problem];
  const body = asProblemJson
    ? {
        type: docUrl(docBase, code),
        title: code,
        status,
        detail: error.message,
        code,
        retryable,
        request_id: requestId,
        ...detailsOf(error),
      }
    : errorBody(error, context);
  const headers = errorHeaders(error, requestId, asProblemJson ? "application/problem+json" : "application/json");
  return new TextAnswer(JSON.stringify(body), { status, headers });
}

/** Any error as one the caller may hear of. What we did not expect says nothing of itself. */
export const toServiceError = (error: unknown): ServiceError =>
  error instanceof ServiceError
    ? error
    : new ServiceError("internalError", "Something went wrong on our side. The request id finds it in our log.", {
        cause: error,
      });
