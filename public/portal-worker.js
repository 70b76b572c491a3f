/*
 * The portal's offline worker: one for each session, over that session's pages and nothing else. It keeps what was
 * loaded, in a cache of this session alone, and serves it when there is no network. Nothing is served from the cache
 * while the server answers, but for files whose name changes with their content. The cache goes when the session is
 * signed out of, refused (401, 410) or over; edits that were not sent go with it after signing out, and are else kept as
 * text for anyone who typed them.
 */

/** Raise when what is kept, or how, changes: the cache of an older worker is not read. */
const VERSION = 1;
const SCOPE = new URL(self.registration.scope).pathname.replace(/\/$/, "");
const GRANT = SCOPE.split("/")[3];
const CACHE = `hedgerow-portal-${GRANT}`;
/** The database of unsent edits, as the pages name it. */
const EDITS = CACHE;
const FACTS = `${SCOPE}/kept-by-this-worker`;
/** Map tiles can be many; pages and scripts never are. */
const MOST_ENTRIES = 800;

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

async function facts() {
  const found = await kept(FACTS);
  return found === undefined ? {} : found.json();
}

self.addEventListener("message", (event) => {
  const { type, urls, expiresAt } = event.data ?? {};
  if (type === "keep") event.waitUntil(keep(urls, expiresAt));
  if (type === "forget") event.waitUntil(wipe());
  if (type === "how-served") event.ports[0]?.postMessage({ keptAt: servedFromCache.get(event.source?.id) ?? null });
});

/** The first page of a session loads before its worker runs, so it names what it loaded. */
async function keep(urls, expiresAt) {
  const body = JSON.stringify({ version: VERSION, expiresAt });
  await write((cache) => cache.put(FACTS, new Response(body, { headers: { "Content-Type": "application/json" } })));
  for (const url of urls) await keepOne(url);
  // The page itself comes first, and its later parts only where data is not being saved.
  if (self.navigator.connection?.saveData === true) return;
  for (const url of urls) await keepParts(url);
}

async function keepOne(url) {
  if (isForgotten) return;
  const request = new Request(url, { credentials: "same-origin" });
  if (kindOf(request) === null || (await kept(request)) !== undefined) return;
  const response = await fetch(request, { redirect: "manual" }).catch(() => null);
  if (response !== null) await store(request, response);
}

/** Scripts whose parts are kept, or on their way. */
const followed = new Set();

/**
 * What a kept script may ask for later, such as the map or a chart: a page that can be read without a network can be
 * scrolled without one too. The bundler writes the names of such parts into the script that asks for them.
 */
async function keepParts(url) {
  const { pathname } = new URL(url, self.location.origin);
  if (isForgotten || followed.has(pathname) || !/^\/_next\/static\/.*\.js$/.test(pathname)) return;
  followed.add(pathname);
  const script = await kept(new Request(pathname));
  if (script === undefined) return;
  const names = (await script.text()).match(/"static\/chunks\/[\w.~-]+\.(?:js|css)"/g) ?? [];
  for (const name of new Set(names)) {
    const part = new URL(`/_next/${name.slice(1, -1)}`, self.location.origin).href;
    await keepOne(part);
    await keepParts(part);
  }
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

/** The server's answer, kept; what was kept, only when there is none. */
async function fromNetwork(event) {
  const { request } = event;
  let response;
  try {
    response = await fetch(request);
  } catch {
    return fromCache(event);
  }
  if (response.status === 401 || response.status === 410) event.waitUntil(end());
  else if (response.type === "opaqueredirect") event.waitUntil(endIfRefused(request.url));
  else event.waitUntil(store(request, response.clone()));
  return response;
}

/** Pages of a session that is over lead to the page that says so. */
async function endIfRefused(url) {
  const response = await fetch(url).catch(() => null);
  if (response !== null && new URL(response.url).pathname === "/portal/expired") await end();
}

async function store(request, response) {
  const isData = request.headers.get("rsc") !== null || /pdf/.test(response.headers.get("content-type") ?? "");
  // An empty tile is an answer too: without it the map would ask for it in vain.
  const isEmpty = response.status === 204;
  if ((response.status !== 200 && !isEmpty) || response.redirected || isData) return;
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
  const { expiresAt } = await facts();
  if (typeof expiresAt === "string" && Date.parse(expiresAt) < Date.now()) {
    await keepUnsent();
    await wipe();
    return request.mode === "navigate" ? page("This link has expired", "Connect to the internet and open the link from your farm software again.") : Response.error();
  }
  const found = await kept(request);
  if (found === undefined) {
    return request.mode === "navigate"
      ? page("Not on this device", "You are offline, and this page was not opened before. Go back to one that was, or try again with a connection.")
      : Response.error();
  }
  if (request.mode === "navigate") servedFromCache.set(event.resultingClientId, found.headers.get("X-Kept-At"));
  return found;
}

const page = (title, text) =>
  new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><main><h1>${title}</h1><p>${text}</p><p>A result of this service is never a clearance to apply.</p></main></html>`,
    { status: 503, headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "default-src 'none'" } },
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
    const from = await answerOf(indexedDB.open(EDITS));
    const isOpened = from.objectStoreNames.contains("session");
    const left = isOpened ? await answerOf(from.transaction("session").objectStore("session").get("edits")) : undefined;
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
