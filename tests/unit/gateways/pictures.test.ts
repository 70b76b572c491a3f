import { crc32 } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { repackPicture } from "@/lib/gateways/pictures";

const LIMITS = { maxPixels: 8_388_608, fit: { width: 720, height: 160 }, maxBytes: 131_072 };
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 20, g: 90, b: 60, alpha: 0.5 } } });
const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, noise: { type: "gaussian", mean: 128, sigma: 60 }, background: "#000" },
  });

describe("a picture packed again", () => {
  it.each([
    { given: "png", kept: "png", type: "image/png" },
    { given: "webp", kept: "png", type: "image/png" },
    { given: "jpeg", kept: "jpeg", type: "image/jpeg" },
  ] as const)("is a $kept where it came as $given, with its size", async ({ given, kept, type }) => {
    const made = await repackPicture(await plain(300, 100).toFormat(given).toBuffer(), LIMITS);
    expect(made.type).toBe(type);
    expect(await sharp(made.bytes).metadata()).toMatchObject({ format: kept, width: 300, height: 100 });
  });

  it("keeps what shines through, and shrinks to the box", async () => {
    const made = await repackPicture(await plain(2000, 1000).png().toBuffer(), LIMITS);
    expect(await sharp(made.bytes).metadata()).toMatchObject({ width: 320, height: 160, hasAlpha: true });
  });

  it("is never larger than the limit, even of noise", async () => {
    const made = await repackPicture(await noise(720, 160).png().toBuffer(), { ...LIMITS, maxBytes: 40_000 });
    expect(made.bytes.length).toBeLessThanOrEqual(40_000);
    await expect(repackPicture(await noise(720, 160).png().toBuffer(), { ...LIMITS, maxBytes: 10 })).rejects.toThrow(
      /10 bytes/,
    );
  });

  it("holds no file that was put behind or beside the pixels", async () => {
    const script = "<script>alert(1)</script>";
    const behind = Buffer.concat([await plain(60, 20).png().toBuffer(), Buffer.from(`PK\x03\x04${script}`, "latin1")]);
    const inside = await plain(60, 20)
      .jpeg()
      .withExif({ IFD0: { ImageDescription: script } })
      .toBuffer();
    expect(inside.includes(script)).toBe(true);
    for (const given of [behind, inside]) {
      expect(Buffer.from((await repackPicture(given, LIMITS)).bytes).includes("script")).toBe(false);
    }
  });
});

describe("a picture is refused", () => {
  it("of more pixels than may be unpacked, however few its bytes", async () => {
    const bomb = await plain(5600, 5600).removeAlpha().png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(131_072);
    await expect(repackPicture(bomb, LIMITS)).rejects.toThrow(/at most 8388608 pixels; this picture has 5600 x 5600/);
  });

  it.each([
    ["that ends early", async () => (await noise(200, 200).png().toBuffer()).subarray(0, 2000)],
    ["with nothing behind its first bytes", async () => Buffer.from("\x89PNG\r\n\x1a\nrest", "latin1")],
    ["whose header names another size", async () => withHeader(await noise(64, 64).png().toBuffer(), 2000, 2000)],
  ])("%s", async (_name, make) => {
    await expect(repackPicture(await make(), LIMITS)).rejects.toThrow(/broken/);
  });

  it.each([
    ["a drawing", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"],
    ["a GIF", "GIF89a\x01\x00\x01\x00"],
    ["nothing", ""],
  ])("%s", async (_name, text) => {
    await expect(repackPicture(Buffer.from(text, "latin1"), LIMITS)).rejects.toThrow(/PNG, JPEG or WebP/);
  });
});

/** The same pixels behind a header of another size, with a checksum that fits the header. */
function withHeader(png: Buffer, width: number, height: number): Buffer {
  const made = Buffer.from(png);
  made.writeUInt32BE(width, 16);
  made.writeUInt32BE(height, 20);
  made.writeUInt32BE(crc32(made.subarray(12, 29)), 29);
  return made;
}
