import { type Db, readReference } from "@/lib/data/db";

/** What a portal link leads to, before anyone is signed in. */
export interface PortalField {
  providerId: string;
  fieldId: string;
  fieldName: string;
  portalEnabled: boolean;
  linkGeneration: number;
  portalExpiresAt: Date | null;
  archivedAt: Date | null;
}

interface PortalFieldRow {
  provider_id: string;
  field_id: string;
  field_name: string;
  portal_enabled: boolean;
  link_generation: number;
  portal_expires_at: Date | null;
  archived_at: Date | null;
}

/** The field a link names. The link proves the right to ask, so this runs before a provider is known. */
export async function findPortalField(db: Db, fieldId: string): Promise<PortalField | null> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<PortalFieldRow[]>`SELECT * FROM find_portal_field(${fieldId}::uuid)`,
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    providerId: row.provider_id,
    fieldId: row.field_id,
    fieldName: row.field_name,
    portalEnabled: row.portal_enabled,
    linkGeneration: row.link_generation,
    portalExpiresAt: row.portal_expires_at,
    archivedAt: row.archived_at,
  };
}

/** The field a random token (token mode) names, by the token's hash. */
export async function findFieldByToken(db: Db, tokenHash: Buffer): Promise<string | null> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ id: string | null }[]>`SELECT find_portal_token(${tokenHash}::bytea) AS id`,
  );
  return rows[0]?.id ?? null;
}
