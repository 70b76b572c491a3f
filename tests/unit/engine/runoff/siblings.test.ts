import { describe, expect, it, test } from "vitest";
import type { SubmittedProduct } from "@/lib/domain/application";
import { applicationFacts, contradictsApplication } from "@/lib/engine/runoff/contradictions";
import type { RatedProduct } from "@/lib/engine/rated-product";
import { asksOfYear, type Sibling } from "@/lib/engine/siblings";
import { productOf, ratedOf, submittedOf } from "../facts";
import { siblingOf } from "../sibling";

/** Stryax: at most 44 fl oz a year, and 1 lb of dicamba from all products. 22 fl oz, or 12.8 of Engenia, are half a pound. */
const STRYAX = productOf("264-1241");
const stryax = (rate: number, members: Partial<SubmittedProduct> = {}) => submittedOf("264-1241", { rate, ...members });
const ENGENIA = submittedOf("7969-507", { rate: 12.8 });
/** Dicamba in a strength that no one has read. */
const TAVIUM = submittedOf("100-1623", { rate: 56 });
const SCOOPS = stryax(11, { rateUnit: "scoops" });
const LIBERTY = submittedOf("7969-500", { rate: 34 });
const [EARLIER, LATER] = ["2026-05-01", "2026-07-01"];

const ofMix = (mix: RatedProduct[], siblings: readonly Sibling[]): number | null =>
  applicationFacts({ method: "Broadcast-Ground", gpa: 15, applicationDate: "2026-06-01" }, mix, siblings).annualShare;
const shareWith = (siblings: readonly Sibling[], members: Partial<SubmittedProduct> = {}): number | null =>
  ofMix([ratedOf(STRYAX, { rate: 22, ...members })], siblings);

