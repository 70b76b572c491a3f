import { createServer, IncomingMessage, request as send, ServerResponse, type Server } from "node:http";
import { Socket, type AddressInfo } from "node:net";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { loadRoutes } from "@/scripts/api-lane/load-routes.mjs";
import { LaneRequest } from "@/scripts/api-lane/request.mjs";
import { routeTable } from "@/scripts/api-lane/route-table.mjs";
import { sendAnswer } from "@/scripts/api-lane/send.mjs";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

describe("the table of routes", () => {
  const PAGES = [
    "/api/[[...path]]",
    "/api/a/[one]",
    "/api/a/fixed",
    "/api/a/[one]/b",
    "/api/a/[one]/[two]",
    "/api/c/[...all]",
  ];
  const find = routeTable(PAGES.map((page) => [page, page]));

  it.each([
    ["/api/a/fixed", "/api/a/fixed", undefined],
    ["/api/a/fixed?x=1", "/api/a/fixed", undefined],
    ["/api/a/x", "/api/a/[one]", { one: "x" }],
    ["/api/a/fixed/b", "/api/a/[one]/b", { one: "fixed" }],
    ["/api/a/x/y", "/api/a/[one]/[two]", { one: "x", two: "y" }],
    ["/api/c/x/y", "/api/c/[...all]", { all: ["x", "y"] }],
    ["/api/c", "/api/[[...path]]", { path: ["c"] }],
    ["/api/a/x/y/z", "/api/[[...path]]", { path: ["a", "x", "y", "z"] }],
    ["/api", "/api/[[...path]]", {}],
    ["/api/a/constructor", "/api/a/[one]", { one: "constructor" }],
  ])("%s is answered by %s", (url, route, params) => {
    expect(find(url)).toEqual({ route, params });
  });

  it.each([
    "/api/a/",
    "/api//a",
    "/api/a/.",
    "/api/a/..",
    "/api/../a",
    "/api/a/%41",
    "/api/a/ä",
    "/api/a\\x",
    "/api/a;x",
    "http://x/api/a/x",
    "*",
    "",
    "/api/a/x?_rsc=1",
    "/api/a/x?a=1&nxtPone=2",
    "/other",
  ])("%j is for Next", (url) => {
    expect(find(url)).toBeNull();
  });
});

describe("a request", () => {
  const sent = { "x-api-key": "k", accept: "", "set-cookie": ["a", "b"] };
  const of = (method: string) => {
    const incoming = Object.assign(new IncomingMessage(new Socket()), { method, url: "/api/x?y=1", headers: sent });
    return new LaneRequest(incoming, new ServerResponse(incoming));
  };

  it("has its headers as Headers has them", () => {
    const { headers } = of("GET");
    expect(headers.get("X-API-Key")).toBe("k");
    expect(headers.get("accept")).toBe("");
    expect(headers.get("set-cookie")).toBe("a, b");
    for (const name of ["other", "constructor", "__proto__"]) {
      expect(headers.get(name)).toBeNull();
      expect(headers.has(name)).toBe(false);
    }
  });

  it("has a body where its method may have one, and its path and query", () => {
    expect(["GET", "HEAD", "POST", "DELETE"].map((method) => of(method).body === null)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(new URL(of("GET").url).pathname).toBe("/api/x");
  });
});

/** Serves one answer of a handler, as the lane does. */
async function serve(answer: (request: LaneRequest) => Promise<Response>): Promise<{ port: number; server: Server }> {
  const server = createServer((incoming, outgoing) => {
    void answer(new LaneRequest(incoming, outgoing)).then((response) =>
      sendAnswer(outgoing, response, incoming.method ?? ""),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, server };
}

describe("an answer", () => {
  it("is sent with its own headers, several cookies among them, and none that frames it", async () => {
    const headers = new Headers({ "Content-Length": "99", Vary: "X-API-Key", "X-Own": "1" });
    headers.append("Set-Cookie", "a=1");
    headers.append("Set-Cookie", "b=2");
    const { port } = await serve(async () => new Response("text", { status: 201, headers }));
    const answered = await fetch(`http://127.0.0.1:${port}/`);
    expect([answered.status, await answered.text()]).toEqual([201, "text"]);
    expect(answered.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(answered.headers.get("content-length")).toBeNull();
    expect(answered.headers.get("vary")).toBe("X-API-Key");
  });

  it("that reads no body waits for what came with the head, so that its connection can be kept", async () => {
    const { port, server } = await serve(async () => new Response("no", { status: 401 }));
    const whole: boolean[] = [];
    server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const writeHead = outgoing.writeHead.bind(outgoing);
      const noted = (status: number): ServerResponse => {
        whole.push(incoming.complete);
        return writeHead(status);
      };
      Object.assign(outgoing, { writeHead: noted });
    });
    const answered = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "x".repeat(4000) });
    expect([answered.status, await answered.text()]).toEqual([401, "no"]);
    expect(whole).toEqual([true]);
  });

  it("is made no further for a client that has left, and the request says that it left", async () => {
    let made = 0;
    let hasLeft: (value: unknown) => void = () => undefined;
    const left = new Promise((resolve) => (hasLeft = resolve));
    const stopped = new Promise<void>((resolve) => {
      void serve(async (request) => {
        request.signal.addEventListener("abort", hasLeft);
        const body = new ReadableStream<Uint8Array>({
          pull: (controller) => {
            made += 1;
            controller.enqueue(new Uint8Array(65_536));
          },
          cancel: () => resolve(),
        });
        return new Response(body);
      }).then(({ port }) => {
        const asked = send({ port, host: "127.0.0.1" }, (response) => response.once("data", () => asked.destroy()));
        asked.on("error", () => undefined);
        asked.end();
      });
    });
    await Promise.all([left, stopped]);
    const madeByThen = made;
    await new Promise((resolve) => setImmediate(resolve));
    expect(made).toBe(madeByThen);
    // What an unread answer may take: Node's own buffers, and the system's.
    expect(made).toBeLessThan(400);
  });
});

