import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LabelCondition } from "@/lib/domain/label-conditions";
import type { CatalogueProduct } from "@/lib/domain/product";
import type { SubmittedProduct } from "@/lib/domain/application";
import { assess } from "@/lib/engine/assess";
import type { AssessmentFacts } from "@/lib/engine/facts";
import {
  areasOf,
  catalogue,
  factsOf,
  limitationOf,
  pulaOf,
  rulebook,
  select,
  submittedOf,
} from "@/tests/unit/engine/facts";
import { productWith } from "@/tests/unit/engine/drift/rules";

const CITED = { id: "added", text: "Added.", evidence: "primary" as const, cite: ["LABEL"] };
const UNVERIFIED = { ...CITED, evidence: "unverified" as const };

/** Conditions that an application on soybean in Lee County, Alabama, on 1 May keeps, breaks or leaves open. */
const anyCondition: fc.Arbitrary<LabelCondition> = fc.constantFrom<LabelCondition>(
  { ...CITED, kind: "states", rule: "only", states: ["AL", "GA"] },
  { ...CITED, kind: "states", rule: "never", states: ["AL"] },
  { ...CITED, kind: "counties", rule: "never", geoIds: ["01081"] },
  { ...CITED, kind: "pulas", rule: "never", pulaIds: [121] },
  { ...CITED, kind: "crops", rule: "only", crops: ["soybean"] },
  { ...CITED, kind: "crops", rule: "never", crops: ["soybean"] },
  { ...CITED, kind: "dates", from: "11-01", until: "02-28" },
  { ...CITED, kind: "dates", from: null, until: "06-20", when: { states: ["IL"] } },
  { ...CITED, kind: "temperature", of: "field", atLeastF: null, atMostF: 85, belowF: null },
  { ...CITED, kind: "wind", minMph: 3, maxMph: 10 },
  { ...CITED, kind: "methods", rule: "never", methods: ["Broadcast-Ground"] },
  { ...CITED, kind: "droplets", minimum: "ultra_coarse" },
  { ...CITED, kind: "single_rate", atMost: 10, unit: "fl_oz_per_acre" },
  { ...CITED, kind: "single_rate", atMost: 10, unit: "lb_per_acre" },
  { ...CITED, kind: "volume", atLeastGpa: 20, atMostGpa: null },
  { ...CITED, kind: "unjudged" },
  { ...CITED, kind: "unread" },
  { ...UNVERIFIED, kind: "wind", minMph: null, maxMph: 40 },
);

/** A mix of made-up products that may all be met: no drift, points that the selections earn. */
const factsWith = (records: readonly CatalogueProduct[], areas = areasOf()): AssessmentFacts => {
  const submitted: SubmittedProduct[] = records.map(({ registration }) => submittedOf(registration));
  return {
    ...factsOf(submitted, { areas, selections: [select(rulebook.menus.epa_runoff, "no_till")] }),
    products: records.map((record, productIndex) => ({
      productIndex,
      record,
      kind: "catalogue" as const,
      esaRequired: record.esaLabelLanguage,
    })),
    limitationRules: catalogue.limitationRules,
  };
};

const ONE_POINT = {
  system: "epa_runoff" as const,
  points: 1,
  pointsBySoil: null,
  applicability: "required" as const,
  evidence: "primary" as const,
  cite: ["LABEL"],
};
const withConditions = (conditions: readonly LabelCondition[]): CatalogueProduct =>
  productWith({ conditions: [...conditions], runoff: [ONE_POINT] });

/** What may come out as a pass only if it was one, or nothing applied, before something was added. */
const isTowardMet = (before: string, after: string): boolean =>
  after === "met" && before !== "met" && before !== "not_applicable";

const statusOf = (facts: AssessmentFacts) => assess(facts).assessment.status;

describe("adding", () => {
  it("starts from mixes that are met, so that the laws are about something", () => {
    expect(statusOf(factsWith([withConditions([])]))).toBe("met");
  });

  it("a condition never turns an answer toward met", () => {
    fc.assert(
      fc.property(fc.array(anyCondition, { maxLength: 3 }), anyCondition, (conditions, added) => {
        const before = statusOf(factsWith([withConditions(conditions)]));
        const after = statusOf(factsWith([withConditions([...conditions, added])]));
        expect(isTowardMet(before, after)).toBe(false);
        if (before === "not_met") expect(after).toBe("not_met");
      }),
    );
  });

  it("a product never turns an answer toward met", () => {
    const others = [productWith({ runoff: null }), ...catalogue.products.slice(0, 40)];
    fc.assert(
      fc.property(fc.array(anyCondition, { maxLength: 2 }), fc.constantFrom(...others), (conditions, added) => {
        const own = withConditions(conditions);
        expect(isTowardMet(statusOf(factsWith([own])), statusOf(factsWith([own, added])))).toBe(false);
      }),
    );
  });

  it("a limitation never turns an answer toward met", () => {
    const texts = [
      "Do not apply in this PULA.",
      "6 points of the Mitigation Menu.",
      "NMFS broadcast measures.",
      "Keep off.",
    ];
    fc.assert(
      fc.property(fc.array(anyCondition, { maxLength: 2 }), fc.constantFrom(...texts), (conditions, text) => {
        const own = withConditions(conditions);
        const limited = areasOf({
          pulas: [pulaOf(121, ["ZZ1"])],
          limitations: [limitationOf({ code: "ZZ1", text, registration: own.registration })],
        });
        const bare = areasOf({ pulas: [pulaOf(121, ["ZZ1"])] });
        expect(isTowardMet(statusOf(factsWith([own], bare)), statusOf(factsWith([own], limited)))).toBe(false);
      }),
    );
  });
});
