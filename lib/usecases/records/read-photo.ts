import { findPhoto, findSmallPhotos, type PhotoKey, type PhotoQuery } from "@/lib/data/record-photos";
import { ServiceError } from "@/lib/domain/errors";
import type { ReportBlock, ReportDocument } from "@/lib/domain/report";
import type { Deps } from "@/lib/runtime/deps";
import type { RecordContext } from "@/lib/usecases/records/read-record";

/** A photo of a record as it is kept, a JPEG. `fieldId`: only of that field. Refused when absent. */
export async function readPhoto(
  { deps, provider }: RecordContext,
  asked: PhotoQuery & { fieldId: string | null },
): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await findPhoto(deps.db, provider.providerId, asked);
  if (picture === null) throw new ServiceError("notFound", "There is no such photo.");
  return new Uint8Array(picture);
}

const keyOf = ({ applicationEventId, entryId }: PhotoKey): string => `${applicationEventId}/${entryId}`;

/** A report with the pictures of its photos, for its PDF. One that is no longer kept stays without. */
export async function withPictures(deps: Deps, providerId: string, report: ReportDocument): Promise<ReportDocument> {
  const blocks = report.sections.flatMap((section) => section.blocks);
  const photos = blocks
    .flatMap((block) => (block.kind === "photos" ? block.photos : []))
    .filter((each) => each.isDrawn);
  if (photos.length === 0) return report;
  const found = await findSmallPhotos(deps.db, providerId, photos);
  const pictures = new Map(found.map((photo) => [keyOf(photo), new Uint8Array(photo.bytes)]));
  const drawn = (block: ReportBlock): ReportBlock => {
    if (block.kind !== "photos") return block;
    const withOwn = block.photos.map((photo) => {
      const picture = pictures.get(keyOf(photo));
      return picture === undefined ? photo : { ...photo, picture };
    });
    return { ...block, photos: withOwn };
  };
  const sections = report.sections.map((section) => ({ ...section, blocks: section.blocks.map(drawn) }));
  return { ...report, sections };
}
