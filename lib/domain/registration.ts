/**
 * EPA registration numbers as they are compared: company-product, or company-product-distributor.
 *
 * Leading zeros and surrounding blanks do not matter (`000264-01241` is `264-1241`). Null when the text is no
 * such number. Source: interface "Product object"; decisions section 3 (distributor numbers).
 */
export function canonicalRegistration(text: string): string | null {
  const parts = text.trim().split("-");
  if (parts.length < 2 || parts.length > 3) return null;
  if (!parts.every((part) => /^\d{1,8}$/.test(part))) return null;
  return parts.map((part) => part.replace(/^0+(?=\d)/, "")).join("-");
}

/** A distributor's product is the registrant's product under another name: its first two parts. */
export const registrantRegistration = (canonical: string): string => canonical.split("-").slice(0, 2).join("-");
