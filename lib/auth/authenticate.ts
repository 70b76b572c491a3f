import { hashApiKey, keyBeginning, keyEnvironment } from "@/lib/auth/api-key-format";
import { changeKeyHash, findKeyByEither, markKeyUsed, type KeyHolder } from "@/lib/data/providers";
import { ServiceError } from "@/lib/domain/errors";
import type { CallingKey, KeyEnvironment, Provider } from "@/lib/domain/provider";
import type { Deps } from "@/lib/runtime/deps";

export interface Authenticated {
  provider: Provider;
  key: CallingKey;
}

/** Longer than any key this service issues; a longer header is not worth hashing. */
const MAX_KEY_LENGTH = 100;
/** Unknown keys that an address may have looked up a minute. */
const MOST_UNKNOWN_KEYS = 300;
/** Last use is noted at most this often a key. */
const USED_EVERY_MS = 60_000;
const lastNoted = new Map<string, number>();

/**
 * Who calls, by the `X-API-Key` header. Missing, unknown, revoked, expired, too long and of another environment are
 * one and the same 401: a stranger learns nothing.
 */
export async function authenticate(deps: Deps, key: string | null, address: string): Promise<Authenticated> {
  const environment = key === null || key.length > MAX_KEY_LENGTH ? null : keyEnvironment(key);
  if (key === null || environment === null || !isAccepted(deps, environment)) throw unauthorized(deps);
  const holder = await findCached(deps, key, address);
  const now = deps.clock();
  if (holder === null || !isLive(holder, now) || holder.environment !== environment) throw unauthorized(deps);
  noteUse(deps, holder.provider.providerId, holder.keyId, now);
  return { provider: holder.provider, key: { keyId: holder.keyId, environment, expiresAt: holder.expiresAt } };
}

/** Keys belong to one environment: live ones to production, test ones to everything else. */
const isAccepted = ({ env }: Deps, environment: KeyEnvironment): boolean =>
  (env.HEDGEROW_MODE === "production") === (environment === "live");

const isLive = ({ revokedAt, expiresAt }: KeyHolder, now: Date): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > now);

/** What every caller may know: the header, and whose keys this service takes. */
const unauthorized = ({ env }: Deps): ServiceError => {
  const beginning = keyBeginning(env.HEDGEROW_MODE === "production" ? "live" : "test");
  return new ServiceError(
    "unauthorized",
    `Send a valid API key in X-API-Key, and not in Authorization. This service takes keys that begin with ${beginning} and are complete, not expired, and not revoked.`,
  );
};

/**
 * An unknown key is remembered for seconds, since it may be issued in the next one. That does not stop a caller who
 * makes up a new one each time, so each address may also ask for so many unknown keys a minute. A key that was known before is
 * looked up all the same: it may only have been forgotten.
 */
async function findCached(deps: Deps, key: string, address: string): Promise<KeyHolder | null> {
  const { keys, unknownKeys, unknownKeysOf, keysKnownBefore } = deps.caches;
  const hash = hashApiKey(key, deps.env.API_KEY_HASH_SECRET);
  const name = hash.toString("base64");
  const cached = keys.get(name);
  if (cached !== undefined) return cached.holder;
  if (unknownKeys.has(name)) return null;
  const asked = unknownKeysOf.get(address) ?? { count: 0 };
  if (asked.count >= MOST_UNKNOWN_KEYS && !keysKnownBefore.has(name)) {
    const retryAfterS = Math.max(1, Math.ceil(unknownKeysOf.getRemainingTTL(address) / 1000));
    throw new ServiceError("rateLimited", "Too many unknown API keys came from this address.", { retryAfterS });
  }
  const holder = await findHolder(deps, key, hash);
  if (holder !== null) {
    keys.set(name, { holder });
    keysKnownBefore.set(name, true);
  } else {
    keysKnownBefore.delete(name);
    unknownKeys.set(name, true);
    if (asked.count === 0) unknownKeysOf.set(address, asked);
    asked.count += 1;
  }
  return holder;
}

/**
 * While the secret is replaced, a key may still be kept under the other one. It is kept under ours from now on, so that the
 * other one can go once every live key was used. `key -- list` goes by the last use, so this use is noted with the new hash or
 * not at all; and a key that could not be moved is looked up again at its next use.
 */
async function findHolder(deps: Deps, key: string, hash: Buffer): Promise<KeyHolder | null> {
  const { API_KEY_HASH_SECRET_OTHER: other } = deps.env;
  const found = await findKeyByEither(deps.db, hash, other === undefined ? null : hashApiKey(key, other));
  if (found === null) return null;
  const { holder, isUnderOther } = found;
  const usedAt = deps.clock();
  // A key that is refused was not used.
  if (isUnderOther && isLive(holder, usedAt)) moveKey(deps, holder, { hash, usedAt });
  return holder;
}

function moveKey(deps: Deps, { keyId, provider }: KeyHolder, { hash, usedAt }: { hash: Buffer; usedAt: Date }): void {
  lastNoted.set(keyId, usedAt.getTime());
  deps.aside(async () => {
    try {
      await changeKeyHash(deps.db, provider.providerId, { keyId, keyHash: hash, usedAt });
    } catch (error) {
      deps.caches.keys.delete(hash.toString("base64"));
      throw error;
    }
  });
}

/** Beside the request, never in its way: a failure here is only worth a line in the log. */
function noteUse(deps: Deps, providerId: string, keyId: string, now: Date): void {
  if (now.getTime() - (lastNoted.get(keyId) ?? Number.NEGATIVE_INFINITY) < USED_EVERY_MS) return;
  lastNoted.set(keyId, now.getTime());
  deps.aside(() => markKeyUsed(deps.db, providerId, keyId, now));
}
