import { MAX_PHOTO_BYTES, PHOTO_SIDE_PX } from "@/lib/domain/record-photo";

const QUALITIES = [0.8, 0.65, 0.5, 0.35];

/**
 * A picture as small as a record keeps it: a JPEG in base64. It is drawn again, so nothing that the camera wrote beside
 * the pixels leaves this device: no place, no name of the device. Throws where the browser cannot show the file.
 */
export async function shrinkPhoto(file: Blob): Promise<string> {
  const drawn = draw(await createImageBitmap(file, { imageOrientation: "from-image" }));
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((resolve) => drawn.toBlob(resolve, "image/jpeg", quality));
    if (blob !== null && blob.size <= MAX_PHOTO_BYTES) return base64Of(blob);
  }
  throw new RangeError("the picture cannot be made small enough");
}

function draw(picture: ImageBitmap): HTMLCanvasElement {
  const scale = Math.min(1, PHOTO_SIDE_PX / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas;
}

const base64Of = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      // Text, as it is read as an address; the type says what other ways of reading give.
      const address = typeof reader.result === "string" ? reader.result : "";
      resolve(address.replace(/^data:[^,]*,/, ""));
    };
    reader.onerror = () => reject(new RangeError("the picture cannot be read"));
    reader.readAsDataURL(blob);
  });
