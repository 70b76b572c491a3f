import { PROBLEMS, type Fault, type Problem, type ServiceError } from "@/lib/domain/errors";
import { V1_ENDS_AT } from "@/lib/domain/versions";
import type { Contract } from "@/lib/contracts/shared/contract";
import { errorHeaders, type ErrorContext } from "@/lib/http/errors";
import { TextAnswer } from "@/lib/http/text-answer";
import { type Envelope } from "@/lib/http/api/answering";
import { pipeline, type Call, type ApiHandler } from "@/lib/http/api/route";

const SUNSET = V1_ENDS_AT.toUTCString();
const DEPRECATED_SINCE = "@1795219200";

const detailOf = ({ part, path, message, code }: Fault) => ({
  loc: [part ?? "body", ...path],
  msg: message,
  type: code,
});

/** What is wrong with malformed or invalid input, and where; null for every other problem. */
function faultsOf({ problem, faults, message }: ServiceError): ReturnType<typeof detailOf>[] | null {
  if (problem === "invalidRequest") return faults.map(detailOf);
  return problem === "bodyNotJson" ? [detailOf({ path: [], message, code: "invalid_json" })] : null;
}

/** Statuses of a route's own, by problem. */
type OwnStatus = Partial<Record<Problem, number>>;

/** A version 1 error: `{detail}`, a sentence, or for malformed or invalid input a list of what is wrong where. */
const refuseWith =
  (own: OwnStatus) =>
  (error: ServiceError, { requestId }: ErrorContext): Response => {
    const invalid = faultsOf(error);
    return new TextAnswer(JSON.stringify({ detail: invalid ?? error.message }), {
      status: invalid === null ? (own[error.problem] ?? PROBLEMS[error.problem].status) : 400,
      headers: errorHeaders(error, requestId, "application/json"),
    });
  };

/** A version 1 route over the same use cases: other shapes, other error bodies, marked as deprecated. */
export const v1Route = <Body, Query, Params, Result>(
  contract: Contract<Body, Query, Params, Result>,
  work: (call: Call<Body, Query, Params>) => Promise<Result>,
): ApiHandler =>
  pipeline(
    contract,
    work,
    v1Envelope((path) => path.replace("/api/v1/", "/api/v2/"), contract.ownStatus),
  );

/** Every answer of version 1 says that it is deprecated, until when it lives, and what follows the path it answers. */
export const v1Envelope = (successorOf: (path: string) => string, ownStatus: OwnStatus = {}): Envelope => ({
  dress: (response, request) => {
    response.headers.set("Deprecation", DEPRECATED_SINCE);
    response.headers.set("Sunset", SUNSET);
    response.headers.set("Link", `<${successorOf(new URL(request.url).pathname)}>; rel="successor-version"`);
    return response;
  },
  refuse: refuseWith(ownStatus),
  isDeprecated: true,
});
