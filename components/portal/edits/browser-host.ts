import type { QueueHost } from "@/components/portal/edits/edit-queue";
import { memoryStore, openStore } from "@/components/portal/edits/store";
import { endSession } from "@/components/portal/offline/wipe";

export interface BrowserHost {
  host: QueueHost;
  close: () => void;
}

/** How long an edit may be under way before it counts as failed. */
const SEND_TIMEOUT_MS = 20_000;

/** What the queue needs of a real browser. `onTabs` is called when another tab of this session changed the stored edits. */
export async function browserHost(grant: string, onTabs: () => void): Promise<BrowserHost> {
  const store = await openStore(grant).catch(() => memoryStore());
  const name = `hedgerow-portal-${grant}`;
  const channel = new BroadcastChannel(name);
  channel.onmessage = onTabs;
  return {
    host: {
      store,
      send: async (body) => {
        const response = await fetch(`/portal/g/${grant}/api/edits`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
        });
        const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
        return {
          status: response.status,
          body: await response.json().catch(() => null),
          retryAfterS: Number.isFinite(retryAfter) ? retryAfter : null,
        };
      },
      alone: (work) => aloneAmongTabs(name, work),
      isOnline: () => navigator.onLine,
      now: () => new Date(),
      wait: (ms, wake) =>
        new Promise((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake(() => {
            clearTimeout(timer);
            resolve();
          });
        }),
      tellTabs: () => channel.postMessage("changed"),
      end: () => endSession(grant),
    },
    close: () => {
      channel.close();
      store.close();
    },
  };
}

/** Pages without TLS have no locks, except on localhost: there the last tab to try may send an edit a second time, which is harmless. */
async function aloneAmongTabs(name: string, work: () => Promise<void>): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (locks === undefined) return work();
  await locks.request(`${name}-sending`, work);
}
