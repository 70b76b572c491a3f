/** A photo of a record: what an entry says of it. Its pixels are kept beside the entries. */

export interface PhotoPlace {
  lat: number;
  lon: number;
}

/** What someone says of a photo. */
export interface PhotoNote {
  /** Empty: nothing was written of it. */
  caption: string;
  /** ISO 8601 with the offset of the place, by the device's clock. */
  takenAt: string;
  /** Where the device was as the photo was added; null: the place was not to be kept, or is not known. */
  place: PhotoPlace | null;
}

export interface RecordedPhoto extends PhotoNote {
  kind: "photo";
  /** SHA-256 of the picture as it is kept, hexadecimal. */
  sha256: string;
  /** Of that file. */
  bytes: number;
  widthPx: number;
  heightPx: number;
}

/** A photo as a page sends it. */
export interface SentPhoto extends PhotoNote {
  entryId: string;
  /** When it was added, by the device's clock, ISO 8601. */
  writtenAt: string;
  /** The picture, a JPEG in base64. */
  jpeg: string;
}

export const MAX_CAPTION_LENGTH = 200;

/** The most photos of one record. */
export const MOST_RECORD_PHOTOS = 12;

/** A photo as it is kept: its longer side, and how many bytes. */
export const PHOTO_SIDE_PX = 1600;
export const MAX_PHOTO_BYTES = 500_000;

/** The same for pages and reports. */
export const SMALL_PHOTO_SIDE_PX = 560;
export const MAX_SMALL_PHOTO_BYTES = 80_000;

/** What a page sends is packed again here, so it may be somewhat larger. Characters of base64. */
export const MAX_SENT_PHOTO = 1_000_000;
