import type { LabelPage } from "@/lib/imports/labels/label-text";

/** What a label's text says of endangered species, as far as a program can tell. */
export type EsaReading =
  | { language: "yes"; quote: string; page: number }
  | { language: "no" }
  | { language: "unreadable"; reason: string };

/** Words that only a label with ESA directions prints. */
const DIRECTIONS = [
  /bulletins?\s+live/i,
  /epa\.gov\/(?:pesticides\/)?(?:bulletins|espp)\b/i,
  /endangered\s+species\s+(?:protection\s+)?bulletins?/i,
  /endangered\s+species\s+protection\s+(?:requirements|program)/i,
  /pesticide\s+use\s+limitation\s+areas?/i,
  /\bPULAs?\b/,
  /mitigation\s+menu/i,
  /(?:runoff|erosion)[^.]{0,40}mitigation\s+points?/i,
];
/** Advice on drift that speaks of habitats and asks for nothing; labels have carried it for decades. */
const DRIFT_ADVICE =
  /habitats?\s+(?:known\s+to\s+(?:have|contain)|(?:of|for|with))\s+(?:threatened\s+or\s+)?endangered\s+species/gi;
const ENDANGERED = /endangered|threatened\s+species|listed\s+species/i;

/**
 * What every label of a product for end use bears, and no letter about one does in full: the child hazard warning (40 CFR 156.66), the
 * statement on misuse (40 CFR 156.10(i)(2)(ii)), and the headings of two sections.
 */
const OF_EVERY_LABEL = [
  /keep\s+out\s+of\s+(?:the\s+)?reach\s+of\s+children/i,
  /violation\s+of\s+federal\s+law\s+to\s+use\s+this\s+product\s+in\s+a\s+manner\s+inconsistent\s+with\s+its\s+label/i,
  /directions\s+for\s+use/i,
  /precautionary\s+statements/i,
];

/** A page with less text is blank or a picture. */
const LEAST_TEXT = 40;
/** A picture with less text beside it may be a scanned page with a running head. */
const LEAST_TEXT_BESIDE_IMAGE = 400;
const WORDS = /\b(?:the|and|of|or|to|for|in|not|with|is|are|do)\b/i;
const QUOTE_AROUND = 110;

/**
 * Reads label pages for ESA language. "Yes" needs one sentence. "No" needs every page to give text, the text to be the
 * master label of this registration with what the law has on every label, and no mention of endangered species beyond old advice on drift.
 */
export function readEsaLanguage(pages: readonly LabelPage[], registration: string): EsaReading {
  const all = pages.map(({ text }) => text).join(" ");
  if (!namesRegistration(all, registration)) {
    return {
      language: "unreadable",
      reason: `the text does not name ${registration}; it may be another product's file`,
    };
  }
  for (const [index, { text }] of pages.entries()) {
    const found = DIRECTIONS.map((pattern) => pattern.exec(text)).find((match) => match !== null);
    if (found != null) return { language: "yes", quote: quoteAt(text, found.index), page: index + 1 };
  }
  const silent = pages.findIndex((page) => !isText(page));
  if (silent !== -1)
    return { language: "unreadable", reason: `page ${silent + 1} of ${pages.length} gives no readable text` };
  if (/supplemental\s+label/i.test(all))
    return { language: "unreadable", reason: "it is a supplemental label, not the master label" };
  if (!OF_EVERY_LABEL.every((pattern) => pattern.test(all))) {
    return { language: "unreadable", reason: "it lacks the sections of a master label; it may be a letter" };
  }
  if (ENDANGERED.test(all.replaceAll(DRIFT_ADVICE, ""))) {
    return { language: "unreadable", reason: "it speaks of endangered species in words that a person must read" };
  }
  return { language: "no" };
}

/**
 * `EPA Reg. No. 264-1241`, with any dash and with blanks about it, and not as part of a longer number: a distributor's label
 * (264-1241-5905) is not the registrant's, and may leave uses out.
 */
function namesRegistration(text: string, registration: string): boolean {
  const [company = "", product = ""] = registration.split("-");
  return new RegExp(
    `(?<![\\d-])0*${company}\\s*[-\\u2010-\\u2015]\\s*0*${product}(?!\\d)(?!\\s*[-\\u2010-\\u2015]\\s*\\d)`,
  ).test(text);
}

function isText({ text, hasImage }: LabelPage): boolean {
  if (/intentionally\s+left\s+blank/i.test(text)) return true;
  if (text.length < (hasImage ? LEAST_TEXT_BESIDE_IMAGE : LEAST_TEXT)) return false;
  // Fonts without a character map give letters that are no words.
  return text.length < 200 || WORDS.test(text);
}

const quoteAt = (text: string, at: number): string =>
  text.slice(Math.max(0, at - QUOTE_AROUND), at + QUOTE_AROUND).trim();
