import { expect, type BrowserContext } from "@playwright/test";

/** Numbers from 0 up to a bound, the same in every run of a seed. */
export function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export interface Network {
  cuts: number;
  /** How often an edit was made, by its key. */
  made: Map<string, number>;
  /** Edits whose answer came to the page. */
  answered: Set<string>;
  /** Cuts at one of the next requests: before it reaches the server, or before its answer reaches the page. */
  arm: (after: number, moment: "before" | "after") => void;
  restore: () => Promise<void>;
  isOut: () => boolean;
}

/** Cuts the network of a browser where an edit is on its way, when it was armed. */
export async function cutNetwork(context: BrowserContext): Promise<Network> {
  let armed: { after: number; moment: "before" | "after" } | null = null;
  let isOut = false;
  const seen = { cuts: 0, made: new Map<string, number>(), answered: new Set<string>() };
  const cut = async (): Promise<void> => {
    armed = null;
    seen.cuts += 1;
    isOut = true;
    await context.setOffline(true);
  };
  await context.route("**/api/edits", async (route) => {
    if (isOut) return route.abort("internetdisconnected");
    if (armed !== null) armed.after -= 1;
    const moment = armed !== null && armed.after < 0 ? armed.moment : null;
    if (moment === "before") {
      await cut();
      return route.abort("internetdisconnected");
    }
    const key = route.request().headers()["idempotency-key"] ?? "none";
    const response = await route.fetch();
    const { changeId } = (await response.json()) as { changeId?: string | null };
    expect(response.status()).toBe(200);
    seen.made.set(key, (seen.made.get(key) ?? 0) + (changeId === null ? 0 : 1));
    if (moment === "after") {
      await cut();
      return route.abort("internetdisconnected");
    }
    seen.answered.add(key);
    return route.fulfill({ response });
  });
  return Object.assign(seen, {
    arm: (after: number, moment: "before" | "after") => (armed = { after, moment }),
    restore: async () => {
      isOut = false;
      await context.setOffline(false);
    },
    isOut: () => isOut,
  });
}
