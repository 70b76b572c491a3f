import { describe, expect, it, test } from "vitest";
import type { NamedProduct } from "@/lib/domain/brand-names";
import { indexNames, isOwnName, nameConflict } from "@/lib/engine/product-names";
import { describeWithSharedData, readSharedText } from "@/tests/support/shared-data";

const product = (registration: string, names: string, ...ingredients: string[]): NamedProduct => ({
  registration,
  names: names.split(" | "),
  ingredients,
});

const STRYAX = product("264-1241", "Stryax Herbicide", "dicamba");
const BROOK = product("99001-1", "DEMO Brook Liquid Herbicide", "demobrookin");
const ENLIST_ONE = product("62719-695", "Enlist One", "2,4-D choline");
const ENLIST_DUO = product("62719-649", "Enlist Duo", "2,4-D choline", "glyphosate");
const POWERMAX = product("524-549", "Roundup PowerMAX", "glyphosate");
const POWERMAX_3 = product("524-659", "Roundup PowerMAX 3", "glyphosate");
const AATREX_4L = product("100-497", "AAtrex 4L", "atrazine");
const AATREX_NINE_O = product("100-585", "AAtrex Nine-O", "atrazine");
const LAMBDA = product("1381-1", "Lambda-Cy 1EC | Warrior", "lambda-cyhalothrin");
const INDEX = indexNames([
  STRYAX,
  BROOK,
  ENLIST_ONE,
  ENLIST_DUO,
  POWERMAX,
  POWERMAX_3,
  AATREX_4L,
  AATREX_NINE_O,
  LAMBDA,
  product("1-7", "Dicamba", "dicamba"),
]);

describe("a name that clearly belongs to another product", () => {
  test.each([
    ["Stryax", BROOK, { registration: "264-1241" }],
    ["STRYAX® herbicide", ENLIST_ONE, { registration: "264-1241" }],
    ["Enlist Duo", ENLIST_ONE, { registration: "62719-649" }],
    ["Enlist", BROOK, { registration: "62719-695" }],
    ["Roundup PowerMAX 3", POWERMAX, { registration: "524-659" }],
    ["AAtrex Nine-O", AATREX_4L, { registration: "100-585" }],
    ["aatrex nine o", AATREX_4L, { registration: "100-585" }],
    ["Warrior", BROOK, { registration: "1381-1" }],
    ["Stryax (Bayer)", BROOK, { registration: "264-1241" }],
    ["Bayer Stryax", ENLIST_ONE, { registration: "264-1241" }],
    ["Stryax 2.5 gal", LAMBDA, { registration: "264-1241" }],
    ["Enlist One (Corteva)", BROOK, { registration: "62719-695" }],
    ["Glyphosate 41%", BROOK, { ingredient: "glyphosate" }],
    ["Atrazine 4L", STRYAX, { ingredient: "atrazine" }],
  ])("%s under another number", (name, own, conflict) => {
    expect(nameConflict(name, own, INDEX)).toEqual(conflict);
  });
});

describe("a name that may well be the product's own", () => {
  test.each<[string, NamedProduct, string]>([
    ["Stryax", STRYAX, "without the generic word"],
    ["STRYAX™ HERBICIDE", STRYAX, "in capitals, with a trademark sign"],
    ["stryax-herbicide", STRYAX, "with other punctuation"],
    ["Strayx", STRYAX, "with two letters swapped"],
    ["Stryax Herbicide (Bayer)", STRYAX, "with the registrant behind it"],
    ["Warrior Stryax", STRYAX, "with another brand in it"],
    ["Roundup PowerMax", POWERMAX_3, "as the short form, which is another product's name too"],
    ["Roundup Power MAX 3", POWERMAX_3, "with a blank inside"],
    ["Enlist", ENLIST_DUO, "as its family"],
    ["AAtrex", AATREX_NINE_O, "without its formulation"],
    ["Warrior", LAMBDA, "as an alternate brand"],
    ["Farmer's Choice 880", STRYAX, "as a brand no one has heard of"],
    ["Dicamba 5 lb", STRYAX, "as its ingredient"],
    ["Dicamba", STRYAX, "as its ingredient, which is a product's whole name too"],
    ["Herbicide", STRYAX, "as nothing but a generic word"],
    ["???", STRYAX, "as no word at all"],
    ["DEMO plain", BROOK, "under a name of its own"],
  ])("%s", (name, own) => {
    expect(nameConflict(name, own, INDEX)).toBeNull();
  });

  it("is known without a look at the other products, where it is the name or a short form of it", () => {
    expect(isOwnName("Stryax", STRYAX.names)).toBe(true);
    expect(isOwnName("Warrior", LAMBDA.names)).toBe(true);
    expect(isOwnName("Enlist Duo", ENLIST_ONE.names)).toBe(false);
  });

  it("holds for a distributor's number under the registrant's name and the other way around", () => {
    const distributor = product("1381-1-5905", "Farm Works Lambda", "lambda-cyhalothrin");
    const index = indexNames([LAMBDA, distributor]);
    expect(nameConflict("Farm Works Lambda", LAMBDA, index)).toBeNull();
    expect(nameConflict("Warrior", distributor, index)).toBeNull();
  });

  it("conflicts with nothing where the product's ingredients are not known, unless it is another's to the letter", () => {
    const unknown = product("5-5", "Something Else");
    expect(nameConflict("Glyphosate 41%", unknown, INDEX)).toBeNull();
    expect(nameConflict("Enlist", unknown, INDEX)).toBeNull();
    expect(nameConflict("Enlist Duo", unknown, INDEX)).toEqual({ registration: "62719-649" });
  });
});

