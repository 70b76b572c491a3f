import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { areAllNamed, ingredientsMatch, UNNAMED_INGREDIENT } from "@/lib/domain/ingredients";

describe("two names may mean one ingredient", () => {
  test.each([
    ["dicamba", "dicamba"],
    ["Dicamba", "DICAMBA"],
    ["dicamba", "dicamba, diglycolamine salt"],
    ["2,4-D", "2,4-D choline"],
    ["2,4-D", "2,4-D, choline salt"],
    ["2,4-D choline", "2, 4-D (choline)"],
    ["glyphosate", "glyphosate, dimethylammonium salt"],
    ["L-glufosinate-ammonium", "l glufosinate ammonium"],
    ["glufosinate", "L-glufosinate-ammonium"],
    [" atrazine ", "atrazine"],
  ])("%s and %s", (one, other) => {
    expect(ingredientsMatch(one, other)).toBe(true);
    expect(ingredientsMatch(other, one)).toBe(true);
  });
});

describe("two names mean two ingredients", () => {
  test.each([
    ["2,4-D", "2,4-DB"],
    ["2,4-D", "2,4-DP"],
    ["dicamba", "dicambax"],
    ["uron", "diuron"],
    ["metolachlor", "s-metolachlore"],
    ["glyphosate", "glufosinate"],
    ["copper hydroxide", "copper oxychloride"],
    ["2,4-D", "D-2,4"],
    ["", "dicamba"],
    ["", ""],
    ["---", "---"],
    ["dicamba", " "],
  ])("%s and %s", (one, other) => {
    expect(ingredientsMatch(one, other)).toBe(false);
    expect(ingredientsMatch(other, one)).toBe(false);
  });
});

describe("matching", () => {
  const name = fc.stringMatching(/^[a-zA-Z0-9,. -]{0,12}$/);

  it("is the same in either direction, whatever the case", () => {
    fc.assert(
      fc.property(name, name, (one, other) => {
        expect(ingredientsMatch(other, one)).toBe(ingredientsMatch(one, other));
        expect(ingredientsMatch(one.toUpperCase(), other.toLowerCase())).toBe(ingredientsMatch(one, other));
      }),
    );
  });

  it("takes a name for itself with further words, on either side", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{1,8}$/), fc.stringMatching(/^[a-z]{1,8}$/), (one, word) => {
        expect(ingredientsMatch(one, `${one}, ${word} salt`)).toBe(true);
        expect(ingredientsMatch(one, `${word}-${one}`)).toBe(true);
        expect(ingredientsMatch(one, `${one}${word}x`)).toBe(false);
      }),
    );
  });
});

test.each([
  [["dicamba", "S-metolachlor"], true],
  [["dicamba", UNNAMED_INGREDIENT], false],
  // A product of which no source lists any has some all the same.
  [[], false],
])("that all ingredients of %j are known: %s", (names, areKnown) => {
  expect(areAllNamed(names.map((name) => ({ name })))).toBe(areKnown);
});
