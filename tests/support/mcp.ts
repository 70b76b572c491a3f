import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect } from "vitest";
import { POST } from "@/app/mcp/route";
import { toolErrorSchema, toolResultSchema } from "@/lib/contracts/mcp/envelope";
import { call, type Caller, type Sent } from "@/tests/support/api";

/** How a client of 2025 writes, which needs no handshake where no session is kept. */
const HEADERS = { Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25" };

export const sendMcp = (caller: Caller | null, body: unknown, sent: Sent = {}): Promise<Response> =>
  call(POST, caller, { body, ...sent, headers: { ...HEADERS, ...sent.headers } });

export const toolCall = (name: string, args: unknown) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: args },
});

interface RawResult {
  content: { type: string; text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: boolean;
}

async function resultOf(caller: Caller, name: string, args: unknown): Promise<RawResult> {
  const response = await sendMcp(caller, toolCall(name, args));
  const text = await response.text();
  expect(response.status, text.slice(0, 1000)).toBe(200);
  expect(response.headers.get("x-request-id")).not.toBeNull();
  expect(response.headers.get("cache-control")).toBe("no-store");
  const { result } = JSON.parse(text) as { result: RawResult };
  expect(JSON.parse(result.content[0]?.text ?? "null"), "the text says what the data says").toEqual(
    result.structuredContent,
  );
  return result;
}

/** The result of a tool, read with its strict schema. */
export async function askTool(caller: Caller, name: string, args: unknown) {
  const { structuredContent, isError } = await resultOf(caller, name, args);
  expect(isError, JSON.stringify(structuredContent).slice(0, 1000)).not.toBe(true);
  return toolResultSchema.parse(structuredContent);
}

/** The refusal of a tool, read with its strict schema. */
export async function refusedTool(caller: Caller, name: string, args: unknown) {
  const { structuredContent, isError } = await resultOf(caller, name, args);
  expect(isError, JSON.stringify(structuredContent).slice(0, 1000)).toBe(true);
  return toolErrorSchema.parse(structuredContent);
}

/** The official client, over real HTTP. `auto` speaks the newest version that both know, `legacy` the handshake of 2025. */
export async function connectMcp(url: string, key: string, mode: "auto" | "legacy"): Promise<Client> {
  const client = new Client({ name: "hedgerow-tests", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit: { headers: { "X-API-Key": key } } }),
  );
  return client;
}
