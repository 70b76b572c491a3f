import { isEnglishText, tableText } from "@/lib/views/vocabulary/table-text";
import { sourceName } from "@/lib/views/documents";
import type { UnjudgedCondition } from "@/lib/domain/label-conditions";
import { wordsIn } from "@/lib/views/language";

/** The same words in the portal and in reports. */
export const checklistWords = wordsIn({
  en: {
    heading: "What you must check yourself",
    intro: "The labels also say this. We can't check it from what was sent, so check each line before you spray.",
  },
  es: {
    heading: "Lo que usted mismo debe verificar",
    intro:
      "Las etiquetas también dicen esto, en inglés. No podemos verificarlo con lo que se envió, así que verifique cada línea antes de aplicar.",
  },
});

/** One direction to check, with the document and the place it stands in. */
export interface ChecklistItem {
  text: string;
  /** It has no Spanish, as one that an operator entered. */
  isEnglish: boolean;
  source: string;
}

/** What to check for one product of an application. */
export interface ProductChecklist {
  productName: string;
  registration: string | null;
  items: ChecklistItem[];
}

/**
 * The label directions that no one judged, by product in the order of the application.
 *
 * A product that is listed more than once has one list, and a direction stands in it once.
 */
export function checklistByProduct(
  unjudged: readonly UnjudgedCondition[],
  products: readonly { productName: string; epaNumber: string | null }[],
): ProductChecklist[] {
  const lists = products.map(({ productName, epaNumber: registration }, index): ProductChecklist => {
    const items = unjudged
      .filter(({ productIndex }) => productIndex === index)
      .map(({ text, source }) => ({
        text: tableText(text),
        isEnglish: isEnglishText(text),
        source: sourceName(source),
      }));
    return { productName, registration, items };
  });
  const merged = new Map<string, ProductChecklist>();
  for (const list of lists) {
    const key = JSON.stringify([list.productName, list.registration]);
    const items = eachOnce([...(merged.get(key)?.items ?? []), ...list.items]);
    if (items.length > 0) merged.set(key, { ...list, items });
  }
  return [...merged.values()];
}

const eachOnce = (items: readonly ChecklistItem[]): ChecklistItem[] => [
  ...new Map(items.map((item) => [JSON.stringify([item.text, item.source]), item])).values(),
];
