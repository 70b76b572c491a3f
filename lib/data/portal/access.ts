import type { ProviderTx } from "@/lib/data/db";

export interface PortalAccessTarget {
  fieldId: string;
  providerGroupId: string | null;
  portalExpiresAt: Date | null;
}

/** Where a portal link for an application leads, and until when its portal is open. Null: no such live application. */
export async function findPortalTarget(
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
): Promise<PortalAccessTarget | null> {
  const rows = await tx.$queryRaw<PortalAccessTarget[]>`
    SELECT f.field_id AS "fieldId", a.provider_group_id AS "providerGroupId", f.portal_expires_at AS "portalExpiresAt"
    FROM application a JOIN field f USING (provider_id, field_id)
    WHERE a.provider_id = ${providerId} AND a.application_event_id = ${applicationEventId}::uuid AND f.archived_at IS NULL`;
  return rows[0] ?? null;
}
