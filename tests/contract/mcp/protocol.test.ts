import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/mcp/route";
import { ERROR_CODES } from "@/lib/domain/errors";
import { allTools } from "@/lib/http/mcp/tools";
import { STANDING_LINE } from "@/lib/views/standing-line";
import { keepLog, type LogLine } from "@/tests/contract/v2/http/support";
import { call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { connectMcp, refusedTool, sendMcp, toolCall, askTool } from "@/tests/support/mcp";
import { loadCatalogue } from "@/tests/support/reference-data";
import { serveRoutes, type Served } from "@/tests/support/serve-routes";

process.env.RATE_LIMIT_READS_PER_MIN = "300";
process.env.RATE_LIMIT_WRITES_PER_MIN = "2";
process.env.RATE_LIMIT_ADDRESS_PER_MIN = "100000";

const CONFORMANCE = fileURLToPath(
  new URL("../../../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url),
);
const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

let caller: Caller;
let server: Served;
let log: LogLine[];
beforeAll(async () => {
  await loadCatalogue();
  caller = await makeCaller("assistant");
  server = await serveRoutes({ key: caller.apiKey });
  log = await keepLog();
});
afterAll(() => server.close());

describe("the official client, over real HTTP", () => {
  it.each(["auto", "legacy"] as const)("connects, lists the tools, and calls one (%s)", async (mode) => {
    const client = await connectMcp(server.url, caller.apiKey, mode);
    expect(client.getServerVersion()).toMatchObject({ name: "hedgerow", title: "Hedgerow" });
    expect(client.getInstructions()).toContain(STANDING_LINE);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(allTools().map(({ name }) => name));
    for (const tool of tools) {
      expect(tool.annotations, tool.name).toMatchObject({ readOnlyHint: true, destructiveHint: false });
      expect(tool.inputSchema, tool.name).toMatchObject({ type: "object", additionalProperties: false });
    }
    const found = await client.callTool({ name: "read_product", arguments: { registration: "99002-1" } });
    expect(found.structuredContent).toMatchObject({
      status: null,
      standing_line: STANDING_LINE,
      answer: { product: { registration: "99002-1" } },
    });
    await client.close();
  });

  it("negotiates the stateless version of the protocol, and knows the ones before it", async () => {
    const client = await connectMcp(server.url, caller.apiKey, "auto");
    expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
    await client.close();
    const earlier = await connectMcp(server.url, caller.apiKey, "legacy");
    expect(earlier.getNegotiatedProtocolVersion()).toBe("2025-11-25");
    await earlier.close();
  });
});

/**
 * What the suite asks of a server made for it: tools, resources, and prompts under names of its own, and features that this
 * server does not offer. The suite fails when one of them passes, so the list cannot grow stale.
 */
const OF_A_SERVER_MADE_FOR_IT = [
  "logging-set-level",
  "completion-complete",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-with-logging",
  "tools-call-error",
  "tools-call-with-progress",
  "tools-call-sampling",
  "tools-call-elicitation",
  "elicitation-sep1034-defaults",
  // A warning: it asks for a session, and there is none.
  "server-sse-multiple-streams",
  "elicitation-sep1330-enums",
  "resources-list",
  "resources-read-text",
  "resources-read-binary",
  "resources-templates-read",
  "resources-subscribe",
  "resources-unsubscribe",
  "prompts-list",
  "prompts-get-simple",
  "prompts-get-with-args",
  "prompts-get-embedded-resource",
  "prompts-get-with-image",
];

it("passes the official conformance suite, but for what it asks of a server made for it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hedgerow-mcp-"));
  try {
    const baseline = join(folder, "baseline.yml");
    writeFileSync(baseline, `server:\n${OF_A_SERVER_MADE_FOR_IT.map((name) => `  - ${name}\n`).join("")}`);
    const asked = ["server", "--url", `${server.url}/mcp`, "--expected-failures", baseline, "-o", folder];
    const run = promisify(execFile)("node", [CONFORMANCE, ...asked], { cwd: folder, maxBuffer: 16 << 20 });
    const { stdout } = await run.catch((error: unknown) => {
      throw new Error((error as { stdout: string }).stdout.slice(-4000), { cause: error });
    });
    expect(stdout).toContain("Baseline check passed");
    const passed = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith("checks.json"))
      .flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as { id: string; status: string }[])
      .filter(({ status }) => status === "SUCCESS");
    expect(passed.length).toBeGreaterThan(4);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 120_000);

