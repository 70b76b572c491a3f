import { currentLanguage } from "@/lib/views/language";
import { MENU_IN_SPANISH } from "@/lib/views/vocabulary/menu";
import { MISSING_IN_SPANISH } from "@/lib/views/vocabulary/missing-texts";
import { NOTES_IN_SPANISH } from "@/lib/views/vocabulary/notes";
import { PRACTICES_IN_SPANISH, RECORD_IN_SPANISH } from "@/lib/views/vocabulary/practices";

const IN_SPANISH: ReadonlyMap<string, string> = new Map(
  [MENU_IN_SPANISH, MISSING_IN_SPANISH, NOTES_IN_SPANISH, PRACTICES_IN_SPANISH, RECORD_IN_SPANISH].flatMap((words) =>
    Object.entries(words),
  ),
);

/**
 * A name or note of the rulebook's tables in the reader's language: of a menu, a drift practice, an exemption or an item of
 * the record. What an operator adds has no Spanish yet and stays as it is: a right word in English helps more than none.
 */
export const tableText = <Text extends string | null>(english: Text): Text | string =>
  currentLanguage() === "en" || english === null ? english : (IN_SPANISH.get(english) ?? english);
