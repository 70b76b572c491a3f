/*
 * Opens a portal link that this device opened before, where there is no network: it leads to the session that the link
 * began, whose own worker has the pages. It keeps nothing and reads nothing of a session but where its link begins,
 * found by the link's digest; the sessions' caches go with them, and this worker goes when there is none left.
 */

const CACHES = "hedgerow-portal-";
/** How long a link that could be opened from here waits for a network that says nothing. */
const PATIENCE_MS = 8_000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || request.mode !== "navigate") return;
  if (/^\/portal\/f\/[^/]+$/.test(new URL(request.url).pathname)) event.respondWith(open(request));
});

async function open(request) {
  const start = await keptStart(new URL(request.url).pathname.slice("/portal/f/".length));
  if (start === null) return fetch(request);
  try {
    const patience = new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
    const answer = await Promise.race([fetch(request), patience]);
    // A gateway that speaks for a server that is gone is no answer.
    if (answer !== null && ![502, 503, 504].includes(answer.status)) return answer;
  } catch {
    // There is no network.
  }
  return Response.redirect(start, 303);
}

/** Where the newest session of a link begins on this device; null: it has none. */
async function keptStart(token) {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHES));
  if (names.length === 0) await self.registration.unregister();
  const link = await digestOf(decodeURIComponent(token));
  const found = await Promise.all(names.map((name) => openedBy(name, link)));
  const newest = found.filter((each) => each !== null).sort((a, b) => b.at.localeCompare(a.at))[0];
  return newest === undefined ? null : newest.start;
}

async function openedBy(cacheName, link) {
  const grant = cacheName.slice(CACHES.length);
  const response = await caches.match(`/portal/g/${grant}/opened-by/${link}`, { cacheName });
  return response === undefined ? null : response.json();
}

/** As the server makes it (`linkDigest`): SHA-256 in base64url. */
async function digestOf(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
