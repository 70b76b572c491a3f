import { backoffMs } from "@/lib/portal-client/queue";

/** The lightest that the server answers. */
const ALIVE = "/api/health";

/** A request that a phone sends into a dead spot may stay open for minutes. */
const PATIENCE_MS = 10_000;

/** Resolves once the server answers this device: at once where it does. */
export async function untilReachable(): Promise<void> {
  for (let attempt = 1; !(await isReachable()); attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, backoffMs(attempt)));
  }
}

const isReachable = (): Promise<boolean> =>
  fetch(ALIVE, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
