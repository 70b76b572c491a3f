import { describe, expect, it, test } from "vitest";
import type { SubmittedProduct } from "@/lib/domain/application";
import { UNNAMED_INGREDIENT } from "@/lib/domain/ingredients";
import { conditionIssues } from "@/lib/engine/conditions/issues";
import { judgeConditions } from "@/lib/engine/conditions/judge";
import { effectiveRates } from "@/lib/engine/drift/product-results";
import { rateMix } from "@/lib/engine/rated-product";
import { ofDaysUntil, type Sibling } from "@/lib/engine/siblings";
import { issueMessage } from "@/lib/views/issues/issue-text";
import { productOf, ratedOf, resolvedOf, submittedOf } from "../facts";
import { siblingOf } from "../sibling";
import { conditionFactsOf, judgedFor } from "./judged";

/** At most 44 fl oz, twice, and 1 lb of dicamba from all products in a year; 22 fl oz are half a pound. */
const STRYAX = "264-1241";
/** At least 12 days between two. */
const ENLIST = "62719-695";
const DAY = "2026-06-15";
const [FIRST, SECOND, LATER] = ["2026-05-01", "2026-06-10", "2026-06-30"];

const stryax = (rate: number) => submittedOf(STRYAX, { rate });
const ENGENIA = submittedOf("7969-507", { rate: 12.8 });
/** A liquid in pounds: how many fluid ounces that is no one knows. */
const byWeight = submittedOf(STRYAX, { rate: 1.4, rateUnit: "lb/ac" });
const unknownLiberty = submittedOf("7969-500", { rate: 1, rateUnit: "bananas" });

const judged = (
  registration: string,
  rate: number,
  siblings: readonly Sibling[],
  more: Partial<SubmittedProduct> = {},
) =>
  judgedFor(
    ratedOf(productOf(registration), { rate, ...more }),
    { applicationDate: DAY },
    { earlier: ofDaysUntil(DAY, siblings) },
  );

/** What came of one limit. */
const resultOf = (id: string, ...asked: Parameters<typeof judged>): string | undefined =>
  judged(...asked).find(({ condition }) => condition.id === id)?.outcome.result;

const notChecked = (found: ReturnType<typeof judged>) =>
  conditionIssues(found).filter(({ code }) => code === "LABEL_CONDITIONS_NOT_CHECKED");

describe("a yearly rate", () => {
  test.each<[string, Sibling[], string]>([
    ["is not judged where nothing is saved", [], "unjudged"],
    ["is not judged where what is saved leaves room", [siblingOf([stryax(22)], FIRST)], "unjudged"],
    [
      "is open where two saved ones are all of it",
      [siblingOf([stryax(22)], FIRST), siblingOf([stryax(22)], SECOND)],
      "open",
    ],
    ["is open from the first hundredth of an ounce on", [siblingOf([stryax(22.01)], FIRST)], "open"],
    ["is not judged by later days", [siblingOf([stryax(44)], LATER)], "unjudged"],
    ["is open by its own day, as no one says which is first", [siblingOf([stryax(44)], DAY)], "open"],
    ["is not judged by another product", [siblingOf([submittedOf("7969-500", { rate: 44 })], FIRST)], "unjudged"],
  ])("%s", (_, siblings, result) => {
    expect(resultOf("annual-rate", STRYAX, 22, siblings)).toBe(result);
  });

  it("goes by what a saved one says of the year before it", () => {
    const said = [siblingOf([{ ...stryax(22), rateUsedThisYear: 11 }], FIRST)];
    expect(resultOf("annual-rate", STRYAX, 11, said)).toBe("unjudged");
    expect(resultOf("annual-rate", STRYAX, 22, said)).toBe("open");
    expect(resultOf("annual-dicamba", STRYAX, 22, said)).toBe("open");
  });

  it("goes by the most that the entries of a saved one say", () => {
    const said = (...used: number[]) =>
      siblingOf(
        used.map((rateUsedThisYear) => ({ ...stryax(5.5), rateUsedThisYear })),
        FIRST,
      );
    expect(resultOf("annual-rate", STRYAX, 1, [said(33, 11)])).toBe("open");
    expect(resultOf("annual-rate", STRYAX, 1, [said(11, 33)])).toBe("open");
    expect(resultOf("annual-rate", STRYAX, 1, [said(11, 22)])).toBe("unjudged");
  });

  it("is open in a unit of the other kind, also where the label says no highest single rate", () => {
    const found = judged(STRYAX, 1, [], { rateUnit: "lb/ac" }).find(({ condition }) => condition.id === "annual-rate");
    expect(found?.outcome).toMatchObject({ result: "open", found: { code: "UNRESOLVED_RATE" } });
  });

  it("is not judged of a rate that cannot be read, which has an issue of its own", () => {
    expect(resultOf("annual-rate", STRYAX, 1, [], { rateUnit: "scoops", rateUsedThisYear: 44 })).toBe("unjudged");
  });

  it("goes by what the request says of the year, where it does", () => {
    const siblings = [siblingOf([stryax(44)], FIRST)];
    expect(resultOf("annual-rate", STRYAX, 22, siblings, { rateUsedThisYear: 0 })).toBe("kept");
    expect(resultOf("annual-rate", STRYAX, 22, siblings, { rateUsedThisYear: 30 })).toBe("broken");
  });
});

