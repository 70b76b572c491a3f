import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { passingFaults } from "@/scripts/page-faults.mjs";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const web = globalThis as typeof globalThis & { hedgerowNotePassingFault?: (requestId: string) => void };
const fails = (id: string): void => web.hedgerowNotePassingFault?.(id);

/** A server whose answers are those of Next, as far as they are looked at. */
async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  const orTryAgain = passingFaults();
  const server = createServer(
    (request, response) =>
      void orTryAgain(request, response, async () => {
        answer(response);
        await Promise.resolve();
      }),
  );
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Next's page of a fault: its head first, then its parts. */
const faultPage =
  (type: string, isPassing: boolean) =>
  (response: ServerResponse): void => {
    if (isPassing) fails("one");
    response.statusCode = 500;
    response.setHeader("Content-Type", type);
    response.setHeader("Content-Length", "11");
    response.setHeader("Link", "</x.css>; rel=preload");
    response.flushHeaders();
    response.write("first ");
    response.end("other");
  };

const ask = (base: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${base}/console`, { ...init, headers: { "X-Request-ID": "one", ...(init.headers as object | undefined) } });

it("a page that failed for something that passes is 503, and one of ours", async () => {
  const answer = await ask(await serve(faultPage("text/html; charset=utf-8", true)));
  expect([answer.status, answer.headers.get("retry-after"), answer.headers.get("link")]).toEqual([503, "5", null]);
  const text = await answer.text();
  expect(text).toContain("Wait a moment, then load this page again.");
  expect(text).not.toContain("first");
});

it("a form that failed so hears that it may have been saved, and is not offered again", async () => {
  const base = await serve(faultPage("text/html; charset=utf-8", true));
  const page = await (await ask(base, { method: "POST" })).text();
  expect(page).toContain("look whether it was saved");
  expect(page).not.toContain("<a");
  const action = await ask(await serve(faultPage("text/x-component", true)), {
    method: "POST",
    headers: { "Next-Action": "x" },
  });
  expect([action.status, action.headers.get("content-type")]).toEqual([503, "text/plain"]);
  expect(await action.text()).toMatch(/^The service cannot do this right now\..*look whether it was saved/);
});

it("any other fault stays what it is", async () => {
  const answer = await ask(await serve(faultPage("text/html; charset=utf-8", false)));
  expect([answer.status, await answer.text()]).toEqual([500, "first other"]);
});

it("a fault beside which something was shown all the same changes nothing", async () => {
  const base = await serve((response) => {
    fails("one");
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end("shown");
  });
  const answer = await ask(base);
  expect([answer.status, await answer.text()]).toEqual([200, "shown"]);
});

it("a file of a fault is left alone", async () => {
  const answer = await ask(await serve(faultPage("application/pdf", true)));
  expect([answer.status, await answer.text()]).toEqual([500, "first other"]);
});

it("the fault of a request that has ended is no other one's", async () => {
  const base = await serve(faultPage("text/html; charset=utf-8", false));
  await (await ask(base)).text();
  fails("one");
  expect((await ask(base)).status).toBe(500);
});
