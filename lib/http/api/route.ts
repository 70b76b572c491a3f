import { authenticate } from "@/lib/auth/authenticate";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { AnyContract, Contract, ParseContext, RequestHeaders } from "@/lib/contracts/shared/contract";
import { wirePath } from "@/lib/contracts/shared/path-params";
import { Download } from "@/lib/contracts/shared/download";
import { ServiceError, type Fault } from "@/lib/domain/errors";
import type { CallingKey, Provider } from "@/lib/domain/provider";
import { readJson } from "@/lib/http/body";
import { faultsOf, headerFaults, pathFaults, queryFaults, refuseFaults } from "@/lib/http/parse";
import { NO_HEADERS, readHeaders } from "@/lib/http/headers";
import { answering, V2, type Envelope } from "@/lib/http/api/answering";
import type { ApiRequest } from "@/lib/http/api/request";
import { readQuery } from "@/lib/http/query";
import { addressOf, countAddress, machineryOf, refuseSpent } from "@/lib/http/machinery";
import { depsFor, refuseForced } from "@/lib/http/api/sandbox";
import { pastTheDoor } from "@/lib/http/slots";
import { workInTurn } from "@/lib/http/work";
import { contentTag, hasTag } from "@/lib/http/tags";
import { TextAnswer } from "@/lib/http/text-answer";
import { inSpan } from "@/lib/domain/spans";
import { noteDeprecatedCall } from "@/lib/usecases/usage/deprecated-use";
import type { LimitLeft } from "@/lib/usecases/usage/read-usage";
import type { Deps } from "@/lib/runtime/deps";

/** A route handler as Next calls it; a plain function that tests call as well. */
export type Handler<Sent extends ApiRequest = Request> = (request: Sent, context: RouteContext) => Promise<Response>;
/** One that the lane before Next's router may call too. */
export type ApiHandler = Handler<ApiRequest>;
export interface RouteContext {
  /** Next gives nothing at all for a route without parameters. */
  params: Promise<Record<string, string | string[] | undefined> | undefined>;
}

/** What a use case is called with. */
export interface Call<Body, Query, Params> {
  deps: Deps;
  provider: Provider;
  key: CallingKey;
  /** What the limits of the key have left now. */
  limitsLeft: () => Promise<LimitLeft[]>;
  body: Body;
  query: Query;
  params: Params;
  headers: RequestHeaders;
  /** Kept beside what the request saves, so that its answer is found by it; left out by what saves nothing. */
  requestId?: string;
  signal: AbortSignal;
}

/** A version 2 route: a contract and the use case that fulfils it. */
export const v2Route = <Body, Query, Params, Result>(
  contract: Contract<Body, Query, Params, Result>,
  work: (call: Call<Body, Query, Params>) => Promise<Result>,
): ApiHandler => pipeline(contract, work, V2);

/**
 * The pipeline of every route, in the order of docs/contract.md, Conventions: request id, limit by address, key, limit by key,
 * content type and size, JSON, schema, provider, work. A stranger never learns the schema. In a long rush work is refused before its
 * body is read.
 */
export function pipeline<Body, Query, Params, Result>(
  contract: Contract<Body, Query, Params, Result>,
  work: (call: Call<Body, Query, Params>) => Promise<Result>,
  envelope: Envelope,
): ApiHandler {
  const parseBody = bodyParser(contract);
  const traced = inUseCase(contract.operationId, work);
  const route = { path: contract.path, envelope };
  return (request, context) =>
    answering(request, route, async (deps, note, spend, requestId) => {
      const { limits, slots } = machineryOf(deps);
      spend(await countAddress(deps, request));
      const { provider, key } = await authenticate(deps, request.headers.get("x-api-key"), addressOf(request));
      const [{ keyId }, { providerId }] = [key, provider];
      note({ provider: providerId });
      spend(refuseSpent(await limits.countKey(contract.rateClass, keyId)));
      if (envelope.isDeprecated === true)
        noteDeprecatedCall(deps, { ...key, providerId }, `${contract.method} ${wirePath(contract.path)}`);
      const read = () => readAsked({ deps, contract, parseBody, request, provider, key }, context);
      const { asked, forced } = contract.isProcessing
        ? await pastTheDoor({ slots, owner: providerId }, read)
        : await read();
      const run = (signal: AbortSignal) =>
        traced({
          deps: depsFor(deps, forced),
          provider,
          key,
          limitsLeft: () => limits.leftOf(keyId),
          ...asked,
          requestId,
          signal,
        });
      const { isProcessing } = contract;
      const result = await workInTurn({ deps, isProcessing, owner: providerId, client: request.signal }, run);
      const body = contract.present(result, { ...asked, providerId });
      if (body instanceof Download) return body.response();
      if (contract.isPublicData === true) return taggedJson(body, request);
      return json(body, contract.status ?? 200, contract.answerHeaders?.(result, asked));
    });
}

interface Reading<Body, Query, Params, Result> extends Pick<Call<Body, Query, Params>, "deps" | "provider" | "key"> {
  contract: Contract<Body, Query, Params, Result>;
  parseBody: ReturnType<typeof bodyParser<Body, Query, Params, Result>>;
  request: ApiRequest;
}

