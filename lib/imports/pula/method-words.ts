import { METHOD_CLASSES, type MethodClass } from "@/lib/domain/application";

/** An airblast sprayer is driven over the ground too: without the word "boom" nothing says that it is not meant. */
const ALL_ON_THE_GROUND: readonly MethodClass[] = ["ground", "airblast"];

/**
 * The words of EPA's `method` member, lower case, and the class or classes each means. Any other word, and none at all,
 * makes the limitation apply to every class, since the wider reading is the one that cannot leave a limitation out.
 * docs/contract.md, Single check
 */
const CLASS_OF_WORD: ReadonlyMap<string, MethodClass | readonly MethodClass[]> = new Map<
  string,
  MethodClass | readonly MethodClass[]
>([
  ["ground", ALL_ON_THE_GROUND],
  ["ground application", ALL_ON_THE_GROUND],
  ["ground equipment", ALL_ON_THE_GROUND],
  ["ground boom", "ground"],
  ["ground broadcast", "ground"],
  ["groundboom", "ground"],
  ["boom sprayer", "ground"],
  ["broadcast ground", "ground"],
  ["broadcast-ground", "ground"],
  ["aerial", "aerial"],
  ["aerial application", "aerial"],
  ["air", "aerial"],
  ["aircraft", "aerial"],
  ["broadcast aerial", "aerial"],
  ["broadcast air", "aerial"],
  ["broadcast-air", "aerial"],
  ["airblast", "airblast"],
  ["air blast", "airblast"],
  ["air-blast", "airblast"],
  ["orchard airblast", "airblast"],
  ["orchard/airblast", "airblast"],
]);

/** Classes that the methods of one limitation row name together; an empty list is every class. */
export function classesOf(methods: readonly (string | null)[]): MethodClass[] {
  const found = new Set<MethodClass>();
  for (const method of methods) {
    const words = wordsOf(method ?? "");
    const classes = words.flatMap((word) => CLASS_OF_WORD.get(word));
    if (words.length === 0 || classes.includes(undefined)) return [];
    for (const known of classes) if (known !== undefined) found.add(known);
  }
  return found.size === METHOD_CLASSES.length ? [] : METHOD_CLASSES.filter((type) => found.has(type));
}

/** `Ground, Aerial` and `ground and aerial` are two words, `Orchard/Airblast` is one that the table knows. */
function wordsOf(method: string): string[] {
  const text = method.trim().toLowerCase().replaceAll(/\s+/g, " ");
  if (text === "" || CLASS_OF_WORD.has(text)) return text === "" ? [] : [text];
  return text.split(/\s*(?:,|;|\/|\||\band\b|\bor\b|&)\s*/).filter((word) => word !== "");
}
