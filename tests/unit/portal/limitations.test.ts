import { describe, expect, it } from "vitest";
import { issue, type Issue } from "@/lib/domain/issues";
import { limitationsView } from "@/lib/pages/portal/limitations";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import type { PortalSession } from "@/lib/usecases/portal/session";
import { inSpanish } from "@/tests/support/spanish";

/** The page of an application whose products no loaded limitation names. */
const page = (issues: Issue[], ...esaRequired: (boolean | null)[]) => {
  const products = esaRequired.map((each, index) => ({
    productName: `Product ${index + 1}`,
    epaNumber: null,
    esaRequired: each,
    pulas: [],
  }));
  const place = {
    scored: { saved: { lastAssessment: { products, issues } } },
    notes: { reviews: [] },
    address: { grant: "g" },
    field: { fieldId: "f" },
    current: null,
  };
  return limitationsView({} as PortalSession, place as unknown as OpenFieldYear);
};

describe("the page of limitation texts where none was found", () => {
  it("says so where every product was looked for", async () => {
    const { nothing, products } = await page([], true);
    expect(nothing?.title).toBe("No limitation found");
    expect(products[0]?.gap).toBeNull();
  });

  it.each([
    ["UNKNOWN_PRODUCT", "we do not know this product"],
    ["ESA_STATUS_UNKNOWN", "we have not read the label that is in force"],
  ] as const)("says that it is not known for a product with %s, and for which", async (code, why) => {
    const { nothing, products } = await page([issue(code, { productIndex: 1 })], true, null);
    expect(nothing?.title).toBe("Not known");
    expect(nothing?.text).not.toMatch(/^No limitation/);
    expect(products[0]?.gap).toBeNull();
    expect(products[1]?.gap).toContain(`Whether limitations apply to Product 2 is not known: ${why}.`);
    const spanish = await inSpanish(() => page([issue(code, { productIndex: 1 })], true, null));
    expect(spanish.nothing?.title).toBe("No se sabe");
    expect(spanish.products[1]?.gap).toContain("No se sabe si hay limitaciones para Product 2");
  });
});
