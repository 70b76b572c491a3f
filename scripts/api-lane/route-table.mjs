/** Paths that Next's router would hand on as they are: nothing to decode, to fold or to redirect. */
const PLAIN_PATH = /^(\/(?!\.\.?(\/|$))[A-Za-z0-9._~-]+)+$/;
/** Names of Next's own, which its router takes out of a query. */
const NAMES_OF_NEXT = /(^|&)(_rsc|nxt|__next|amp)/i;

/**
 * The routes of a build by path, in the order of Next's router: a fixed name wins over a parameter, that over a route for
 * all the rest.
 *
 * @template Route
 * @param {[page: string, route: Route][]} pages as `/api/v2/products/[registration]`
 * @returns {(url: string) => { route: Route, params: Record<string, string | string[]> | undefined } | null}
 *   null: the url is for Next
 */
export function routeTable(pages) {
  const fixed = new Map(pages.filter(([page]) => !page.includes("[")));
  const patterns = pages.filter(([page]) => page.includes("[")).map(([page, route]) => ({ ...patternOf(page), route }));
  patterns.sort((a, b) => a.rank.localeCompare(b.rank));
  return (url) => {
    const end = url.indexOf("?");
    const path = end === -1 ? url : url.slice(0, end);
    if (!PLAIN_PATH.test(path) || (end !== -1 && NAMES_OF_NEXT.test(url.slice(end + 1)))) return null;
    const route = fixed.get(path);
    if (route !== undefined) return { route, params: undefined };
    const parts = path.slice(1).split("/");
    for (const pattern of patterns) {
      const params = paramsOf(pattern, parts);
      if (params !== null) return { route: pattern.route, params };
    }
    return null;
  };
}

/** What a pattern's parts are, and its place: by its first part that differs, the most fixed one first. */
function patternOf(page) {
  const parts = page
    .slice(1)
    .split("/")
    .map((part) => {
      const [, isOptional, isRest, name] = /^\[(\[)?(\.\.\.)?(\w+)\]\]?$/.exec(part) ?? [];
      if (name === undefined) return { kind: "fixed", name: part };
      if (isRest === undefined) return { kind: "one", name };
      return { kind: isOptional === undefined ? "rest" : "optional", name };
    });
  const ranks = { fixed: "0", one: "1", rest: "2", optional: "3" };
  return { parts, rank: parts.map(({ kind }) => ranks[kind]).join("") };
}

function paramsOf({ parts }, asked) {
  const params = {};
  for (const [index, { kind, name }] of parts.entries()) {
    if (kind === "rest" || kind === "optional") {
      const rest = asked.slice(index);
      if (rest.length === 0) return kind === "optional" ? params : null;
      return { ...params, [name]: rest };
    }
    const own = asked[index];
    if (own === undefined || (kind === "fixed" && own !== name)) return null;
    if (kind === "one") params[name] = own;
  }
  return asked.length === parts.length ? params : null;
}
