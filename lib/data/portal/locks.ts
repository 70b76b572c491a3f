import type { ProviderTx } from "@/lib/data/db";

/** Sets or takes a lock of one live application. Locking twice keeps the first time. Undefined: no such application. */
export async function setApplicationLock(
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
  lockedAt: Date | null,
): Promise<Date | null | undefined> {
  const rows = await tx.$queryRaw<{ portal_locked_at: Date | null }[]>`
    UPDATE application a
    SET portal_locked_at = CASE WHEN ${lockedAt}::timestamptz IS NULL THEN NULL
                                ELSE coalesce(a.portal_locked_at, ${lockedAt}::timestamptz) END
    FROM field f
    WHERE a.provider_id = ${providerId} AND a.application_event_id = ${applicationEventId}::uuid
      AND f.provider_id = a.provider_id AND f.field_id = a.field_id AND f.archived_at IS NULL
    RETURNING a.portal_locked_at`;
  return rows[0] === undefined ? undefined : rows[0].portal_locked_at;
}

/** The same for every live application that is in the group now; their references, in order. */
export async function setGroupLock(
  tx: ProviderTx,
  providerId: string,
  group: { accountId: string; providerGroupId: string },
  lockedAt: Date | null,
): Promise<string[]> {
  // Held in one order by all who hold several, so that none waits for another in a ring.
  const rows = await tx.$queryRaw<{ application_event_id: string }[]>`
    WITH member AS (
      SELECT a.application_event_id
      FROM application a JOIN field f USING (provider_id, field_id)
      WHERE a.provider_id = ${providerId} AND a.account_id = ${group.accountId}
        AND a.provider_group_id = ${group.providerGroupId} AND f.archived_at IS NULL
      ORDER BY a.application_event_id
      FOR NO KEY UPDATE OF a
    )
    UPDATE application a
    SET portal_locked_at = CASE WHEN ${lockedAt}::timestamptz IS NULL THEN NULL
                                ELSE coalesce(a.portal_locked_at, ${lockedAt}::timestamptz) END
    FROM member
    WHERE a.provider_id = ${providerId} AND a.application_event_id = member.application_event_id
    RETURNING a.application_event_id`;
  return rows.map((row) => row.application_event_id).sort();
}

/**
 * Whether any live application of a field and year is locked: its lock covers the selections they share. Holds them until
 * the transaction ends, so that an edit is over before a lock is answered, or sees it. Asked before an edit holds anything
 * but the field: a request that saves a check holds the application before what belongs to it.
 */
export async function isFieldYearLocked(
  tx: ProviderTx,
  providerId: string,
  { fieldId, year }: { fieldId: string; year: number },
): Promise<boolean> {
  const rows = await tx.$queryRaw<{ locked: boolean }[]>`
    SELECT portal_locked_at IS NOT NULL AS locked
    FROM application
    WHERE provider_id = ${providerId} AND field_id = ${fieldId}::uuid AND date_part('year', application_date) = ${year}
    ORDER BY application_event_id
    FOR SHARE`;
  return rows.some(({ locked }) => locked);
}
