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

/** Names held ready for the question whether another name is like one of them, word by word. */
export interface NameIndex {
  whole: ReadonlySet<string>;
  beginnings: ReadonlySet<string>;
}

export function nameIndex(names: readonly string[]): NameIndex {
  const keys = names.map(nameKey).filter((key) => key !== "");
  return { whole: new Set(keys), beginnings: new Set(keys.flatMap(beginnings)) };
}

/** Whether a name is, begins, or begins with one of the names, word by word. */
export const isLikeAny = ({ whole, beginnings: starts }: NameIndex, name: string): boolean => {
  const key = nameKey(name);
  return key !== "" && (starts.has(key) || beginnings(key).some((start) => whole.has(start)));
};

/** A name that says so is a pesticide's, whatever else it is called. */
export const saysPesticide = (name: string): boolean =>
  nameKey(name)
    .split(" ")
    .some((word) => PESTICIDE_WORDS.has(word));

const PESTICIDE_WORDS: ReadonlySet<string> = new Set(
  "pesticide herbicide insecticide fungicide miticide acaricide nematicide bactericide rodenticide molluscicide".split(
    " ",
  ),
);

export const withoutBlanks = (key: string): string => key.replaceAll(" ", "");

const MOST_SLIPS = 2;
/** Slips that a name of so many letters may have and still be known. */
export const slips = (length: number): number => (length < 5 ? 0 : length < 9 ? 1 : MOST_SLIPS);