/** One row of a CSV file with quoted members. */
const cells = (line: string): string[] =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = ""]) =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  );

describeWithSharedData("the names of real products", () => {
  const rows = readSharedText("labels/products.csv").trim().split("\n").slice(1).map(cells);
  const products = rows
    .filter(([registration = ""]) => /^\d+-\d+$/.test(registration))
    .map(([registration = "", names = "", , , actives = ""]): NamedProduct => ({
      registration,
      names: names.split(/\s*[;/|]\s*/).filter((name) => name !== ""),
      ingredients: actives
        .replaceAll(/\([^)]*\)/g, "")
        .split(/[;+]/)
        .map((part) => part.replaceAll(/\d[\d.]* *(?:%|lb|g|oz).*$/g, "").trim())
        .filter((part) => part !== ""),
    }));
  const index = indexNames(products);

  it("never conflict with their own number, in whatever case and punctuation", () => {
    const wrong = products.flatMap((own) =>
      own.names
        .flatMap((name) => [
          name,
          name.toUpperCase(),
          name.toLowerCase().replaceAll(/[ -]+/g, " "),
          `${name} Herbicide`,
          `${name}®`,
        ])
        .filter((name) => nameConflict(name, own, index) !== null)
        .map((name) => `${name} under ${own.registration}`),
    );
    expect(products.length).toBeGreaterThan(200);
    expect(wrong).toEqual([]);
  });

  it("differ under another product's number", () => {
    const shifted = products.map((own, at) => ({ own, other: products[(at + 37) % products.length] ?? own }));
    const judged = shifted.flatMap(({ own, other }) => other.names.slice(0, 1).map((name) => ({ own, name })));
    const missed = judged.filter(({ own, name }) => nameConflict(name, own, index) === null);
    expect(missed.map(({ own, name }) => `${name} under ${own.names.join(", ")}`)).toEqual([]);
  });

  it("leave a trade name alone under a number with the same ingredients, unless it is the name of another product", () => {
    const trade = readSharedText("labels/trade_names_ndsu_helena_edak.csv").trim().split("\n").slice(1).map(cells);
    const brandOf = (name: string): string => name.toLowerCase().split(/[^a-z0-9]+/)[0] ?? "";
    const brands = new Map(products.map(({ registration, names }) => [registration, names.map(brandOf)]));
    const wrong = trade.flatMap(([name = "", , text = ""]) =>
      products
        .filter(({ ingredients }) => ingredients.length > 0)
        .filter(({ ingredients }) =>
          ingredients.every((each) => text.toLowerCase().includes(each.toLowerCase().split(/[ ,]/)[0] ?? "?")),
        )
        .filter((own) => {
          const conflict = nameConflict(name, own, index);
          if (conflict === null) return false;
          return "ingredient" in conflict || !brands.get(conflict.registration)?.includes(brandOf(name));
        })
        .map((own) => `${name} under ${own.registration} ${own.names[0] ?? ""}`),
    );
    expect(trade.length).toBeGreaterThan(700);
    expect(wrong).toEqual([]);
  });
});
