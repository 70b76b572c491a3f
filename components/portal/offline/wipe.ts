import { wipeStore } from "@/components/portal/edits/store";

/** Where the service worker keeps what it kept of a session; the worker itself has the same rule. */
export const cacheNameOf = (grant: string): string => `hedgerow-portal-${grant}`;

/** Forgets what this browser kept of a session: unsent edits, pages, and the worker that served them. */
export async function wipeSession(grant: string): Promise<void> {
  await Promise.allSettled([wipeStore(grant), wipePages(grant)]);
}

/** Pages without TLS have neither worker nor caches. */
async function wipePages(grant: string): Promise<void> {
  if (!("serviceWorker" in navigator) || !("caches" in window)) return;
  const worker = await navigator.serviceWorker.getRegistration(`/portal/g/${grant}/`);
  await worker?.unregister();
  await caches.delete(cacheNameOf(grant));
}

/** The server does not know this session any more: nothing of it stays, and the server says on the next page what to do. */
export async function endSession(grant: string): Promise<void> {
  await wipeSession(grant);
  location.reload();
}
