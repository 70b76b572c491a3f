import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packedStatic } from "@/scripts/packed-static.mjs";
import { packStatic } from "@/scripts/setup/pack-static.mjs";

const SCRIPT = "const wind = 'SW'; ".repeat(400);
let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "packed-static-"));
  mkdirSync(join(folder, "chunks"));
  writeFileSync(join(folder, "chunks", "page.js"), SCRIPT);
  writeFileSync(join(folder, "chunks", "photo.png"), "picture");
  writeFileSync(join(folder, "chunks", "gone.js.br"), "of an earlier build");
  expect(await packStatic(folder)).toBe(1);
  const serve = packedStatic(folder);
  server = createServer((asked, answer) => {
    if (!serve(asked, answer)) answer.writeHead(200, { "X-By": "next" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const ask = (path: string, encodings: string, method = "GET") =>
  new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const headers = { "Accept-Encoding": encodings };
    request({ host: "127.0.0.1", port, path, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () =>
        resolve({ status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      );
    })
      .on("error", reject)
      .end();
  });

it("a browser that takes Brotli gets a script as it was packed, to keep for all time", async () => {
  const { status, headers, bytes } = await ask("/_next/static/chunks/page.js?v=1", "gzip, deflate, br");
  expect(status).toBe(200);
  expect(brotliDecompressSync(bytes).toString()).toBe(SCRIPT);
  expect(headers).toMatchObject({
    "content-encoding": "br",
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public,max-age=31536000,immutable",
    vary: "Accept-Encoding",
    "x-content-type-options": "nosniff",
  });
  expect((await ask("/_next/static/chunks/page.js", "br", "HEAD")).bytes).toHaveLength(0);
});

it.each([
  ["/_next/static/chunks/page.js", "gzip"],
  ["/_next/static/chunks/page.js", "br;q=0, gzip"],
  ["/_next/static/chunks/photo.png", "br"],
  ["/_next/static/chunks/gone.js", "br"],
  ["/_next/static/chunks/../../page.js", "br"],
  ["/_next/static/chunks/page.js.br", "br"],
  ["/portal/expired", "br"],
])("%s for %j is Next's to answer", async (path, encodings) => {
  expect((await ask(path, encodings)).headers["x-by"]).toBe("next");
});
