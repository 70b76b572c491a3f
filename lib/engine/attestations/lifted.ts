import type { Issue } from "@/lib/domain/issues";
import type { RatedProduct } from "@/lib/engine/rated-product";

/** Whether the applicator's answers take this very finding about a product away. */
export const isLifted = ({ attested }: RatedProduct, found: Issue): boolean =>
  attested?.lifts.some((lifted) => JSON.stringify(lifted) === JSON.stringify(found)) === true;
