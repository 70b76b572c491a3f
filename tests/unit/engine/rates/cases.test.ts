import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { lbAiPerAcre } from "@/lib/engine/rates/active-ingredient";
import { normalizeRate } from "@/lib/engine/rates/normalize";
import type { RateInput } from "@/lib/engine/rates/normalize";

interface Case<Input, Expected> {
  name: string;
  source: string;
  input: Input;
  expected: Expected;
  tolerance: number;
}
type Given = Pick<RateInput, "rate" | "rateUnit"> & Partial<RateInput>;
type RateCase = Case<Given, { resolution: string; value?: number; unit?: string }>;
type IngredientCase = Case<
  Given & { lbPerGal: number | null; percentByWeight: number | null },
  { lbAiPerAcre: number | null }
>;

const FOLDER = new URL("../../../cases/rates/", import.meta.url);
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, FOLDER), "utf8"));
const normalize = (given: Given) =>
  normalizeRate({ rateUnitState: null, rowSpacingInches: null, gpa: null, formulation: null, ...given });

const INGREDIENT_FILE = "active-ingredient.json";
const rateFiles = readdirSync(FOLDER).filter((file) => file !== INGREDIENT_FILE);

describe.each(rateFiles)("rates to the acre: %s", (file) => {
  test.each(read(file) as RateCase[])("$name", ({ input, expected, tolerance }) => {
    const { resolution, normalized, problem } = normalize(input);
    expect(resolution).toBe(expected.resolution);
    if (expected.value === undefined) {
      expect(normalized).toBeNull();
      expect(problem).not.toBeNull();
      return;
    }
    expect(problem).toBeNull();
    expect(normalized?.unit).toBe(expected.unit);
    expect(Math.abs((normalized?.value ?? Number.NaN) - expected.value)).toBeLessThanOrEqual(tolerance);
  });
});

describe("pounds of an ingredient per acre", () => {
  test.each(read(INGREDIENT_FILE) as IngredientCase[])("$name", ({ input, expected, tolerance }) => {
    const { lbPerGal, percentByWeight, ...given } = input;
    const { normalized } = normalize(given);
    if (normalized === null) throw new Error("the rate of the case does not resolve");
    const pounds = lbAiPerAcre(normalized, { lbPerGal, percentByWeight });
    if (expected.lbAiPerAcre === null || pounds === null) expect(pounds).toBe(expected.lbAiPerAcre);
    else expect(Math.abs(pounds - expected.lbAiPerAcre)).toBeLessThanOrEqual(tolerance);
  });
});

describe("the case files", () => {
  it("hold at least 40 cases, each with a source", () => {
    const all = [...rateFiles, INGREDIENT_FILE].flatMap((file) => read(file) as { source: string }[]);
    expect(all.length).toBeGreaterThanOrEqual(40);
    expect(all.filter(({ source }) => source.length === 0)).toEqual([]);
  });
});
