/** The words of a product's name, as names are compared: lower case, one blank between them. */
export const nameKey = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();

/** A name's beginnings, word by word: "roundup", "roundup powermax", "roundup powermax 3". */
const beginnings = (key: string): string[] => {
  const words = key.split(" ");
  return words.map((_, index) => words.slice(0, index + 1).join(" "));
};

/** Names held ready for the question whether another name is like one of them. */
export interface NameIndex {
  whole: ReadonlySet<string>;
  beginnings: ReadonlySet<string>;
  /** Whole names without their blanks, by their first letters: "rounduppowermax" is under "ro". */
  runTogether: ReadonlyMap<string, readonly string[]>;
}

export function nameIndex(names: readonly string[]): NameIndex {
  const keys = names.map(nameKey).filter((key) => key !== "");
  const runTogether = new Map<string, string[]>();
  for (const name of new Set(keys.map(withoutBlanks))) {
    const list = runTogether.get(firstLetters(name)) ?? [];
    list.push(name);
    runTogether.set(firstLetters(name), list);
  }
  return { whole: new Set(keys), beginnings: new Set(keys.flatMap(beginnings)), runTogether };
}

/** Whether a name is, begins, or begins with one of the names, word by word. */
export const isLikeAny = ({ whole, beginnings: starts }: NameIndex, name: string): boolean => {
  const key = nameKey(name);
  return key !== "" && (starts.has(key) || beginnings(key).some((start) => whole.has(start)));
};

/**
 * Whether a name is one of the names with its words run together or a slip of the keyboard: a pesticide that was sent
 * without its number must not pass for something else by a typo.
 */
export function isSlipOfAny({ runTogether }: NameIndex, sent: string): boolean {
  const name = withoutBlanks(nameKey(sent));
  return runTogether.get(firstLetters(name))?.some((other) => isSlipOf(name, other)) ?? false;
}

/** Names with other first letters are not compared letter by letter: a register has hundreds of thousands. */
export const SURE_LETTERS = 2;

const firstLetters = (name: string): string => name.slice(0, SURE_LETTERS);

export const withoutBlanks = (key: string): string => key.replaceAll(" ", "");

export const MOST_SLIPS = 2;
const allowedSlips = (length: number): number => (length < 5 ? 0 : length < 9 ? 1 : MOST_SLIPS);

/** Whether one name is the other but for as many slips as a name of its length may have: none below five letters. */
export const isSlipOf = (a: string, b: string): boolean =>
  Math.abs(a.length - b.length) <= MOST_SLIPS && editDistance(a, b) <= allowedSlips(Math.min(a.length, b.length));

/** Letters to insert, delete, replace or swap with their neighbor. Names are short, so the whole table is fine. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(replaced, at(i - 1, j) + 1, at(i, j - 1) + 1, swapped));
    }
  }
  return at(a.length, b.length);
}
