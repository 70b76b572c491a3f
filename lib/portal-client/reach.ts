import { backoffMs } from "@/lib/portal-client/queue";

/** The lightest that the server answers. */
const ALIVE = "/api/health";

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

/** Whether the server answers this device. */
export const isReachable = (): Promise<boolean> =>
  fetch(ALIVE, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
