import { randomUUID } from "node:crypto";
import { generateApiKey, hashApiKey, keyPrefix } from "@/lib/auth/api-key-format";
import { findProvider, listKeys, revokeKey, saveKey } from "@/lib/data/providers";
import type { Db } from "@/lib/data/db";
import type { ApiKeyRecord, KeyEnvironment } from "@/lib/domain/provider";

/** Two, so that a provider can bring a new key into use before the old one is revoked. */
export const MAX_LIVE_KEYS = 2;

export interface KeyIssue {
  providerId: string;
  environment: KeyEnvironment;
  expiresAt: Date | null;
}

/** A new key, shown once. Throws an Error in words for the operator when the provider is unknown or has two live. */
export async function issueApiKey(db: Db, secret: string, wanted: KeyIssue, now: Date): Promise<string> {
  if ((await findProvider(db, wanted.providerId)) === null)
    throw new Error(`there is no provider ${wanted.providerId}`);
  const key = generateApiKey(wanted.environment);
  const row = {
    keyId: randomUUID(),
    environment: wanted.environment,
    prefix: keyPrefix(key),
    keyHash: hashApiKey(key, secret),
    expiresAt: wanted.expiresAt,
  };
  if (!(await saveKey(db, wanted.providerId, row, MAX_LIVE_KEYS, now))) {
    throw new Error(
      `${wanted.providerId} has ${MAX_LIVE_KEYS} live ${wanted.environment} keys already; revoke one first`,
    );
  }
  return key;
}

export const listApiKeys = (db: Db, providerId: string): Promise<ApiKeyRecord[]> => listKeys(db, providerId);

/** Revokes the key with this prefix. It is refused everywhere within a minute. */
export async function revokeApiKey(db: Db, providerId: string, prefix: string, now: Date): Promise<void> {
  if (!(await revokeKey(db, providerId, prefix, now))) {
    throw new Error(`${providerId} has no live key that begins with ${prefix}`);
  }
}
