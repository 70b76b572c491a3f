import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { resolve } from "node:path";
import next from "next";
import { countAddresses } from "./address-limit.mjs";
import { openApiLane } from "./api-lane.mjs";
import { clientNetwork, connectionLimits, createGuardedServer } from "./connections.mjs";
import { drainOf, stopWaitMs } from "./drain.mjs";
import { inLanguageOf } from "./language.mjs";
import { packAnswers } from "./pack-answers.mjs";
import { pagesByDeadline } from "./page-deadline.mjs";
import { passingFaults } from "./page-faults.mjs";
import { pageHeaders } from "./page-headers.mjs";
import { pagesInTurn, turnless } from "./page-turns.mjs";
import { endWith, logConsole, processLog } from "./process-log.mjs";
import { plainAddress, trustedProxies } from "./proxies.mjs";
import { stopWithParent } from "./setup/stop-with-parent.mjs";
import { serveStaticFiles } from "./static-files.mjs";

/**
 * The web process: Next behind a plain Node server of our own, which adds what Next cannot.
 *
 * - The socket's address for the rate limit, in a header a client cannot forge (it is overwritten here); behind
 *   proxies named in TRUSTED_PROXIES, the last address that none of them added.
 * - `X-Request-ID` on every answer, pages and unknown routes included.
 * - The limit by address for every way in, pages included, whose status Next does not let them choose.
 * - The deadline of pages, for the same reason (./page-deadline.mjs), and what they answer while the database is away (./page-faults.mjs).
 * - Few pages at once, and none for clients that have gone (./page-turns.mjs).
 * - Security headers of pages, with a nonce of each answer.
 * - The language of pages (./language.mjs).
 * - Scripts and styles, packed when they were built (./static-files.mjs).
 * - The API past Next's router (./api-lane.mjs).
 * - Packed answers, and a `Vary` of those for programs that names what they differ by (./pack-answers.mjs).
 * - Limits on connections, so that no client can hold what the others need (./connections.mjs).
 * - A clean stop: readiness fails at once, connections are taken until load balancers know, requests in flight are finished.
 */
const dev = process.argv.includes("--dev");
const port = Number(process.env.PORT ?? 3000);
const hostname = process.env.HOST ?? "0.0.0.0";
const isProxy = trustedProxies(process.env.TRUSTED_PROXIES);

// Development is read by a person.
if (!dev) logConsole();

/** Next takes over connections by upgrading them. Only development needs that, to reload pages. */
const reloading = new EventEmitter();
const app = next({ dev, hostname, port, turbopack: true, httpServer: reloading });
const handle = app.getRequestHandler();
await app.prepare();

const lane = dev || process.env.API_LANE === "off" ? null : await openLane();
const count = countAddresses(process.env.RATE_LIMIT_ADDRESS_PER_MIN);
const serveFile = dev ? null : serveStaticFiles(resolve(process.env.HEDGEROW_DIST_DIR ?? ".next"));
const inTurn = pagesInTurn(turnless(resolve("public")));
const inTime = pagesByDeadline(process.env.REQUEST_DEADLINE_S, (requestId) =>
  processLog.error({ request_id: requestId }, "a page was not answered by the deadline"),
);
const orTryAgain = passingFaults();
const pack = packAnswers();
const protect = pageHeaders({ isDevelopment: dev, imageryUrl: process.env.MAP_IMAGERY_URL });

/** Null where the build is not of the form that the lane knows: Next answers all by itself, only slower. */
async function openLane() {
  try {
    return await openApiLane({ say: (fields, message) => processLog.error(fields, message) });
  } catch (error) {
    processLog.warn({ err: error }, "the API goes by Next's router, which costs more");
    return null;
  }
}

function peerOf(request) {
  const socket = addressOf(request.socket);
  if (!isProxy(socket)) return socket;
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((part) => plainAddress(part.trim()));
  return forwarded.filter((address) => address !== "" && !isProxy(address)).at(-1) ?? socket;
}

/**
 * A path that is no text (`%ff`) names nothing, nor does one of the API with an empty part (`/api/v2/esa-check/`), which
 * Next would answer with a page. Asked for under a name that nothing has, it gets the usual 404.
 */
