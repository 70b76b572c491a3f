import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { languageOf } from "./language.mjs";
import { plainPage } from "./plain-page.mjs";

const WINDOW_S = 60;
/** As `RATE_LIMIT_ADDRESS_PER_MIN` of lib/runtime/env.ts; a test compares the two. */
export const ADDRESS_PER_MIN = 6_000;

/** Files that never change, and the question whether this process is alive: neither costs what a limit protects. */
const FREE = /^\/(_next\/static\/|maplibre\/|icon\.svg$|favicon\.ico$|api\/(health|ready)$)/;
/** Answers in JSON, which their routes refuse in words of their own. Everything else is refused here. */
const JSON_ROUTES = /^\/(mcp$|(api|portal\/g\/[^/]+\/api)\/)/;

/**
 * Counts every request of an address once, whichever way it comes in. The routes of JSON get the verdict in a header that
 * clients cannot set. A page has no say over its status, so it is refused here.
 *
 * @param {string | undefined} perMinute
 * @returns {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => Promise<boolean>}
 *   false when the request was answered
 */
export function countAddresses(perMinute) {
  const points = Number(perMinute || ADDRESS_PER_MIN);
  const limiter = new RateLimiterMemory({ points, duration: WINDOW_S });
  return async (request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?", 1);
    request.headers["x-hedgerow-limit"] = `within;r=${points};t=${WINDOW_S}`;
    if (FREE.test(path)) return true;
    const { isSpent, remaining, resetS } = await consume(limiter, request.headers["x-hedgerow-peer"]);
    request.headers["x-hedgerow-limit"] = `${isSpent ? "spent" : "within"};r=${remaining};t=${resetS}`;
    if (!isSpent || JSON_ROUTES.test(path)) return true;
    refusePage(request, response, points, resetS);
    return false;
  };
}

async function consume(limiter, address) {
  const counted = (isSpent, { remainingPoints, msBeforeNext }) => ({
    isSpent,
    remaining: Math.max(0, remainingPoints),
    resetS: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  });
  try {
    return counted(false, await limiter.consume(address));
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return counted(true, refused);
  }
}

const WORDS = {
  en: {
    title: "Please wait",
    text: (seconds) => `Too many requests came from your network. Wait ${seconds} seconds, then load this page again.`,
    again: "Load this page again",
  },
  es: {
    title: "Espere, por favor",
    text: (seconds) =>
      `Llegaron demasiadas solicitudes desde su red. Espere ${seconds} segundos y cargue esta página de nuevo.`,
    again: "Cargar esta página de nuevo",
  },
};

function refusePage(request, response, limit, retryAfterS) {
  const { title, text, again } = WORDS[languageOf(request)];
  response.writeHead(429, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Retry-After": String(retryAfterS),
    RateLimit: `"default";r=0;t=${retryAfterS}`,
    "RateLimit-Policy": `"default";q=${limit};w=${WINDOW_S}`,
  });
  response.end(plainPage(request, { title, text: text(retryAfterS), again }));
}
