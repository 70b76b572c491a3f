/*
 * The portal's offline worker: one for each session, over that session's pages and nothing else. With the first page of
 * a field it keeps all of them, with their scripts, the map's, and the tiles around the field, in a cache of this
 * session alone, and serves them when there is no network. Nothing is served from the cache while the server answers,
 * but for files whose name changes with their content, and for a page whose answer is long in coming: it says of when it
 * is. The cache goes when the session is signed out of, refused (401, 410) or over; edits that were not sent go with it
 * after signing out, and are else kept as text for anyone who typed them.
 */

/** Raise when what is kept, or how, changes: the cache of an older worker is not read. */
const VERSION = 3;
const SCOPE = new URL(self.registration.scope).pathname.replace(/\/$/, "");
const GRANT = SCOPE.split("/")[3];
const CACHE = `hedgerow-portal-${GRANT}`;
/** The database of unsent edits, as the pages name it. */
const EDITS = CACHE;
const FACTS = `${SCOPE}/kept-by-this-worker`;
/** Map tiles can be many; pages and scripts never are. */
const MOST_ENTRIES = 800;
/** A kept page that is older is asked for again when another page of its field is opened. */
const FRESH_MS = 5 * 60_000;
/** How long a page that is kept is waited for when the network is there and says nothing. */
const PATIENCE_MS = 8_000;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      if ((await facts()).version !== VERSION) await caches.delete(CACHE);
      await self.clients.claim();
    })(),
  );
});

/** Set when the session's pages are forgotten: what is still on its way then must not be kept after all. */
let isForgotten = false;

async function write(work) {
  if (isForgotten) return;
  await work(await caches.open(CACHE));
  if (isForgotten) await caches.delete(CACHE);
}

/** Asking makes no cache where there is none. */
const kept = (request) => caches.match(request, { cacheName: CACHE, ignoreVary: true });

/** A page without a query stands for the one that is kept of its path, where there is only one. */
async function keptPage(request) {
  const exact = await kept(request);
  const { pathname, search } = new URL(request.url);
  if (exact !== undefined || request.mode !== "navigate" || search !== "") return exact;
  const same = (await keptRequests()).filter(({ url }) => new URL(url).pathname === pathname);
  return same.length === 1 ? kept(same[0]) : undefined;
}

/** Asking makes no cache where there is none. */
const keptRequests = async () => ((await caches.has(CACHE)) ? (await caches.open(CACHE)).keys() : []);

/** What this worker says by itself, in the language of the pages that it keeps. */
const WORDS = {
  en: {
    expired: "This link has expired",
    expiredText: "Connect to the internet and open the link from your farm software again.",
    notHere: "Not on this device",
    notHereText: "You are offline, and this page is not kept here. These are, or try again with a connection.",
    aPage: "A page",
    standing: "A result of this service is never a clearance to apply.",
  },
  es: {
    expired: "Este enlace venció",
    expiredText: "Conéctese a internet y abra de nuevo el enlace desde su programa agrícola.",
    notHere: "No está en este dispositivo",
    notHereText: "Usted está sin conexión, y esta página no está guardada aquí. Estas sí lo están; o intente de nuevo con conexión.",
    aPage: "Una página",
    standing: "Un resultado de este servicio nunca es una autorización para aplicar.",
  },
};

/** The pages name their look, which ends with their language; an earlier version named none. */
const languageOf = ({ look }) => (/ es$/.test(look ?? "") ? "es" : "en");

async function facts() {
  const found = await kept(FACTS);
  return found === undefined ? {} : found.json();
}

self.addEventListener("message", (event) => {
  const { type, urls } = event.data ?? {};
  if (type === "keep") event.waitUntil(keep(event.data, event.ports[0]));
  if (type === "keep-files") event.waitUntil(keepAll(urls));
  if (type === "stale") event.waitUntil(markStale());
  if (type === "forget") event.waitUntil(wipe());
  if (type === "how-served") event.ports[0]?.postMessage({ keptAt: servedFromCache.get(event.source?.id) ?? null });
});

