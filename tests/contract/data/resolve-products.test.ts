import fc from "fast-check";
import { beforeAll, describe, expect, it, test } from "vitest";
import { countUnreadLabels, listUnreadLabels } from "@/lib/data/unread-labels";
import type { SubmittedProduct } from "@/lib/domain/application";
import { utcDay } from "@/lib/domain/calendar";
import { isFertilizerName } from "@/lib/domain/fertilizer-names";
import { nameKey } from "@/lib/domain/product-names";
import { findAdjuvant } from "@/lib/domain/tables";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { getDeps } from "@/lib/runtime/deps";
import { listLabelsToRead } from "@/lib/usecases/labels/list-unread";
import { askedOn, resolveProducts } from "@/lib/usecases/products/resolve-products";
import { loadCatalogue } from "@/tests/support/reference-data";

beforeAll(async () => {
  await loadCatalogue();
});

const submitted = (members: Partial<SubmittedProduct>): SubmittedProduct => ({
  productName: "",
  epaNumber: null,
  rate: 1,
  rateUnit: "gal/ac",
  rateUnitState: null,
  rowSpacingInches: null,
  pest: [],
  ...members,
});

async function resolved(members: Partial<SubmittedProduct>, date = "2026-05-01") {
  const { products } = await resolveProducts(await getDeps(), askedOn(date, [submitted(members)]));
  const [found] = products;
  if (found === undefined) throw new Error("nothing was resolved");
  return found;
}

describe("a product sent by number", () => {
  it("is found by the number it had before a transfer", async () => {
    expect((await resolved({ epaNumber: "000524-00659" })).record).toMatchObject({
      registration: "105211-118",
      name: "Roundup PowerMAX 3",
      status: "Active",
    });
  });

  it("is found by a distributor's number", async () => {
    expect((await resolved({ epaNumber: "71512-3-279" })).record?.name).toBe("Ranman 400SC");
  });

  it("is judged by the edition in force on its day", async () => {
    const [before, after] = [
      await resolved({ epaNumber: "7969-500" }, "2025-10-29"),
      await resolved({ epaNumber: "7969-500" }),
    ];
    expect([before.record?.rules?.runoff?.[0]?.evidence, after.record?.rules?.runoff?.[0]?.evidence]).toEqual([
      "secondary",
      "unverified",
    ]);
  });

  it("is judged by the label that the caller holds, with an issue for the newer one", async () => {
    const found = await resolved({ epaNumber: "7969-500", labelDate: "2024-12-06" });
    expect(found.newerLabelDate).toBe("2025-10-30");
    expect(found.record?.rules?.runoff?.[0]?.evidence).toBe("secondary");
  });

  it("has unknown ESA language under a label date that is not in the files", async () => {
    const found = await resolved({ epaNumber: "7969-500", labelDate: "2025-01-01" });
    expect([found.esaRequired, found.record?.rules]).toEqual([null, null]);
  });

  it("is counted while no one has entered its label, and no more than by its number", async () => {
    const deps = await getDeps();
    await resolved({ epaNumber: "99009-7-1" });
    await resolved({ epaNumber: "99009-7" });
    await deps.settled();
    const [counted] = (await listUnreadLabels(deps.db, 100)).filter(({ registration }) => registration === "99009-7");
    expect(counted).toMatchObject({ registration: "99009-7", asked: 2 });
  });
});

it("labels to read are those that a check of today does not find, whatever was asked before they were entered", async () => {
  const deps = await getDeps();
  const today = utcDay(deps.clock());
  const numbers = ["99009-7", "7969-500", "71512-3", "105211-118", "264-1241", "7969-472"];
  await countUnreadLabels(deps.db, numbers, today);
  const listed = await listLabelsToRead(deps, 1000);
  const found = await Promise.all(numbers.map((epaNumber) => resolved({ epaNumber }, today)));
  const unread = numbers.filter((_, index) => found[index]?.esaRequired === null);
  expect(
    listed
      .map(({ registration }) => registration)
      .filter((number) => numbers.includes(number))
      .toSorted(),
  ).toEqual(unread.toSorted());
  expect(unread).toContain("99009-7");
  expect(unread.length).toBeLessThan(numbers.length);
  expect(listed.find(({ registration }) => registration === "99009-7")?.gap).toBe("no_edition");
  expect(await listLabelsToRead(deps, 1)).toHaveLength(1);
});