it("a yearly amount of an ingredient counts it in saved applications of other brands", () => {
  const twice = [siblingOf([ENGENIA], FIRST), siblingOf([ENGENIA], SECOND)];
  expect(resultOf("annual-dicamba", STRYAX, 22, twice)).toBe("open");
  expect(resultOf("annual-dicamba", STRYAX, 22, twice.slice(1))).toBe("unjudged");
});

/** Tavium holds dicamba in a strength that no one has read. */
const TAVIUM = submittedOf("100-1623", { rate: 56 });
const STRANGER = submittedOf("99999-1", { rate: 1 });
/** The register lists an ingredient of Liberty without its name. */
const unnamed = (day: string): Sibling => {
  const sibling = siblingOf([submittedOf("7969-500", { rate: 34 })], day);
  const ingredient = {
    name: UNNAMED_INGREDIENT,
    pcCode: null,
    basis: "ai" as const,
    lbPerGal: null,
    percentByWeight: 20,
  };
  const products = sibling.products.map((each) => {
    return { ...each, record: each.record && { ...each.record, ingredients: [ingredient] } };
  });
  return { ...sibling, products };
};

/** Said in pounds by the check, and sprayed by a computation in fluid ounces. */
const IN_POUNDS = { gpa: null, rateUnit: "lb/ac", rateUnitState: null, rowSpacingInches: null };

describe("an amount of the year that was said and cannot be compared", () => {
  const inTheTank = { ...IN_POUNDS, rateUnit: "scoops" };
  // By the spray volume, which the check did not say; the computation says its own.
  const byVolume = { ...IN_POUNDS, rateUnit: "fl oz/100 gal" };

  test.each([IN_POUNDS, inTheTank, byVolume])(
    "leaves the year open, of the product and of its ingredient",
    (rateUsedIn) => {
      const said = { rateUsedThisYear: 2, rateUsedIn };
      expect(resultOf("annual-rate", STRYAX, 11, [], said)).toBe("open");
      expect(resultOf("annual-dicamba", STRYAX, 11, [], said)).toBe("open");
      expect(resultOf("annual-rate", STRYAX, 11, [], { ...said, rateUsedThisYear: 0 })).not.toBe("open");
      const sibling = siblingOf([{ ...stryax(11), ...said }], FIRST);
      expect(resultOf("annual-rate", STRYAX, 11, [sibling])).toBe("open");
      expect(resultOf("annual-dicamba", STRYAX, 11, [sibling])).toBe("open");
    },
  );

  test.each([IN_POUNDS, inTheTank])("says nothing against the rate of this application", (rateUsedIn) => {
    const found = judged(STRYAX, 11, [], { rateUsedThisYear: 2, rateUsedIn });
    const { outcome } = found.find(({ condition }) => condition.id === "annual-rate") ?? {};
    expect(outcome).toMatchObject({ result: "open", found: { code: "LABEL_CONDITIONS_NOT_CHECKED" } });
    expect(notChecked(found)).toMatchObject([{ blocks: true }]);
    const products = [ratedOf(productOf(STRYAX), { rate: 11, rateUsedThisYear: 2, rateUsedIn })];
    expect(effectiveRates(products, conditionIssues(found))).toMatchObject([{ resolution: "resolved" }]);
  });
});

