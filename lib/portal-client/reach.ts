import { backoffMs } from "@/lib/portal-client/queue";
import { isServerBack } from "@/lib/portal-client/worker";

/**
 * Whether the server can do its work, as it found within two seconds. One that only lives, as while its database is being restarted, would
 * answer for a page with a fault, which takes the place of the page that is looked at. One whose disk is full is not ready and makes pages
 * all the same, so that the page itself is asked then.
 */
const READY = "/api/ready";

/** A request that a phone sends into a dead spot may stay open for minutes. */
const PATIENCE_MS = 10_000;

/** Asks again and again, ever less often, until the answer is yes. False: it was no longer wanted. */
export async function until(ask: () => Promise<boolean>, isWanted: () => boolean): Promise<boolean> {
  for (let attempt = 1; isWanted(); attempt += 1) {
    if (await ask()) return isWanted();
    await new Promise((resolve) => setTimeout(resolve, backoffMs(attempt)));
  }
  return false;
}

/** Whether the server answers this device, and could make a page for it. */
export const isReachable = (): Promise<boolean> =>
  fetch(READY, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ ok }) => ok || isServerBack(),
    () => false,
  );
