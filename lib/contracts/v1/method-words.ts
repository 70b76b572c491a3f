import type { ApplicationMethod, MethodClass } from "@/lib/domain/application";

/** As what a class of method is saved where the words name no method of it. */
const SAVED_AS = {
  aerial: "Broadcast-Air",
  ground: "Broadcast-Ground",
  airblast: "Airblast",
} as const satisfies Record<MethodClass, ApplicationMethod>;

/**
 * What a word or phrase says of the method. `sprayer` says "ground" only where nothing else speaks: any class of method
 * has one, and a tractor draws an airblast sprayer too. `none` is a phrase whose words would say something by themselves
 * and say nothing together. `other` hints at a method that it does not name, so that a sprayer beside it decides nothing.
 * `unclear` is a word that no reading may pass over: what it stands beside may be denied, be of either class, or be a
 * method that a label may ban and that is only named in part.
 */
type Says = MethodClass | "sprayer" | "none" | "other" | "unclear";

/** Words in lower case, separated by single spaces; a plural need not be named. */
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
    "suas",
    "uas",
    "uass",
    "uav",
    "uncrewed aerial",
    "uncrewed aircraft",
    "unmanned aerial",
    "unmanned aerial system",
    "unmanned aerial vehicle",
    "unmanned aircraft",
    "unmanned aircraft system",
    "unmanned helicopter",
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
    "directed",
    "drench",
    "drip",
    "drop nozzle",
    "ground",
    "groundboom",
    "groundrig",
    "hand boom sprayer",
    "hand gun",
    "hand held",
    "hand spray",
    "hand sprayed",
    "hand sprayer",
    "hand wand",
    "handgun",
    "handheld",
    "high clearance",
    "hooded",
    "in furrow",
    "infurrow",
    "knapsack",
    "pivot",
    "post directed",
    "rope wick",
    "row crop sprayer",
    "shielded",
    "side dress",
    "side dressed",
    "side dressing",
    "sidedress",
    "sidedressed",
    "sidedressing",
    "soil injected",
    "soil injection",
    "spot",
    "spreader",
    "sprinkler",
    "unmanned ground vehicle",
    "weed wiper",
    "wick",
  ],
  sprayer: ["all terrain vehicle", "atv", "spray", "spray rig", "sprayed", "sprayer", "spraying", "tractor", "utv"],
  none: ["air inducted", "air induction", "no till", "orchard floor", "vineyard floor"],
  other: [
    "aerosol",
    "bark",
    "fertigation",
    "fog",
    "fogger",
    "fogging",
    "fumigated",
    "fumigation",
    "furrow",
    "hose",
    "incorporated",
    "incorporation",
    "irrigation",
    "planter",
    "pump",
    "seed",
    "stump",
    "trunk",
    "wand",
  ],
  unclear: [
    "air assist",
    "air assisted",
    "airassisted",
    "any",
    "cannot",
    "doesn",
    "don",
    "except",
    "hand",
    "inject",
    "injected",
    "injecting",
    "injection",
    "injector",
    "instead",
    "isn",
    "neither",
    "never",
    "no",
    "non",
    "nor",
    "not",
    "shank",
    "shanked",
    "unknown",
    "without",
  ],
};

/** Words that name a method, where those of its class say less. A label may ban the one and allow the other. */
const NAMED: Readonly<Partial<Record<ApplicationMethod, readonly string[]>>> = {
  Chemigation: ["center pivot", "centre pivot", "chemigated", "chemigation", "drip", "pivot", "sprinkler"],
  "In-Furrow": ["in furrow", "infurrow"],
  "Soil-Injection": ["soil injected", "soil injection"],
  "Banded-Ground": [
    "band",
    "banded",
    "banding",
    "side dress",
    "side dressed",
    "side dressing",
    "sidedress",
    "sidedressed",
    "sidedressing",
  ],
  "Directed-Ground": ["directed", "drop nozzle", "post directed", "drench", "rope wick", "weed wiper", "wick"],
  "Hooded-Ground": ["hooded", "shielded"],
  "Spot-Ground": ["spot"],
  Handheld: [
    "backpack",
    "hand boom sprayer",
    "hand gun",
    "hand held",
    "hand spray",
    "hand sprayed",
    "hand sprayer",
    "hand wand",
    "handgun",
    "handheld",
    "knapsack",
  ],
  "Granular-Ground": ["spreader"],
  Drone: [
    "drone",
    "multirotor",
    "quadcopter",
    "rpas",
    "suas",
    "uas",
    "uass",
    "uav",
    "uncrewed aerial",
    "uncrewed aircraft",
    "unmanned aerial",
    "unmanned aerial system",
    "unmanned aerial vehicle",
    "unmanned aircraft",
    "unmanned aircraft system",
    "unmanned helicopter",
  ],
};
const METHOD_OF = new Map(
  Object.entries(NAMED).flatMap(([method, phrases]) =>
    phrases.map((phrase): [string, ApplicationMethod] => [phrase, method as ApplicationMethod]),
  ),
);

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

/** What the phrases of a text say. The longest are looked for first, and each word is part of one phrase alone. */
function heardIn(text: string): { says: Set<Phrase["says"]>; methods: Set<ApplicationMethod> } {
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
  says.has("sprayer") && !says.has("other") ? "ground" : undefined;

/**
 * The method that free words name, or what they leave open. A method that is named is kept, because a label may ban it
 * where it allows its class. Never a guess: a text without a known word, with words of two classes or of two methods,
 * with one that might deny or widen what it stands beside, or with a method named in part ("tractor injection") names no
 * method.
 */
export function readMethod(text: string): ReadMethod {
  const { says, methods } = heardIn(text);
  const classes = (["aerial", "ground", "airblast"] as const).filter((each) => says.has(each));
  const open = { classes, methods: [...methods] };
  if (says.has("unclear") || classes.length > 1) return open;
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
