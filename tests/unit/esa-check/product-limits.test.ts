import { expect, it } from "vitest";
import { UNNAMED_INGREDIENT } from "@/lib/domain/ingredients";
import type { ResolvedProduct } from "@/lib/domain/product";
import type { Deps } from "@/lib/runtime/deps";
import { withLimits } from "@/lib/usecases/products/product-limits";
import { ingredientsNamed, productOf, submittedOf } from "@/tests/unit/engine/facts";

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

it.each([
  ["none of its ingredients are known", [], ["dicamba"], null],
  ["one of its ingredients has no name", ["glyphosate", UNNAMED_INGREDIENT], ["dicamba"], null],
  ["its ingredients are known", ["glyphosate"], ["dicamba"], false],
  ["limitations name products alone", [], [], false],
])("a label without ESA language where %s leaves it at that, or open", async (_, names, limited, esaRequired) => {
  const record = { ...productOf("99001-1"), ingredients: ingredientsNamed(names) };
  const product: ResolvedProduct = { productIndex: 0, record, kind: "catalogue", esaRequired: false };
  const limits = { registrations: new Set<string>(), ingredients: limited, isAnyPossible: false };
  const [found] = await withLimits({} as Deps, [{ product: submittedOf("99001-1") }], [product], limits);
  expect(found).toMatchObject({ esaRequired, isLimited: false });
});
