import { asProvider, type Db, Prisma, readReference } from "@/lib/data/db";
import { LOGO_TYPES, type BrandLogo } from "@/lib/data/portal/branding";

/** The field a session asks for, as it stands now. */
export interface SessionField {
  fieldId: string;
  accountId: string;
  portalExpiresAt: Date | null;
  archivedAt: Date | null;
  /** Whether it has an application in the session's group; null for a session of one field. */
  inGroup: boolean | null;
}

/** What a session is checked against at every request. */
export interface SessionState {
  name: string;
  accent: string | null;
  logoHash: string | null;
  portalEnabled: boolean;
  linkGeneration: number;
  isEnded: boolean;
  /** Null when no field was asked for, and when the provider has no such field. */
  field: SessionField | null;
}

export interface AskedSession {
  providerId: string;
  grant: string;
  fieldId: string | null;
  group: { accountId: string; providerGroupId: string } | null;
}

export interface StateJson {
  name: string;
  brand_accent: string | null;
  brand_logo_hash: string | null;
  portal_enabled: boolean;
  link_generation: number;
  is_ended: boolean;
  field_id: string | null;
  account_id: string;
  portal_expires_at: string | null;
  archived_at: string | null;
  in_group: boolean | null;
}

/** The provider's state, whether the session was ended, and the field asked for; null where there is no such provider. */
export const sessionAsJson = ({ providerId, grant, fieldId, group }: AskedSession): Prisma.Sql => Prisma.sql`
  (SELECT row_to_json(session) FROM find_portal_session(
     ${providerId}, ${grant}::uuid, ${fieldId}::uuid, ${group?.accountId ?? null}, ${group?.providerGroupId ?? null}
   ) session)`;

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

export const toSessionState = (json: StateJson): SessionState => ({
  name: json.name,
  accent: json.brand_accent,
  logoHash: json.brand_logo_hash,
  portalEnabled: json.portal_enabled,
  linkGeneration: json.link_generation,
  isEnded: json.is_ended,
  field:
    json.field_id === null
      ? null
      : {
          fieldId: json.field_id,
          accountId: json.account_id,
          portalExpiresAt: momentOf(json.portal_expires_at),
          archivedAt: momentOf(json.archived_at),
          inGroup: json.in_group,
        },
});

/** What a session is checked against: one statement, before any transaction. */
export async function findSessionState(db: Db, asked: AskedSession): Promise<SessionState | null> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ session: StateJson | null }[]>`SELECT ${sessionAsJson(asked)} AS session`,
  );
  const json = rows[0]?.session ?? null;
  return json === null ? null : toSessionState(json);
}

/** Remembers, for as long as its cookie could be shown again, that a session was ended. */
export const endGrant = (db: Db, providerId: string, grant: string, forgetAfter: Date): Promise<unknown> =>
  asProvider(
    db,
    providerId,
    (tx) => tx.$executeRaw`
      INSERT INTO portal_grant_end (provider_id, grant_id, forget_after)
      SELECT provider_id, ${grant}::uuid, ${forgetAfter}::timestamptz FROM provider WHERE provider_id = ${providerId}
      ON CONFLICT DO NOTHING`,
  );

/** The group that a live application of a field is in; null when it is in none or is not of this field. */
export const findApplicationGroup = (
  db: Db,
  { providerId, fieldId, applicationEventId }: { providerId: string; fieldId: string; applicationEventId: string },
): Promise<{ accountId: string; providerGroupId: string } | null> =>
  asProvider(db, providerId, async (tx) => {
    const rows = await tx.$queryRaw<{ accountId: string; providerGroupId: string }[]>`
      SELECT account_id AS "accountId", provider_group_id AS "providerGroupId" FROM application
      WHERE provider_id = ${providerId} AND application_event_id = ${applicationEventId}::uuid
        AND field_id = ${fieldId}::uuid AND provider_group_id IS NOT NULL`;
    return rows[0] ?? null;
  });

/** The logo as it is stored; only `readProviderLogo` may look into it. */
export const findLogo = (db: Db, providerId: string): Promise<BrandLogo | null> =>
  asProvider(db, providerId, async (tx) => {
    const found = await tx.provider.findUnique({
      where: { providerId },
      select: { brandLogo: true, brandLogoType: true, brandLogoHash: true },
    });
    const type = LOGO_TYPES.find((known) => known === found?.brandLogoType);
    if (found?.brandLogo == null || found.brandLogoHash === null || type === undefined) return null;
    return { bytes: new Uint8Array(found.brandLogo), type, hash: found.brandLogoHash };
  });

/** How often: the worker's maintenance task. */
export async function purgeGrantEnds(db: Db): Promise<number> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ purged: number }[]>`SELECT purge_portal_grant_ends() AS purged`,
  );
  return rows[0]?.purged ?? 0;
}
