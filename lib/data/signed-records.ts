import { asProvider, readReference, type Db } from "@/lib/data/db";
import type { RecordStatement } from "@/lib/domain/application-record";

/** A signed record as it is kept, with what came after. */
export interface KeptSignedRecord {
  signedAt: Date;
  /** Canonical JSON. */
  signedRecord: string;
  /** The field is archived: what was signed is kept, and shown to no one. */
  isClosed: boolean;
  /** In their order. A correction names what it replaces, or is another value of a fact that was written before. */
  additions: { kind: RecordStatement["kind"]; isCorrection: boolean; savedAt: Date }[];
}

/** The signed record that a hash names. The hash itself proves the right to ask, so this runs before a provider is known. */
export async function findSignedRecord(db: Db, recordHash: string): Promise<KeptSignedRecord | null> {
  const [known] = await readReference(
    () => db.prisma.$queryRaw<{ providerId: string; id: string }[]>`
      SELECT provider_id AS "providerId", application_event_id::text AS id FROM find_signed_record(${recordHash})`,
  );
  if (known === undefined) return null;
  const { providerId, id } = known;
  return asProvider(db, providerId, async (tx) => {
    const [signed] = await tx.$queryRaw<Omit<KeptSignedRecord, "additions">[]>`
      SELECT r.signed_at AS "signedAt", r.signed_record AS "signedRecord", f.archived_at IS NOT NULL AS "isClosed"
      FROM application_record r JOIN application a USING (provider_id, application_event_id)
      JOIN field f ON f.provider_id = a.provider_id AND f.field_id = a.field_id
      WHERE r.provider_id = ${providerId} AND r.application_event_id = ${id}::uuid AND r.record_hash = ${recordHash}`;
    if (signed === undefined) return null;
    const additions = await tx.$queryRaw<KeptSignedRecord["additions"]>`
      SELECT e.statement->>'kind' AS kind, e.saved_at AS "savedAt",
             e.replaces IS NOT NULL OR EXISTS (
               SELECT 1 FROM record_entry b
               WHERE b.provider_id = e.provider_id AND b.application_event_id = e.application_event_id
                 AND b.place < e.place AND b.statement->>'kind' = 'fact'
                 AND b.statement->>'name' = e.statement->>'name') AS "isCorrection"
      FROM record_entry e
      WHERE e.provider_id = ${providerId} AND e.application_event_id = ${id}::uuid AND e.is_addition
      ORDER BY e.place`;
    return { ...signed, additions };
  });
}
