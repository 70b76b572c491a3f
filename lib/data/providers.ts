import { type Db, type ProviderTx, asProvider, readReference } from "@/lib/data/db";
import type { ApiKeyRecord, KeyEnvironment, PortalMode, Provider } from "@/lib/domain/provider";

export interface KeyHolder {
  provider: Provider;
  keyId: string;
  environment: KeyEnvironment;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

interface KeyHolderRow {
  provider_id: string;
  key_id: string;
  environment: KeyEnvironment;
  expires_at: Date | null;
  revoked_at: Date | null;
  provider_name: string;
  portal_mode: PortalMode;
  portal_enabled: boolean;
  portal_link_ttl_s: number;
  portal_access_ttl_s: number;
  link_generation: number;
}

/** The holder of a key, and under which of two hashes the key is kept. */
interface FoundKey {
  holder: KeyHolder;
  isUnderOther: boolean;
}

/** Who holds the key with this hash? */
export const findKeyHolder = async (db: Db, keyHash: Buffer): Promise<KeyHolder | null> =>
  (await findKeyByEither(db, keyHash, null))?.holder ?? null;

/**
 * Who holds the key with this hash, or with the other one? Runs before a provider is known, through a SECURITY DEFINER function.
 * One statement, and so one moment: a key that another process moves from one hash to the other meanwhile is found under one of them.
 */
export async function findKeyByEither(db: Db, keyHash: Buffer, otherHash: Buffer | null): Promise<FoundKey | null> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<(KeyHolderRow & { is_under_other: boolean })[]>`
      SELECT false AS is_under_other, own.* FROM find_api_key(${keyHash}::bytea) own
      UNION ALL SELECT true, other.* FROM find_api_key(${otherHash}::bytea) other`,
  );
  const row = rows[0];
  return row === undefined ? null : { holder: toHolder(row), isUnderOther: row.is_under_other };
}

function toHolder(row: KeyHolderRow): KeyHolder {
  return {
    keyId: row.key_id,
    environment: row.environment,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    provider: {
      providerId: row.provider_id,
      name: row.provider_name,
      portalMode: row.portal_mode,
      portalEnabled: row.portal_enabled,
      portalLinkTtlS: row.portal_link_ttl_s,
      portalAccessTtlS: row.portal_access_ttl_s,
      linkGeneration: row.link_generation,
    },
  };
}

export const markKeyUsed = (db: Db, providerId: string, keyId: string, at: Date): Promise<unknown> =>
  asProvider(db, providerId, (tx) => tx.apiKey.updateMany({ where: { providerId, keyId }, data: { lastUsedAt: at } }));

/** The key is kept under another hash from now on. With its use in one statement: one is not noted without the other. */
export const changeKeyHash = (
  db: Db,
  providerId: string,
  { keyId, keyHash, usedAt }: { keyId: string; keyHash: Buffer; usedAt: Date },
): Promise<unknown> =>
  asProvider(db, providerId, (tx) =>
    tx.apiKey.updateMany({
      where: { providerId, keyId },
      data: { keyHash: new Uint8Array(keyHash), lastUsedAt: usedAt },
    }),
  );

export interface NewProvider {
  providerId: string;
  name: string;
  portalMode: PortalMode;
  portalLinkTtlS: number;
  /** Left out: the first. */
  linkGeneration?: number;
}

export const insertProvider = async (tx: ProviderTx, provider: NewProvider): Promise<void> => {
  await tx.provider.create({ data: provider, select: { providerId: true } });
};

/** A provider by itself, as the demonstration and the tests make one. */
export const createProvider = (db: Db, provider: NewProvider): Promise<void> =>
  asProvider(db, provider.providerId, (tx) => insertProvider(tx, provider));

export const findProvider = (db: Db, providerId: string): Promise<{ providerId: string; name: string } | null> =>
  asProvider(db, providerId, (tx) => tx.provider.findUnique({ where: { providerId } }));

/** What an operator sets for a provider. */
export interface ProviderSettings {
  providerId: string;
  name: string;
  portalMode: PortalMode;
  portalEnabled: boolean;
  portalLinkTtlS: number;
  /** Links of an earlier generation are revoked. */
  linkGeneration: number;
  /** Whether what applicators attest counts, or is only shown. */
  attestationsCount: boolean;
  /** Whole years after its own that an application is kept. */
  keepYears: number;
  createdAt: Date;
  brandName: string | null;
  brandAccent: string | null;
  brandLogoHash: string | null;
}

/** A provider's settings, locked until the transaction ends, so that what is recorded as replaced was replaced. */
export async function lockSettings(tx: ProviderTx, providerId: string): Promise<ProviderSettings | null> {
  await tx.$queryRaw`SELECT 1 FROM provider WHERE provider_id = ${providerId} FOR UPDATE`;
  return findSettings(tx, providerId);
}

