import { readReference, type Db, type ProviderTx } from "@/lib/data/db";

/** An edit of a field by the key that its page gave it. */
export interface EditKey {
  fieldId: string;
  key: string;
}

/**
 * Notes in the edit's own transaction that it is made. False: an edit with this key was made before, and this one must
 * not be. Where both are under way at once, the second waits here for the first.
 */
export async function takeEditKey(tx: ProviderTx, providerId: string, { fieldId, key }: EditKey): Promise<boolean> {
  const taken = await tx.$executeRaw`
    INSERT INTO portal_edit_key (provider_id, field_id, edit_key)
    VALUES (${providerId}, ${fieldId}::uuid, ${key}::uuid) ON CONFLICT DO NOTHING`;
  return taken === 1;
}

/** Whether an edit with this key was made. */
export async function hasEditKey(tx: ProviderTx, providerId: string, { fieldId, key }: EditKey): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM portal_edit_key
    WHERE provider_id = ${providerId} AND field_id = ${fieldId}::uuid AND edit_key = ${key}::uuid`;
  return rows.length > 0;
}

/** How often: the worker's maintenance task. */
export async function purgeEditKeys(db: Db): Promise<number> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ purged: number }[]>`SELECT purge_portal_edit_keys() AS purged`,
  );
  return rows[0]?.purged ?? 0;
}
