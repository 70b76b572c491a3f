import { applicationAsJson, toRecord, type ApplicationJson } from "@/lib/data/compliance-reads";
import type { ProviderTx } from "@/lib/data/db";
import { notesAsJson, toCheckNotes, type CheckNotes, type NotesJson } from "@/lib/data/portal/reviews";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";

/** One live application with all that its standing is read from: one statement. Null when the provider has no such one. */
export async function findNotedApplication(
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
): Promise<{ saved: SavedApplicationRecord; notes: CheckNotes } | null> {
  const rows = await tx.$queryRaw<{ saved: ApplicationJson; notes: NotesJson }[]>`
    SELECT ${applicationAsJson({})} AS saved, ${notesAsJson()} AS notes
    FROM application a JOIN field f USING (provider_id, field_id)
    WHERE a.provider_id = ${providerId} AND a.application_event_id = ${applicationEventId}::uuid AND f.archived_at IS NULL`;
  const row = rows[0];
  return row === undefined ? null : { saved: toRecord(row.saved), notes: toCheckNotes(row.notes) };
}
