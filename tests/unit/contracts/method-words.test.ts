import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { METHOD_WORDS, readMethod } from "@/lib/contracts/v1/method-words";
import { APPLICATION_METHODS, APPLICATION_METHOD_NAMES, type MethodClass } from "@/lib/domain/application";

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
    ["drone (UAV)", "aerial"],
    ["Unmanned aerial vehicles", "aerial"],
    ["crop-duster", "aerial"],
    ["Aerial sprayer", "aerial"],
    ["Air Tractor 802", "aerial"],
    ["ground", "ground"],
    ["GROUND BOOM", "ground"],
    ["Ground rig", "ground"],
    ["boom sprayer", "ground"],
    ["sprayer", "ground"],
    ["Self-propelled sprayers", "ground"],
    ["backpack sprayer", "ground"],
    ["hand-held", "ground"],
    ["chemigation (center pivot)", "ground"],
    ["In furrow at planting", "ground"],
    ["unmanned ground vehicle", "ground"],
    ["ground boom with air-induction nozzles", "ground"],
    ["no-till, boom", "ground"],
    ["orchard floor, hooded boom", "ground"],
    ["Air blast", "airblast"],
    ["air-blast sprayer", "airblast"],
    ["AIRBLAST", "airblast"],
    ["orchard sprayer", "airblast"],
    ["Vineyard air-blast", "airblast"],
    ["tractor-drawn airblast", "airblast"],
    ["mist blower", "airblast"],
    ["ａｅｒｉａｌ", "aerial"],
  ])("%j is %s", (text, expected) => {
    expect(readMethod(text)).toEqual({ method: SAVED[expected] });
  });

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
    ["tractor", []],
    ["broadcast", []],
    ["boomerang", []],
    ["airport", []],
    ["Sprühgerät", []],
    ["🚁", []],
    ["-", []],
  ])("%j names no method, and the classes it speaks of are %j", (text, classes) => {
    expect(readMethod(text)).toEqual({ classes });
  });

  it.each(APPLICATION_METHOD_NAMES)("version 2's %s is of its own class", (name) => {
    expect(readMethod(name)).toEqual({ method: SAVED[APPLICATION_METHODS[name]] });
  });
});

describe("the table", () => {
  it("has every phrase once, in lower case, parted by single blanks", () => {
    const all = Object.values(METHOD_WORDS).flat();
    expect(new Set(all).size).toBe(all.length);
    for (const phrase of all) expect(phrase).toMatch(/^[a-z]+( [a-z]+)*$/);
  });

  it.each(CLASSES)("every phrase of %s says that by itself, in the plural as well", (ofClass) => {
    for (const phrase of phrasesOf(ofClass)) {
      expect(readMethod(phrase), phrase).toEqual({ method: SAVED[ofClass] });
      expect(readMethod(`${phrase}s`), phrase).toEqual({ method: SAVED[ofClass] });
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
    const phrases = fc.array(aPhrase("aerial", "ground", "airblast", "sprayer", "none", "unclear"), {
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
        else if (only !== undefined) expect(read).toEqual({ method: SAVED[only] });
        else expect("method" in read).toBe(heard.has("sprayer"));
      }),
      { numRuns: 3000 },
    );
  });

  it("order, case and punctuation change nothing", () => {
    const given = fc
      .array(aPhrase("aerial", "ground", "airblast", "sprayer", "unclear"), { minLength: 1, maxLength: 4 })
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
        expect(readMethod(text)).toEqual({ classes: [] });
      }),
    );
  });
});