/** What was asked, read and judged; and what of it may force an answer of the sandbox. */
async function readAsked<Body, Query, Params, Result>(
  { deps, contract, parseBody, request, provider, key }: Reading<Body, Query, Params, Result>,
  context: RouteContext,
) {
  const raw = contract.body === null ? undefined : await readBody(deps, contract, key.keyId, request);
  const sentParams = (await context.params) ?? {};
  const asked = parseAll(contract, {
    query: readQuery(new URL(request.url)),
    headers: readHeaders(request),
    params: sentParams,
    body:
      contract.body === null ? null : parseBody(machineryOf(deps).parsing, raw, request.headers.has("content-type")),
  });
  refuseOtherProvider(raw, provider);
  const forced = { key, params: sentParams, body: raw };
  refuseForced(contract, forced, deps.env);
  return { asked, forced };
}

const inUseCase =
  <Asked, Result>(operationId: string, work: (call: Asked) => Promise<Result>) =>
  (call: Asked): Promise<Result> =>
    inSpan({ name: `use case ${operationId}` }, () => work(call));

/** The body, counted against the key, and judged ahead where that takes long. */
export async function readBody(
  deps: Deps,
  { bodyLimit, judgeAhead }: Pick<AnyContract, "bodyLimit" | "judgeAhead">,
  keyId: string,
  request: ApiRequest,
): Promise<unknown> {
  const { limits, bodies, parsing } = machineryOf(deps);
  const count = async (bytes: number) => void refuseSpent(await limits.countBytes(keyId, bytes), "bytes of bodies");
  const raw = await readJson(request, { limit: bodyLimit, memory: bodies, count });
  const steps = judgeAhead?.(raw, parsing)[Symbol.iterator]();
  while (steps !== undefined && steps.next().done !== true) await nextTurn();
  return raw;
}

/** Schemas are built once: making them costs more than a parse. */
export function bodyParser<Body, Query, Params, Result>({ body }: Pick<Contract<Body, Query, Params, Result>, "body">) {
  let schema: ReturnType<NonNullable<typeof body>> | null = null;
  return (parsing: ParseContext, raw: unknown, isJson: boolean): { value: Body } | { faults: Fault[] } => {
    if (body === null) throw new RangeError("a route without a body parses none");
    schema ??= body(parsing);
    // Nothing was sent: that will do only where every member is optional.
    const parsed = schema.safeParse(raw === undefined ? {} : raw);
    if (raw === undefined && !parsed.success) {
      throw new ServiceError(
        isJson ? "bodyNotJson" : "unsupportedMediaType",
        "A body is required, as application/json.",
      );
    }
    return parsed.success ? { value: parsed.data } : { faults: faultsOf(parsed.error, raw) };
  };
}

/** Query, path, headers and body judged together, so that the caller gets all faults at once. */
export function parseAll<Body, Query, Params, Result>(
  contract: Pick<Contract<Body, Query, Params, Result>, "query" | "params" | "headers">,
  sent: {
    query: ReturnType<typeof readQuery>;
    headers: ReturnType<typeof readHeaders>;
    params: Record<string, string | string[] | undefined>;
    body: { value: Body } | { faults: Fault[] } | null;
  },
): { body: Body; query: Query; params: Params; headers: RequestHeaders } {
  const query = contract.query.safeParse(sent.query);
  const params = contract.params.safeParse(sent.params);
  const headers = (contract.headers ?? NO_HEADERS).safeParse(sent.headers);
  const bodyFaults = sent.body !== null && "faults" in sent.body ? sent.body.faults : [];
  refuseFaults([
    ...queryFaults(query, sent.query),
    ...pathFaults(params, sent.params),
    ...headerFaults(headers, sent.headers),
    ...bodyFaults,
  ]);
  const isWhole = query.success && params.success && headers.success;
  if (!isWhole || (sent.body !== null && "faults" in sent.body)) {
    throw new RangeError("a faulty request was not refused");
  }
  return { body: sent.body?.value as Body, query: query.data, params: params.data, headers: headers.data };
}

export function refuseOtherProvider(raw: unknown, provider: Provider): void {
  if (typeof raw !== "object" || raw === null || !("provider_id" in raw)) return;
  if (raw.provider_id === provider.providerId) return;
  // What was sent is not repeated: another provider's name and one that no one has get the same bytes.
  const message = `provider_id is not the provider of this API key; send ${JSON.stringify(provider.providerId)}.`;
  throw new ServiceError("providerMismatch", message);
}

const json = (body: unknown, status: number, headers: Record<string, string> = {}): Response =>
  new TextAnswer(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
  });

/** An answer that may be kept, with a tag of its content; 304 when the caller has it already. */
function taggedJson(body: unknown, request: ApiRequest): Response {
  const text = JSON.stringify(body);
  const etag = contentTag(text);
  const headers = { ETag: etag, "Cache-Control": "private, no-cache", Vary: "X-API-Key" };
  if (hasTag(request, etag)) return new Response(null, { status: 304, headers });
  return new TextAnswer(text, { status: 200, headers: { ...headers, "Content-Type": "application/json" } });
}
