import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { countAddresses } from "@/scripts/address-limit.mjs";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server that takes one request a minute of each address. */
async function serve(): Promise<string> {
  const count = countAddresses("1");
  const server = createServer((request, response) => {
    request.headers["x-hedgerow-peer"] = "192.0.2.1";
    void count(request, response).then((isLet) => (isLet ? response.end("let in") : undefined));
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await (await fetch(base)).text()).toBe("let in");
  return base;
}

it("a page too many is 429, says in the reader's language how long to wait, and leads to itself", async () => {
  const base = await serve();
  const page = await fetch(`${base}/portal/g/x`, { headers: { "Accept-Language": "es" } });
  expect([page.status, page.headers.get("content-type")]).toEqual([429, "text/html; charset=utf-8"]);
  const seconds = page.headers.get("retry-after");
  expect(await page.text()).toMatch(new RegExp(`<html lang="es">.* Espere ${seconds} segundos.*<a href="">`, "s"));
});

it("a form too many leads nowhere: its address may have no page", async () => {
  const base = await serve();
  const page = await fetch(`${base}/console`, { method: "POST" });
  expect(page.status).toBe(429);
  const text = await page.text();
  expect(text).toContain("Too many requests came from your network.");
  expect(text).not.toContain("<a");
});
