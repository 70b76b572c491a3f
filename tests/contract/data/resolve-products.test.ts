import { beforeAll, describe, expect, it, test } from "vitest";
import { listUnreadLabels } from "@/lib/data/unread-labels";
import type { SubmittedProduct } from "@/lib/domain/application";
import { getDeps } from "@/lib/runtime/deps";
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
  it.each(["Roundup PowerMaxx", "RoundupPowerMAX 3", "Strayx", "Rondup PowerMAX", "Liberty ULTAR"])(
    "does not pass for a fertilizer or an adjuvant by a typo: %s",
    async (productName) => {
      for (const kind of ["fertilizer", "adjuvant"] as const) {
        expect(await resolved({ productName, kind })).toMatchObject({ kind: "unknown", esaRequired: null });
      }
    },
  );

  it.each(["Soygreen", "Urea", "10-34-0", "Clasp"])("leaves what is none: %s", async (productName) => {
    expect(await resolved({ productName, kind: "fertilizer" })).toMatchObject({ kind: "adjuvant", esaRequired: false });
  });
});
