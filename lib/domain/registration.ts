/** What people write before the number: "EPA Reg. No. 264-1241", "EPA Registration Number: 264-1241", "EPA# 264-1241". */
const LEAD =
  /^(?:u\.? ?s\.? )?(?:epa\b[ .:#-]*)?(?:reg(?:istration)?\b[ .:#]*)?(?:(?:no|nr|num|number)\b[ .:#]*)?[#: ]*/i;
/** Hyphens, dashes and the minus sign, with or without blanks around them. */
const DASHES = /\s*[-\u00AD\u2010-\u2015\u2043\u2212\uFE58\uFE63\uFF0D]\s*/g;

/** A number as it is compared: most that come are, and need no reading. */
const CANONICAL = /^[1-9]\d{0,7}(?:-[1-9]\d{0,7}){1,2}$/;

/** What an error says about the form of a registration number. */
export const REGISTRATION_FORM =
  "must be an EPA registration number: company-product, such as 264-1241, or company-product-distributor, such as 264-1241-5905";

/**
 * EPA registration numbers as they are compared: company-product, or company-product-distributor.
 *
 * Takes the number in any written form: with "EPA Reg. No." before it, with dashes or blanks for hyphens, with leading
 * zeros (`EPA Reg. No. 000264–01241` is `264-1241`). Null when the text is no such number.
 * Source: interface "Product object".
 */
export function canonicalRegistration(text: string): string | null {
  if (CANONICAL.test(text)) return text;
  const number = text.normalize("NFKC").trim().replaceAll(/\s+/g, " ").replace(LEAD, "").trim();
  const parts = number.replaceAll(DASHES, "-").replaceAll(" ", "-").split("-");
  if (parts.length < 2 || parts.length > 3) return null;
  if (!parts.every((part) => /^\d{1,8}$/.test(part))) return null;
  return parts.map((part) => part.replace(/^0+(?=\d)/, "")).join("-");
}

/** A distributor's product is the registrant's product under another name: its first two parts. */
export const registrantRegistration = (canonical: string): string => canonical.split("-").slice(0, 2).join("-");

const withRegistrant = (canonical: string): string[] => [canonical, registrantRegistration(canonical)];

/**
 * The numbers under which a limitation may name a product: the one that was sent, the one of today where that was given up
 * in a transfer, those given up before, and the registrant's of each.
 *
 * `sent` is canonical; null: none was sent. Missing data: what the record does not know of is not among them. Throws: never.
 */
export const limitableNumbers = (
  sent: string | null,
  record: { registration: string; formerNumbers?: readonly string[] | undefined } | null,
): string[] => {
  const known = record === null ? [] : [record.registration, ...(record.formerNumbers ?? [])];
  return [...new Set([...(sent === null ? [] : [sent]), ...known].flatMap(withRegistrant))];
};
