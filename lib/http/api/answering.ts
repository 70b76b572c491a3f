import { wirePath } from "@/lib/contracts/shared/path-params";
import type { ServiceError } from "@/lib/domain/errors";
import { describeSpan, inSpanOfItsOwn } from "@/lib/domain/spans";
import { isNavigation, type ApiRequest } from "@/lib/http/api/request";
import { byDeadline } from "@/lib/http/deadline";
import { errorResponse, toServiceError, type ErrorContext } from "@/lib/http/errors";
import { budgetHeaders, RateLimitError, type Budget } from "@/lib/http/rate-limits";
import { noteRefusal } from "@/lib/http/refusals";
import { requestIdOf } from "@/lib/http/request-id";
import { countStatements, getDeps, type Deps } from "@/lib/runtime/deps";

/** What differs between the versions of the API: how an answer is dressed, and how a refusal is worded. */
export interface Envelope {
  dress: (response: Response, request: ApiRequest) => Response;
  refuse: (error: ServiceError, context: ErrorContext) => Response;
  /** The version ends: its callers may ask how much they still use it. */
  isDeprecated?: true;
}

export const V2: Envelope = { dress: (response) => response, refuse: errorResponse };

/** Notes that a handler adds to the request's line in the log. */
export type Note = (fields: Record<string, string>) => void;
/** Says which limit counted the request last, for the headers of its answer. */
export type Spend = (budget: Budget) => void;

function setHeaders({ headers }: Response, more: Record<string, string>): void {
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
}

const wantsProblemJson = (request: ApiRequest): boolean =>
  (request.headers.get("accept") ?? "").includes("application/problem+json");

interface Refusing {
  /** Null: the process itself is not ready. */
  deps: Deps | null;
  request: ApiRequest;
  requestId: string;
  path: string;
  envelope: Envelope;
}

/** The answer of a refused request, noted where its provider is known. */
function refusal({ deps, request, requestId, path, envelope }: Refusing, error: ServiceError, providerId?: string) {
  const context = {
    requestId,
    asProblemJson: wantsProblemJson(request),
    isNavigation: isNavigation(request),
    isRead: request.method === "GET" || request.method === "HEAD",
    docBase: deps?.env.PUBLIC_URLS[0] ?? "",
  };
  const response = envelope.dress(envelope.refuse(error, context), request);
  const route = `${request.method} ${wirePath(path)}`;
  if (deps !== null && providerId !== undefined)
    noteRefusal(deps, { providerId, requestId, route, error, status: response.status });
  return response;
}

interface Answering {
  /** The route's pattern. */
  path: string;
  envelope?: Envelope;
  /** No route: `path` is what was sent, and names no metric. */
  isUnknown?: boolean;
}

/** What log, metrics, and traces have in place of a status that no one reads, so that a client's hurry is no failure of ours. */
const CLIENT_WENT_AWAY = 499;

type Handle = (deps: Deps, note: Note, spend: Spend, requestId: string) => Promise<Response>;

/** Runs a handler so that whatever happens becomes an answer by the deadline, with a request id, one line in the log, and one span. */
export async function answering(request: ApiRequest, route: Answering, handle: Handle): Promise<Response> {
  const { method, headers } = request;
  return inSpanOfItsOwn({ name: method, kind: "server", headers }, async () => {
    const { response, status } = await answer(request, route, handle);
    const pattern = route.isUnknown === true ? "unknown" : wirePath(route.path);
    const facts = {
      "http.request.method": method,
      "http.route": pattern,
      "http.response.status_code": status,
    };
    describeSpan(
      { ...facts, "hedgerow.request_id": response.headers.get("X-Request-ID") ?? "" },
      `${method} ${pattern}`,
    );
    return response;
  });
}

async function answer(
  request: ApiRequest,
  { path, envelope = V2, isUnknown = false }: Answering,
  handle: Handle,
): Promise<{ response: Response; status: number }> {
  const requestId = requestIdOf(request);
  const started = performance.now();
  const count = { statements: 0 };
  const fields: Record<string, string> = {};
  let response: Response;
  let failure: ServiceError | null = null;
  let deps: Deps | null = null;
  let budget: Budget | null = null;
  const spend: Spend = (counted) => (budget = counted);
  try {
    const ready = await getDeps();
    deps = ready;
    const answered = await countStatements(count, () =>
      byDeadline(ready.env.REQUEST_DEADLINE_S, () =>
        handle(ready, (more) => Object.assign(fields, more), spend, requestId),
      ),
    );
    response = envelope.dress(answered, request);
    response.headers.set("X-Request-ID", requestId);
  } catch (error) {
    failure = toServiceError(error);
    response = refusal({ deps, request, requestId, path, envelope }, failure, fields.provider);
    if (failure instanceof RateLimitError) ({ budget } = failure);
  }
  setHeaders(response, budget === null ? {} : budgetHeaders(budget));
  const { method } = request;
  const ms = performance.now() - started;
  const status = countedStatus(request, response, failure);
  const line = { method, status, ms: Math.round(ms), sql: count.statements, ...fields };
  deps?.metrics.answered({
    route: isUnknown ? "unknown" : wirePath(path),
    method,
    status,
    seconds: ms / 1000,
    problem: failure?.problem ?? null,
  });
  if (deps !== null) writeLine(deps, { request_id: requestId, route: path, ...line }, failure);
  return { response, status };
}

const countedStatus = (request: ApiRequest, response: Response, failure: ServiceError | null): number =>
  failure?.problem === "requestCancelled" && request.signal.aborted ? CLIENT_WENT_AWAY : response.status;

function writeLine(
  { log }: Deps,
  line: Record<string, unknown> & { status: number },
  failure: ServiceError | null,
): void {
  const isOurs = line.status >= 500;
  // A row that another one refused: of an erased field as it should be, or a defect of ours that looks the same.
  const refusedBy = line.status === 409 ? failure?.cause : undefined;
  log[isOurs ? "error" : "info"](
    failure === null
      ? line
      : { ...line, problem: failure.problem, err: isOurs ? (failure.cause ?? failure) : refusedBy },
    "request",
  );
}