/** Each of two entries of one product may say what the year had of it before: it is said twice, and was sprayed once. */
describe("what several entries of a product say of the year", () => {
  const yearOf = (...said: Partial<SubmittedProduct>[]) => {
    const mix = said.map((each) => ({ ...stryax(5.5), ...each }));
    const judgedMix = judgeConditions(rateMix(mix, mix.map(resolvedOf), 15), conditionFactsOf({ products: mix }));
    return judgedMix.find(({ condition }) => condition.id === "annual-dicamba")?.outcome.result;
  };

  test.each<[string, Partial<SubmittedProduct>[], string]>([
    [
      "33 and 20 fl oz are 33, and with 11 more all of the year",
      [{ rateUsedThisYear: 33 }, { rateUsedThisYear: 20 }],
      "unjudged",
    ],
    ["20 and 33 fl oz as well", [{ rateUsedThisYear: 20 }, { rateUsedThisYear: 33 }], "unjudged"],
    ["33 and 33 fl oz are 33", [{ rateUsedThisYear: 33 }, { rateUsedThisYear: 33 }], "unjudged"],
    ["34 and 20 fl oz are too much with 11 more", [{ rateUsedThisYear: 34 }, { rateUsedThisYear: 20 }], "broken"],
    ["20 and 34 fl oz as well", [{ rateUsedThisYear: 20 }, { rateUsedThisYear: 34 }], "broken"],
    ["34 fl oz of one alone as well", [{ rateUsedThisYear: 34 }, {}], "broken"],
    [
      "33 fl oz and a pound, which no one can compare with it, are not known",
      [{ rateUsedThisYear: 33 }, { rateUsedThisYear: 1, rateUsedIn: { ...IN_POUNDS } }],
      "open",
    ],
  ])("%s", (_, said, result) => {
    expect(yearOf(...said)).toBe(result);
  });
});

describe("an amount of a saved application that is not known", () => {
  test.each<[string, string, Sibling[], string]>([
    ["of the ingredient, leaves its year open", "annual-dicamba", [siblingOf([TAVIUM], FIRST)], "open"],
    ["of a later day, leaves nothing open", "annual-dicamba", [siblingOf([TAVIUM], LATER)], "unjudged"],
    ["of the product, leaves its year open", "annual-rate", [siblingOf([byWeight], FIRST)], "open"],
    ["of the product, leaves its ingredient's year open", "annual-dicamba", [siblingOf([byWeight], FIRST)], "open"],
    ["of another ingredient, leaves nothing open", "annual-dicamba", [siblingOf([unknownLiberty], FIRST)], "unjudged"],
    ["of an ingredient without a name, may be of this one", "annual-dicamba", [unnamed(FIRST)], "open"],
    ["of an ingredient without a name, leaves the product's year", "annual-rate", [unnamed(FIRST)], "unjudged"],
    ["of a product that no one knows, may be of this one", "annual-dicamba", [siblingOf([STRANGER], FIRST)], "open"],
    ["of a product that no one knows, on a later day", "annual-dicamba", [siblingOf([STRANGER], LATER)], "unjudged"],
    ["of an adjuvant, leaves nothing open", "annual-dicamba", [siblingOf([submittedOf(null)], FIRST)], "unjudged"],
    ["of another product, leaves nothing open", "annual-rate", [siblingOf([TAVIUM], FIRST)], "unjudged"],
  ])("%s", (_, id, siblings, result) => {
    expect(resultOf(id, STRYAX, 22, siblings)).toBe(result);
  });

  it("without a number may be of this one where its name is like a pesticide's, and is an adjuvant else", () => {
    const named = (isLikePesticide: boolean): Sibling[] => {
      const sibling = siblingOf([submittedOf(null)], FIRST);
      return [
        { ...sibling, products: sibling.products.map((each) => ({ ...each, kind: "unknown", isLikePesticide })) },
      ];
    };
    expect(resultOf("annual-dicamba", STRYAX, 22, named(true))).toBe("open");
    expect(resultOf("annual-dicamba", STRYAX, 22, named(false))).toBe("unjudged");
  });

  it("gives way to what the request says of the product", () => {
    const saved = [siblingOf([byWeight], FIRST)];
    expect(resultOf("annual-rate", STRYAX, 22, saved, { rateUsedThisYear: 22 })).toBe("kept");
    expect(resultOf("annual-dicamba", STRYAX, 22, saved, { rateUsedThisYear: 22 })).toBe("unjudged");
  });

  it("is no excuse for what is known to be too much", () => {
    const saved = [siblingOf([stryax(22)], FIRST), siblingOf([stryax(22), TAVIUM], SECOND)];
    const [found] = notChecked(judged(STRYAX, 22, saved));
    expect(found?.particulars).toMatchObject({ withSaved: 3 });
    expect(found?.particulars).not.toHaveProperty("unknownSaved");
  });

  it("is an issue that blocks, and says why", () => {
    const [found] = notChecked(judged(STRYAX, 22, [siblingOf([TAVIUM], FIRST)]));
    expect(found?.blocks).toBe(true);
    if (found === undefined) throw new Error("nothing was found");
    expect(found.particulars).toMatchObject({ unknownSaved: 1 });
    expect(found.particulars).not.toHaveProperty("withSaved");
    expect(issueMessage(found, "en")).toContain("1 left open by an unknown amount in earlier saved");
    expect(issueMessage(found, "es")).toContain("1 que depende de una cantidad desconocida");
  });
});

