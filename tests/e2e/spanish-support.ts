import type { Page } from "@playwright/test";

/** Every text of a page that a person reads or hears, but what is marked as quoted English or as a name. */
export const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isLeftOut = (element: Element): boolean =>
      element.closest("script, style, template, noscript, [translate='no'], body [lang='en']") !== null;
    const found = new Set<string>();
    const add = (text: string | null): void => {
      const plain = (text ?? "").replace(/\s+/g, " ").trim();
      if (plain !== "") found.add(plain);
    };
    add(document.title);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement !== null && !isLeftOut(node.parentElement)) add(node.textContent);
    }
    for (const element of document.body.querySelectorAll("*")) {
      if (isLeftOut(element)) continue;
      for (const name of ["aria-label", "aria-valuetext", "aria-description", "alt", "title", "placeholder"]) {
        add(element.getAttribute(name));
      }
    }
    return [...found];
  });

/** Words of English that Spanish does not have; names of products and formats have none of them. */
const ENGLISH =
  /(?<!\p{L})(?:the|and|of|with|your|you|not|is|are|this|that|from|for|has|have|was|were|will|it|its|by|at|an|or)(?!\p{L})/iu;
/** Words that both languages have, and names that no language changes. */
const SHARED =
  /\b(?:acres?|mph|gpa|psi|gal|lb|fl|oz|ac|ton|EPA|ESA|PULA|NRCS|PDF|CSV|UTC|C[DS]T|GeoJSON|KML|ISOXML|FlatGeobuf|shapefile|Hedgerow|Stryax|Enlist|Liberty|ULTRA|SHA|application|No|error|total|normal|manual|general|drift|control|local|final)\b/gi;

/** Names of the demonstration and of the tests, and addresses: no language has another word for them. */
const NAMES = /https?:\/\/\S+|DEMO(?: [A-Z][a-z]+)+|(?:Norte|Sur) \d|e2e-spanish-\d+|SSURGO \w+/g;

/** Quotes are the label's own words; a Spanish sentence around them is judged without them. */
const unquoted = (text: string): string => text.replace(/[“"][^”"]*[”"]/g, "").replace(NAMES, "");

/** What a Spanish page still says in English: the same as on the English page, or with words that are English alone. */
export function englishIn(spanish: readonly string[], english: readonly string[]): string[] {
  const same = new Set(english);
  return spanish.filter((text) => {
    const words = unquoted(text);
    return ENGLISH.test(words) || (same.has(text) && /[a-z]{3}/i.test(words.replace(SHARED, "")));
  });
}
