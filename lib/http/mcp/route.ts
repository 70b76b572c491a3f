import {
  createMcpHandler,
  isLegacyRequest,
  originValidationResponse,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { authenticate } from "@/lib/auth/authenticate";
import { SMALL_BODY, type BodyLimit } from "@/lib/contracts/shared/body-limit";
import { membersOf } from "@/lib/contracts/shared/always";
import { ServiceError } from "@/lib/domain/errors";
import { answering } from "@/lib/http/api/answering";
import { readBody, type Handler } from "@/lib/http/api/route";
import { addressOf, countAddress, machineryOf, refuseSpent } from "@/lib/http/machinery";
import { serverFor } from "@/lib/http/mcp/server";
import { allTools } from "@/lib/http/mcp/tools";

/** A check, and what the protocol writes around it. */
const MESSAGE_BODY: BodyLimit = {
  bytes: SMALL_BODY.bytes + 65_536,
  values: SMALL_BODY.values + 1_000,
  valuesPerItem: SMALL_BODY.values + 1_000,
};

/** What the tool that a message calls counts as. */
function rateClassOf(message: Record<string, unknown>) {
  const { name } = membersOf(message.params);
  return allTools().find((tool) => message.method === "tools/call" && tool.name === name)?.rateClass ?? "reads";
}

/** One message a request: a batch would be many calls for the price of one. */
function singleMessage(raw: unknown): Record<string, unknown> {
  if (typeof raw === "object" && raw !== null && !Array.isArray(raw)) return raw as Record<string, unknown>;
  const message = "The body must be one JSON-RPC message, not a batch.";
  throw new ServiceError("invalidRequest", message, { faults: [{ path: [], code: "invalid_type", message }] });
}

/**
 * The Model Context Protocol over HTTP, without sessions: every request stands alone, carries the key of the API, and is
 * counted, bounded, and logged as the API's requests are. The library speaks the protocol, of 2026-07-28 and of 2025.
 */
export const mcpRoute: Handler = (request) =>
  answering(request, { path: "/mcp" }, async (deps, note, spend, requestId) => {
    const { limits } = machineryOf(deps);
    spend(await countAddress(deps, request));
    const ownHosts = deps.env.PUBLIC_URLS.map((url) => new URL(url).hostname);
    const foreign = originValidationResponse(request, ownHosts);
    if (foreign !== undefined) return foreign;
    const { provider, key } = await authenticate(deps, request.headers.get("x-api-key"), addressOf(request));
    const { keyId } = key;
    note({ provider: provider.providerId });
    spend(refuseSpent(await limits.countKey("reads", keyId)));
    const message = singleMessage(await readBody(deps, { bodyLimit: MESSAGE_BODY }, keyId, request));
    const rateClass = rateClassOf(message);
    if (rateClass !== "reads") spend(refuseSpent(await limits.countKey(rateClass, keyId)));
    const server = serverFor({ deps, provider, key, signal: request.signal }, { requestId, note });
    const isEarlier = await isLegacyRequest(request, message);
    const answered = await (isEarlier ? serveEarlier : serveToday)(request, message, server);
    answered.headers.set("Cache-Control", "no-store");
    return answered;
  });

const serveToday: typeof serveEarlier = (request, parsedBody, server) =>
  createMcpHandler(() => server, { legacy: "reject", maxSubscriptions: 0 }).fetch(request, { parsedBody });

/** Clients of 2025, answered in one piece so that a request ends when its work does. */
async function serveEarlier(
  request: Request,
  parsedBody: Record<string, unknown>,
  server: ReturnType<typeof serverFor>,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}
