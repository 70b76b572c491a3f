import { expect, test } from "vitest";
import { UNNAMED_INGREDIENT } from "@/lib/domain/ingredients";
import { judgeConditions } from "@/lib/engine/conditions/judge";
import { rateMix } from "@/lib/engine/rated-product";
import { ingredientsNamed, resolvedOf, submittedOf } from "../facts";
import { conditionFactsOf } from "./judged";

/** At most half a pound of dicamba in one pass, beside what else is in the tank (cases: tests/cases/conditions/stryax.json). */
const STRYAX = submittedOf("264-1241", { rate: 11 });

function outcomeBeside(...others: ReturnType<typeof submittedOf>[]): string | undefined {
  const mix = [STRYAX, ...others];
  return judgeConditions(rateMix(mix, mix.map(resolvedOf), 15), conditionFactsOf({ products: mix })).find(
    ({ product, condition }) => product.productIndex === 0 && condition.id === "single-dicamba",
  )?.outcome.result;
}

test.each([
  ["alone", [], "kept"],
  ["beside a product without dicamba", [submittedOf("7969-500", { rate: 34 })], "kept"],
  ["beside half a pass of Engenia", [submittedOf("7969-507", { rate: 6.4 })], "kept"],
  ["beside a little more of it", [submittedOf("7969-507", { rate: 6.6 })], "broken"],
  ["beside Tavium, whose strength is not known", [submittedOf("100-1623", { rate: 56 })], "open"],
  ["beside Engenia at a rate that cannot be read", [submittedOf("7969-507", { rateUnit: "bananas" })], "open"],
  ["beside a number that no one knows", [submittedOf("99999-1", { rate: 1 })], "unjudged"],
])("%s", (_, others, result) => {
  expect(outcomeBeside(...others)).toBe(result);
});

/** The register lists some ingredients by their codes alone, and some products without any that could be read. */
test.each([
  ["an ingredient without a name", [UNNAMED_INGREDIENT]],
  ["one with a name and one without", ["glyphosate", UNNAMED_INGREDIENT]],
  ["none that is known", []],
])("beside a product that has %s", (_, names) => {
  const mix = [STRYAX, submittedOf("7969-500", { rate: 34 })];
  const ingredients = ingredientsNamed(names);
  const found = mix.map(resolvedOf).map((product, index) => ({
    ...product,
    record: product.record && index === 1 ? { ...product.record, ingredients, rules: null } : product.record,
  }));
  const judged = judgeConditions(rateMix(mix, found, 15), conditionFactsOf({ products: mix }));
  const ofDicamba = judged.filter(({ condition }) => condition.id.endsWith("-dicamba"));
  expect(ofDicamba.map(({ outcome }) => outcome.result)).toEqual(["open", "open"]);
});

/**
 * A distributor's number of three parts is the registrant's product under another name (docs/rules.md), so that 11 and 11 fl oz are one
 * pass of 22: half a pound, as of one entry. Each entry's rate is that of both, and must not count twice.
 */
test.each([
  ["half a pass of each", 11, "kept"],
  ["a little more of it", 11.3, "broken"],
])("beside its distributor's name, %s", (_, rate, result) => {
  const mix = [STRYAX, submittedOf("264-1241", { rate })];
  const found = mix.map(resolvedOf).map((product, index) => ({
    ...product,
    record: product.record && index === 1 ? { ...product.record, registration: "264-1241-91395" } : product.record,
  }));
  const judged = judgeConditions(rateMix(mix, found, 15), conditionFactsOf({ products: mix }));
  const outcomes = judged
    .filter(({ condition }) => condition.id === "single-dicamba")
    .map(({ outcome }) => outcome.result);
  expect(outcomes).toEqual([result, result]);
});

test("beside a product with two salts of it, both count", () => {
  const mix = [STRYAX, submittedOf("7969-507", { rate: 16 })];
  const salts = ["dicamba, diglycolamine salt", "dicamba, potassium salt"].map((name) => ({
    ...{ name, pcCode: null, basis: "ae" as const, lbPerGal: 2, percentByWeight: null },
  }));
  const found = mix.map(resolvedOf).map((product, index) => ({
    ...product,
    record: product.record && index === 1 ? { ...product.record, ingredients: salts } : product.record,
  }));
  // A quarter of a pound of each salt, beside a quarter of a pound of Stryax.
  const judged = judgeConditions(rateMix(mix, found, 15), conditionFactsOf({ products: mix }));
  expect(judged.find(({ condition }) => condition.id === "single-dicamba")?.outcome.result).toBe("broken");
});
