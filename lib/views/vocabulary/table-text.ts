import { currentLanguage, type Language } from "@/lib/views/language";
import { CONDITIONS_IN_SPANISH } from "@/lib/views/vocabulary/conditions";
import { MENU_IN_SPANISH } from "@/lib/views/vocabulary/menu";
import { MISSING_IN_SPANISH } from "@/lib/views/vocabulary/missing-texts";
import { NOTES_IN_SPANISH } from "@/lib/views/vocabulary/notes";
import { PRACTICES_IN_SPANISH, RECORD_IN_SPANISH } from "@/lib/views/vocabulary/practices";

/** Each text of the rulebook that people read, with its Spanish. */
export const RULEBOOK_IN_SPANISH: ReadonlyMap<string, string> = new Map(
  [
    CONDITIONS_IN_SPANISH,
    MENU_IN_SPANISH,
    MISSING_IN_SPANISH,
    NOTES_IN_SPANISH,
    PRACTICES_IN_SPANISH,
    RECORD_IN_SPANISH,
  ].flatMap((words) => Object.entries(words)),
);

/**
 * A name or note of the rulebook's tables and label files in the reader's language: of a menu, a drift practice, an exemption, an item of
 * the record, or a label's condition in our own words. What an operator adds has no Spanish yet and stays as it is: a right word in English
 * helps more than none.
 */
export const tableText = <Text extends string | null>(
  english: Text,
  language: Language = currentLanguage(),
): Text | string => (language === "en" || english === null ? english : (RULEBOOK_IN_SPANISH.get(english) ?? english));

/** Whether a text of the rulebook stands in English for the reader: on a page in another language it is marked so. */
export const isEnglishText = (english: string): boolean => tableText(english) === english;
