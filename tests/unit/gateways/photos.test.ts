import { createHash } from "node:crypto";
import sharp from "sharp";
import { expect, it } from "vitest";
import { MAX_PHOTO_BYTES, MAX_SMALL_PHOTO_BYTES } from "@/lib/domain/record-photo";
import { packPhoto, PhotoFault } from "@/lib/gateways/photos";
import { photoOfField } from "@/tests/support/photos";

it("packs a photo's pixels alone: no place, no device, and no file behind the picture", async () => {
  const given = Buffer.concat([await photoOfField(), Buffer.from("PK\x03\x04<script>alert(1)</script>")]);
  expect((await sharp(given).metadata()).exif).toBeDefined();
  const made = await packPhoto(given);
  for (const bytes of [made.picture, made.smallPicture]) {
    const { exif, xmp, icc, format } = await sharp(bytes).metadata();
    expect({ exif, xmp, icc, format }).toEqual({ exif: undefined, xmp: undefined, icc: undefined, format: "jpeg" });
    expect(Buffer.from(bytes).includes("script")).toBe(false);
  }
  // Held upright by the camera's own note, which is dropped.
  expect([made.widthPx, made.heightPx]).toEqual([300, 400]);
  const again = await packPhoto(given);
  const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
  expect(hash(again.picture)).toBe(hash(made.picture));
});

it("keeps a sharp and large photo within its bytes", async () => {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 80 };
  const given = await sharp({ create: { width: 2400, height: 1800, channels: 3, background: "#888", noise } })
    .jpeg({ quality: 60 })
    .toBuffer();
  const made = await packPhoto(given);
  expect(made.picture.length).toBeLessThanOrEqual(MAX_PHOTO_BYTES);
  expect(made.smallPicture.length).toBeLessThanOrEqual(MAX_SMALL_PHOTO_BYTES);
  expect(Math.max(made.widthPx, made.heightPx)).toBeLessThanOrEqual(1600);
});

it.each([
  ["text", () => Promise.resolve(Buffer.from("<svg onload=alert(1)>"))],
  ["half a picture", async () => (await photoOfField()).subarray(0, 900)],
  [
    "a bomb",
    () =>
      sharp({ create: { width: 5600, height: 5600, channels: 3, background: "#fff" } })
        .jpeg()
        .toBuffer(),
  ],
])("refuses %s", async (_name, make) => {
  await expect(packPhoto(await make())).rejects.toThrow(PhotoFault);
});
