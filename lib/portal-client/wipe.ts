import { cacheNameOf } from "@/lib/portal-client/cache-name";
import { wipeStash } from "@/lib/portal-client/stash";
import { readLeft, wipeStore } from "@/lib/portal-client/store";
import type { Stored } from "@/lib/portal-client/stored";
import { LINK_SCOPE } from "@/lib/portal-client/worker";
import { keepUnsent } from "@/lib/portal-client/unsent";

/** How long forgetting may take before the page leaves all the same; a browser finishes it without the page. */
const FORGET_MS = 5_000;

/** Forgets what this browser kept of a session: unsent edits, pages, and the worker that served them. */
async function wipeSession(grant: string): Promise<void> {
  wipeStash(grant);
  const patience = new Promise((resolve) => setTimeout(resolve, FORGET_MS));
  await Promise.race([Promise.allSettled([wipeStore(grant), wipePages(grant)]), patience]);
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

/** What was not sent is kept by now, so that nothing on the page is lost with it. */
let isLeaving = false;

/** Whether the page goes because its session is over: no one is asked then whether to stay. */
export const isLeavingPage = (): boolean => isLeaving;

/** The session is over: the server says on the next page what to do. */
export function leavePage(): void {
  if (!isSigningOut) location.reload();
}

function leaveUnasked(): void {
  isLeaving = true;
  leavePage();
}

/** At once with a network, else when it is back: without one there is no next page. */
export const whenOnline = (): Promise<void> =>
  navigator.onLine
    ? Promise.resolve()
    : new Promise((resolve) => addEventListener("online", () => resolve(), { once: true }));

/** How long a page stays whose session another tab or the worker has forgotten: the worker may have more to say of it. */
const FORGOTTEN_MS = 1_000;

/**
 * Another tab has signed out, or the worker has found the session over. A page that still has something to send stays
 * until the server has refused it, and ends then: that is what keeps it.
 */
export function leaveForgotten(hasUnsent: () => boolean): void {
  const leave = async (): Promise<void> => {
    await whenOnline();
    if (!hasUnsent()) leavePage();
  };
  setTimeout(() => void leave(), FORGOTTEN_MS);
}

/** Forgets the session as the form that signs out of it is sent; what is not sent goes with it. */
export async function wipeAtSignOut(grant: string): Promise<void> {
  isSigningOut = true;
  // A page that the browser shows again from its memory is one that stayed.
  addEventListener("pageshow", () => (isSigningOut = false), { once: true });
  await wipeSession(grant);
}

/** A page ends once, though its queue and the worker may find the session over at the same moment. */
let ending: Promise<boolean> | null = null;

/**
 * The server does not know this session any more: nothing of it stays but what someone typed and was not saved, and the
 * server says on the next page what to do. `left`: where the page knows it; else what the browser kept. False: it could
 * not be kept, and the page stays, which alone has it.
 */
export async function endSession(grant: string, left?: Stored): Promise<boolean> {
  return isSigningOut || (ending ??= end(grant, left));
}

async function end(grant: string, left?: Stored): Promise<boolean> {
  try {
    await keepUnsent(left ?? (await readLeft(grant)));
  } catch {
    // A browser that keeps nothing has nothing to hand over but what is on the page, which goes on showing it.
    if (left !== undefined && left.queued.length + left.refused.length > 0) return false;
  }
  await wipeSession(grant);
  leaveUnasked();
  return true;
}
