import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  APPLICATION_METHOD_NAMES,
  BOOM_HEIGHTS,
  DROPLET_CATEGORIES,
  type SubmittedProduct,
} from "@/lib/domain/application";
import type { Assessment } from "@/lib/domain/compliance";
import type { ResolvedProduct } from "@/lib/domain/product";
import { SOIL_GROUPS } from "@/lib/domain/soil";
import { assess, type AssessmentResult } from "@/lib/engine/assess";
import type { AssessmentFacts } from "@/lib/engine/facts";
import {
  areasOf,
  catalogue,
  factsOf,
  LEE,
  limitationOf,
  NO_SOIL,
  NOW,
  pulaOf,
  resolvedOf,
  rulebook,
  selectionOf,
  SITKA,
  soilOf,
  submittedOf,
  subOptionsOf,
} from "@/tests/unit/engine/facts";

const numbers = [...catalogue.products.map(({ registration }) => registration), "1-1", null];
const anyProduct: fc.Arbitrary<SubmittedProduct> = fc
  .record({
    number: fc.constantFrom(...numbers),
    rate: fc.constantFrom(0.5, 1, 16, 22, 40),
    rateUnit: fc.constantFrom("fl oz/ac", "lb/ac", "oz/ac", "fl oz/100 gal", "packets"),
  })
  .map(({ number, ...rate }) => submittedOf(number, rate));

const anyAreas = fc
  .record({
    coverage: fc.constantFrom("covered", "outside", "none"),
    counties: fc.subarray([LEE, SITKA]),
    limitations: fc.array(
      fc.record({
        pulaId: fc.constantFrom(121, 122),
        code: fc.constantFrom("DC125", "ZZ1"),
        registration: fc.constantFrom("264-1241", "62719-695", "1-1", null),
        activeIngredient: fc.constantFrom("dicamba", "2,4-D", "demoedgeol"),
        text: fc.constantFrom("6 points of the Mitigation Menu.", "NMFS broadcast measures.", "Keep off."),
        methodClasses: fc.subarray(["ground", "aerial"] as const).map((classes) => [...classes]),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ coverage, counties, limitations }) =>
    areasOf({
      pulaSet:
        coverage === "none"
          ? null
          : { version: "pula-1", verifiedAt: NOW, isDemonstration: false, coversField: coverage === "covered" },
      counties,
      pulas: [pulaOf(121, ["DC125"]), pulaOf(122, ["ZZ1"])],
      limitations: limitations.map((members, index) => limitationOf({ ...members, limitationId: index + 1 })),
    }),
  );

const allIds = Object.values(rulebook.menus).flatMap((menu) =>
  subOptionsOf(menu).map(({ id }) => selectionOf(menu, id)),
);
const anyFacts: fc.Arbitrary<AssessmentFacts> = fc
  .record({
    products: fc.array(anyProduct, { minLength: 1, maxLength: 4 }),
    areas: anyAreas,
    soil: fc.oneof(
      fc.constant(NO_SOIL),
      fc.option(fc.constantFrom(...SOIL_GROUPS)).map((group) => soilOf(group, 2)),
    ),
    selections: fc.subarray(allIds),
    exemption: fc.option(
      fc.record({
        required: fc.boolean(),
        evaluatedAt: fc.option(fc.constant(NOW)),
        reasons: fc.option(fc.subarray<string>(["perimeter_berm", "small_area"])),
        treatedAcres: fc.option(fc.constantFrom(0.05, 0.1)),
      }),
    ),
    application: fc.record({
      method: fc.constantFrom(...APPLICATION_METHOD_NAMES),
      gpa: fc.option(fc.constantFrom(5, 15)),
      dropletSize: fc.option(fc.constantFrom(...DROPLET_CATEGORIES)),
      boomHeight: fc.option(fc.constantFrom(...BOOM_HEIGHTS)),
    }),
  })
  .map(({ products, ...members }) => factsOf(products, members));

/** An issue without the names it carries: those stand in order of the products. */
const withoutOrder = (issues: readonly { code: string; blocks: boolean }[]): string[] =>
  issues.map(({ code, blocks }) => `${code}${blocks ? "!" : ""}`).toSorted();
const sorted = (items: readonly unknown[]): string[] => items.map((item) => JSON.stringify(item)).toSorted();

/** What an answer says, apart from product indexes and the order of lists that follow the products. */
const essence = ({ assessment, requirements }: AssessmentResult) => ({
  status: assessment.status,
  processingComplete: assessment.processingComplete,
  issues: withoutOrder(assessment.issues),
  runoff: assessment.runoff.map((entry) => ({ ...entry, issues: withoutOrder(entry.issues) })),
  gapAdvice: assessment.gapAdvice,
  drift: {
    status: assessment.drift.status,
    issues: sorted(assessment.drift.issues.map((found) => ({ ...found, productIndex: found.productIndex !== null }))),
    summary: assessment.drift.configuration?.summary,
    requirements: sorted(
      (assessment.drift.configuration?.requirements ?? []).map((requirement) => ({ ...requirement, productIndex: 0 })),
    ),
  },
  products: sorted(assessment.products),
  summary: assessment.summary,
  explanation: sorted(assessment.explanation),
  rows: requirements.map(({ mitigationType, requiredPoints }) => ({ mitigationType, requiredPoints })),
});

const reorder = (facts: AssessmentFacts, order: readonly number[]): AssessmentFacts => {
  const products = order.flatMap((index) => facts.application.products[index] ?? []);
  const resolved = products.map((product, index): ResolvedProduct => resolvedOf(product, index));
  return { ...facts, products: resolved, application: { ...facts.application, products } };
};

const always = (law: (assessment: Assessment, facts: AssessmentFacts) => void) => () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      law(assess(facts).assessment, facts);
    }),
    { numRuns: 300 },
  );
};

