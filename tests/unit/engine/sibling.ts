import type { SubmittedProduct } from "@/lib/domain/application";
import { rateMix } from "@/lib/engine/rated-product";
import type { Sibling } from "@/lib/engine/siblings";
import { resolvedOf } from "./facts";

/** Another saved application of the year, on the day that the tests are about unless it says otherwise. */
export const siblingOf = (
  products: readonly SubmittedProduct[],
  applicationDate = "2026-06-01",
  gpa: number | null = 15,
): Sibling => ({ applicationDate, gpa, products: rateMix(products, products.map(resolvedOf), gpa) });