export async function findSettings(tx: ProviderTx, providerId: string): Promise<ProviderSettings | null> {
  const row = await tx.provider.findUnique({
    where: { providerId },
    omit: { brandLogo: true, brandLogoType: true, portalAccessTtlS: true },
  });
  return row === null ? null : { ...row, portalMode: row.portalMode as PortalMode };
}

export const updateSettings = async (
  tx: ProviderTx,
  providerId: string,
  change: Partial<Omit<ProviderSettings, "providerId" | "createdAt" | "brandName" | "brandAccent" | "brandLogoHash">>,
): Promise<void> => {
  await tx.provider.update({ where: { providerId }, data: change, select: { providerId: true } });
};

/** Forgets the token links of a provider's fields: none of them opens anything, and the next check makes another. */
export const deleteTokens = async (tx: ProviderTx, providerId: string): Promise<void> => {
  await tx.portalToken.deleteMany({ where: { providerId } });
};

export interface ListedProvider {
  provider_id: string;
  name: string;
  portal_mode: PortalMode;
  created_at: Date;
}

export const listProviders = (db: Db): Promise<ListedProvider[]> =>
  readReference(() => db.prisma.$queryRaw<ListedProvider[]>`SELECT * FROM list_providers()`);

export const listKeys = (db: Db, providerId: string): Promise<ApiKeyRecord[]> =>
  asProvider(db, providerId, async (tx) => {
    const rows = await tx.apiKey.findMany({ where: { providerId }, orderBy: { createdAt: "asc" } });
    return rows.map(({ keyId, environment, prefix, createdAt, expiresAt, revokedAt, lastUsedAt }) => ({
      keyId,
      environment: environment as KeyEnvironment,
      prefix,
      createdAt,
      expiresAt,
      revokedAt,
      lastUsedAt,
    }));
  });

export interface NewKey {
  keyId: string;
  environment: KeyEnvironment;
  prefix: string;
  keyHash: Buffer;
  expiresAt: Date | null;
}

/**
 * Saves a key unless `maxLive` are live already; false when they are. The provider's row is locked, so that
 * two keys issued at once cannot both be the last one allowed.
 */
export const saveKey = (db: Db, providerId: string, key: NewKey, maxLive: number, now: Date): Promise<boolean> =>
  asProvider(db, providerId, (tx) => insertKey(tx, providerId, { key, maxLive, now }));

export async function insertKey(
  tx: ProviderTx,
  providerId: string,
  { key, maxLive, now }: { key: NewKey; maxLive: number; now: Date },
): Promise<boolean> {
  await tx.$queryRaw`SELECT 1 FROM provider WHERE provider_id = ${providerId} FOR UPDATE`;
  const live = await tx.apiKey.count({ where: { providerId, environment: key.environment, ...liveAt(now) } });
  if (live >= maxLive) return false;
  await tx.apiKey.create({ data: { ...key, providerId, keyHash: new Uint8Array(key.keyHash) } });
  return true;
}

const liveAt = (now: Date) => ({ revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] });

/** The keys that no one has revoked; some of them may have expired. */
export const listUnrevokedKeys = async (
  tx: ProviderTx,
  providerId: string,
): Promise<Pick<ApiKeyRecord, "keyId" | "environment" | "prefix" | "expiresAt">[]> => {
  const rows = await tx.apiKey.findMany({
    where: { providerId, revokedAt: null },
    select: { keyId: true, environment: true, prefix: true, expiresAt: true },
    orderBy: { createdAt: "asc" },
  });
  return rows.map((row) => ({ ...row, environment: row.environment as KeyEnvironment }));
};

export const setKeyExpiry = async (
  tx: ProviderTx,
  providerId: string,
  keyId: string,
  expiresAt: Date,
): Promise<void> => {
  await tx.apiKey.updateMany({ where: { providerId, keyId }, data: { expiresAt } });
};

/** Revokes the keys with this prefix, or all of them; the prefixes of those that were not revoked before. */
export async function revokeKeys(
  tx: ProviderTx,
  providerId: string,
  { prefix, now }: { prefix: string | null; now: Date },
): Promise<string[]> {
  const revoked = await tx.apiKey.updateManyAndReturn({
    where: { providerId, revokedAt: null, ...(prefix === null ? {} : { prefix }) },
    data: { revokedAt: now },
    select: { prefix: true },
  });
  return revoked.map((row) => row.prefix);
}

/** False when the provider has no such key, or it was revoked before. */
export const revokeKey = async (db: Db, providerId: string, prefix: string, now: Date): Promise<boolean> =>
  (await asProvider(db, providerId, (tx) => revokeKeys(tx, providerId, { prefix, now }))).length > 0;
