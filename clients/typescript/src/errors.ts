import type { components } from "./api.js";

type ErrorBody = components["schemas"]["Error"]["error"];

/** A refusal of the API: what it is by `code`, whether trying again can help, and the request id for support. */
export class HedgerowError extends Error {
  readonly status: number;
  readonly code: ErrorBody["code"];
  readonly retryable: boolean;
  readonly requestId: string;
  readonly details: NonNullable<ErrorBody["details"]>;
  readonly docUrl: string;

  constructor(status: number, error: ErrorBody) {
    super(error.message);
    this.name = "HedgerowError";
    this.status = status;
    this.code = error.code;
    this.retryable = error.retryable;
    this.requestId = error.request_id;
    this.details = error.details ?? [];
    this.docUrl = error.doc_url;
  }
}

/** An answer that is none of the API's, such as a proxy's page. */
export class UnexpectedAnswerError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The answer has status ${status} and is no answer of the API.`);
    this.name = "UnexpectedAnswerError";
    this.status = status;
  }
}

const isErrorBody = (value: unknown): value is { error: ErrorBody } => {
  if (typeof value !== "object" || value === null || !("error" in value)) return false;
  const { error } = value;
  return typeof error === "object" && error !== null && "code" in error && "retryable" in error;
};

/** The data of a good answer; throws the refusal of any other. */
export function unwrap<Data>(result: { data?: Data; error?: unknown; response: Response }): Data {
  if (result.response.ok && result.data !== undefined) return result.data;
  const { status } = result.response;
  throw isErrorBody(result.error) ? new HedgerowError(status, result.error.error) : new UnexpectedAnswerError(status);
}
