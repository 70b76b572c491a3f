import { createServer, request, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Writable } from "node:stream";
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packAnswers } from "@/scripts/pack-answers.mjs";

/** What Next puts on every answer of a route file. */
const OF_NEXT = "rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch";
const A_RANGE = `content-range=${encodeURIComponent("bytes 0-1999/6000")}`;
const LONG = JSON.stringify({ field: "Home quarter ".repeat(500) });

let server: Server;
/** Sends the rest of an answer that was begun. */
let finish: () => void = () => undefined;
beforeAll(async () => {
  const pack = packAnswers();
  server = createServer((asked, answer: ServerResponse & { flush?: () => void }) => {
    pack(asked, answer);
    const { searchParams } = new URL(asked.url ?? "/", "http://localhost");
    answer.setHeader("vary", [OF_NEXT, ...(searchParams.has("key") ? ["X-API-Key"] : [])]);
    answer.setHeader("etag", '"tag"');
    answer.setHeader("content-type", searchParams.get("type") ?? "application/json");
    for (const name of ["content-range", "content-encoding"]) {
      const value = searchParams.get(name);
      if (value !== null) answer.setHeader(name, value);
    }
    if (!searchParams.has("parts")) {
      answer.end(searchParams.get("body") ?? LONG);
      return;
    }
    // As Next sends a page: a part, which the reader is to have, and the rest when it is made.
    answer.write(LONG);
    if (searchParams.get("parts") !== "unflushed") answer.flush?.();
    if (searchParams.get("parts") === "held") finish = () => answer.end(LONG);
    else answer.end(LONG);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

interface Answer {
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** The answer as it comes over the wire: fetch would unpack it. */
const get = (path: string, encodings?: string, reader?: Writable): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = encodings === undefined ? {} : { "Accept-Encoding": encodings };
    const { port } = server.address() as AddressInfo;
    request({ host: "127.0.0.1", port, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        reader?.write(chunk);
      });
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
  ["a stream of events beside pages", "/portal/anything?type=text/event-stream"],
  ["files that are packed already", "/portal/g/grant/reports?type=application/zip"],
  ["a picture", "/portal/g/grant/logo?type=image/png"],
  ["a range, whose place is counted in bytes as they are", `/file.js?type=text/javascript&${A_RANGE}`],
])("never packs %s", async (_what, path) => {
  const { headers } = await get(path, "gzip, br");
  expect(headers["content-encoding"]).toBeUndefined();
});

it.each([
  ["a page", "/docs/errors?type=text/html"],
  ["what a page asks for", "/portal/g/grant/api/fields/id/mapped-areas?type=application/json"],
  ["what Next's router asks for", "/portal/g/grant/id?type=text/x-component"],
  ["a file", "/portal-worker.js?type=application/javascript"],
])("packs %s as it packs answers for programs", async (_what, path) => {
  const { headers, bytes } = await get(path, "gzip, deflate, br");
  expect(headers).toMatchObject({ "content-encoding": "br", vary: `${OF_NEXT}, Accept-Encoding`, etag: 'W/"tag"' });
  expect(brotliDecompressSync(bytes).toString()).toBe(LONG);
});

it("leaves what was packed before as it came", async () => {
  const { headers, bytes } = await get("/_next/static/page.js?type=text/javascript&content-encoding=br", "br");
  expect([headers["content-encoding"], bytes.toString()]).toEqual(["br", LONG]);
});

it.each([
  ["br", createBrotliDecompress],
  ["gzip", createGunzip],
] as const)("sends a page part by part to a reader of %s", async (encoding, unpacker) => {
  const unpack = unpacker();
  let seen = "";
  unpack.on("data", (chunk: Buffer) => (seen += chunk.toString()));
  const whole = get("/portal/g/grant?type=text/html&parts=held", encoding, unpack);
  await expect.poll(() => seen).toBe(LONG);
  finish();
  await whole;
  await expect.poll(() => seen).toBe(LONG + LONG);
});

it("packs an answer for programs as a whole, whatever is flushed: Next flushes, and the API's lane does not", async () => {
  const flushed = await get("/api/v2/anything?parts=flushed", "br");
  expect(brotliDecompressSync(flushed.bytes).toString()).toBe(LONG + LONG);
  expect(flushed.bytes).toEqual((await get("/api/v2/anything?parts=unflushed", "br")).bytes);
});

it("names in Vary what a route differs by, and nothing of the framework's", async () => {
  const packed = await get("/api/v2/anything?key", "br");
  expect(packed.headers.vary?.split(", ").toSorted()).toEqual(["Accept-Encoding", "X-API-Key"]);
  const report = await get("/api/v2/anything?type=application/pdf", "br");
  expect(report.headers.vary).toBeUndefined();
  const page = await get("/docs", "br");
  expect(page.headers.vary).toBe(`${OF_NEXT}, Accept-Encoding`);
});
