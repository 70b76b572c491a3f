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
