import { PROBLEMS, type Fault, type ServiceError } from "@/lib/domain/errors";
import type { Contract } from "@/lib/contracts/shared/contract";
import type { ErrorContext } from "@/lib/http/errors";
import { pipeline, type Call, type Envelope, type Handler } from "@/lib/http/route";

/** When version 1 ends. spec: decisions section 8 */
const SUNSET = "Fri, 31 Dec 2027 23:59:59 GMT";
const DEPRECATED_SINCE = "@1795219200";

const detailOf = ({ path, message, code }: Fault) => ({ loc: ["body", ...path], msg: message, type: code });

/** What is wrong with malformed or invalid input, and where; null for every other problem. */
function faultsOf({ problem, faults, message }: ServiceError): ReturnType<typeof detailOf>[] | null {
  if (problem === "invalidRequest") return faults.map(detailOf);
  return problem === "bodyNotJson" ? [detailOf({ path: [], message, code: "invalid_json" })] : null;
}

/** A version 1 error: `{detail}`, a sentence, or for malformed or invalid input a list of what is wrong where. */
function refuse(error: ServiceError, { requestId }: ErrorContext): Response {
  const invalid = faultsOf(error);
  const headers = new Headers({
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    "X-Request-ID": requestId,
  });
  if (error.problem === "unauthorized") headers.set("WWW-Authenticate", "ApiKey");
  if (error.retryAfterS !== null) headers.set("Retry-After", String(error.retryAfterS));
  return new Response(JSON.stringify({ detail: invalid ?? error.message }), {
    status: invalid === null ? PROBLEMS[error.problem].status : 400,
    headers,
  });
}

/** Every answer of version 1 says that it is deprecated, until when it lives, and what follows it. */
function deprecated(successor: string): Envelope["dress"] {
  return (response) => {
    response.headers.set("Deprecation", DEPRECATED_SINCE);
    response.headers.set("Sunset", SUNSET);
    response.headers.set("Link", `<${successor}>; rel="successor-version"`);
    return response;
  };
}

/** A version 1 route over the same use cases: other shapes, other error bodies, marked as deprecated. */
export const v1Route = <Body, Query, Params, Result>(
  contract: Contract<Body, Query, Params, Result>,
  work: (call: Call<Body, Query, Params>) => Promise<Result>,
): Handler => pipeline(contract, work, v1Envelope(contract.path.replace("/api/v1/", "/api/v2/")));

export const v1Envelope = (successor: string): Envelope => ({ dress: deprecated(successor), refuse });
