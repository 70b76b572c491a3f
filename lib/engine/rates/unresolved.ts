import type { Issue } from "@/lib/domain/issues";
import { issueFor } from "@/lib/engine/issue-for";
import { isFreeOfEsa } from "@/lib/domain/product";
import type { RatedProduct } from "@/lib/engine/rated-product";

/** What keeps a product's rate from being an amount per acre. A product that neither its label nor a limitation binds is not judged. */
export const rateIssues = (product: RatedProduct): Issue[] => {
  const { resolution, problem } = product.rate;
  const isFree = isFreeOfEsa(product) || product.attested?.isFree === true;
  if (isFree || resolution === "resolved") return [];
  return [issueFor(product, "UNRESOLVED_RATE", problem === null ? {} : { problems: [problem] })];
};

/** Products whose rate per acre no one can compare with the label: its limit is in another kind of unit. */
export const uncomparedRates = (issues: readonly Issue[]): ReadonlySet<number> =>
  new Set(
    issues.flatMap((found) => {
      if (found.code !== "UNRESOLVED_RATE" || found.productIndex === null) return [];
      const { problems = [] } = found.particulars;
      return problems.some(({ kind }) => kind === "other_unit_than_limit") ? [found.productIndex] : [];
    }),
  );
