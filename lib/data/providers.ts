import { type Db, asProvider, readReference } from "@/lib/data/db";
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

/** Who holds the key with this hash? Runs before a provider is known, through a SECURITY DEFINER function. */
export async function findKeyHolder(db: Db, keyHash: Buffer): Promise<KeyHolder | null> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<KeyHolderRow[]>`SELECT * FROM find_api_key(${keyHash}::bytea)`,
  );
  const row = rows[0];
  if (row === undefined) return null;
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

export async function createProvider(
  db: Db,
  provider: { providerId: string; name: string; portalMode: PortalMode; portalLinkTtlS: number },
): Promise<void> {
  await asProvider(db, provider.providerId, (tx) => tx.provider.create({ data: provider }));
}

export const findProvider = (db: Db, providerId: string): Promise<{ providerId: string; name: string } | null> =>
  asProvider(db, providerId, (tx) => tx.provider.findUnique({ where: { providerId } }));

/** Makes every link and session of a provider void, and gives the generation that new links are of. */
export async function raiseLinkGeneration(db: Db, providerId: string): Promise<number> {
  const change = { linkGeneration: { increment: 1 } };
  const rows = await asProvider(db, providerId, (tx) =>
    tx.provider.updateManyAndReturn({ where: { providerId }, data: change, select: { linkGeneration: true } }),
  );
  return orUnknown(rows[0], providerId).linkGeneration;
}

export async function setPortalEnabled(db: Db, providerId: string, portalEnabled: boolean): Promise<void> {
  const rows = await asProvider(db, providerId, (tx) =>
    tx.provider.updateManyAndReturn({ where: { providerId }, data: { portalEnabled }, select: { providerId: true } }),
  );
  orUnknown(rows[0], providerId);
}

/** Whether what applicators attest counts, or is only shown. */
export async function setAttestationsCount(db: Db, providerId: string, attestationsCount: boolean): Promise<void> {
  const rows = await asProvider(db, providerId, (tx) =>
    tx.provider.updateManyAndReturn({
      where: { providerId },
      data: { attestationsCount },
      select: { providerId: true },
    }),
  );
  orUnknown(rows[0], providerId);
}

function orUnknown<Row>(row: Row | undefined, providerId: string): Row {
  if (row === undefined) throw new Error(`there is no provider ${providerId}`);
  return row;
}

export interface ListedProvider {
  provider_id: string;
  name: string;
  portal_mode: string;
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
  asProvider(db, providerId, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM provider WHERE provider_id = ${providerId} FOR UPDATE`;
    const live = await tx.apiKey.count({
      where: {
        providerId,
        environment: key.environment,
        revokedAt: null,
        OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
      },
    });
    if (live >= maxLive) return false;
    await tx.apiKey.create({ data: { ...key, providerId, keyHash: new Uint8Array(key.keyHash) } });
    return true;
  });

/** False when the provider has no such key, or it was revoked before. */
export const revokeKey = (db: Db, providerId: string, prefix: string, now: Date): Promise<boolean> =>
  asProvider(db, providerId, async (tx) => {
    const { count } = await tx.apiKey.updateMany({
      where: { providerId, prefix, revokedAt: null },
      data: { revokedAt: now },
    });
    return count > 0;
  });
