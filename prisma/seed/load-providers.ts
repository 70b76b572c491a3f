import { randomUUID } from "node:crypto";
import { z } from "zod";
import { generateApiKey, hashApiKey, keyPrefix } from "@/lib/auth/api-key-format";
import { MAX_LIVE_KEYS } from "@/lib/auth/api-keys";
import { createProvider, findKeyHolder, findProvider, listKeys, revokeKey, saveKey } from "@/lib/data/providers";
import type { PortalMode, Provider } from "@/lib/domain/provider";
import type { Deps } from "@/lib/runtime/deps";
import { readIfThere, writeWhole } from "@/prisma/seed/files";
import { SeedRefusal } from "@/prisma/seed/installation";

const DAY_S = 86_400;

const PROVIDERS = [
  { providerId: "demo-provider", name: "DEMO Farm Software", portalMode: "signed_link" },
  { providerId: "demo-neighbor", name: "DEMO Neighbor Software", portalMode: "token" },
] as const satisfies readonly { providerId: string; name: string; portalMode: PortalMode }[];

export type DemoProviderId = (typeof PROVIDERS)[number]["providerId"];

export interface DemoProvider {
  provider: Provider;
  apiKey: string;
}

/** Members of the file that are not ours stay as they are. */
const secretsSchema = z.looseObject({ api_keys: z.record(z.string(), z.string()).default({}) });
type Secrets = z.output<typeof secretsSchema>;

async function readSecrets(path: string): Promise<Secrets> {
  const text = await readIfThere(path);
  if (text === null) return { api_keys: {} };
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    throw new SeedRefusal(`${path} cannot be read as the demonstration's secrets; delete it, and new keys are made.`);
  }
}

/** The two providers of the demonstration with one test key each; the keys of an earlier start are used again. */
export async function loadProviders(deps: Deps, secretsPath: string): Promise<Record<DemoProviderId, DemoProvider>> {
  const secrets = await readSecrets(secretsPath);
  const found: Partial<Record<DemoProviderId, DemoProvider>> = {};
  for (const wanted of PROVIDERS) {
    const { providerId } = wanted;
    if ((await findProvider(deps.db, providerId)) === null) {
      await createProvider(deps.db, { ...wanted, portalLinkTtlS: 30 * DAY_S });
    }
    const kept = secrets.api_keys[providerId] ?? null;
    const apiKey =
      (await isUsable(deps, providerId, kept)) ?? (await issue(deps, providerId, kept, secrets, secretsPath));
    const holder = await findKeyHolder(deps.db, hashApiKey(apiKey, deps.env.API_KEY_HASH_SECRET));
    if (holder === null) throw new Error(`the key of ${providerId} was not stored`);
    found[providerId] = { provider: holder.provider, apiKey };
  }
  return found as Record<DemoProviderId, DemoProvider>;
}

/** The key, if the database would let it in as this provider's. */
async function isUsable(deps: Deps, providerId: string, key: string | null): Promise<string | null> {
  const holder = key === null ? null : await findKeyHolder(deps.db, hashApiKey(key, deps.env.API_KEY_HASH_SECRET));
  if (holder?.provider.providerId !== providerId || holder.revokedAt !== null) return null;
  return holder.expiresAt === null || holder.expiresAt > deps.clock() ? key : null;
}

/**
 * Stores a key under its hash. One from an earlier start that this database has never seen (it is new, or the hash
 * secret is) is stored as it is; one that was revoked or has expired is replaced.
 */
async function issue(
  deps: Deps,
  providerId: string,
  kept: string | null,
  secrets: Secrets,
  secretsPath: string,
): Promise<string> {
  const secret = deps.env.API_KEY_HASH_SECRET;
  const isNew = kept === null || (await findKeyHolder(deps.db, hashApiKey(kept, secret))) !== null;
  const key = isNew ? generateApiKey("test") : kept;
  // Kept before it is stored: a key that no one can read again would use up one of the two.
  secrets.api_keys[providerId] = key;
  await writeWhole(secretsPath, `${JSON.stringify(secrets, null, 2)}\n`, 0o600);
  const row = {
    keyId: randomUUID(),
    environment: "test",
    prefix: keyPrefix(key),
    keyHash: hashApiKey(key, secret),
    expiresAt: null,
  } as const;
  const save = (): Promise<boolean> => saveKey(deps.db, providerId, row, MAX_LIVE_KEYS, deps.clock());
  if (await save()) return key;
  await revokeOldest(deps, providerId);
  if (await save()) return key;
  throw new Error(`no key could be issued to ${providerId}`);
}

/** Keys whose text is lost fill the two places; the older one makes room. */
async function revokeOldest(deps: Deps, providerId: string): Promise<void> {
  const now = deps.clock();
  const keys = await listKeys(deps.db, providerId);
  const oldest = keys.find(
    ({ environment, revokedAt, expiresAt }) =>
      environment === "test" && revokedAt === null && (expiresAt === null || expiresAt > now),
  );
  if (oldest !== undefined) await revokeKey(deps.db, providerId, oldest.prefix, now);
}
