import { METHOD_OF, METHOD_WORDS, type Says } from "@/lib/contracts/v1/method-vocabulary";
import type { ApplicationMethod, MethodClass } from "@/lib/domain/application";

/** As what a class of method is saved where the words name no method of it. */
const SAVED_AS = {
  aerial: "Broadcast-Air",
  ground: "Broadcast-Ground",
  airblast: "Airblast",
} as const satisfies Record<MethodClass, ApplicationMethod>;

/** Granules may come from the air or over the ground; the other words say which. */
const GRANULES = ["granular", "granule"];
const GRANULAR = { ground: "Granular-Ground", aerial: "Granular-Air" } as const;

interface Phrase {
  words: readonly string[];
  says: Says | "granular";
  method: ApplicationMethod | null;
}

/** Longest first, so that "air blast" is heard before "air". Two of one length never match the same words. */
const PHRASES: readonly Phrase[] = [
  ...Object.entries(METHOD_WORDS).flatMap(([says, phrases]) =>
    phrases.map((phrase): Phrase => ({
      words: phrase.split(" "),
      says: says as Says,
      method: METHOD_OF.get(phrase) ?? null,
    })),
  ),
  ...GRANULES.map((word): Phrase => ({ words: [word], says: "granular", method: null })),
].sort((a, b) => b.words.length - a.words.length);

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

const isWord = (word: string | undefined, wanted: string): boolean => word === wanted || word === `${wanted}s`;

interface Heard {
  says: Set<Phrase["says"]>;
  methods: Set<ApplicationMethod>;
}

/** What the phrases of a text say. The longest are looked for first, and each word is part of one phrase alone. */
function heardIn(text: string): Heard {
  const left: (string | undefined)[] = wordsOf(text);
  const says = new Set<Phrase["says"]>();
  const methods = new Set<ApplicationMethod>();
  for (const phrase of PHRASES) {
    const { words } = phrase;
    for (let at = 0; at + words.length <= left.length; at += 1) {
      if (!words.every((wanted, offset) => isWord(left[at + offset], wanted))) continue;
      left.fill(undefined, at, at + words.length);
      says.add(phrase.says);
      if (phrase.method !== null) methods.add(phrase.method);
    }
  }
  return { says, methods };
}

export type ReadMethod =
  | { method: ApplicationMethod }
  /** The classes that the text speaks of, none or several, and the methods of one class where it names several. */
  | { classes: MethodClass[]; methods: ApplicationMethod[] };

/** A sprayer or a tractor alone is on the ground; beside a hint at another method it decides nothing. */
const classOfSprayer = (says: ReadonlySet<Phrase["says"]>): "ground" | undefined =>
  says.has("sprayer") && !says.has("other") && !says.has("part") ? "ground" : undefined;

/** Whether a word may deny or widen what it stands beside, or names a method in part and no other words name one. */
const isInDoubt = ({ says, methods }: Heard): boolean =>
  says.has("unclear") || (says.has("part") && methods.size === 0);

/**
 * The method that free words name, or what they leave open. A method that is named is kept, because a label may ban it
 * where it allows its class. Never a guess: a text without a known word, with words of two classes or of two methods,
 * with one that might deny or widen what it stands beside, or with a method named in part ("tractor injection", "ground, by
 * irrigation") names no method.
 */
export function readMethod(text: string): ReadMethod {
  const { says, methods } = heardIn(text);
  const classes = (["aerial", "ground", "airblast"] as const).filter((each) => says.has(each));
  const open = { classes, methods: [...methods] };
  if (isInDoubt({ says, methods }) || classes.length > 1) return open;
  const only = classes[0] ?? classOfSprayer(says);
  if (only === undefined) return open;
  if (says.has("granular")) methods.add(only === "airblast" ? SAVED_AS.airblast : GRANULAR[only]);
  const [named, ...others] = methods;
  if (others.length > 0 || (only === "airblast" && says.has("granular"))) return { classes, methods: [...methods] };
  return { method: named ?? SAVED_AS[only] };
}

/** The words that a caller may choose from, for the message of a refusal. */
export const METHOD_CHOICES =
  "say aerial, ground or airblast, or the method itself: chemigation, soil injection, in furrow, banded, directed, " +
  "hooded, spot, handheld, drone, granular ground or granular air";
