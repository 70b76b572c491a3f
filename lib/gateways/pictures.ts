import sharp from "sharp";
import { OperatorRefusal } from "@/lib/domain/operator";

export type PictureType = "image/png" | "image/jpeg";

export interface Picture {
  bytes: Uint8Array<ArrayBuffer>;
  type: PictureType;
}

export interface PictureLimits {
  /** Pixels of the picture as it is given; by its own header, so that a larger one is never unpacked. */
  maxPixels: number;
  /** What is made is shrunk to fit in this box, and is at most so many bytes. */
  fit: { width: number; height: number };
  maxBytes: number;
}

const LONGEST_S = 5;
/** Each time a picture is still too many bytes, its sides are halved. */
const HALVINGS = 4;

/** What `sharp` calls the formats that are taken, by their first bytes; SVG is none of them, because it can hold scripts. */
const FORMATS = { png: "image/png", webp: "image/png", jpeg: "image/jpeg" } as const;
type Format = keyof typeof FORMATS;

const SIGNATURES: Record<Format, (bytes: Buffer) => boolean> = {
  png: (bytes) => bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1")),
  jpeg: (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  webp: (bytes) => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP",
};

/**
 * Unpacks a PNG, JPEG or WebP picture and packs its pixels again, as PNG or JPEG: nothing but the pixels survives, so no
 * file inside the file, no metadata and no lying header. Native threads do the work. Throws, in words for an operator.
 */
export async function repackPicture(given: Uint8Array, { maxPixels, fit, maxBytes }: PictureLimits): Promise<Picture> {
  const bytes = Buffer.from(given);
  const format = (Object.keys(SIGNATURES) as Format[]).find((known) => SIGNATURES[known](bytes));
  if (format === undefined) throw new OperatorRefusal("a logo is a PNG, JPEG or WebP picture");
  const { width, height } = await sizeOf(bytes);
  if (width * height > maxPixels) {
    throw new OperatorRefusal(`a logo has at most ${maxPixels} pixels; this picture has ${width} x ${height}`);
  }
  const type = FORMATS[format];
  for (let halvings = 0; halvings <= HALVINGS; halvings += 1) {
    const box = { width: Math.ceil(fit.width / 2 ** halvings), height: Math.ceil(fit.height / 2 ** halvings) };
    const made = await pack(bytes, type, { box, maxPixels });
    if (made.length <= maxBytes) return { bytes: new Uint8Array(made), type };
  }
  throw new OperatorRefusal(`the picture cannot be stored in ${maxBytes} bytes`);
}

const broken = (cause: unknown): OperatorRefusal =>
  new OperatorRefusal("the picture is broken and cannot be shown", { cause });

/** The size its header names. */
async function sizeOf(bytes: Buffer): Promise<{ width: number; height: number }> {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw broken(error);
  }
}

async function pack(
  bytes: Buffer,
  type: PictureType,
  { box, maxPixels }: { box: { width: number; height: number }; maxPixels: number },
): Promise<Buffer> {
  const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: "warning" })
    .timeout({ seconds: LONGEST_S })
    .rotate()
    .resize({ ...box, fit: "inside", withoutEnlargement: true })
    .toColorspace("srgb");
  try {
    return await (
      type === "image/png" ? picture.png({ compressionLevel: 9 }) : picture.jpeg({ quality: 88 })
    ).toBuffer();
  } catch (error) {
    throw broken(error);
  }
}
