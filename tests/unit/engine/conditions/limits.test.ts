import { describe, expect, it, test } from "vitest";
import type { SubmittedProduct } from "@/lib/domain/application";
import type { LabelLimit } from "@/lib/domain/product";
import { rateIssues } from "@/lib/engine/rates/unresolved";
import { conditionIssues } from "@/lib/engine/conditions/issues";
import { judgedFor } from "./judged";
import { normalizeRate } from "@/lib/engine/rates/normalize";
import { ratedWith } from "../drift/rules";
import { ONE, productOf, ratedOf, VOLUME_UNITS, WEIGHT_UNITS } from "../facts";

const CITED = { evidence: "primary" as const, cite: ["LABEL"] };
const volumeLimit: LabelLimit = { kind: "max_single_rate", value: 22, unit: "fl_oz_per_acre", ...CITED };
const weightLimit: LabelLimit = { kind: "max_single_rate", value: 1.4, unit: "lb_per_acre", ...CITED };
const spray: LabelLimit = { kind: "min_volume", gpa: 15, ...CITED };

const judge = (limit: LabelLimit, product: Partial<SubmittedProduct> = {}, gpa: number | null = null) =>
  judgedFor(ratedWith({ limits: [limit] }, product, gpa), { gpa }).map(({ outcome }) => outcome.result);
/** The rate that comes to `perAcre` when it is written in `rateUnit`. */
const equalTo = (perAcre: number, rateUnit: string): Partial<SubmittedProduct> => ({
  rate: perAcre / (normalizeRate({ ...ONE, rateUnit }).normalized?.value ?? Number.NaN),
  rateUnit,
  rowSpacingInches: ONE.rowSpacingInches,
});

describe("a highest single rate", () => {
  test.each(VOLUME_UNITS)("is kept by a rate equal to it, written in %s", (rateUnit) => {
    expect(judge(volumeLimit, equalTo(22, rateUnit), ONE.gpa)).toEqual(["kept"]);
  });

  test.each(VOLUME_UNITS)("is exceeded by a hundredth of an ounce more, written in %s", (rateUnit) => {
    expect(judge(volumeLimit, equalTo(22.01, rateUnit), ONE.gpa)).toEqual(["broken"]);
  });

  test.each(WEIGHT_UNITS)("of a dry product is kept when equal and exceeded when above, written in %s", (rateUnit) => {
    expect(judge(weightLimit, equalTo(1.4, rateUnit), ONE.gpa)).toEqual(["kept"]);
    expect(judge(weightLimit, equalTo(1.401, rateUnit), ONE.gpa)).toEqual(["broken"]);
  });

  it("is unresolved against a rate of the other kind", () => {
    expect(judge(volumeLimit, { rate: 1000, rateUnit: "lb/ac" })).toEqual(["open"]);
    expect(judge(weightLimit, { rate: 1000, rateUnit: "gal/ac" })).toEqual(["open"]);
  });

  it("is not judged against a rate that does not resolve, which has an issue of its own", () => {
    expect(judge(volumeLimit, { rate: 1000, rateUnit: "fl oz/100 gal" })).toEqual(["unjudged"]);
  });

  it("that no one verified leaves the answer open", () => {
    expect(judge({ ...volumeLimit, evidence: "unverified" }, { rate: 1000 })).toEqual(["open"]);
  });

  it("is kept by the application's zero", () => {
    expect(judge(volumeLimit, { rate: 0 })).toEqual(["kept"]);
  });
});

describe("a lowest spray volume", () => {
  test.each([
    { gpa: 14.99, result: "broken" },
    { gpa: 15, result: "kept" },
    { gpa: 15.01, result: "kept" },
    { gpa: null, result: "open" },
  ])("of 15 gal/ac against $gpa: $result", ({ gpa, result }) => {
    expect(judge(spray, {}, gpa)).toEqual([result]);
  });

  it("that no one verified leaves the answer open", () => {
    expect(judge({ ...spray, evidence: "unverified" }, {}, 1)).toEqual(["open"]);
  });
});

describe("a limit that intake cannot check", () => {
  test.each<LabelLimit>([
    { kind: "wind_range", minMph: 3, maxMph: 10, ...CITED },
    { kind: "not_checked", text: "At most two applications a year.", ...CITED },
  ])("is shown as not checked: $kind", (limit) => {
    expect(judge(limit, { rate: 1000 }, 1)).toEqual(["unjudged"]);
  });
});

describe("the issues of limits", () => {
  const issuesOf = (product: Partial<SubmittedProduct>, gpa: number | null) => {
    const rated = ratedWith({ limits: [volumeLimit, spray] }, product, gpa);
    return [...rateIssues(rated), ...conditionIssues(judgedFor(rated, { gpa }))];
  };

  it("are one for each limit that is exceeded, by the product's name", () => {
    const found = issuesOf({ rate: 30, productName: "TEST" }, 5);
    expect(found.map(({ code, productIndex }) => [code, productIndex])).toEqual([
      ["LABEL_LIMIT_EXCEEDED", 0],
      ["LABEL_LIMIT_EXCEEDED", 0],
    ]);
    expect(found.map(({ particulars }) => particulars)).toMatchObject([
      { productName: "TEST", limits: [{ what: "fl_oz_per_acre", sent: 30, atMost: 22 }] },
      { productName: "TEST", limits: [{ what: "gallons_per_acre", sent: 5, atLeast: 15 }] },
    ]);
  });

  it("are none where all are kept", () => {
    expect(issuesOf({ rate: 22 }, 15)).toEqual([]);
  });

  it.each([
    [
      "a rate in a unit of the other kind",
      { rate: 1, rateUnit: "lb/ac" },
      15,
      { kind: "other_unit_than_limit", limitUnit: "fl_oz_per_acre" },
    ],
    ["no spray volume", { rate: 22 }, null, { kind: "no_volume_for_limit" }],
  ])("block a pass with %s", (_, product, gpa, problem) => {
    const found = issuesOf({ ...product, productName: "TEST" }, gpa);
    expect(found.map(({ code, productIndex }) => [code, productIndex])).toEqual([["UNRESOLVED_RATE", 0]]);
    expect(found[0]?.particulars).toEqual({ productName: "TEST", problems: [problem] });
  });

  it("of a rate that could not be read at all is one: what keeps it from its limit tells nothing more", () => {
    expect(issuesOf({ rate: 22, rateUnit: "packets/ac" }, 15)).toMatchObject([
      { code: "UNRESOLVED_RATE" },
      { code: "LABEL_CONDITIONS_NOT_CHECKED", blocks: false },
    ]);
  });

  it("are none for a product without rules", () => {
    const unread = ratedOf(productOf("99001-3"), { rate: 1000 });
    expect(conditionIssues(judgedFor(unread, { gpa: 1 }))).toEqual([]);
  });

  test.each([
    { rate: 22, gpa: 15, isExceeded: false },
    { rate: 22.1, gpa: 15, isExceeded: true },
    { rate: 22, gpa: 14, isExceeded: true },
  ])("for Stryax at $rate fl oz/ac in $gpa gal/ac: $isExceeded", ({ rate, gpa, isExceeded }) => {
    const stryax = ratedOf(productOf("264-1241"), { rate }, gpa);
    const codes = conditionIssues(judgedFor(stryax, { gpa })).map(({ code }) => code);
    expect(codes.includes("LABEL_LIMIT_EXCEEDED")).toBe(isExceeded);
  });
});
