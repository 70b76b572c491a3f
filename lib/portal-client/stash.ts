import { current, type NewEdit } from "@/lib/portal-client/stored";

/**
 * Edits that are on their way into the browser's store. That takes a moment which a page that is being closed does not
 * have; this is written at once, and read by the next page of the session.
 */
export interface Stash {
  put: (edits: readonly NewEdit[]) => void;
  /** What pages that were closed in such a moment left behind; it is no longer kept. */
  takeAll: () => NewEdit[];
}

const prefixOf = (grant: string): string => `hedgerow-portal-${grant}-`;

/** A browser that keeps nothing has no stash either, and every call is harmless. */
export function browserStash(grant: string): Stash {
  const prefix = prefixOf(grant);
  // Every page has its own, so that two tabs never overwrite each other's.
  const own = `${prefix}${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
  return {
    put: (edits) =>
      trying(undefined, () => {
        if (edits.length === 0) localStorage.removeItem(own);
        else localStorage.setItem(own, JSON.stringify(edits));
      }),
    takeAll: () =>
      trying([], () =>
        keysOf(prefix).flatMap((key) => {
          const edits = JSON.parse(localStorage.getItem(key) ?? "[]") as NewEdit[];
          localStorage.removeItem(key);
          return edits.map(current);
        }),
      ),
  };
}

/** Forgets what a session left there. */
export const wipeStash = (grant: string): void =>
  trying(undefined, () => {
    for (const key of keysOf(prefixOf(grant))) localStorage.removeItem(key);
  });

const keysOf = (prefix: string): string[] => Object.keys(localStorage).filter((key) => key.startsWith(prefix));

function trying<T>(otherwise: T, work: () => T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
