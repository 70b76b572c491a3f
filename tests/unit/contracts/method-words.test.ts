import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { METHOD_WORDS } from "@/lib/contracts/v1/method-vocabulary";
import { readMethod } from "@/lib/contracts/v1/method-words";
import {
  APPLICATION_METHODS,
  APPLICATION_METHOD_NAMES,
  type ApplicationMethod,
  type MethodClass,
} from "@/lib/domain/application";

const SAVED = { aerial: "Broadcast-Air", ground: "Broadcast-Ground", airblast: "Airblast" } as const;
const CLASSES = Object.keys(SAVED) as MethodClass[];
const phrasesOf = (says: keyof typeof METHOD_WORDS) => METHOD_WORDS[says];

describe("the words of old integrations", () => {
  test.each<[string, MethodClass]>([
    ["Aerial", "aerial"],
    ["air", "aerial"],
    ["By Airplane", "aerial"],
    ["fixed-wing aircraft", "aerial"],
    ["Helicopter", "aerial"],
    ["crop-duster", "aerial"],
    ["Aerial sprayer", "aerial"],
    ["Air Tractor 802", "aerial"],
    ["ground", "ground"],
    ["GROUND BOOM", "ground"],
    ["Ground rig", "ground"],
    ["boom sprayer", "ground"],
    ["sprayer", "ground"],
    ["Self-propelled sprayers", "ground"],
    ["unmanned ground vehicle", "ground"],
    ["ground boom with air-induction nozzles", "ground"],
    ["no-till, boom", "ground"],
    ["Air blast", "airblast"],
    ["air-blast sprayer", "airblast"],
    ["AIRBLAST", "airblast"],
    ["orchard sprayer", "airblast"],
    ["Vineyard air-blast", "airblast"],
    ["tractor-drawn airblast", "airblast"],
    ["mist blower", "airblast"],
    ["ａｅｒｉａｌ", "aerial"],
    ["tractor", "ground"],
    ["tractor spray", "ground"],
    ["ATV", "ground"],
    ["sprayed", "ground"],
    ["no-till, boom spray", "ground"],
  ])("%j is %s", (text, expected) => {
    expect(readMethod(text)).toEqual({ method: SAVED[expected] });
  });

  test.each<[string, ApplicationMethod]>([
    ["drone (UAV)", "Drone"],
    ["Unmanned aerial vehicles", "Drone"],
    ["unmanned aircraft (sUAS)", "Drone"],
    ["uncrewed aircraft", "Drone"],
    ["backpack sprayer", "Handheld"],
    ["hand-held", "Handheld"],
    ["chemigation (center pivot)", "Chemigation"],
    ["pivot", "Chemigation"],
    ["In furrow at planting", "In-Furrow"],
    ["soil injection", "Soil-Injection"],
    ["orchard floor, hooded boom", "Hooded-Ground"],
    ["banded behind the tractor", "Banded-Ground"],
    ["side-dress", "Banded-Ground"],
    ["side-dressing, tractor", "Banded-Ground"],
    ["hand sprayer", "Handheld"],
    ["hand boom sprayer", "Handheld"],
    ["tractor, soil injected", "Soil-Injection"],
    ["planter, in furrow", "In-Furrow"],
    ["chemigation through the irrigation system", "Chemigation"],
    ["drip irrigation", "Chemigation"],
    ["hooded boom between irrigation furrows", "Hooded-Ground"],
    ["spot spraying with an ATV", "Spot-Ground"],
    ["post-directed, drop nozzles", "Directed-Ground"],
    ["granular by air", "Granular-Air"],
    ["granules, ground rig", "Granular-Ground"],
    ["spreader", "Granular-Ground"],
  ])("%j is kept as %s, so that a label's ban on it holds", (text, method) => {
    expect(readMethod(text)).toEqual({ method });
  });

  it.each([
    "tractor injection",
    "injected with a ground rig",
    "trunk injection sprayer",
    "shanked in behind the tractor",
    "irrigation sprayer",
    "tractor planter",
    "furrow sprayer",
    "seed treatment sprayer",
    "hand-pumped sprayer",
    "spray wand, hand",
    "fog sprayer",
    "basal bark spray",
    "ground, through the irrigation system",
    "boom over the furrow",
    "ground fertigation",
  ])("%j says more than that a sprayer or tractor is used, and is not saved as broadcast", (text) => {
    expect(readMethod(text)).not.toHaveProperty("method");
  });

  it.each([
    ["hooded and banded", ["Banded-Ground", "Hooded-Ground"]],
    ["chemigation or soil injection", ["Chemigation", "Soil-Injection"]],
    ["granular by drone", ["Drone", "Granular-Air"]],
  ])("%j names several methods, and which one is not guessed", (text, methods) => {
    const read = readMethod(text);
    expect("methods" in read ? read.methods.toSorted() : read).toEqual(methods);
  });

  it.each(["granular", "granules", "foliar", "broadcast", "planter", "broadcast foliar"])(
    "%j may be from the air or on the ground",
    (text) => {
      expect(readMethod(text)).toEqual({ classes: [], methods: [] });
    },
  );

  test.each<[string, MethodClass[]]>([
    ["aerial or ground", ["aerial", "ground"]],
    ["ground / air", ["aerial", "ground"]],
    ["helicopter boom", ["aerial", "ground"]],
    ["airblast, then boom", ["ground", "airblast"]],
    ["orchard herbicide boom", ["ground", "airblast"]],
    ["drone, airblast and backpack", ["aerial", "ground", "airblast"]],
    ["not aerial", ["aerial"]],
    ["non-aerial", ["aerial"]],
    ["anything but ground, no boom", ["ground"]],
    ["don't fly, use the drone instead", ["aerial"]],
    ["air-assisted sprayer", []],
    ["sprayer, method unknown", []],
    ["orchard floor sprayer, no boom", ["ground"]],
    ["foliar", []],
    ["broadcast", []],
    ["boomerang", []],
    ["airport", []],
    ["Sprühgerät", []],
    ["🚁", []],
    ["-", []],
  ])("%j names no method, and the classes it speaks of are %j", (text, classes) => {
    expect(readMethod(text)).toMatchObject({ classes });
    expect(readMethod(text)).not.toHaveProperty("method");
  });

  it.each(APPLICATION_METHOD_NAMES)("version 2's %s is itself", (name) => {
    expect(readMethod(name)).toEqual({ method: name });
  });
});

