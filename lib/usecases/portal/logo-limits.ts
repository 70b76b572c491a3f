import type { PictureLimits } from "@/lib/gateways/pictures";

/** Larger files would be felt on a phone in a field. The database holds a logo to the same. */
export const MAX_LOGO_BYTES = 131_072;

/** A logo is 36 pixels high on pages and 26 points in PDFs: enough for four pixels to each. */
export const LOGO_LIMITS: PictureLimits = {
  maxPixels: 8_388_608,
  fit: { width: 720, height: 160 },
  maxBytes: MAX_LOGO_BYTES,
};
