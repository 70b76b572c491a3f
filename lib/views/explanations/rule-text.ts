import type { ExplanationItem, RuleStatement } from "@/lib/domain/explanation";
import { curveInWords } from "@/lib/views/drift-curves";
import { ENGLISH } from "@/lib/views/explanations/english";
import { SPANISH } from "@/lib/views/explanations/spanish";
import type { StatementWords } from "@/lib/views/explanations/statement-words";
import { wordsIn, type Language } from "@/lib/views/language";
import { isEnglishText } from "@/lib/views/vocabulary/table-text";

/** For a person: the sentence that the API gives names the curve by its code, and stays as it is. */
const FOR_READERS: StatementWords = {
  ...ENGLISH,
  deposition: (says, isAlone) => ENGLISH.deposition(says, isAlone).replace(says.curve, curveInWords(says.curve)),
};
const words = wordsIn<StatementWords>({ en: FOR_READERS, es: SPANISH });
const wordsOf = (language: Language | undefined): StatementWords => (language === "en" ? ENGLISH : words(language));

interface Wording {
  /** Left out: the reader's. English by name is that of the API. */
  language?: Language;
  /** A heading beside it names the runoff system. */
  isUnderSystem?: boolean;
}

const stated = (says: RuleStatement, { language, isUnderSystem = false }: Wording): string => {
  // The kind picks the words, which no type can follow through a table of functions.
  const tell = wordsOf(language)[says.kind] as (own: RuleStatement, isAlone: boolean) => string;
  return tell(says, !isUnderSystem);
};

/** A rule in a sentence. One that was saved as a sentence stays the English that it was saved in. */
export const ruleText = (item: ExplanationItem, wording: Wording = {}): string =>
  "says" in item ? stated(item.says, wording) : item.text;

/** What of a rule is in English for a reader of another language: a condition that an operator entered, or a limitation's own words. */
export function englishIn(item: ExplanationItem): string[] {
  if (!("says" in item)) return [item.text];
  const { says } = item;
  if (says.kind === "condition" || says.kind === "adjuvant") return isEnglishText(says.text) ? [says.text] : [];
  return says.kind === "limitation" && says.asks?.kind === "prohibition" && says.asks.text !== null
    ? [says.asks.text]
    : [];
}

/** Whether a rule has words in the reader's language; else it has to be marked as English. */
export const isWorded = (item: ExplanationItem): boolean =>
  "says" in item && (item.says.kind === "limitation" || englishIn(item).length === 0);
