import type { ToKeep } from "@/lib/views/portal/offline";

/** The worker's file. It stands at the root, so that it may serve the pages of any one session; the page names which. */
const WORKER = "/portal-worker.js";

/** MapLibre's own worker, which no script of the page names as a whole. A test holds the version to the package's. */
export const MAP_WORKER = "/maplibre/6.17.0/maplibre-gl-worker.mjs";

/** Opens a link that this device opened before. A worker of its own: it stands over links, never over pages. */
const LINK_WORKER = "/portal-link-worker.js";
export const LINK_SCOPE = "/portal/f/";

interface Watchers {
  onEnded: () => void;
  /** When the oldest of the pages was kept; null: not all of them are. */
  onKept: (at: string | null) => void;
}

/**
 * Starts the offline worker of a session, and names it what this page has loaded so far and what goes with it. `look`: how
 * pages look, such as their theme; a kept page of another look is asked for again.
 */
export function startWorker(wanted: ToKeep & { look: string }, { onEnded, onKept }: Watchers): () => void {
  if (!("serviceWorker" in navigator)) return () => undefined;
  const { serviceWorker } = navigator;
  const listen = ({ data }: MessageEvent<{ type?: string } | null>): void => {
    if (data?.type === "ended") onEnded();
  };
  serviceWorker.addEventListener("message", listen);
  // A browser that refuses, as in some private windows, has a portal that needs the network.
  void begin(wanted, onKept).catch(() => undefined);
  return () => serviceWorker.removeEventListener("message", listen);
}

async function begin({ grant, ...wanted }: ToKeep & { look: string }, onKept: Watchers["onKept"]): Promise<void> {
  await navigator.serviceWorker.register(WORKER, { scope: `/portal/g/${grant}`, updateViaCache: "none" });
  const { active } = await navigator.serviceWorker.ready;
  await pageLoaded();
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<{ keptAt: string | null }>) => onKept(data.keptAt);
  active?.postMessage({ type: "keep", urls: loadedUrls(grant), savesData: savesData(), ...wanted }, [port2]);
  if (wanted.link !== null) {
    await navigator.serviceWorker.register(LINK_WORKER, { scope: LINK_SCOPE, updateViaCache: "none" });
  }
}

/** Something of the session was saved: what is kept of its pages tells what was. */
export const markStale = (): void => tell({ type: "stale" });

/** Keeps files of the session beside its pages, such as the tiles around a field, but where data is being saved. */
export const keepFiles = (list: () => Promise<readonly string[]>): void => {
  if (savesData()) return;
  // Without their script there are none to keep: the next page tries again.
  void list().then(
    (urls) => tell({ type: "keep-files", urls }),
    () => undefined,
  );
};

/** Whether the reader asked this device to save data. A browser that does not say keeps everything. */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Once the worker of this page runs; a browser without one keeps nothing. */
function tell(message: unknown): void {
  if (!("serviceWorker" in navigator)) return;
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(message));
}

const pageLoaded = (): Promise<void> =>
  document.readyState === "complete"
    ? Promise.resolve()
    : new Promise((resolve) => window.addEventListener("load", () => resolve(), { once: true }));

/** This page and the files that it uses: the application's, and the provider's own looks. */
function loadedUrls(grant: string): string[] {
  const looks = [`/portal/g/${grant}/brand.css`, `/portal/g/${grant}/logo`];
  const files = performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => {
      const { pathname } = new URL(name);
      return /^\/(_next\/static|maplibre)\//.test(pathname) || looks.includes(pathname);
    });
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
