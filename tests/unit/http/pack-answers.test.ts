import { createServer, request, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packAnswers } from "@/scripts/pack-answers.mjs";

/** What Next puts on every answer of a route file. */
const OF_NEXT = "rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch";
const LONG = JSON.stringify({ field: "Home quarter ".repeat(500) });

let server: Server;
beforeAll(async () => {
  const pack = packAnswers();
  server = createServer((asked, answer) => {
    pack(asked, answer);
    const { searchParams } = new URL(asked.url ?? "/", "http://localhost");
    answer.setHeader("vary", [OF_NEXT, ...(searchParams.has("key") ? ["X-API-Key"] : [])]);
    answer.setHeader("etag", '"tag"');
    answer.setHeader("content-type", searchParams.get("type") ?? "application/json");
    answer.end(searchParams.get("body") ?? LONG);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

interface Answer {
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** The answer as it comes over the wire: fetch would unpack it. */
const get = (path: string, encodings?: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = encodings === undefined ? {} : { "Accept-Encoding": encodings };
    const { port } = server.address() as AddressInfo;
    request({ host: "127.0.0.1", port, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => resolve({ headers: answer.headers, bytes: Buffer.concat(chunks) }));
    })
      .on("error", reject)
      .end();
  });

it.each([
  ["gzip, deflate, br", "br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
  ["br;q=0, gzip;q=0.5", "gzip", gunzipSync],
])("packs a long answer for a caller that takes %j", async (accepted, encoding, unpack) => {
  const { headers, bytes } = await get("/api/v2/anything", accepted);
  expect(headers).toMatchObject({ "content-encoding": encoding, vary: "Accept-Encoding", etag: 'W/"tag"' });
  expect(bytes.length).toBeLessThan(LONG.length / 10);
  expect(unpack(bytes).toString()).toBe(LONG);
});

it("leaves an answer as it is for a caller that takes nothing packed, and says that others get another", async () => {
  for (const accepted of [undefined, "identity"]) {
    const { headers, bytes } = await get("/api/v2/anything", accepted);
    expect([headers["content-encoding"], headers.vary, bytes.toString()]).toEqual([undefined, "Accept-Encoding", LONG]);
    expect(headers.etag).toBe('"tag"');
  }
});

it.each([
  ["a short answer", "/api/v2/anything?body={}"],
  ["a report", "/api/v2/anything?type=application/pdf"],
  ["a stream of events", "/api/v2/anything?type=text/event-stream"],
  ["a page, which Next packs", "/docs/errors"],
])("never packs %s", async (_what, path) => {
  const { headers } = await get(path, "gzip, br");
  expect(headers["content-encoding"]).toBeUndefined();
});

it("names in Vary what a route differs by, and nothing of the framework's", async () => {
  const packed = await get("/api/v2/anything?key", "br");
  expect(packed.headers.vary?.split(", ").toSorted()).toEqual(["Accept-Encoding", "X-API-Key"]);
  const report = await get("/api/v2/anything?type=application/pdf", "br");
  expect(report.headers.vary).toBeUndefined();
  const page = await get("/docs", "br");
  expect(page.headers.vary).toBe(OF_NEXT);
});
