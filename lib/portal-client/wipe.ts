import { cacheNameOf } from "@/lib/portal-client/cache-name";
import { wipeStash } from "@/lib/portal-client/stash";
import { readLeft, wipeStore } from "@/lib/portal-client/store";
import type { Stored } from "@/lib/portal-client/stored";
import { LINK_SCOPE } from "@/lib/portal-client/worker";
import { keepUnsent } from "@/lib/portal-client/unsent";

/** Forgets what this browser kept of a session: unsent edits, pages, and the worker that served them. */
async function wipeSession(grant: string): Promise<void> {
  wipeStash(grant);
  await Promise.allSettled([wipeStore(grant), wipePages(grant)]);
}

/** Pages without TLS have neither worker nor caches. */
async function wipePages(grant: string): Promise<void> {
  if (!("serviceWorker" in navigator) || !("caches" in window)) return;
  const worker = await navigator.serviceWorker.getRegistration(`/portal/g/${grant}/`);
  // Whatever it is still fetching must not be kept.
  worker?.active?.postMessage({ type: "forget" });
  await worker?.unregister();
  await caches.delete(cacheNameOf(grant));
  // No session is left whose link could be opened from here.
  if ((await caches.keys()).some((name) => name.startsWith(cacheNameOf("")))) return;
  await (await navigator.serviceWorker.getRegistration(LINK_SCOPE))?.unregister();
}

/** While the answer to signing out is on its way: it leads away from the page, and nothing else does. */
let isSigningOut = false;

/** The session is over: the server says on the next page what to do. */
export function leavePage(): void {
  if (!isSigningOut) location.reload();
}

/** Forgets the session as the form that signs out of it is sent; what is not sent goes with it. */
export async function wipeAtSignOut(grant: string): Promise<void> {
  isSigningOut = true;
  // A page that the browser shows again from its memory is one that stayed.
  addEventListener("pageshow", () => (isSigningOut = false), { once: true });
  await wipeSession(grant);
}

/**
 * The server does not know this session any more: nothing of it stays but what someone typed and was not saved, and the
 * server says on the next page what to do. `left`: where the page knows it; else what the browser kept.
 */
export async function endSession(grant: string, left?: Stored): Promise<void> {
  if (isSigningOut) return;
  try {
    await keepUnsent(left ?? (await readLeft(grant)));
  } catch {
    // A browser that keeps nothing has nothing to hand over but what is on the page, which goes on showing it.
    if (left !== undefined && left.queued.length + left.refused.length > 0) return;
  }
  await wipeSession(grant);
  leavePage();
}