/**
 * Keeps what a page names: the files that it loaded before this worker ran, all pages of its field, and under which link
 * the session can be opened without a network. The port hears when all of it is kept. `savesData`: the device's
 * setting as the page reads it, which a browser may keep from this worker.
 */
async function keep({ urls, pages, link, start, expiresAt, look, savesData }, port) {
  const before = await facts();
  await putJson(FACTS, { version: VERSION, expiresAt, look, isStale: false });
  if (link !== null) await putJson(`${SCOPE}/opened-by/${link}`, { start, expiresAt, at: new Date().toISOString() });
  await keepAll(urls);
  // The page itself comes first, and its later parts only where data is not being saved.
  if (savesData !== true && self.navigator.connection?.saveData !== true) {
    for (const url of pages) await keepPage(url, before.isStale === true || before.look !== look);
    for (const url of urls) await keepParts(url);
  }
  port?.postMessage({ keptAt: await oldestOf(pages) });
}

async function keepAll(urls) {
  for (const url of urls) await keepOne(url);
}

async function putJson(url, value) {
  const headers = { "Content-Type": "application/json" };
  await write((cache) => cache.put(url, new Response(JSON.stringify(value), { headers })));
}

/** Something was saved, so that every kept page tells what was. */
async function markStale() {
  await putJson(FACTS, { ...(await facts()), isStale: true });
}

const keptAtOf = (response) => response?.headers.get("X-Kept-At") ?? null;

/** When the oldest of these pages was kept; null while one of them is not. */
async function oldestOf(urls) {
  const times = await Promise.all(urls.map(async (url) => keptAtOf(await kept(url))));
  return times.includes(null) ? null : (times.sort()[0] ?? null);
}

/** A page that may never have been opened, with the scripts and styles that it names. */
async function keepPage(url, isStale) {
  const age = Date.now() - Date.parse(keptAtOf(await kept(url)) ?? "1970-01-01");
  if (isForgotten || (!isStale && age < FRESH_MS)) return;
  const request = new Request(url, { credentials: "same-origin", headers: { Accept: "text/html" } });
  const response = await fetch(request, { redirect: "manual" }).catch(() => null);
  if (response === null) return;
  if (response.type === "opaqueredirect") return endIfRefused(url);
  await store(request, response);
  const html = (await (await kept(url))?.text()) ?? "";
  const files = new Set(html.match(/\/_next\/static\/[\w./~-]+\.(?:js|css|woff2)/g) ?? []);
  for (const file of files) {
    await keepOne(file);
    await keepParts(file);
  }
}

async function keepOne(url) {
  if (isForgotten) return;
  const request = new Request(url, { credentials: "same-origin" });
  if (kindOf(request) === null || (await kept(request)) !== undefined) return;
  const response = await fetch(request, { redirect: "manual" }).catch(() => null);
  if (response !== null) await store(request, response);
}

/** Scripts whose parts are all kept. */
const whole = new Set();

/**
 * What a kept script may ask for later, such as the map or a chart: a page that can be read without a network can be
 * scrolled without one too. The bundler writes the names of such parts into the script that asks for them. False: some
 * part could not be had, and is asked for again with the next page.
 */
async function keepParts(url, seen = new Set()) {
  const { pathname } = new URL(url, self.location.origin);
  if (isForgotten || whole.has(pathname) || seen.has(pathname) || !/^\/_next\/static\/.*\.js$/.test(pathname)) return true;
  seen.add(pathname);
  const script = await kept(new Request(pathname));
  if (script === undefined) return false;
  const names = (await script.text()).match(/"static\/chunks\/[\w.~-]+\.(?:js|css)"/g) ?? [];
  let isWhole = true;
  for (const name of new Set(names)) {
    const part = new URL(`/_next/${name.slice(1, -1)}`, self.location.origin).href;
    await keepOne(part);
    isWhole = (await kept(new Request(part))) !== undefined && (await keepParts(part, seen)) && isWhole;
  }
  if (isWhole) whole.add(pathname);
  return isWhole;
}

