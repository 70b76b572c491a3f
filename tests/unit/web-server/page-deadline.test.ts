import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { statementContext } from "@/lib/data/statement-context";
import { pagesByDeadline } from "@/scripts/page-deadline.mjs";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const never = (): Promise<void> => new Promise(() => undefined);

/** A server whose answers are pages, with the shortest deadline there is. */
async function serve(answer: (response: ServerResponse) => Promise<void>): Promise<string> {
  const inTime = pagesByDeadline("0.2");
  const server = createServer((request, response) => void inTime(request, response, () => answer(response)));
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("a page that does not come is 503 with Retry-After, and says in the reader's language to try again", async () => {
  const base = await serve(never);
  const page = await fetch(`${base}/console`);
  expect(page.status).toBe(503);
  expect(page.headers.get("retry-after")).toBe("5");
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await page.text()).toContain("Wait a moment, then load this page again.");
  const spanish = await fetch(`${base}/portal/g/x`, { headers: { "Accept-Language": "es" } });
  expect(await spanish.text()).toMatch(/<html lang="es">.*cargue esta página de nuevo/);
});

it("a form that is not answered hears that it may have been saved, in the words that its script shows", async () => {
  const base = await serve(never);
  const posted = await fetch(`${base}/console`, { method: "POST", headers: { "Next-Action": "x" } });
  expect([posted.status, posted.headers.get("content-type")]).toEqual([503, "text/plain"]);
  expect(await posted.text()).toContain("look whether it was saved");
});

it("what is written too late goes nowhere, and ends no process", async () => {
  let tried = 0;
  const base = await serve(async (response) => {
    await once(response, "close");
    tried += 1;
    response.write("late");
    response.setHeader("x", "late");
  });
  expect((await fetch(`${base}/console`)).status).toBe(503);
  await expect.poll(() => tried).toBe(1);
  expect((await fetch(`${base}/console`)).status).toBe(503);
});

for (const type of ["text/html; charset=utf-8", "text/x-component"])
  it(`a page that breaks off on its way ends there: ${type}`, async () => {
    const base = await serve(async (response) => {
      response.setHeader("Content-Type", type);
      response.write("<p>first");
      await never();
    });
    const page = await fetch(`${base}/console`);
    expect(page.status).toBe(200);
    await expect(page.text()).rejects.toThrow();
  });

it("a download goes on for as long as its parts come", async () => {
  const base = await serve(async (response) => {
    response.setHeader("Content-Type", "text/csv");
    for (let part = 0; part < 20; part += 1) {
      response.write(`${part}\n`);
      await new Promise((resolve) => setTimeout(resolve, 80));
    }
    response.end();
  });
  expect((await (await fetch(`${base}/x.csv`)).text()).trim().split("\n")).toHaveLength(20);
});

it("what a page waits for is ended by the deadline, also when its reader has gone", async () => {
  let ended = 0;
  let asked = 0;
  const base = await serve(async () => {
    asked += 1;
    await new Promise<void>((resolve) => {
      statementContext.signal()?.addEventListener("abort", () => resolve());
    });
    ended += 1;
  });
  const gone = new AbortController();
  const left = fetch(`${base}/console`, { signal: gone.signal });
  await expect.poll(() => asked).toBe(1);
  gone.abort();
  await expect(left).rejects.toThrow();
  await expect.poll(() => ended, { timeout: 30_000 }).toBe(1);
});