describe("a product sent by name alone", () => {
  test.each([
    { title: "the name of a function", product: { productName: "AMS" }, want: "adjuvant" },
    { title: "a brand of the table", product: { productName: "Agri-Dex" }, want: "adjuvant" },
    {
      title: "an unknown brand that the caller calls an adjuvant",
      product: { productName: "Some Brand", kind: "adjuvant" },
      want: "adjuvant",
    },
    {
      title: "an unknown brand that the caller calls a fertilizer",
      product: { productName: "10-34-0", kind: "fertilizer" },
      want: "adjuvant",
    },
    { title: "an unknown name without a kind", product: { productName: "Some Brand" }, want: "unknown" },
    {
      title: "a pesticide's own name, called an adjuvant",
      product: { productName: "Roundup PowerMAX 3", kind: "adjuvant" },
      want: "unknown",
    },
    {
      title: "the beginning of a pesticide's name, called an adjuvant",
      product: { productName: "roundup powermax", kind: "adjuvant" },
      want: "unknown",
    },
    {
      title: "a pesticide's name with words after it, called an adjuvant",
      product: { productName: "Stryax Herbicide", kind: "adjuvant" },
      want: "unknown",
    },
    {
      title: "a pesticide's other brand, called a fertilizer",
      product: { productName: "Noventa ULTRA", kind: "fertilizer" },
      want: "unknown",
    },
    {
      title: "a trade name that the catalogue does not hold, called an adjuvant",
      product: { productName: "Broclean", kind: "adjuvant" },
      want: "unknown",
    },
    ...["Atrazine", "glyphosate 41%", "2,4-D amine", "Lorsban 4E", "Bravo Weather Stik", "Sevin"].map(
      (productName) => ({
        title: `an active ingredient's or an older pesticide's name, called an adjuvant: ${productName}`,
        product: { productName, kind: "adjuvant" as const },
        want: "unknown" as const,
      }),
    ),
    {
      title: "an adjuvant's brand that the caller calls a pesticide",
      product: { productName: "Agri-Dex", kind: "pesticide" },
      want: "unknown",
    },
    { title: "a brand whose kind no one has read", product: { productName: "Class Act NG" }, want: "unknown" },
  ] as const)("is read as $want: $title", async ({ product, want }) => {
    const found = await resolved(product);
    expect([found.kind, found.esaRequired]).toEqual([want, want === "adjuvant" ? false : null]);
  });
});