describe("a request is held to what holds for the API", () => {
  it("without a key, or with a wrong one, is 401 before anything else is said", async () => {
    for (const who of [null, { ...caller, apiKey: "esa_test_wrong" }]) {
      const refused = await sendMcp(who, LIST);
      expect(refused.headers.get("www-authenticate")).toBe("ApiKey");
      expect((await refusal(refused, 401)).code).toBe("UNAUTHORIZED");
    }
  });

  it("from a page of another site is refused, and so is one that names no site", async () => {
    for (const origin of ["https://evil.example", "null"]) {
      expect((await sendMcp(caller, LIST, { headers: { Origin: origin } })).status).toBe(403);
    }
    expect((await sendMcp(caller, LIST, { headers: { Origin: "http://localhost:3000" } })).status).toBe(200);
  });

  it("has its body bounded and read as strictly: type, size, syntax, one message", async () => {
    const headers = { "Content-Type": "text/plain" };
    expect((await refusal(await sendMcp(caller, LIST, { headers }), 415)).code).toBe("UNSUPPORTED_MEDIA_TYPE");
    const large = { raw: `{"x":"${"x".repeat(5_400_000)}"}` };
    expect((await refusal(await sendMcp(caller, {}, large), 413)).code).toBe("REQUEST_FAILED");
    expect((await refusal(await sendMcp(caller, {}, { raw: "{" }), 400)).message).toMatch(/line 1, column 2/);
    const twice = { raw: '{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}' };
    expect((await refusal(await sendMcp(caller, {}, twice), 422)).details?.[0]?.code).toBe("duplicate_key");
    expect((await refusal(await sendMcp(caller, [LIST, LIST]), 422)).message).toMatch(/one JSON-RPC message/);
  });

  it("keeps no session: there is nothing to GET", async () => {
    const refused = await call(GET, caller, { method: "GET" });
    expect(refused.headers.get("allow")).toBe("POST");
    expect((await refusal(refused, 405)).code).toBe("METHOD_NOT_ALLOWED");
  });

  it("opens no stream that stays open", async () => {
    const client = await connectMcp(server.url, caller.apiKey, "auto");
    await expect(client.listen({ toolsListChanged: true })).rejects.toThrow();
    await client.close();
  });

  it("carries the caller's request id, and leaves a line in the log that names tool and provider", async () => {
    const headers = { "X-Request-ID": "from-the-assistant" };
    const answered = await sendMcp(caller, toolCall("search_products", { q: "demo" }), { headers });
    expect(answered.headers.get("x-request-id")).toBe("from-the-assistant");
    const line = log.find(({ request_id }) => request_id === "from-the-assistant");
    expect(line).toMatchObject({ route: "/mcp", status: 200, provider: "assistant", tool: "search_products" });
  });

  it("counts reads, and a tool that does a check's work as one", async () => {
    const other = await makeCaller("counted");
    const left = (response: Response) => /r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1];
    expect(left(await sendMcp(other, LIST))).toBe("299");
    expect(left(await sendMcp(other, toolCall("search_products", { q: "demo" })))).toBe("298");
    const check = toolCall("check_field", {});
    expect(left(await sendMcp(other, check))).toBe("1");
    expect(left(await sendMcp(other, check))).toBe("0");
    const refused = await sendMcp(other, check);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refusal(refused, 429)).toMatchObject({ code: "RATE_LIMITED", retryable: true });
    expect((await sendMcp(other, LIST)).status).toBe(200);
  });
});

describe("a tool that cannot answer", () => {
  it("says so in the words of the API: code, places, and whether trying again helps", async () => {
    const {
      error,
      retry_after_s: wait,
      standing_line: line,
    } = await refusedTool(caller, "search_products", {
      q: "x",
      limit: 0,
      color: "red",
    });
    expect(error).toMatchObject({ code: "INVALID_REQUEST", retryable: false });
    expect(error.details?.map(({ pointer }) => pointer)).toEqual(expect.arrayContaining(["/limit", "/color"]));
    expect([wait, line]).toEqual([null, STANDING_LINE]);
    const absent = await refusedTool(caller, "read_product", { registration: "1-1" });
    expect(absent.error).toMatchObject({ code: "PRODUCT_NOT_FOUND", retryable: false });
    expect(ERROR_CODES).toContain(absent.error.code);
  });

  it("is refused for a provider that is not the key's", async () => {
    const { error } = await refusedTool(await makeCaller("mine"), "check_field", { provider_id: "assistant" });
    expect(error.code).toBe("PROVIDER_MISMATCH");
  });

  it("finds nothing where there is nothing, and says which catalog it looked in", async () => {
    const { answer, data_versions: versions } = await askTool(caller, "search_products", { q: "no such name" });
    expect(answer).toMatchObject({ total: 0, products: [] });
    expect(versions.catalogue).toEqual(expect.any(String));
  });

  it("is no tool of ours: the protocol's own error", async () => {
    const answered = await sendMcp(caller, toolCall("spray", {}));
    expect(await answered.json()).toMatchObject({ error: { code: -32602 } });
  });
});

it("lists its tools in a size that an assistant can carry with it", async () => {
  const text = await (await sendMcp(caller, LIST)).text();
  expect(text.length).toBeLessThan(50_000);
});
