/** The worker's file. It stands at the root, so that it may serve the pages of any one session; the page names which. */
const WORKER = "/portal-worker.js";

/** MapLibre's own worker, which no script of the page names as a whole. A test holds the version to the package's. */
export const MAP_WORKER = "/maplibre/6.17.0/maplibre-gl-worker.mjs";

/** Starts the offline worker of a session, and names it what this page has loaded so far. */
export function startWorker(grant: string, expiresAt: string, onEnded: () => void): () => void {
  if (!("serviceWorker" in navigator)) return () => undefined;
  const { serviceWorker } = navigator;
  const listen = ({ data }: MessageEvent<{ type?: string } | null>): void => {
    if (data?.type === "ended") onEnded();
  };
  serviceWorker.addEventListener("message", listen);
  // A browser that refuses, as in some private windows, has a portal that needs the network.
  void begin(grant, expiresAt).catch(() => undefined);
  return () => serviceWorker.removeEventListener("message", listen);
}

async function begin(grant: string, expiresAt: string): Promise<void> {
  await navigator.serviceWorker.register(WORKER, { scope: `/portal/g/${grant}`, updateViaCache: "none" });
  const { active } = await navigator.serviceWorker.ready;
  await pageLoaded();
  active?.postMessage({ type: "keep", urls: loadedUrls(), expiresAt });
}

const pageLoaded = (): Promise<void> =>
  document.readyState === "complete"
    ? Promise.resolve()
    : new Promise((resolve) => window.addEventListener("load", () => resolve(), { once: true }));

/** This page and the files of the application that it uses. */
function loadedUrls(): string[] {
  const files = performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => /^\/(_next\/static|maplibre)\//.test(new URL(name).pathname));
  return [...new Set([location.href.split("#")[0] ?? location.href, ...files, MAP_WORKER])];
}

/** Set by the worker on what it kept: an answer without it came from the server just now. */
const KEPT_AT = "X-Kept-At";

/** Whether the server answers for this page again. The worker keeps the answer, so that the device has the new one. */
export async function isServerBack(): Promise<boolean> {
  try {
    const response = await fetch(location.href, { cache: "no-store" });
    return response.ok && !response.headers.has(KEPT_AT);
  } catch {
    return false;
  }
}

/** When the worker kept what this page shows; null: it came from the server. */
export async function howServed(): Promise<string | null> {
  const controller = "serviceWorker" in navigator ? navigator.serviceWorker.controller : null;
  if (controller === null) return null;
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<{ keptAt: string | null }>) => resolve(data.keptAt);
    controller.postMessage({ type: "how-served" }, [port2]);
  });
}
