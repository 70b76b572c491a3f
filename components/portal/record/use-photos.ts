import type { SentPhoto } from "@/lib/domain/record-photo";
import type { NewRecordEntry } from "@/lib/domain/application-record";
import type { PhotoView, RecordView } from "@/lib/views/portal/record";

/** A photo on the page: one that waits on the device has its picture in its address. */
export interface ShownPhoto extends PhotoView {
  isWaiting: boolean;
}

const waitingView = ({ entryId, caption, takenAt, place, jpeg }: SentPhoto, isAddition: boolean): PhotoView => {
  const href = `data:image/jpeg;base64,${jpeg}`;
  return { entryId, caption, takenAt, place, isAddition, href, smallHref: href };
};

/** The photos of a record with those that wait, without those that were taken out here. `waiting`: not saved yet. */
export function shownPhotos(
  view: RecordView,
  {
    photos,
    entries,
    waiting,
  }: { photos: readonly SentPhoto[]; entries: readonly NewRecordEntry[]; waiting: Set<string> },
): ShownPhoto[] {
  const isSigned = view.signed !== null;
  const gone = new Set(isSigned ? [] : entries.flatMap(({ replaces }) => replaces ?? []));
  const fresh = photos.filter(({ entryId }) => !view.entryIds.includes(entryId));
  return [...view.photos, ...fresh.map((photo) => waitingView(photo, isSigned))]
    .filter(({ entryId }) => !gone.has(entryId))
    .map((photo) => ({ ...photo, isWaiting: waiting.has(photo.entryId) }));
}
