import { createHash } from "node:crypto";
import { authenticate } from "@/lib/auth/authenticate";
import type { Contract, ParseContext } from "@/lib/contracts/shared/contract";
import { ServiceError, type Fault } from "@/lib/domain/errors";
import type { Provider } from "@/lib/domain/provider";
import { readJson } from "@/lib/http/body";
import { errorResponse, toServiceError } from "@/lib/http/errors";
import { faultsOf, refuseFaults } from "@/lib/http/parse";
import { readQuery } from "@/lib/http/query";
import { RateLimitError, createRateLimits, type RateLimits } from "@/lib/http/rate-limits";
import { requestIdOf } from "@/lib/http/request-id";
import { ProcessingSlots, underDeadline } from "@/lib/http/slots";
import { countStatements, getDeps, type Deps } from "@/lib/runtime/deps";

/** A route handler as Next calls it; a plain function that tests call as well. */
export type Handler = (request: Request, context: RouteContext) => Promise<Response>;
export interface RouteContext {
  /** Next gives nothing at all for a route without parameters. */
  params: Promise<Record<string, string | string[] | undefined> | undefined>;
}

/** What a use case is called with. */
export interface Call<Body, Query, Params> {
  deps: Deps;
  provider: Provider;
  body: Body;
  query: Query;
  params: Params;
  signal: AbortSignal;
}

/** Kept with the deps they belong to, so that a test with deps of its own has limits of its own. */
const perDeps = new WeakMap<Deps, { limits: RateLimits; slots: ProcessingSlots; parsing: ParseContext }>();

function machineryOf(deps: Deps) {
  const known = perDeps.get(deps);
  if (known !== undefined) return known;
  const made = {
    limits: createRateLimits(deps.env),
    slots: new ProcessingSlots(deps.env.PROCESSING_SLOTS),
    parsing: {
      geos: deps.geos,
      maxAreaHa: deps.env.MAX_FIELD_AREA_HA,
      sha256: (text: string) => createHash("sha256").update(text).digest("hex"),
    },
  };
  perDeps.set(deps, made);
  return made;
}

/**
 * The pipeline of every version 2 route, in the order of decisions section 1: request id, limit by address, key,
 * limit by key, content type and size, JSON, schema, provider, work. A stranger never learns the schema.
 */
export function v2Route<Body, Query, Params, Result>(
  contract: Contract<Body, Query, Params, Result>,
  work: (call: Call<Body, Query, Params>) => Promise<Result>,
): Handler {
  const parseBody = bodyParser(contract);
  return (request, context) =>
    answering(request, contract.path, async (deps, note) => {
      const { limits, slots, parsing } = machineryOf(deps);
      await limits.countAddress(addressOf(request));
      const { provider, keyId } = await authenticate(deps, request.headers.get("x-api-key"));
      note({ provider: provider.providerId });
      await limits.countKey(contract.rateClass, keyId);
      const raw = contract.body === null ? undefined : await readJson(request);
      const asked = parseAll(contract, {
        query: readQuery(new URL(request.url)),
        params: (await context.params) ?? {},
        body: contract.body === null ? null : parseBody(parsing, raw),
      });
      refuseOtherProvider(raw, provider);
      const run = (signal: AbortSignal) => work({ deps, provider, ...asked, signal });
      const result = contract.isProcessing
        ? await slots.hold(() => underDeadline(deps.env.REQUEST_DEADLINE_S, request.signal, run))
        : await run(request.signal);
      return json(contract.present(result, { ...asked, providerId: provider.providerId }));
    });
}

/** Schemas are built once: making them costs more than a parse. */
function bodyParser<Body, Query, Params, Result>({ body }: Contract<Body, Query, Params, Result>) {
  let schema: ReturnType<NonNullable<typeof body>> | null = null;
  return (parsing: ParseContext, raw: unknown): { value: Body } | { faults: Fault[] } => {
    if (body === null) throw new RangeError("a route without a body parses none");
    schema ??= body(parsing);
    const parsed = schema.safeParse(raw);
    return parsed.success ? { value: parsed.data } : { faults: faultsOf(parsed.error, raw) };
  };
}

/** Query, path and body judged together, so that all their faults are told at once. */
function parseAll<Body, Query, Params, Result>(
  contract: Contract<Body, Query, Params, Result>,
  sent: {
    query: ReturnType<typeof readQuery>;
    params: Record<string, string | string[] | undefined>;
    body: { value: Body } | { faults: Fault[] } | null;
  },
): { body: Body; query: Query; params: Params } {
  const query = contract.query.safeParse(sent.query.values);
  const params = contract.params.safeParse(sent.params);
  refuseFaults([
    ...sent.query.faults,
    ...(query.success ? [] : faultsOf(query.error, sent.query.values)),
    ...(params.success ? [] : faultsOf(params.error, sent.params)),
    ...(sent.body !== null && "faults" in sent.body ? sent.body.faults : []),
  ]);
  if (!query.success || !params.success || (sent.body !== null && "faults" in sent.body)) {
    throw new RangeError("a faulty request was not refused");
  }
  return { body: sent.body?.value as Body, query: query.data, params: params.data };
}

function refuseOtherProvider(raw: unknown, provider: Provider): void {
  if (typeof raw !== "object" || raw === null || !("provider_id" in raw)) return;
  if (raw.provider_id === provider.providerId) return;
  throw new ServiceError("providerMismatch", "provider_id is not the provider of this API key.");
}

/** The socket's address, set by our own server (scripts/web-server.mjs), which drops what a client sent in its place. */
const addressOf = (request: Request): string => request.headers.get("x-hedgerow-peer") ?? "local";

const json = (body: unknown): Response =>
  new Response(JSON.stringify(body), {
    status: 200,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
  });

/** Notes that a handler adds to the request's line in the log. */
export type Note = (fields: Record<string, string>) => void;

/** Runs a handler so that whatever happens becomes an answer with a request id, and one line in the log. */
export async function answering(
  request: Request,
  route: string,
  handle: (deps: Deps, note: Note) => Promise<Response>,
): Promise<Response> {
  const requestId = requestIdOf(request);
  const started = performance.now();
  const count = { statements: 0 };
  const fields: Record<string, string> = {};
  let response: Response;
  let failure: ServiceError | null = null;
  let deps: Deps | null = null;
  try {
    const ready = await getDeps();
    deps = ready;
    response = await countStatements(count, () => handle(ready, (more) => Object.assign(fields, more)));
    response.headers.set("X-Request-ID", requestId);
  } catch (error) {
    failure = toServiceError(error);
    const asProblemJson = (request.headers.get("accept") ?? "").includes("application/problem+json");
    response = errorResponse(failure, { requestId, asProblemJson });
    if (failure instanceof RateLimitError) {
      for (const [name, value] of Object.entries(failure.headers())) response.headers.set(name, value);
    }
  }
  const line = {
    request_id: requestId,
    route,
    method: request.method,
    status: response.status,
    ms: Math.round(performance.now() - started),
    sql: count.statements,
    ...fields,
  };
  const isOurs = response.status >= 500;
  deps?.log[isOurs ? "error" : "info"](
    failure === null
      ? line
      : { ...line, problem: failure.problem, err: isOurs ? (failure.cause ?? failure) : undefined },
    "request",
  );
  return response;
}
