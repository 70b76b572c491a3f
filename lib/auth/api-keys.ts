import { randomUUID } from "node:crypto";
import { generateApiKey, hashApiKey, keyEnvironment, keyPrefix } from "@/lib/auth/api-key-format";
import { asProvider, type Db, type ProviderTx } from "@/lib/data/db";
import { recordAction } from "@/lib/data/operators/audit";
import {
  findSettings,
  insertKey,
  listKeys,
  listUnrevokedKeys,
  lockSettings,
  type ProviderSettings,
  revokeKeys,
  setKeyExpiry,
} from "@/lib/data/providers";
import { type ActionBy, OperatorRefusal } from "@/lib/domain/operator";
import type { ApiKeyRecord, KeyEnvironment } from "@/lib/domain/provider";

/** Two, so that a provider can bring a new key into use before the old one is revoked. */
export const MAX_LIVE_KEYS = 2;
const HOUR_MS = 3_600_000;
/** Four weeks: long enough to bring a new key to every machine. */
export const MOST_OVERLAP_HOURS = 672;

export interface KeyIssue {
  providerId: string;
  environment: KeyEnvironment;
  expiresAt: Date | null;
}

/** Where keys are changed, and by whom. */
export interface KeyContext {
  db: Db;
  by: ActionBy;
  now: Date;
}
type IssueContext = KeyContext & { secret: string };

/** A new key, shown once. Throws, in words for the operator, when the provider is unknown or has two live. */
export const issueApiKey = (context: IssueContext, wanted: KeyIssue): Promise<string> =>
  asProvider(context.db, wanted.providerId, async (tx) => {
    const key = await addKey(tx, context, wanted);
    const after = {
      provider: wanted.providerId,
      environment: wanted.environment,
      expires: isoOrNull(wanted.expiresAt),
    };
    await recordAction(tx, context.by, { action: "key.issue", object: { kind: "key", id: keyPrefix(key) }, after });
    return key;
  });

/**
 * A new key in place of one that is live. The old one works on for so many hours, so that the provider can bring the new
 * one to every machine first.
 */
export async function rotateApiKey(
  context: IssueContext,
  { providerId, prefix: begins, overlapHours }: { providerId: string; prefix: string; overlapHours: number },
): Promise<{ key: string; oldEndsAt: Date }> {
  const { db, by, now } = context;
  if (!(overlapHours >= 0 && overlapHours <= MOST_OVERLAP_HOURS)) {
    throw new OperatorRefusal(`The old key may work on for 0 to ${MOST_OVERLAP_HOURS} hours.`);
  }
  return asProvider(db, providerId, async (tx) => {
    // Before the key is read: of two rotations at once, the second would let a key live again that the first has ended.
    expectFound(providerId, await lockSettings(tx, providerId));
    const old = oneKey(providerId, begins, (await listUnrevokedKeys(tx, providerId)).filter(isLiveAt(now)));
    const key = await addKey(tx, context, { providerId, environment: old.environment, expiresAt: null });
    const wanted = new Date(now.getTime() + overlapHours * HOUR_MS);
    const oldEndsAt = old.expiresAt !== null && old.expiresAt < wanted ? old.expiresAt : wanted;
    await setKeyExpiry(tx, providerId, old.keyId, oldEndsAt);
    const object = { kind: "key", id: old.prefix } as const;
    const after = { provider: providerId, new_key: keyPrefix(key), old_key_ends: oldEndsAt.toISOString() };
    await recordAction(tx, by, { action: "key.rotate", object, after });
    return { key, oldEndsAt };
  });
}

export const listApiKeys = (db: Db, providerId: string): Promise<ApiKeyRecord[]> => listKeys(db, providerId);

/**
 * Revokes the key that begins so, or that is given whole, and returns its prefix. Every process that hears of it refuses it
 * within 2 s, any other within a minute. A live key is meant before one that has expired.
 */
export const revokeApiKey = ({ db, by, now }: KeyContext, providerId: string, begins: string): Promise<string> =>
  asProvider(db, providerId, async (tx) => {
    await expectProvider(tx, providerId);
    const keys = await listUnrevokedKeys(tx, providerId);
    const live = keys.filter(isLiveAt(now));
    const { prefix } = oneKey(providerId, begins, live.some(isMeantBy(begins)) ? live : keys);
    await revokeKeys(tx, providerId, { prefix, now });
    const object = { kind: "key", id: prefix } as const;
    await recordAction(tx, by, { action: "key.revoke", object, after: { provider: providerId } });
    return prefix;
  });

/** "No live key" of a provider whose id was misspelled would read as if the key that leaked were revoked already. */
export async function expectProvider(tx: ProviderTx, providerId: string): Promise<void> {
  expectFound(providerId, await findSettings(tx, providerId));
}

function expectFound(providerId: string, found: ProviderSettings | null): void {
  if (found === null) throw new OperatorRefusal(`there is no provider ${providerId}`);
}

type ListedKey = Awaited<ReturnType<typeof listUnrevokedKeys>>[number];

const isLiveAt =
  (now: Date) =>
  ({ expiresAt }: ListedKey): boolean =>
    expiresAt === null || expiresAt > now;

/** A whole key means the one with its prefix, and a beginning of a prefix every key that begins so. */
const isMeantBy =
  (text: string) =>
  ({ prefix }: ListedKey): boolean =>
    text !== "" && (keyEnvironment(text) === null ? prefix.startsWith(text) : prefix === keyPrefix(text));

/** The one key that is meant. Refusals show no more than a prefix. */
function oneKey(providerId: string, begins: string, keys: readonly ListedKey[]): ListedKey {
  const [meant, ...others] = keys.filter(isMeantBy(begins));
  const shown = keyPrefix(begins);
  if (meant === undefined) throw new OperatorRefusal(`${providerId} has no live key that begins with ${shown}`);
  if (others.length === 0) return meant;
  const prefixes = [meant, ...others].map(({ prefix }) => `${prefix}…`).join(", ");
  throw new OperatorRefusal(`${providerId} has several keys that begin with ${shown}: ${prefixes}. Give more of it.`);
}

async function addKey(tx: ProviderTx, { secret, now }: IssueContext, wanted: KeyIssue): Promise<string> {
  const { providerId, environment, expiresAt } = wanted;
  if (expiresAt !== null && expiresAt <= now) throw new OperatorRefusal("A key ends on a day to come.");
  await expectProvider(tx, providerId);
  const key = generateApiKey(environment);
  const row = {
    keyId: randomUUID(),
    environment,
    prefix: keyPrefix(key),
    keyHash: hashApiKey(key, secret),
    expiresAt,
  };
  if (await insertKey(tx, providerId, { key: row, maxLive: MAX_LIVE_KEYS, now })) return key;
  throw new OperatorRefusal(
    `${providerId} has ${MAX_LIVE_KEYS} ${environment} keys that work already; revoke one first`,
  );
}

const isoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null;