/** What a request is to this worker: a page or data of this session, a file of the application, or none of its business. */
function kindOf(request) {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return null;
  if (url.pathname === SCOPE || url.pathname.startsWith(`${SCOPE}/`)) return "session";
  return /^\/(_next\/static|maplibre)\//.test(url.pathname) ? "file" : null;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  // The form's own answer leads away from here; whatever it says, this device forgets the session.
  if (request.method === "POST" && url.pathname === `${SCOPE}/sign-out`) {
    event.waitUntil(wipe());
    return;
  }
  const kind = kindOf(request);
  if (kind === "session") event.respondWith(fromNetwork(event));
  if (kind === "file") event.respondWith(fileFor(event));
});

/** Files named by their content never change: what is kept is as good as new. */
async function fileFor(event) {
  const found = await kept(event.request);
  if (found !== undefined && /immutable/.test(found.headers.get("cache-control") ?? "")) return found;
  return fromNetwork(event);
}

/** The server's answer, kept; what was kept, only when there is none, or none in time. */
async function fromNetwork(event) {
  const { request } = event;
  const asking = fetch(request).then((response) => answered(event, response));
  try {
    const answer = await (request.mode === "navigate" ? inTime(asking, request) : asking);
    if (answer !== null) return answer;
    event.waitUntil(asking.catch(() => undefined));
  } catch {
    // There is no network.
  }
  return fromCache(event);
}

/** Null: the answer is long in coming, and the page is kept. A gateway that speaks for a server that is gone is no answer. */
async function inTime(asking, request) {
  if ((await keptPage(request)) === undefined) return asking;
  const patience = new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  const answer = await Promise.race([asking, patience]);
  return answer !== null && [502, 503, 504].includes(answer.status) ? null : answer;
}

/** Looks at the server's answer for what it says about the session, and keeps it. */
function answered(event, response) {
  const { request } = event;
  if (response.status === 401 || response.status === 410) event.waitUntil(end());
  else if (response.type === "opaqueredirect") event.waitUntil(endIfRefused(request.url));
  // A copy that no one reads would be held in memory as a whole.
  else if (isKeepable(request, response)) event.waitUntil(store(request, response.clone()));
  return response;
}

/** The query of the list that a page of a field leads to which left the group (lib/http/portal/refusal-path.ts). */
const GONE = "?field=gone";

/** Pages of a session that is over lead to the page that says so, and those of a field that left a group to its list. */
async function endIfRefused(url) {
  const response = await fetch(url).catch(() => null);
  if (response === null) return;
  const { pathname, search } = new URL(response.url);
  // A file's link leads there for a page alone: what asks otherwise is answered with 401.
  if (response.status === 401 || pathname === "/portal/expired") await end();
  else if (search === GONE) await write((cache) => cache.delete(url, { ignoreVary: true }));
}

/**
 * Pages, scripts, and tiles. An empty tile is an answer too: without it the map would ask for it in vain. A file that is
 * downloaded stands by itself, without the page that says of when it is, so that an old one must not be given out again.
 */
function isKeepable(request, response) {
  const isFile = /^attachment/.test(response.headers.get("content-disposition") ?? "");
  const isAnswer = response.status === 200 || response.status === 204;
  // The list that a field has left is kept by its own address, without saying so for good.
  const isOfGone = new URL(request.url).search === GONE;
  return isAnswer && !response.redirected && !isFile && !isOfGone && request.headers.get("rsc") === null;
}

async function store(request, response) {
  if (!isKeepable(request, response)) return;
  const isEmpty = response.status === 204;
  const headers = new Headers(response.headers);
  headers.set("X-Kept-At", new Date().toISOString());
  const copy = new Response(isEmpty ? null : await response.blob(), { status: response.status, headers });
  await write(async (cache) => {
    await cache.put(request, copy);
    if (Math.random() < 0.05) await thin(cache);
  });
}

async function thin(cache) {
  const requests = await cache.keys();
  const tiles = requests.filter(({ url }) => new URL(url).pathname.startsWith(`${SCOPE}/tiles/`));
  for (const request of tiles.slice(0, Math.max(0, requests.length - MOST_ENTRIES))) await cache.delete(request);
}

/** By client: when what it shows was kept. */
const servedFromCache = new Map();