it("a yearly count is open where saved applications fill it", () => {
  const twice = [siblingOf([stryax(1)], FIRST), siblingOf([stryax(1)], SECOND)];
  expect(resultOf("applications", STRYAX, 1, twice)).toBe("open");
  expect(resultOf("applications", STRYAX, 1, twice.slice(1))).toBe("unjudged");
  expect(resultOf("applications", STRYAX, 1, twice, { applicationsThisYear: 1 })).toBe("kept");
  expect(resultOf("applications", STRYAX, 1, [], { applicationsThisYear: 2 })).toBe("broken");
  const counted = [siblingOf([{ ...stryax(1), applicationsThisYear: 1 }], FIRST)];
  expect(resultOf("applications", STRYAX, 1, counted)).toBe("open");
});

it("days between two are open where a saved one is too near", () => {
  const at = (day: string) => [siblingOf([submittedOf(ENLIST, { rate: 32 })], day)];
  expect(resultOf("interval", ENLIST, 32, at("2026-06-04"))).toBe("open");
  expect(resultOf("interval", ENLIST, 32, at("2026-06-03"))).toBe("unjudged");
  expect(resultOf("interval", ENLIST, 32, at("2026-06-04"), { lastAppliedOn: "2026-05-01" })).toBe("kept");
  expect(resultOf("interval", ENLIST, 32, at("2026-06-04"), { applicationsThisYear: 0 })).toBe("kept");
  // A tank with more in it had the product as well.
  const inMix = [siblingOf([stryax(22), submittedOf(ENLIST, { rate: 32 })], "2026-06-04")];
  expect(resultOf("interval", ENLIST, 32, inMix)).toBe("open");
  // Someone who says that the year had some of it says that it was applied.
  expect(resultOf("interval", ENLIST, 32, [], { applicationsThisYear: 0, rateUsedThisYear: 32 })).toBe("unjudged");
});

test.each([
  ["2026-06-03", "kept"],
  ["2026-06-04", "broken"],
])("at least 12 days from %s to 15 June are %s", (lastAppliedOn, result) => {
  expect(resultOf("interval", ENLIST, 32, [], { lastAppliedOn })).toBe(result);
});

