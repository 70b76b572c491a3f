import { methodClass, type ApplicationMethod, type MethodClass } from "@/lib/domain/application";

/**
 * What a word or phrase says of the method. `sprayer` says "ground" only where nothing else speaks: any class of method
 * has one, and a tractor draws an airblast sprayer too. `none` is a phrase whose words would say something by themselves
 * and say nothing together. `other` hints at a method that it does not name, so that a sprayer beside it decides nothing.
 * `part` is a hint at a method of the ground that a label may ban ("boom, through the irrigation"): it decides nothing beside a class
 * either, unless a method is named too. `unclear` is a word that no reading may pass over: what it stands beside may be denied, be of either class, or be a
 * method that a label may ban and that is only named in part.
 */
export type Says = MethodClass | "sprayer" | "none" | "other" | "part" | "unclear";

/** Words that name no method, in lower case, separated by single spaces; a plural need not be named. */
const OF_NO_METHOD: Readonly<Record<Says, readonly string[]>> = {
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
    "fixed wing",
    "fixedwing",
    "flown",
    "flying",
    "gyrocopter",
    "heli",
    "helicopter",
    "plane",
    "rotary wing",
    "rotor wing",
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
    "boom",
    "boom sprayer",
    "ground",
    "groundboom",
    "groundrig",
    "high clearance",
    "row crop sprayer",
    "unmanned ground vehicle",
  ],
  sprayer: ["all terrain vehicle", "atv", "spray", "spray rig", "sprayed", "sprayer", "spraying", "tractor", "utv"],
  none: ["air inducted", "air induction", "no till", "orchard floor", "vineyard floor"],
  other: [
    "aerosol",
    "bark",
    "fog",
    "fogger",
    "fogging",
    "fumigated",
    "fumigation",
    "hose",
    "incorporated",
    "incorporation",
    "planter",
    "pump",
    "seed",
    "stump",
    "trunk",
    "wand",
  ],
  part: ["fertigation", "furrow", "irrigation"],
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

/** Words that name a method, and so say its class too. A label may ban one method of a class and allow another. */
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

/** The method that each phrase of `NAMED` names. */
export const METHOD_OF: ReadonlyMap<string, ApplicationMethod> = new Map(
  Object.entries(NAMED).flatMap(([method, phrases]) =>
    phrases.map((phrase): [string, ApplicationMethod] => [phrase, method as ApplicationMethod]),
  ),
);

const namedIn = (wanted: MethodClass): string[] =>
  [...METHOD_OF].filter(([, method]) => methodClass(method) === wanted).map(([phrase]) => phrase);

/** All words and phrases, by what they say. */
export const METHOD_WORDS: Readonly<Record<Says, readonly string[]>> = {
  ...OF_NO_METHOD,
  aerial: [...OF_NO_METHOD.aerial, ...namedIn("aerial")],
  ground: [...OF_NO_METHOD.ground, ...namedIn("ground")],
};
