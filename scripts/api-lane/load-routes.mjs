import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** What the lane takes from Next. Pages, tools for assistants and everything else stay with it. */
const OF_THE_LANE = /^\/api\/.*\/route$/;
const VERBS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * The handlers of a build's API routes by page: the very functions that Next calls, in the module instances that it calls
 * them in, so that nothing they keep is kept twice.
 *
 * This rests on the inner form of Next's build, so whatever is not as known is an error, and the caller leaves the API to
 * Next. Call it when Next is prepared: its hooks for `require` have to be in place.
 *
 * @param {string} folder the build's
 * @returns {Promise<[page: string, handlers: Map<string, Function>][]>}
 */
export async function loadRoutes(folder) {
  const read = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
  const files = Object.entries(read("server/app-paths-manifest.json")).filter(([name]) => OF_THE_LANE.test(name));
  if (files.length === 0) throw new Error("the build has no routes of the API");
  const pages = files.map(([name]) => name.replace(/\/route$/, ""));
  refuseRules(read, pages);
  const require = createRequire(join(folder, "package.json"));
  return Promise.all(
    files.map(async ([, file], index) => [pages[index], await handlersOf(require(join(folder, "server", file)), file)]),
  );
}

async function handlersOf({ routeModule }, file) {
  // A module is loaded when it is first asked for.
  await routeModule?.ensureUserland?.();
  const exported = routeModule?.userland;
  const handlers = new Map(VERBS.map((verb) => [verb, exported?.[verb]]));
  for (const [verb, handler] of handlers) {
    if (typeof handler !== "function") throw new Error(`${file} gives no ${verb}`);
  }
  // Settings of a route that only Next knows how to honor.
  const settings = Object.keys(exported).filter((name) => !VERBS.includes(name) && name !== "__esModule");
  if (settings.length > 0) throw new Error(`${file} has settings for Next: ${settings.join(", ")}`);
  return handlers;
}

/** What Next would do before a route: run a proxy, rewrite, redirect, add headers, or answer from a file made by the build. */
function refuseRules(read, pages) {
  const { middleware } = read("server/middleware-manifest.json");
  const { functions } = read("server/functions-config-manifest.json");
  if (Object.keys(middleware).length > 0 || "/_middleware" in functions) throw new Error("there is a proxy.ts");
  const { version, basePath, i18n, headers, redirects, rewrites, onMatchHeaders } = read("routes-manifest.json");
  if (version !== 3) throw new Error(`routes-manifest.json has version ${version}`);
  if (basePath !== "" || (i18n ?? null) !== null) throw new Error("addresses have a prefix");
  const rules = [
    headers,
    redirects,
    rewrites.beforeFiles,
    rewrites.afterFiles,
    rewrites.fallback,
    onMatchHeaders,
  ].flat();
  const paths = pages.map((page) => page.replaceAll(/\[+(\.\.\.)?\w+\]+/g, "any"));
  for (const { regex, source } of rules) {
    const path = paths.find((each) => new RegExp(regex).test(each));
    if (path !== undefined) throw new Error(`a rule for ${source} holds for ${path}`);
  }
  const { routes } = read("prerender-manifest.json");
  const made = pages.find((page) => page in routes);
  if (made !== undefined) throw new Error(`${made} was answered by the build`);
}