describe("the table", () => {
  it("has every phrase once, in lower case, separated by single blanks", () => {
    const all = Object.values(METHOD_WORDS).flat();
    expect(new Set(all).size).toBe(all.length);
    for (const phrase of all) expect(phrase).toMatch(/^[a-z]+( [a-z]+)*$/);
  });

  it.each(CLASSES)("every phrase of %s says that by itself, in the plural as well", (ofClass) => {
    for (const phrase of phrasesOf(ofClass)) {
      const read = readMethod(phrase);
      expect("method" in read ? APPLICATION_METHODS[read.method] : read, phrase).toBe(ofClass);
      expect(readMethod(`${phrase}s`), phrase).toEqual(read);
    }
  });
});

/** Words that stand between phrases and are in none. */
const filler = fc.constantFrom("xq", "2026", "the", "zz", "quarter");
const aPhrase = (...says: (keyof typeof METHOD_WORDS)[]) =>
  fc.constantFrom(...says.flatMap((each) => phrasesOf(each).map((phrase) => ({ phrase, says: each }))));
const parted = (phrases: readonly { phrase: string }[], fillers: readonly string[]): string =>
  phrases.map(({ phrase }, index) => `${phrase} ${fillers[index] ?? "xq"}`).join(" ");
const fillers = fc.array(filler, { minLength: 6, maxLength: 6 });

describe("reading never guesses", () => {
  it("words of one class and neutral ones name that class; of two, or beside a doubtful one, none", () => {
    const phrases = fc.array(aPhrase("aerial", "ground", "airblast", "sprayer", "none", "other", "part", "unclear"), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(phrases, fillers, (chosen, between) => {
        const heard = new Set(chosen.map(({ says }) => says));
        const classes = CLASSES.filter((each) => heard.has(each));
        const read = readMethod(parted(chosen, between));
        const [only] = classes;
        if (heard.has("unclear") || classes.length > 1) expect(read).not.toHaveProperty("method");
        else if (only !== undefined) {
          // Words of one class may name two methods of it, or one in part, and then none is taken.
          if ("method" in read) expect(APPLICATION_METHODS[read.method]).toBe(only);
          else expect(read.methods.length > 1 || (heard.has("part") && read.methods.length === 0)).toBe(true);
        } else expect("method" in read).toBe(heard.has("sprayer") && !heard.has("other") && !heard.has("part"));
      }),
      { numRuns: 3000 },
    );
  });

  it("order, case and punctuation change nothing", () => {
    const given = fc
      .array(aPhrase("aerial", "ground", "airblast", "sprayer", "other", "unclear"), { minLength: 1, maxLength: 4 })
      .chain((chosen) =>
        fc.record({ chosen: fc.constant(chosen), order: fc.shuffledSubarray(chosen, { minLength: chosen.length }) }),
      );
    fc.assert(
      fc.property(given, fillers, fc.constantFrom("-", "_", ", ", " / ", "  "), ({ chosen, order }, between, mark) => {
        const read = readMethod(parted(chosen, between));
        expect(readMethod(parted(order, between))).toEqual(read);
        expect(readMethod(parted(chosen, between).toUpperCase().replaceAll(" ", mark))).toEqual(read);
      }),
    );
  });

  it("a text without a word of the table names nothing", () => {
    const known = new Set(Object.values(METHOD_WORDS).flatMap((phrases) => phrases.flatMap((each) => each.split(" "))));
    const isKnown = (word: string) => known.has(word) || known.has(word.replace(/s$/, ""));
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        const words = text
          .normalize("NFKC")
          .toLowerCase()
          .split(/[^\p{L}\p{N}]+/u);
        fc.pre(!words.some(isKnown));
        expect(readMethod(text)).toEqual({ classes: [], methods: [] });
      }),
    );
  });
});
