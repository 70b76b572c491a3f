import { asProvider, type Db, type ProviderTx } from "@/lib/data/db";

/** Which photo of which application. */
export interface PhotoKey {
  applicationEventId: string;
  entryId: string;
}

/** And whether as large as it is kept, or small. */
export interface PhotoQuery extends PhotoKey {
  isSmall: boolean;
}

/** How many pictures the record of an application has. */
export const countPhotos = (tx: ProviderTx, providerId: string, applicationEventId: string): Promise<number> =>
  tx.recordPhoto.count({ where: { providerId, applicationEventId } });

export async function putPhoto(
  tx: ProviderTx,
  providerId: string,
  photo: PhotoKey & { picture: Uint8Array<ArrayBuffer>; smallPicture: Uint8Array<ArrayBuffer> },
): Promise<void> {
  await tx.recordPhoto.create({ data: { providerId, ...photo } });
}

/** Forgets the pictures of entries that were taken out of a record which no one has signed yet. */
export async function dropPhotos(
  tx: ProviderTx,
  providerId: string,
  { applicationEventId, entryIds }: { applicationEventId: string; entryIds: readonly string[] },
): Promise<void> {
  await tx.recordPhoto.deleteMany({ where: { providerId, applicationEventId, entryId: { in: [...entryIds] } } });
}

/** One picture of a live application's record; null: there is none. `fieldId`: only of that field. */
export async function findPhoto(
  db: Db,
  providerId: string,
  { applicationEventId, entryId, isSmall, fieldId }: PhotoQuery & { fieldId: string | null },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const rows = await asProvider(
    db,
    providerId,
    (tx) => tx.$queryRaw<{ bytes: Uint8Array<ArrayBuffer> }[]>`
      SELECT CASE WHEN ${isSmall} THEN p.small_picture ELSE p.picture END AS bytes
      FROM record_photo p
      JOIN application a USING (provider_id, application_event_id)
      JOIN field f ON f.provider_id = a.provider_id AND f.field_id = a.field_id
      WHERE p.provider_id = ${providerId} AND p.application_event_id = ${applicationEventId}::uuid
        AND p.entry_id = ${entryId}::uuid AND f.archived_at IS NULL
        AND (${fieldId}::uuid IS NULL OR a.field_id = ${fieldId}::uuid)`,
  );
  return rows[0]?.bytes ?? null;
}

/** The small pictures of entries, in no order; those that are not kept are left out. */
export async function findSmallPhotos(
  db: Db,
  providerId: string,
  keys: readonly PhotoKey[],
): Promise<(PhotoKey & { bytes: Uint8Array<ArrayBuffer> })[]> {
  const [applications, entries] = [keys.map((key) => key.applicationEventId), keys.map((key) => key.entryId)];
  return asProvider(
    db,
    providerId,
    (tx) => tx.$queryRaw<(PhotoKey & { bytes: Uint8Array<ArrayBuffer> })[]>`
      SELECT p.application_event_id::text AS "applicationEventId", p.entry_id::text AS "entryId", p.small_picture AS bytes
      FROM record_photo p
      JOIN unnest(${applications}::uuid[], ${entries}::uuid[]) AS sent(application_event_id, entry_id)
        USING (application_event_id, entry_id)
      WHERE p.provider_id = ${providerId}`,
  );
}