describe("assess", () => {
  it("gives the same answer for the same facts, and changes none of them", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const before = JSON.stringify(facts);
        expect(assess(facts)).toEqual(assess(facts));
        expect(JSON.stringify(facts)).toBe(before);
      }),
      { numRuns: 200 },
    );
  });

  it("does not depend on the order of products but for their indexes", () => {
    const given = anyFacts.chain((facts) => {
      const indexes = facts.application.products.map((_, index) => index);
      return fc.record({
        facts: fc.constant(facts),
        order: fc.shuffledSubarray(indexes, { minLength: indexes.length }),
      });
    });
    fc.assert(
      fc.property(given, ({ facts, order }) => {
        expect(essence(assess(reorder(facts, order)))).toEqual(essence(assess(facts)));
      }),
      { numRuns: 300 },
    );
  });

  it("does not depend on the order of selections, limitations, PULAs or counties, in status and points", () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { areas } = facts;
        const turned = assess({
          ...facts,
          selections: facts.selections.toReversed(),
          areas: {
            ...areas,
            limitations: areas.limitations.toReversed(),
            pulas: areas.pulas.toReversed(),
            counties: areas.counties.toReversed(),
          },
        }).assessment;
        const straight = assess(facts).assessment;
        expect(turned.status).toBe(straight.status);
        expect(withoutOrder(turned.issues)).toEqual(withoutOrder(straight.issues));
        expect(turned.runoff.map(({ requiredPoints, earnedPoints }) => [requiredPoints, earnedPoints])).toEqual(
          straight.runoff.map(({ requiredPoints, earnedPoints }) => [requiredPoints, earnedPoints]),
        );
        expect(turned.gapAdvice).toEqual(straight.gapAdvice);
      }),
      { numRuns: 200 },
    );
  });

  it(
    "never passes what a limitation binds, nor what is incomplete",
    always(({ status, products, processingComplete }) => {
      if (products.some(({ pulas }) => pulas.length > 0)) expect(status).not.toMatch(/^(met|not_applicable)$/);
      if (!processingComplete) expect(status).not.toMatch(/^(met|not_applicable)$/);
    }),
  );

  it(
    "never says that nothing applies to a product it does not know",
    always(({ status, products }) => {
      if (products.some(({ esaRequired }) => esaRequired !== false)) {
        const isOpen = products.some(({ esaRequired }) => esaRequired === null);
        if (isOpen) expect(status).not.toMatch(/^(met|not_applicable)$/);
      }
    }),
  );

  it(
    "never lets an unresolved target become a number, and gives advice only where something is short",
    always(({ runoff, gapAdvice }) => {
      for (const entry of runoff) {
        if (entry.labelRequiredPoints === null && !entry.exempt) {
          expect(entry).toMatchObject({ requiredPoints: null, gap: null, status: "indeterminate" });
        }
      }
      const short = runoff.filter(({ status }) => status === "not_met").map(({ mitigationType }) => mitigationType);
      expect(gapAdvice.map(({ mitigationType }) => mitigationType)).toEqual(short);
    }),
  );

  it(
    "carries every issue of its parts, each code, product and rule once",
    always(({ issues, runoff, drift }) => {
      const codes = issues.map(({ code }) => code);
      const named = issues.map(({ code, productIndex, ruleId }) => `${code} ${productIndex} ${ruleId}`);
      expect(new Set(named).size).toBe(named.length);
      for (const part of [...runoff.flatMap((entry) => entry.issues), ...drift.issues]) {
        expect(codes).toContain(part.code);
      }
    }),
  );

  it(
    "has an entry for each product in order of the request, and lists only PULAs that meet the field",
    always(({ products, summary }, facts) => {
      expect(products.map(({ epaNumber }) => epaNumber)).toEqual(
        facts.application.products.map(({ epaNumber }) => epaNumber),
      );
      const known = new Set(facts.areas.pulas.map(({ pulaId }) => pulaId));
      for (const { pulas } of products) for (const { pulaId } of pulas) expect(known.has(pulaId)).toBe(true);
      expect(summary.productsChecked).toBe(products.length);
    }),
  );

  it("never grows better when a product is added to the mix", () => {
    const severity = ["not_applicable", "met", "indeterminate", "not_met"];
    fc.assert(
      fc.property(anyFacts, anyProduct, (facts, added) => {
        const products = [...facts.application.products, added];
        const more = reorder({ ...facts, application: { ...facts.application, products } }, [...products.keys()]);
        const rank = (given: AssessmentFacts) => severity.indexOf(assess(given).assessment.status);
        const [before, after] = [rank(facts), rank(more)];
        // An open question about the new product can only take back a shortfall of points, never make a pass.
        if (before < 3) expect(after).toBeGreaterThanOrEqual(before);
        else expect(after).toBeGreaterThanOrEqual(2);
      }),
      { numRuns: 300 },
    );
  });
});