describe("the routes of a build", () => {
  const VERBS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
  const ROUTE = `const userland = Object.fromEntries(${JSON.stringify(VERBS)}.map((verb) => [verb, () => verb]));
    exports.routeModule = { userland, ensureUserland: async () => {} };`;
  const RULES = {
    version: 3,
    basePath: "",
    i18n: null,
    headers: [],
    onMatchHeaders: [],
    redirects: [{ source: "/:path+/", regex: "^(?:/((?:[^/]+?)(?:/(?:[^/]+?))*))/$" }],
    rewrites: { beforeFiles: [], afterFiles: [], fallback: [] },
  };

  function build(changed: Record<string, unknown> = {}): string {
    const folder = mkdtempSync(join(tmpdir(), "hedgerow-lane-"));
    ends.push(() => rmSync(folder, { recursive: true }));
    const files: Record<string, unknown> = {
      "package.json": { type: "commonjs" },
      "server/app-paths-manifest.json": {
        "/api/a/[one]/route": "app/a.js",
        "/docs/page": "app/docs.js",
        "/mcp/route": "app/mcp.js",
      },
      "server/middleware-manifest.json": { middleware: {} },
      "server/functions-config-manifest.json": { functions: {} },
      "routes-manifest.json": RULES,
      "prerender-manifest.json": { routes: { "/icon.svg": {} } },
      "server/app/a.js": ROUTE,
      ...changed,
    };
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
    }
    return folder;
  }

  it("are found with a handler for each verb, those of the API alone", async () => {
    const [[page, handlers] = ["", new Map()], ...others] = await loadRoutes(build());
    expect([page, others]).toEqual(["/api/a/[one]", []]);
    expect([...handlers.keys()]).toEqual(VERBS);
  });

  it.each<[string, RegExp, Record<string, unknown>]>([
    ["has no route of the API", /no routes/, { "server/app-paths-manifest.json": { "/docs/page": "x.js" } }],
    ["has routes of another form", /gives no GET/, { "server/app/a.js": "exports.routeModule = {};" }],
    ["has no module of a route", /gives no GET/, { "server/app/a.js": "exports.handler = () => {};" }],
    ["has settings of a route", /dynamic/, { "server/app/a.js": `${ROUTE} userland.dynamic = "force-static";` }],
    ["has a proxy", /proxy/, { "server/middleware-manifest.json": { middleware: { "/": {} } } }],
    [
      "has a proxy for Node",
      /proxy/,
      { "server/functions-config-manifest.json": { functions: { "/_middleware": {} } } },
    ],
    ["has another version of rules", /version 4/, { "routes-manifest.json": { ...RULES, version: 4 } }],
    ["has a prefix", /prefix/, { "routes-manifest.json": { ...RULES, basePath: "/base" } }],
    [
      "adds headers",
      /rule for/,
      { "routes-manifest.json": { ...RULES, headers: [{ source: "/api/:x*", regex: "^/api" }] } },
    ],
    ["answered by itself", /by the build/, { "prerender-manifest.json": { routes: { "/api/a/[one]": {} } } }],
  ])("are left to Next where the build %s", async (_what, words, changed) => {
    await expect(loadRoutes(build(changed))).rejects.toThrow(words);
  });
});