describe("how much of a yearly maximum saved applications have", () => {
  test.each<[string, Sibling[], number]>([
    ["none", [], 0.5],
    ["one of the product", [siblingOf([stryax(22)])], 1],
    ["one on a later day", [siblingOf([stryax(8.8)], LATER)], 0.7],
    ["two", [siblingOf([stryax(5.5)], EARLIER), siblingOf([stryax(5.5)], LATER)], 0.75],
    ["one that lists it twice", [siblingOf([stryax(5.5), stryax(5.5)])], 0.75],
    [
      "one that lists it twice, with what the year had of it at either",
      [siblingOf([stryax(5.5, { rateUsedThisYear: 11 }), stryax(5.5, { rateUsedThisYear: 5.5 })])],
      1,
    ],
    [
      "one that says its rate by the spray volume",
      [siblingOf([stryax(11, { rateUnit: "fl oz/100 gal" })], LATER, 100)],
      0.75,
    ],
    ["one of another brand of the ingredient", [siblingOf([ENGENIA])], 1],
    ["one beside another product", [siblingOf([LIBERTY, stryax(11)])], 0.75],
    ["one of another product", [siblingOf([LIBERTY])], 0.5],
    ["one of the year before", [siblingOf([stryax(22)], "2025-12-30")], 0.5],
  ])("%s", (_, siblings, share) => {
    expect(shareWith(siblings)).toBeCloseTo(share, 2);
  });

  test.each<[string, Sibling[], Partial<SubmittedProduct>, number]>([
    ["is not known, of the product", [siblingOf([SCOOPS])], {}, Number.POSITIVE_INFINITY],
    ["is not known, on a later day", [siblingOf([SCOOPS], LATER)], {}, Number.POSITIVE_INFINITY],
    ["is in an unread strength, of its ingredient", [siblingOf([TAVIUM])], {}, Number.POSITIVE_INFINITY],
    ["is not known, and the request tells of the days before", [siblingOf([SCOOPS])], { rateUsedThisYear: 0 }, 0.5],
    ["is not known, of another product", [siblingOf([{ ...LIBERTY, rateUnit: "scoops" }])], {}, 0.5],
  ])("an amount that %s", (_, siblings, members, share) => {
    const found = shareWith(siblings, members);
    expect(found === Number.POSITIVE_INFINITY ? found : Number(found?.toFixed(2))).toBe(share);
  });

  it("that the request itself says in another measure may be all of the year's", () => {
    const rateUsedIn = { gpa: null, rateUnit: "lb/ac", rateUnitState: null, rowSpacingInches: null };
    expect(shareWith([], { rateUsedThisYear: 2, rateUsedIn })).toBe(Number.POSITIVE_INFINITY);
    expect(shareWith([], { rateUsedThisYear: 0, rateUsedIn })).toBeCloseTo(0.5, 2);
  });

  it("earns no points for a lower yearly total where it is not known", () => {
    const application = (siblings: Sibling[]) =>
      applicationFacts(
        { method: "Broadcast-Ground", gpa: 15, applicationDate: "2026-06-01" },
        [ratedOf(STRYAX, { rate: 11 })],
        siblings,
      );
    const claims = { annualShareAtMost: 0.4 };
    expect(contradictsApplication(claims, application([]))).toBe(false);
    expect(contradictsApplication(claims, application([siblingOf([TAVIUM])]))).toBe(true);
  });

  test.each<[string, Sibling[], number]>([
    ["an earlier one", [siblingOf([stryax(11, { rateUsedThisYear: 11 })], EARLIER)], 1],
    ["one of the same day", [siblingOf([stryax(11, { rateUsedThisYear: 11 })])], 1],
    [
      "the later of two, where the other is all of it",
      [siblingOf([stryax(5.5)], EARLIER), siblingOf([stryax(5.5, { rateUsedThisYear: 5.5 })], "2026-05-20")],
      0.75,
    ],
    [
      "the later of two, where it is more than the other",
      [siblingOf([stryax(5.5)], EARLIER), siblingOf([stryax(5.5, { rateUsedThisYear: 16.5 })], "2026-05-20")],
      1,
    ],
    ["a later one that counts this one", [siblingOf([stryax(11, { rateUsedThisYear: 22 })], LATER)], 0.75],
    ["a later one that knows of more", [siblingOf([stryax(11, { rateUsedThisYear: 33 })], LATER)], 1],
    [
      "the one of two of a day that says most, which comes first",
      [siblingOf([stryax(5.5, { rateUsedThisYear: 5.5 })]), siblingOf([stryax(5.5)])],
      0.875,
    ],
  ])("with what %s says of the year before it, in whatever order they are saved", (_, siblings, share) => {
    expect(shareWith(siblings)).toBeCloseTo(share, 2);
    expect(shareWith(siblings.toReversed())).toBeCloseTo(share, 2);
  });

  test.each<[string, Sibling[], number]>([
    ["stands for the earlier ones", [siblingOf([stryax(22)], EARLIER)], 0.5],
    ["stands for those of the day", [siblingOf([stryax(22)])], 0.5],
    ["says nothing of later ones", [siblingOf([stryax(22)], LATER)], 1],
    ["says nothing of another brand", [siblingOf([ENGENIA], EARLIER)], 1],
  ])("what the request says of the year %s", (_, siblings, share) => {
    expect(shareWith(siblings, { rateUsedThisYear: 0 })).toBeCloseTo(share, 2);
    // Beside a product of which it says nothing, too.
    const mix = [ratedOf(productOf("7969-500"), { rate: 34 }), ratedOf(STRYAX, { rate: 22, rateUsedThisYear: 0 })];
    expect(
      ofMix(
        mix.map((product, productIndex) => ({ ...product, productIndex })),
        siblings,
      ),
    ).toBeCloseTo(share, 2);
  });
});

it("is asked only where a label says what a year may have", () => {
  const ofLabels = ["264-1241", "7969-500", "62719-695", "99002-5"].map((each) =>
    asksOfYear([{ record: productOf(each) }]),
  );
  expect([...ofLabels, asksOfYear([{ record: null }])]).toEqual([true, true, true, false, false]);
});