describe("a pesticide sent without its number, as something else", () => {
  const asEither = async (productName: string) => [
    await resolved({ productName, kind: "fertilizer" }),
    await resolved({ productName, kind: "adjuvant" }),
  ];

  it.each([
    ...["Roundup PowerMaxx", "RoundupPowerMAX 3", "Strayx", "Rondup PowerMAX", "Liberty ULTAR"],
    ...[
      "Oundup PowerMax",
      "Raodnup",
      "Benvel",
      "Anvel",
      "2,4-DD",
      "24D",
      "2,5-D",
      "MCPAA",
      "MPCA",
      "Aimm",
      "Iam EC",
      "Ain",
    ],
    ...["Laduis", "Audis", "Stryacks Herbicide", "Benvel 4S", "EPCT", "Glyphosatte", "R0undup", "Dicmaba"],
  ])("does not pass for a fertilizer or an adjuvant by a typo: %s", async (productName) => {
    const unknown = { kind: "unknown", esaRequired: null, isLikePesticide: true };
    expect(await asEither(productName)).toMatchObject([unknown, unknown]);
  });

  it.each([
    ...[
      "AMS",
      "UAN 32",
      "UAN",
      "Urea",
      "Potash",
      "10-34-0",
      "MSO",
      "NIS",
      "COC",
      "DRA",
      "Clasp",
      "Kinetic",
      "Zinc",
      "Boron",
    ],
    ...[
      "MAP",
      "DAP",
      "SOP",
      "MOP",
      "ATS",
      "KTS",
      "CAN",
      "TSP",
      "K-Mag",
      "ESN",
      "Muriate of potash",
      "Ammonium thiosulfate",
    ],
    ...[
      "Monoammonium phosphate",
      "Zinc sulfate",
      "Manganese chelate",
      "Copper chelate",
      "Anhydrous ammonia",
      "Solubor",
      "Lime",
    ],
    ...[
      "Gypsum",
      "Humic acid",
      "Kelp",
      "Molasses",
      "Starter",
      "28-0-0",
      "32-0-0",
      "46-0-0",
      "0-0-60",
      "12-0-0-26S",
      "9-18-9",
    ],
    ...[
      "Soygreen",
      "Sure-K",
      "Pro-Germinator",
      "NutriSync D",
      "Black Label Zn",
      "Citri-Che Zn 10%",
      "Coron 25-0-0",
      "N-Demand 88",
    ],
    ...["Max-In Ultra ZMB", "Brandt Smart B", "Awaken 16-0-2", "Rhyzo-Link CT", "Liquid Potash", "Levesol", "BioForge"],
    ...[
      "Agri-Dex",
      "Dyne-Amic",
      "Induce",
      "Cohort",
      "Hel-Fire",
      "Smoke",
      "Premium MSO",
      "Ad-Spray 80",
      "Activator 90",
      "LI 700",
    ],
    ...["InterLock", "Superb HC", "Destiny HC", "Preference", "Scoil", "Herbimax", "Crosshair", "Liberate"],
  ])("leaves what is none: %s", async (productName) => {
    const none = { kind: "adjuvant", esaRequired: false };
    expect(await asEither(productName)).toMatchObject([none, none]);
  });

  it("is unknown by each name of the catalogue and of the list of trade names with one slip anywhere", async () => {
    const { db } = await getDeps();
    const products = await db.prisma.catalogueProduct.findMany({ select: { name: true } });
    const trade = rulebookAsOf("2026-05-01").pesticideNames.whole;
    const names = [...products.map(({ name }) => name), ...trade].filter((name) => runOf(name).length >= 3);
    expect(names.length).toBeGreaterThan(800);
    const draws = names.map((name) => mistyped(name).filter(isOther));
    await fc.assert(
      fc.asyncProperty(fc.tuple(...draws.map((list) => fc.constantFrom(...list))), async (sent) => {
        const { products: found } = await resolveProducts(
          await getDeps(),
          askedOn(
            "2026-05-01",
            sent.map((productName) => submitted({ productName, kind: "fertilizer" })),
          ),
        );
        expect(sent.filter((_, index) => found[index]?.kind !== "unknown")).toEqual([]);
      }),
      { numRuns: 5 },
    );
  });
});

const runOf = (name: string): string => nameKey(name).replaceAll(" ", "");
const TYPED = "abcdefghijklmnopqrstuvwxyz0123456789";

/** A name with one letter left out, doubled, replaced, put in, or swapped with the next. */
function mistyped(name: string): string[] {
  const key = nameKey(name);
  return Array.from(key).flatMap((letter, at) => {
    const [before, after] = [key.slice(0, at), key.slice(at + 1)];
    const other = TYPED[(at * 7 + key.length) % TYPED.length] ?? "x";
    if (letter === " ") return [before + after];
    return [
      before + after,
      before + letter + letter + after,
      before + other + after,
      before + other + letter + after,
      before + after.slice(0, 1) + letter + after.slice(1),
    ];
  });
}

/** A slip may make the common name of something else, and then no one can tell. */
const isOther = (name: string): boolean =>
  runOf(name).length >= 2 &&
  !isFertilizerName(name) &&
  findAdjuvant(rulebookAsOf("2026-05-01").adjuvants, name) === null;
