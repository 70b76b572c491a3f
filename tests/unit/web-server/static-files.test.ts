import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as ask, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packStaticFiles } from "@/scripts/setup/pack-static.mjs";
import { serveStaticFiles } from "@/scripts/static-files.mjs";

const SCRIPT = `console.log("${"a field of corn, ".repeat(500)}");`;
const NOT_SERVED = 418;

const build = mkdtempSync(join(tmpdir(), "hedgerow-static-"));
const folder = join(build, "static");
const server = createServer();

beforeAll(async () => {
  mkdirSync(join(folder, "chunks"), { recursive: true });
  writeFileSync(join(folder, "chunks", "page.js"), SCRIPT);
  writeFileSync(join(folder, "chunks", "short.js"), "1");
  writeFileSync(join(build, "secret.js"), SCRIPT);
  await packStaticFiles(folder);
  // Larger than what the system holds of a socket; what is in it is never unpacked.
  writeFileSync(join(folder, "chunks", "large.js"), "");
  writeFileSync(join(folder, "chunks", "large.js.br"), randomBytes(20_000_000));
  const serve = serveStaticFiles(build);
  server.on("request", (request, response) => {
    if (serve?.(request, response) !== true) response.writeHead(NOT_SERVED).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});

afterAll(async () => {
  await new Promise((done) => server.close(done));
  rmSync(build, { recursive: true });
});

interface Answer {
  status: number | undefined;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** One request as a browser sends it: the path as it is, nothing unpacked. */
async function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((done, failed) => {
    ask({ port, path, method, headers }, done).on("error", failed).end();
  });
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) };
}

/** The files of the build that this process holds open. */
function openFilesBelow(): string[] {
  return readdirSync("/proc/self/fd").flatMap((name) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${name}`);
      return path.startsWith(build) ? [path] : [];
    } catch {
      // Closed while we looked.
      return [];
    }
  });
}

const PAGE = "/_next/static/chunks/page.js";

describe("the files of a build", () => {
  it.each([
    ["br", "gzip, deflate, br, zstd", brotliDecompressSync],
    ["br", "*", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["gzip", "br;q=0, gzip", gunzipSync],
  ] as const)("are sent as %s to a reader of %j", async (encoding, accepted, unpack) => {
    const { status, headers, body } = await get(`${PAGE}?dpl=1`, { "accept-encoding": accepted });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-encoding": encoding,
      "content-type": "text/javascript; charset=utf-8",
      "content-length": String(body.length),
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      vary: "Accept-Encoding",
    });
    expect(body.length).toBeLessThan(SCRIPT.length / 10);
    expect(unpack(body).toString()).toBe(SCRIPT);
  });

  it.each([{}, { "accept-encoding": "identity" }, { "accept-encoding": "zstd" }])(
    "are sent as they are to a reader of %j",
    async (headers) => {
      const answer = await get(PAGE, headers);
      expect(answer.headers).not.toHaveProperty("content-encoding");
      expect(answer.headers.vary).toBe("Accept-Encoding");
      expect(answer.body.toString()).toBe(SCRIPT);
    },
  );

  it("are not sent again to a reader who has that form", async () => {
    const packed = { "accept-encoding": "br" };
    const { etag } = (await get(PAGE, packed)).headers;
    expect(await get(PAGE, { ...packed, "if-none-match": String(etag) })).toMatchObject({ status: 304 });
    expect((await get(PAGE, { "accept-encoding": "gzip" })).headers.etag).not.toBe(etag);
  });

  it("have their headers for who asks for no more", async () => {
    const { status, headers, body } = await get(PAGE, { "accept-encoding": "br" }, "HEAD");
    expect([status, headers["content-encoding"], body.length]).toEqual([200, "br", 0]);
  });

  it.each([
    "/_next/static/chunks/short.js",
    "/_next/static/chunks/none.js",
    "/_next/static/chunks/page.js.br",
    "/_next/static/.packed",
    "/_next/static/../secret.js",
    "/_next/static/..%2fsecret.js",
    "/_next/static/chunks/%70age.js",
    "/_next/static/chunks",
    "/_next/static/",
    "/elsewhere/chunks/page.js",
  ])("leave %s to the router", async (path) => {
    expect((await get(path, { "accept-encoding": "br" })).status).toBe(NOT_SERVED);
  });

  it("are closed where the reader goes away", async () => {
    const { port } = server.address() as AddressInfo;
    const leave = () =>
      new Promise<void>((done, failed) => {
        const path = "/_next/static/chunks/large.js";
        const asked = ask({ port, path, headers: { "accept-encoding": "br" } }, (answer) => {
          answer.destroy();
          done();
        });
        asked.on("error", failed).end();
      });
    await Promise.all(Array.from({ length: 20 }, leave));
    await expect.poll(openFilesBelow, { timeout: 20_000 }).toEqual([]);
  });

  it("leave what is no reading to the router", async () => {
    expect((await get(PAGE, {}, "POST")).status).toBe(NOT_SERVED);
  });
});

it("are left to the router where the build has not been packed", () => {
  mkdirSync(join(build, "plain", "static"), { recursive: true });
  expect(serveStaticFiles(join(build, "plain"))).toBeNull();
});
