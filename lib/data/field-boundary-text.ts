import type { ProviderTx } from "@/lib/data/db";

/** The boundary of an application's live field as well-known text, longitude first; null without one. */
export async function findBoundaryText(
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
): Promise<string | null> {
  const rows = await tx.$queryRaw<{ text: string | null }[]>`
    SELECT ST_AsText(f.boundary, 15) AS text
    FROM application a JOIN field f USING (provider_id, field_id)
    WHERE a.provider_id = ${providerId} AND a.application_event_id = ${applicationEventId}::uuid
      AND f.archived_at IS NULL`;
  return rows[0]?.text ?? null;
}