function wellFormed(url) {
  const [path] = url.split("?", 1);
  if (isText(path) && !/^\/api\/(.*\/)?(\/|$)/.test(path)) return url;
  const base =
    ["/api/v1/", "/api/v2/"].find((prefix) => path.startsWith(prefix)) ?? (path.startsWith("/api/") ? "/api/" : "/");
  return `${base}malformed-path`;
}

function isText(path) {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** One span a request, where the process traces (lib/runtime/tracing). A path may open a portal and stands in none. */
function answer(request, response) {
  const tracer = globalThis.hedgerowTracer;
  if (tracer === undefined) return answerNow(request, response);
  const { method } = request;
  const headers = { get: (name) => request.headers[name] ?? null };
  return tracer.inSpan({ name: `${method} ${areaOf(request)}`, kind: "server", headers }, async () => {
    await answerNow(request, response);
    tracer.describe({
      "http.request.method": method,
      "http.response.status_code": response.statusCode,
      "hedgerow.area": areaOf(request),
      "hedgerow.request_id": request.headers["x-request-id"],
    });
  });
}

async function answerNow(request, response) {
  const sent = request.headers["x-request-id"];
  const requestId = typeof sent === "string" && /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : randomUUID();
  request.headers["x-request-id"] = requestId;
  request.headers["x-hedgerow-peer"] = clientNetwork(peerOf(request));
  response.setHeader("X-Request-ID", requestId);
  response.setMaxListeners(MOST_LISTENERS);
  request.url = wellFormed(request.url);
  countAnswer(request, response);
  protect(request, response);
  pack(request, response);
  try {
    if (!(await count(request, response))) return;
    if (serveFile?.(request, response) === true) return;
    if (lane === null || !(await lane(request, response))) {
      await inLanguageOf(request, () =>
        inTime(request, response, () =>
          orTryAgain(request, response, () => inTurn(request, response, () => handle(request, response))),
        ),
      );
    }
  } catch (error) {
    processLog.error({ err: error, request_id: requestId }, "a request failed outside of its handler");
    if (!response.headersSent) response.writeHead(500);
    response.end();
  }
}

/** What stands before a route hears of an answer's end, and so do parts of Next: more than ten are no leak. */
const MOST_LISTENERS = 20;

const AREAS = ["api", "mcp", "portal", "console", "docs", "verify", "_next"];

function areaOf({ url }) {
  const [, first] = url.split(/[/?]/, 2);
  return AREAS.includes(first) ? first : "other";
}

/** Counts every answer, also those that no route of the API gives: pages, files, and what is refused here. */
function countAnswer(request, response) {
  const area = areaOf(request);
  response.once("close", async () => {
    // Made by a bundle of Next's; a start that failed has said so.
    const deps = await globalThis.hedgerowDeps?.catch(() => undefined);
    deps?.metrics.sent({ area, status: response.statusCode });
  });
}

const limits = connectionLimits(process.env);
const addressOf = (socket) => plainAddress(socket.remoteAddress ?? "unknown");
const server = createGuardedServer({ ...limits, addressOf, isProxy }, answer);
const drain = drainOf(server);
const waitMs = stopWaitMs(process.env.STOP_WAIT_S);
if (dev) {
  server.on("upgrade", (request, socket, head) => {
    if (request.url.startsWith("/_next/")) reloading.emit("upgrade", request, socket, head);
    else socket.destroy();
  });
}
/** Next keeps a process alive whatever it throws. One that cannot listen is of no use, and its supervisor has to know. */
server.on("error", (error) => {
  if (server.listening) {
    processLog.error({ err: error }, "the server could not take a connection");
    return;
  }
  endWith(`cannot listen on ${hostname}:${port} (${error.code}); set PORT to another port`);
});
server.listen(port, hostname, () => {
  processLog.info(`listening on http://localhost:${server.address().port}`);
  process.send?.({ ready: true });
});

/** What was traced last is sent, and no receiver that is away keeps the process. */
const closeTracer = async () => {
  await globalThis.hedgerowTracer?.close().catch(() => undefined);
};

let stopping = false;
/** Read by `/api/ready`. */
globalThis.hedgerowIsStopping = () => stopping;
function stop() {
  if (stopping) return;
  stopping = true;
  drain.announce();
  setTimeout(() => {
    drain.close(() => void closeTracer().then(() => process.exit(0)));
    // Anyone who still holds a connection after this has lost patience before us.
    setTimeout(() => process.exit(0), 95_000).unref();
  }, waitMs);
}
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
stopWithParent(stop);
