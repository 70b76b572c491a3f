import { once } from "node:events";
import {
  createServer,
  request,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openPageTurns, type Turns } from "@/lib/http/turns";
import { pagesInTurn, turnless } from "@/scripts/page-turns.mjs";

const AT_ONCE = 1;
const shared = globalThis as typeof globalThis & { hedgerowPageTurns?: Turns };
const servers: Server[] = [];
beforeEach(() => openPageTurns(AT_ONCE));
afterEach(() => {
  vi.useRealTimers();
  delete shared.hedgerowPageTurns;
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Opened {
  sent: ClientRequest;
  answer: Promise<IncomingMessage>;
}

/** A server whose pages are made when the test says so; `asked` and `begun` name them in order. */
async function serve(make: (response: ServerResponse, path: string) => Promise<void>) {
  const inTurn = pagesInTurn(turnless("public"));
  const asked: string[] = [];
  const begun: string[] = [];
  const closed: string[] = [];
  const server = createServer((asking, response) => {
    const path = asking.url ?? "";
    asked.push(path);
    response.once("close", () => closed.push(path));
    asking.headers["x-hedgerow-peer"] = "192.0.2.0/24";
    void inTurn(asking, response, () => {
      begun.push(path);
      return make(response, path);
    });
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open = async (path: string, options: RequestOptions = {}): Promise<Opened> => {
    const sent = request(base + path, { ...options, agent: false });
    sent.on("error", () => undefined);
    const answer = new Promise<IncomingMessage>((resolve) => sent.once("response", resolve));
    sent.flushHeaders();
    if (options.method === undefined) sent.end();
    await expect.poll(() => asked.includes(path)).toBe(true);
    return { sent, answer };
  };
  return { base, open, begun, closed };
}

it("pages whose readers have gone before their turn are not made", async () => {
  let end = (): void => undefined;
  const { base, open, begun, closed } = await serve(async (response, path) => {
    if (path === "/portal/first") await new Promise<void>((resolve) => (end = resolve));
    response.end("a page");
  });
  await open("/portal/first");
  const left = await Promise.all(Array.from({ length: 50 }, (_, index) => open(`/portal/left-${index}`)));
  for (const { sent } of left) sent.destroy();
  await expect.poll(() => closed.length).toBe(50);
  const last = fetch(`${base}/portal/last`);
  end();
  expect(await (await last).text()).toBe("a page");
  expect(begun).toEqual(["/portal/first", "/portal/last"]);
});

it("a page that never ends keeps the others waiting for ten seconds after its reader has gone", async () => {
  const { open, begun, closed } = await serve(async (response, path) => {
    if (path === "/portal/never") await new Promise(() => undefined);
    response.end("a page");
  });
  const { sent } = await open("/portal/never");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  sent.destroy();
  await expect.poll(() => closed).toEqual(["/portal/never"]);
  const next = await open("/portal/next");
  await vi.advanceTimersByTimeAsync(8_000);
  expect(begun).toEqual(["/portal/never"]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await next.answer).statusCode).toBe(200);
  expect(begun).toEqual(["/portal/never", "/portal/next"]);
});

it("a file that is being sent keeps no one waiting", async () => {
  const { base, open, begun } = await serve(async (response, path) => {
    response.write("the first part");
    if (path !== "/portal/long") response.end();
    else await once(response, "close");
  });
  await open("/portal/long");
  expect(await (await fetch(`${base}/portal/next`)).text()).toBe("the first part");
  expect(begun).toEqual(["/portal/long", "/portal/next"]);
});

it("a page of several parts has its turn until the last one is made", async () => {
  let endFirst = (): void => undefined;
  const { base, open, begun } = await serve(async (response, path) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    response.write("the first part");
    if (path === "/portal/first") await new Promise<void>((resolve) => (endFirst = resolve));
    response.end();
  });
  await (
    await open("/portal/first")
  ).answer;
  const next = fetch(`${base}/portal/next`);
  // Asked for later and answered sooner: it needs no turn.
  expect((await fetch(`${base}/portal-worker.js`)).status).toBe(200);
  expect(begun).toEqual(["/portal/first", "/portal-worker.js"]);
  endFirst();
  await next;
  expect(begun).toEqual(["/portal/first", "/portal-worker.js", "/portal/next"]);
});

it("a page that is not read keeps no one waiting", async () => {
  const { base, open } = await serve(async (response, path) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    if (path === "/portal/unread") {
      const part = "x".repeat(1_000_000);
      // As Next does: the next part once the one before was taken.
      while (!response.destroyed)
        if (!response.write(part)) await Promise.race([once(response, "drain"), once(response, "close")]);
    }
    response.end("here");
  });
  // Without a listener nothing is read but what the system's buffers take.
  await (
    await open("/portal/unread")
  ).answer;
  expect(await (await fetch(`${base}/portal/next`)).text()).toBe("here");
});

it("a form that is long in coming keeps no one waiting", async () => {
  const { base, open } = await serve(async (response, path) => {
    if (path === "/portal/theme") await text(response.req);
    response.end("here");
  });
  const form = await open("/portal/theme", { method: "POST", headers: { "Content-Length": "4" } });
  expect(await (await fetch(`${base}/portal/next`)).text()).toBe("here");
  form.sent.end("a=b&");
  expect(await text(await form.answer)).toBe("here");
});

it.each(["/api/health", "/mcp", "/portal/g/x/api/edits", "/portal-worker.js"])("%s waits for no page", async (path) => {
  const { base, open } = await serve(async (response, asked) => {
    if (asked === "/docs") await once(response, "close");
    response.end("here");
  });
  await open("/docs");
  expect(await (await fetch(base + path)).text()).toBe("here");
});
