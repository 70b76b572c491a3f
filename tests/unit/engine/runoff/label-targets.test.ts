import { describe, expect, it, test } from "vitest";
import type { ApplicationInput } from "@/lib/domain/application";
import type { ResolvedProduct, RunoffRule } from "@/lib/domain/product";
import { assess } from "@/lib/engine/assess";
import { productWith } from "../drift/rules";
import { factsOf, submittedOf } from "../facts";

const points = (asked: number, when?: RunoffRule["when"]): RunoffRule => ({
  ...{ system: "epa_runoff", points: asked, pointsBySoil: null, applicability: "required" },
  ...{ evidence: "primary", cite: ["LABEL"], when },
});

/** The points that a label asks for, by its runoff rules; none: no entry. Null: not known. */
function targetOf(
  runoff: RunoffRule[],
  application: Partial<ApplicationInput> = {},
  resolved: Partial<ResolvedProduct> = {},
): (number | null)[] {
  const record = productWith({ runoff });
  const products = [{ productIndex: 0, record, kind: "catalogue" as const, esaRequired: true, ...resolved }];
  const facts = factsOf([submittedOf(record.registration)], { application });
  return assess({ ...facts, products }).assessment.runoff.map(({ labelRequiredPoints }) => labelRequiredPoints);
}

describe("points that a label asks for on some crops", () => {
  const byCrop = [points(3, { crops: ["soybean"] }), points(6, { crops: ["cotton"] })];

  test.each<[string[], (number | null)[]]>([
    [["Soybeans"], [3]],
    [["Cotton"], [6]],
    [["Soybeans", "Cotton"], [6]],
    [["Corn"], []],
    // It may be one of them, and no one knows which.
    [["Blorb"], [null]],
    [["Soybeans", "Blorb"], [null]],
    [[], [null]],
  ])("of an application on %j are %j", (crop, target) => {
    expect(targetOf(byCrop, { crop })).toEqual(target);
  });

  it("are asked for beside those of every crop, the higher of both", () => {
    expect(targetOf([points(4), ...byCrop], { crop: ["Soybeans"] })).toEqual([4]);
    expect(targetOf([points(4), ...byCrop], { crop: ["Cotton"] })).toEqual([6]);
    expect(targetOf([points(4), ...byCrop], { crop: ["Corn"] })).toEqual([4]);
  });
});

describe("points that a label asks for", () => {
  it("are not known where its name is another product's, whatever the label of its number says", () => {
    expect(targetOf([points(3)], {}, { nameBelongsTo: "Another" })).toEqual([null]);
    expect(targetOf([], {}, { nameBelongsTo: "Another" })).toEqual([null]);
  });

  it("are not known of a product of which no one knows whether its label has ESA language", () => {
    expect(targetOf([points(3)], {}, { esaRequired: null })).toEqual([null]);
  });

  it("are none of a product without ESA language", () => {
    expect(targetOf([points(3)], {}, { esaRequired: false })).toEqual([]);
  });
});
