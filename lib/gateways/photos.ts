import sharp, { type OutputInfo, type Sharp } from "sharp";
import { MAX_PHOTO_BYTES, MAX_SMALL_PHOTO_BYTES, PHOTO_SIDE_PX, SMALL_PHOTO_SIDE_PX } from "@/lib/domain/record-photo";

/** Pages send 1,600 pixels a side at most; a larger one is never unpacked. */
const MOST_PIXELS = 8_388_608;
const LONGEST_S = 5;
/** Tried one after the other until the file is small enough: sharp grain does not pack well. */
const QUALITIES = [80, 65, 50, 35];

/** Why a photo was not taken: it is no JPEG, is broken, or has too many pixels. */
export class PhotoFault extends Error {
  override readonly name = "PhotoFault";
}

export interface PackedPhoto {
  picture: Uint8Array<ArrayBuffer>;
  smallPicture: Uint8Array<ArrayBuffer>;
  widthPx: number;
  heightPx: number;
}

interface Limits {
  sidePx: number;
  maxBytes: number;
}

/**
 * Unpacks a JPEG and packs its pixels again, once whole and once small: nothing but the pixels survives, so neither the
 * place, the device nor the time that a camera writes into it, nor a file inside the file. Native threads do the work.
 * Throws `PhotoFault`.
 */
export async function packPhoto(given: Uint8Array): Promise<PackedPhoto> {
  const bytes = Buffer.from(given);
  if (!bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) throw new PhotoFault("it is no JPEG");
  const whole = await packed(bytes, { sidePx: PHOTO_SIDE_PX, maxBytes: MAX_PHOTO_BYTES });
  const small = await packed(whole.data, { sidePx: SMALL_PHOTO_SIDE_PX, maxBytes: MAX_SMALL_PHOTO_BYTES });
  return {
    picture: new Uint8Array(whole.data),
    smallPicture: new Uint8Array(small.data),
    widthPx: whole.info.width,
    heightPx: whole.info.height,
  };
}

async function packed(bytes: Buffer, { sidePx, maxBytes }: Limits): Promise<{ data: Buffer; info: OutputInfo }> {
  for (const quality of QUALITIES) {
    const made = await unpacked(bytes, sidePx)
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true })
      .catch((cause: unknown) => {
        throw new PhotoFault("it cannot be shown", { cause });
      });
    if (made.data.length <= maxBytes) return made;
  }
  throw new PhotoFault(`it cannot be kept in ${maxBytes} bytes`);
}

/** Turned as the camera was held, before the note that says so is dropped. */
const unpacked = (bytes: Buffer, sidePx: number): Sharp =>
  sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "warning" })
    .timeout({ seconds: LONGEST_S })
    .rotate()
    .resize({ width: sidePx, height: sidePx, fit: "inside", withoutEnlargement: true })
    .toColorspace("srgb");