describe("the turn of the year", () => {
  const NEW_YEAR = "2026-01-05";
  const resultAt = (
    id: string,
    number: string,
    saved: readonly [string, number, string][],
    said: Partial<SubmittedProduct> = {},
  ) =>
    judgedFor(
      ratedOf(productOf(number), { rate: 22, ...said }),
      { applicationDate: NEW_YEAR },
      { earlier: saved.map(([other, rate, day]) => siblingOf([submittedOf(other, { rate })], day)) },
    ).find(({ condition }) => condition.id === id)?.outcome.result;

  test.each<[string, string, Partial<SubmittedProduct>, string]>([
    ["11 days before", "2025-12-25", {}, "open"],
    ["12 days before", "2025-12-24", {}, "unjudged"],
    ["11 days before, and none is said of this year", "2025-12-25", { applicationsThisYear: 0 }, "open"],
    ["11 days before, and another day is said", "2025-12-25", { lastAppliedOn: "2025-06-01" }, "kept"],
  ])("days between two reach over it: one saved %s", (_, day, said, result) => {
    expect(resultAt("interval", ENLIST, [[ENLIST, 32, day]], said)).toBe(result);
  });

  it("days between two of a program reach over it", () => {
    expect(resultAt("interval", ENLIST, [["62719-649", 56, "2025-12-28"]])).toBe("open");
  });

  it("none is said of this year, and one of this year is saved: the word stands", () => {
    expect(resultAt("interval", ENLIST, [[ENLIST, 32, "2026-01-02"]], { applicationsThisYear: 0 })).toBe("unjudged");
  });

  test.each(["annual-rate", "annual-dicamba", "applications"])("each year is counted by itself: %s", (id) => {
    const before: [string, number, string][] = [
      [STRYAX, 22, "2025-12-20"],
      [STRYAX, 22, "2025-12-28"],
    ];
    expect(resultAt(id, STRYAX, before)).toBe("unjudged");
    expect(resultAt(id, STRYAX, [...before, [STRYAX, 44, "2026-01-02"], [STRYAX, 1, "2026-01-02"]])).toBe("open");
  });
});

it("days between two go by what is saved where the last one that is said is of a later day", () => {
  const saved = [siblingOf([submittedOf(ENLIST, { rate: 32 })], "2026-06-10")];
  expect(resultOf("interval", ENLIST, 32, saved, { lastAppliedOn: "2026-07-15" })).toBe("open");
  expect(resultOf("interval", ENLIST, 32, [], { lastAppliedOn: "2026-07-15" })).toBe("unjudged");
  expect(resultOf("interval", ENLIST, 32, [], { lastAppliedOn: "2026-06-20" })).toBe("broken");
});

it("days between two of a program are open where another of its products is saved for too near a day", () => {
  const duo = (day: string) => [siblingOf([submittedOf("62719-649", { rate: 56 })], day)];
  expect(resultOf("interval", ENLIST, 32, duo("2026-06-04"))).toBe("open");
  expect(resultOf("interval", ENLIST, 32, duo("2026-06-03"))).toBe("unjudged");
  expect(resultOf("interval", ENLIST, 32, duo("2026-06-20"))).toBe("unjudged");
  const inMix = siblingOf([stryax(22), submittedOf("62719-649", { rate: 56 })], "2026-06-04");
  expect(resultOf("interval", ENLIST, 32, [inMix])).toBe("open");
  expect(resultOf("interval", "62719-649", 56, [siblingOf([submittedOf(ENLIST, { rate: 32 })], "2026-06-04")])).toBe(
    "open",
  );
  // What the request says is of its own product.
  expect(resultOf("interval", ENLIST, 32, duo("2026-06-04"), { lastAppliedOn: "2026-05-01" })).toBe("open");
  expect(resultOf("interval", ENLIST, 32, duo("2026-06-03"), { lastAppliedOn: "2026-05-01" })).toBe("kept");
  expect(resultOf("interval", ENLIST, 32, duo("2026-06-04"), { lastAppliedOn: "2026-06-08" })).toBe("broken");
  expect(resultOf("interval", ENLIST, 32, [siblingOf([stryax(22)], "2026-06-10")])).toBe("unjudged");
});

it("is an issue that blocks, and says why", () => {
  const twice = [siblingOf([stryax(22)], FIRST), siblingOf([stryax(22)], SECOND)];
  const [found] = notChecked(judged(STRYAX, 22, twice));
  expect(found?.blocks).toBe(true);
  if (found === undefined) throw new Error("nothing was found");
  expect(found.particulars).toMatchObject({ withSaved: 3 });
  expect(issueMessage(found, "en")).toContain("3 not kept if earlier saved applications were made");
  expect(issueMessage(found, "es")).toContain("3 que no se cumplen si se hicieron");
});
