import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SubmittedProduct } from "@/lib/domain/application";
import { applicationFacts } from "@/lib/engine/runoff/contradictions";
import type { Sibling } from "@/lib/engine/siblings";
import { productOf, ratedOf, submittedOf } from "@/tests/unit/engine/facts";
import { siblingOf } from "@/tests/unit/engine/sibling";

/** Stryax and Engenia share a yearly maximum of dicamba; both Enlist products are of one trait program. */
const NUMBERS = ["264-1241", "7969-507", "62719-695", "62719-649"];
const anySaid: fc.Arbitrary<Partial<SubmittedProduct>> = fc.record(
  {
    rateUsedThisYear: fc.constantFrom(0, 5.5, 22),
    applicationsThisYear: fc.constantFrom(0, 1, 2),
    lastAppliedOn: fc.constantFrom("2025-12-30", "2026-04-01"),
  },
  { requiredKeys: [] },
);
const anyProduct = fc
  .record({ number: fc.constantFrom(...NUMBERS), rate: fc.constantFrom(0, 5.5, 22), said: anySaid })
  .map(({ number, rate, said }) => submittedOf(number, { rate, ...said }));
const anySibling: fc.Arbitrary<Sibling> = fc
  .record({
    products: fc.array(anyProduct, { minLength: 1, maxLength: 3 }),
    day: fc.constantFrom("2026-05-01", "2026-06-01", "2026-06-20"),
  })
  .map(({ products, day }) => siblingOf(products, day));
const anyYear = fc.record({ own: anyProduct, siblings: fc.array(anySibling, { maxLength: 4 }) });

/** What a year comes to; what is not known is none. */
function yearOf(own: SubmittedProduct, siblings: readonly Sibling[]) {
  const mix = [ratedOf(productOf(own.epaNumber ?? ""), own)];
  const on = { method: "Broadcast-Ground", gpa: 15, applicationDate: "2026-06-01" } as const;
  const { annualShare, traitApplications } = applicationFacts(on, mix, siblings);
  return { share: annualShare ?? 0, times: traitApplications ?? 0 };
}
const NO_LESS = 1 - 1e-9;

describe("what a year comes to", () => {
  it("is no less with another saved application, whatever that says", () => {
    fc.assert(
      fc.property(anyYear, anySibling, ({ own, siblings }, more) => {
        const [before, after] = [yearOf(own, siblings), yearOf(own, [...siblings, more])];
        expect(after.share).toBeGreaterThanOrEqual(before.share * NO_LESS);
        expect(after.times).toBeGreaterThanOrEqual(before.times);
      }),
    );
  });

  it("is no less where a request says when the field had the product", () => {
    fc.assert(
      fc.property(anyYear, ({ own, siblings }) => {
        const told = yearOf({ ...own, lastAppliedOn: "2026-04-01" }, siblings);
        expect(told.times).toBeGreaterThanOrEqual(yearOf({ ...own, lastAppliedOn: null }, siblings).times);
      }),
    );
  });

  it("does not hang on the order in which applications are found", () => {
    fc.assert(
      fc.property(anyYear, ({ own, siblings }) => {
        const [one, other] = [yearOf(own, siblings), yearOf(own, siblings.toReversed())];
        expect(other.share).toBeCloseTo(one.share, 9);
        expect(other.times).toBe(one.times);
      }),
    );
  });
});
