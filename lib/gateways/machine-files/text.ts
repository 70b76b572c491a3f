/** Controls, halves of letters, separators of lines, marks that turn the direction of writing, and code points that are no letters. */
const UNSAFE =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Noncharacter_Code_Point}/gu;

/** A name as one line of letters: what a farmer typed may hold anything, and a terminal's reader may choke on it. */
export const oneLine = (text: string): string =>
  text.replace(UNSAFE, " ").replace(/\s+/gu, " ").trim().normalize("NFC");

const MARKUP: Readonly<Record<string, string>> = { "<": "‹", ">": "›", "&": "+", '"': "'" };

/** One line without signs of markup: viewers of KML show names as HTML, and not every terminal undoes an XML escape. */
export const plain = (text: string): string => oneLine(text).replace(/[<>&"]/gu, (sign) => MARKUP[sign] ?? "");

/** The first letters of a text that fit, none cut in half. */
export function cutTo(text: string, most: number, sizeOf: (letter: string) => number): string {
  let size = 0;
  let cut = "";
  for (const letter of text) {
    size += sizeOf(letter);
    if (size > most) break;
    cut += letter;
  }
  return cut.trimEnd();
}
