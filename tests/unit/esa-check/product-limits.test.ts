import { expect, it } from "vitest";
import type { ResolvedProduct } from "@/lib/domain/product";
import type { Deps } from "@/lib/runtime/deps";
import { withLimits } from "@/lib/usecases/products/product-limits";
import { productOf, submittedOf } from "@/tests/unit/engine/facts";

const ANY_POSSIBLE = { registrations: new Set<string>(), ingredients: [], isAnyPossible: true };

it("a limitation of which nothing could be read may name any product, and no adjuvant", async () => {
  const asked = [submittedOf("99001-1"), submittedOf(null)].map((product) => ({ product }));
  const products: ResolvedProduct[] = [
    { productIndex: 0, record: productOf("99001-1"), kind: "catalogue", esaRequired: false },
    { productIndex: 1, record: null, kind: "adjuvant", esaRequired: false },
  ];
  // The names are given, so that nothing is looked up.
  const found = await withLimits({} as Deps, asked, products, ANY_POSSIBLE);
  expect(found.map(({ isLimited }) => isLimited === true)).toEqual([true, false]);
});
