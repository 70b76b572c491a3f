import { createServer, request, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
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

type Answering = ServerResponse & { flush?: () => void };

/** Head and status that a request asks for. */
function sayHead(answer: Answering, asked: URLSearchParams): void {
  answer.statusCode = Number(asked.get("status") ?? 200);
  answer.setHeader("vary", [OF_NEXT, ...(asked.has("key") ? ["X-API-Key"] : [])]);
  answer.setHeader("etag", '"tag"');
  const type = asked.get("type") ?? "application/json";
  answer.setHeader("content-type", asked.has("listed") ? [type] : type);
  for (const name of ["content-range", "content-encoding"]) {
    const value = asked.get(name);
    if (value !== null) answer.setHeader(name, value);
  }
}

/** By the calls that it asks for. */
function sendBody(answer: Answering, asked: URLSearchParams): void {
  const body = asked.get("body") ?? LONG;
  const parts = asked.get("parts");
  if (parts === null) {
    answer.end(body);
    return;
  }
  // As Next sends what a route file answers.
  if (parts === "one") answer.flushHeaders();
  answer.write(Buffer.from(body));
  // As Next sends a page: a part, which the reader is to have, and the rest when it is made.
  if (parts !== "one" && parts !== "unflushed") answer.flush?.();
  finish = () => answer.end(parts === "one" ? undefined : LONG);
  if (parts !== "held") finish();
}

beforeAll(async () => {
  const pack = packAnswers();
  server = createServer((incoming, answer: Answering) => {
    pack(incoming, answer);
    const { searchParams } = new URL(incoming.url ?? "/", "http://localhost");
    sayHead(answer, searchParams);
    sendBody(answer, searchParams);
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
  ["what has its type in a list of one, as Next gave it for a while", "/portal/g/grant/api/areas?listed"],
])("packs %s as it packs answers for programs", async (_what, path) => {
  const { headers, bytes } = await get(path, "gzip, deflate, br");
  expect(headers).toMatchObject({ "content-encoding": "br", vary: `${OF_NEXT}, Accept-Encoding`, etag: 'W/"tag"' });
  expect(brotliDecompressSync(bytes).toString()).toBe(LONG);
});

it("says of a range and of what did not change that the whole answer differs by encoding", async () => {
  for (const query of [`status=206&${A_RANGE}`, "status=304"]) {
    const { headers } = await get(`/file.js?type=text/javascript&${query}`, "gzip");
    expect(headers.vary).toBe(`${OF_NEXT}, Accept-Encoding`);
  }
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

it.each(["gzip, br", "identity"])(
  "sends a short answer unpacked and with its length to a caller that takes %s, by whatever calls it is sent",
  async (accepted) => {
    for (const query of ["body={}", "body={}&parts=one"]) {
      const { headers, bytes } = await get(`/api/v2/anything?${query}`, accepted);
      expect([bytes.toString(), headers["content-encoding"]]).toEqual(["{}", undefined]);
      expect(headers).toMatchObject({ "content-length": "2", vary: "Accept-Encoding" });
      expect(headers["transfer-encoding"]).toBeUndefined();
    }
  },
);

it("sends a long answer in one part packed to who takes it, and with its length to who does not", async () => {
  const packed = await get("/api/v2/anything?parts=one", "br");
  expect(brotliDecompressSync(packed.bytes).toString()).toBe(LONG);
  expect(packed.headers["content-length"]).toBeUndefined();
  const plain = await get("/api/v2/anything?parts=one");
  expect([plain.bytes.toString(), plain.headers["content-length"]]).toEqual([LONG, String(LONG.length)]);
});

it("loses nothing of an answer for programs in several parts", async () => {
  const { headers, bytes } = await get("/api/v2/anything?parts=unflushed");
  expect([bytes.toString(), headers["content-length"]]).toEqual([LONG + LONG, undefined]);
});

it("sends events as they come", async () => {
  let seen = "";
  const reader = new Writable({ write: (chunk, _encoding, done) => done(void (seen += String(chunk))) });
  const whole = get("/mcp?type=text/event-stream&parts=held", "br", reader);
  await expect.poll(() => seen).toBe(LONG);
  finish();
  expect((await whole).bytes.toString()).toBe(LONG + LONG);
});

it("names in Vary what a route differs by, and nothing of the framework's", async () => {
  const packed = await get("/api/v2/anything?key", "br");
  expect(packed.headers.vary?.split(", ").toSorted()).toEqual(["Accept-Encoding", "X-API-Key"]);
  const report = await get("/api/v2/anything?type=application/pdf", "br");
  expect(report.headers.vary).toBeUndefined();
  const page = await get("/docs", "br");
  expect(page.headers.vary).toBe(`${OF_NEXT}, Accept-Encoding`);
});
