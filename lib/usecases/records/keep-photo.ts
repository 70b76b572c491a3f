import { createHash } from "node:crypto";
import { countPhotos, putPhoto } from "@/lib/data/record-photos";
import type { ProviderTx } from "@/lib/data/db";
import { PortalRefusal } from "@/lib/domain/portal";
import { MOST_RECORD_PHOTOS, type SentPhoto } from "@/lib/domain/record-photo";
import { packPhoto, PhotoFault, type PackedPhoto } from "@/lib/gateways/photos";
import { addEntries } from "@/lib/usecases/records/keep-record";
import { getRecord, type RecordContext } from "@/lib/usecases/records/read-record";

/**
 * Adds a photo to a record that the caller's transaction holds through its application: its pixels, packed again, and the
 * entry that names them by their hash. One whose entry is kept already stays as it was kept.
 * Throws `PortalRefusal` on a picture that cannot be shown, and where the record has as many as it may have.
 */
export async function keepPhoto(
  tx: ProviderTx,
  context: RecordContext,
  applicationEventId: string,
  sent: SentPhoto,
): Promise<void> {
  const { entryId, writtenAt, caption, takenAt, place, jpeg } = sent;
  const { providerId } = context.provider;
  // One that was taken out since keeps its entry, and its picture stays gone.
  const { entries } = (await getRecord(tx, context, applicationEventId)).ground;
  if (entries.some((entry) => entry.entryId === entryId)) return;
  if ((await countPhotos(tx, providerId, applicationEventId)) >= MOST_RECORD_PHOTOS) {
    throw new PortalRefusal("too_many_photos");
  }
  const { picture, smallPicture, widthPx, heightPx } = await packedOrRefused(Buffer.from(jpeg, "base64"));
  const sha256 = createHash("sha256").update(picture).digest("hex");
  const statement = {
    kind: "photo",
    caption,
    takenAt,
    place,
    sha256,
    bytes: picture.length,
    widthPx,
    heightPx,
  } as const;
  await addEntries(tx, context, applicationEventId, [{ entryId, writtenAt, replaces: null, statement }]);
  await putPhoto(tx, providerId, { applicationEventId, entryId, picture, smallPicture });
}

async function packedOrRefused(bytes: Uint8Array): Promise<PackedPhoto> {
  try {
    return await packPhoto(bytes);
  } catch (error) {
    throw error instanceof PhotoFault ? new PortalRefusal("invalid_photo") : error;
  }
}
