import type { ApplicationMethod, MethodClass } from "@/lib/domain/application";

/** As what a class of method is saved. spec: decisions section 2 */
const SAVED_AS = {
  aerial: "Broadcast-Air",
  ground: "Broadcast-Ground",
  airblast: "Airblast",
} as const satisfies Record<MethodClass, ApplicationMethod>;

/**
 * What a word or phrase says of the method. `sprayer` says "ground" only where nothing else speaks: any class of method
 * has one. `none` is a phrase whose words would say something by themselves and say nothing together. `unclear` is a
 * word that no reading may pass over: what it stands beside may be denied, or be of either class.
 */
type Says = MethodClass | "sprayer" | "none" | "unclear";

/** Words in lower case, parted by single blanks; a plural need not be named. */
export const METHOD_WORDS: Readonly<Record<Says, readonly string[]>> = {
  aerial: [
    "aerial",
    "aerially",
    "air",
    "air tractor",
    "aircraft",
    "airplane",
    "aeroplane",
    "airborne",
    "copter",
    "crop dust",
    "crop duster",
    "crop dusting",
    "cropduster",
    "cropdusting",
    "drone",
    "fixed wing",
    "fixedwing",
    "flown",
    "flying",
    "gyrocopter",
    "heli",
    "helicopter",
    "multirotor",
    "plane",
    "quadcopter",
    "rotary wing",
    "rotor wing",
    "rpas",
    "uas",
    "uass",
    "uav",
    "unmanned aircraft system",
  ],
  airblast: [
    "air blast",
    "air carrier",
    "air shear",
    "airblast",
    "airshear",
    "axial fan",
    "cannon sprayer",
    "mist blower",
    "mistblower",
    "orchard",
    "radial fan",
    "speed sprayer",
    "speedsprayer",
    "tower sprayer",
    "vineyard",
  ],
  ground: [
    "air drill",
    "air seeder",
    "backpack",
    "band",
    "banded",
    "banding",
    "boom",
    "boom sprayer",
    "center pivot",
    "centre pivot",
    "chemigated",
    "chemigation",
    "drench",
    "drip",
    "ground",
    "groundboom",
    "groundrig",
    "hand gun",
    "hand held",
    "handgun",
    "handheld",
    "high clearance",
    "hooded",
    "in furrow",
    "infurrow",
    "knapsack",
    "rope wick",
    "row crop sprayer",
    "shielded",
    "sidedress",
    "soil injected",
    "soil injection",
    "spot",
    "sprinkler",
    "unmanned ground vehicle",
    "weed wiper",
    "wick",
  ],
  sprayer: ["spray rig", "sprayer"],
  none: ["air inducted", "air induction", "no till", "orchard floor", "vineyard floor"],
  unclear: [
    "air assist",
    "air assisted",
    "airassisted",
    "any",
    "cannot",
    "doesn",
    "don",
    "except",
    "instead",
    "isn",
    "neither",
    "never",
    "no",
    "non",
    "nor",
    "not",
    "unknown",
    "without",
  ],
};

interface Phrase {
  words: readonly string[];
  says: Says;
}

/** Longest first, so that "air blast" is heard before "air". Two of one length never match the same words. */
const PHRASES: readonly Phrase[] = Object.entries(METHOD_WORDS)
  .flatMap(([says, phrases]) => phrases.map((phrase) => ({ words: phrase.split(" "), says: says as Says })))
  .sort((a, b) => b.words.length - a.words.length);

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

const isWord = (word: string | undefined, wanted: string): boolean => word === wanted || word === `${wanted}s`;

/** What the phrases of a text say. The longest are looked for first, and each word is part of one phrase alone. */
function heardIn(text: string): Set<Says> {
  const left: (string | undefined)[] = wordsOf(text);
  const heard = new Set<Says>();
  for (const { words, says } of PHRASES) {
    for (let at = 0; at + words.length <= left.length; at += 1) {
      if (!words.every((wanted, offset) => isWord(left[at + offset], wanted))) continue;
      left.fill(undefined, at, at + words.length);
      heard.add(says);
    }
  }
  return heard;
}

export type ReadMethod =
  | { method: ApplicationMethod }
  /** The classes that the text speaks of: none or several. */
  | { classes: MethodClass[] };

/**
 * The method that free words name, or the classes they leave open. Never a guess: a text without a known word, with words
 * of two classes, or with one that might deny or widen what it stands beside names no method.
 */
export function readMethod(text: string): ReadMethod {
  const heard = heardIn(text);
  const classes = (["aerial", "ground", "airblast"] as const).filter((each) => heard.has(each));
  if (heard.has("unclear")) return { classes };
  if (classes.length === 0 && heard.has("sprayer")) return { method: SAVED_AS.ground };
  const [only, ...more] = classes;
  return only === undefined || more.length > 0 ? { classes } : { method: SAVED_AS[only] };
}