async function fromCache(event) {
  const { request } = event;
  const known = await facts();
  const { expiresAt } = known;
  const words = WORDS[languageOf(known)];
  if (typeof expiresAt === "string" && Date.parse(expiresAt) < Date.now()) {
    await keepUnsent();
    await wipe();
    return request.mode === "navigate" ? page(known, words.expired, words.expiredText) : Response.error();
  }
  const found = await keptPage(request);
  if (found === undefined) {
    return request.mode === "navigate"
      ? page(known, words.notHere, words.notHereText, await keptLinks(words))
      : Response.error();
  }
  if (request.mode === "navigate") servedFromCache.set(event.resultingClientId, found.headers.get("X-Kept-At"));
  return found;
}

/** The pages that are kept, by their titles. */
async function keptLinks(words) {
  const requests = (await keptRequests()).filter(({ url }) => new URL(url).pathname.startsWith(SCOPE));
  const links = await Promise.all(
    requests.map(async (request) => {
      const response = await kept(request);
      if (!/html/.test(response?.headers.get("content-type") ?? "")) return "";
      const title = /<title>([^<]*)<\/title>/.exec(await response.text())?.[1] ?? words.aPage;
      const { pathname, search } = new URL(request.url);
      return `<li><a href="${`${pathname}${search}`.replace(/[&"<]/g, (sign) => `&#${sign.charCodeAt(0)};`)}">${title}</a></li>`;
    }),
  );
  return `<ul>${links.join("")}</ul>`;
}

/** As plain as the pages of the portal look without their style sheet, which may not be here; a link is as high as a thumb. */
const STYLE =
  "body{margin:0;font:1.0625rem/1.5 system-ui,sans-serif}main{max-width:40rem;margin:0 auto;padding:1rem}h1{font-size:1.625rem;line-height:1.25}ul{margin:0;padding:0;list-style:none}a{display:flex;align-items:center;min-height:3rem;color:inherit;font-weight:600}li+li{border-top:1px solid}";

/** Light and dark as the pages name their theme; in full sun light. */
const schemeOf = ({ look = "" }) => (look.startsWith("dark") ? "dark" : look.startsWith("auto") ? "light dark" : "light");

const page = (known, title, text, links = "") =>
  new Response(
    `<!doctype html><html lang="${languageOf(known)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="${schemeOf(known)}"><title>${title}</title><style>${STYLE}</style><main><h1>${title}</h1><p>${text}</p>${links}<p>${WORDS[languageOf(known)].standing}</p></main></html>`,
    {
      status: 503,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
      },
    },
  );

/** Forgets the session, but for what was not sent, and tells its open pages. */
async function end() {
  await keepUnsent();
  await wipe();
  for (const client of await self.clients.matchAll()) client.postMessage({ type: "ended" });
}

async function wipe() {
  isForgotten = true;
  await caches.delete(CACHE);
  await new Promise((resolve) => {
    const deleting = indexedDB.deleteDatabase(EDITS);
    deleting.onsuccess = deleting.onerror = deleting.onblocked = resolve;
  });
  await self.registration.unregister();
}

const answerOf = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Hands what was typed and not saved to the page that says that the session is over. */
async function keepUnsent() {
  try {
    const reading = indexedDB.open(EDITS);
    // A page has forgotten it already: opening it would make it again, and this worker may end before it deletes it.
    reading.onupgradeneeded = () => reading.transaction.abort();
    const from = await answerOf(reading);
    const left = await answerOf(from.transaction("session").objectStore("session").get("edits"));
    from.close();
    const edits = [...(left?.queued ?? []), ...(left?.refused ?? [])];
    if (edits.length === 0) return;
    const opening = indexedDB.open("hedgerow-unsent", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("unsent");
    const to = await answerOf(opening);
    const store = to.transaction("unsent", "readwrite").objectStore("unsent");
    await Promise.all(edits.map((edit) => answerOf(store.put(edit, `${edit.madeAt} ${edit.item}`))));
    to.close();
  } catch {
    // A browser that keeps nothing has nothing to hand over.
  }
}
