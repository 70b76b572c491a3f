import sharp from "sharp";

/** As a phone takes it: lying on its side, with the note that it was held upright, and where it was. 400 x 300 pixels. */
export const photoOfField = (color = "#3a7d2c"): Promise<Buffer> =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: color } })
    .withExif({
      IFD0: { Make: "PhoneMaker", Model: "Phone 9" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "33/1 12/1 0/1",
        GPSLongitudeRef: "W",
        GPSLongitude: "87/1 6/1 0/1",
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
