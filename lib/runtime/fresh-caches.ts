import { listenForActions, type Listening } from "@/lib/data/notices";
import type { Caches } from "@/lib/runtime/caches";
import type { Environment } from "@/lib/runtime/env";
import type { Log } from "@/lib/runtime/log";

/** A read that began before a change may end after it, and keep what was: what it kept goes a moment later. */
const AFTERWARDS_MS = 1000;

const holders = ({ keys, unknownKeys }: Caches) => [keys, unknownKeys];
const reference = ({ products, pesticideNames, limitationRules, limitedNames, mapAreas, sprayWindows }: Caches) => [
  products,
  pesticideNames,
  limitationRules,
  limitedNames,
  mapAreas,
  sprayWindows,
];

/** What is kept of each kind of object that operators change. Of other kinds nothing is kept. */
const KEPT: Partial<Record<string, (caches: Caches) => { clear: () => void }[]>> = {
  key: holders,
  provider: holders,
  data_set: reference,
};

/**
 * Forgets what an operator has changed, in any process, as soon as the database says so. What is kept is a minute old at
 * most even where nothing is heard, as behind a transaction pooler.
 */
export function keepCachesFresh({ env, caches, log }: { env: Environment; caches: Caches; log: Log }): Listening {
  const forget = (kinds: readonly string[]): void => {
    const kept = kinds.flatMap((kind) => KEPT[kind]?.(caches) ?? []);
    for (const cache of kept) cache.clear();
  };
  const forgetTwice = (kinds: readonly string[]): void => {
    forget(kinds);
    setTimeout(() => forget(kinds), AFTERWARDS_MS).unref();
  };
  return listenForActions(env.DATABASE_NOTICES_URL ?? env.DATABASE_URL, {
    heard: (kind) => forgetTwice([kind]),
    connected: () => forgetTwice(["key", "data_set"]),
    lost: (error) => log.warn({ err: error }, "notices of changes are not heard; what is kept may be a minute old"),
  });
}
