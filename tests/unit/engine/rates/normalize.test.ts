import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { AMOUNT_UNITS, RATE_BASES, needsRowSpacing, parseRateUnit } from "@/lib/domain/rate-units";
import { lbAiPerAcre } from "@/lib/engine/rates/active-ingredient";
import { normalizeRate } from "@/lib/engine/rates/normalize";
import type { RateInput } from "@/lib/engine/rates/normalize";

const VOLUME_BASES = ["per_100_gal", "per_100_cu_ft", "percent_volume"];
/** Whether the rate is per volume of spray, so that only the gallons per acre bring it to an acre. */
const needsGpa = (unit: string): boolean => VOLUME_BASES.includes(parseRateUnit(unit)?.basis ?? "");

const UNITS = [
  "fl oz/ac",
  "pt/ac",
  "qt/ac",
  "gal/ac",
  "mL/ac",
  "L/ha",
  "lb/ac",
  "oz wt/ac",
  "g/ha",
  "kg/ha",
  "oz/ac",
  "lb/100 gal",
  "fl oz/100 cu ft",
  "oz/1000 row ft",
  "fl oz/1000 sq ft",
  "% v/v",
  "packets/ac",
  "",
];

const state = fc.constantFrom("liquid" as const, "dry" as const, null);
const positive = fc.double({ min: 1e-3, max: 1e4, noNaN: true });
const anyInput: fc.Arbitrary<RateInput> = fc.record({
  rate: fc.double({ min: 0, max: 1e6, noNaN: true }),
  rateUnit: fc.oneof(fc.constantFrom(...UNITS), fc.string()),
  rateUnitState: state,
  rowSpacingInches: fc.option(fc.oneof(positive, fc.double())),
  gpa: fc.option(fc.oneof(positive, fc.double())),
  formulation: state,
});
const completeInput = (rateUnit: string, rate: number): RateInput => ({
  rate,
  rateUnit,
  rateUnitState: "dry",
  rowSpacingInches: 30,
  gpa: 20,
  formulation: null,
});
const valueOf = (input: RateInput): number => normalizeRate(input).normalized?.value ?? Number.NaN;
const knownUnits = UNITS.filter((unit) => parseRateUnit(unit) !== null);

describe("normalizeRate", () => {
  it("has a number exactly when it is resolved, and never one that is not a number", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { resolution, normalized, problem } = normalizeRate(input);
        expect(normalized !== null).toBe(resolution === "resolved");
        expect(problem === null).toBe(resolution === "resolved");
        if (normalized !== null) expect(normalized.value >= 0 && Number.isFinite(normalized.value)).toBe(true);
      }),
    );
  });

  it("is linear in the rate", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...knownUnits),
        fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
        positive,
        (unit, rate, factor) => {
          const once = valueOf(completeInput(unit, rate));
          expect(valueOf(completeInput(unit, rate * factor)) / (once * factor)).toBeCloseTo(1, 9);
        },
      ),
    );
  });

  it("gives the same rate back through any other unit of its kind", () => {
    const volumes = [
      "fl oz/ac",
      "pt/ac",
      "qt/ac",
      "gal/ac",
      "mL/ac",
      "L/ha",
      "fl oz/100 cu ft",
      "fl oz/1000 sq ft",
      "% v/v",
    ];
    const weights = ["lb/ac", "oz wt/ac", "oz/ac", "g/ha", "kg/ha", "lb/100 gal", "oz/1000 row ft"];
    const pair = fc.oneof(
      fc.tuple(fc.constantFrom(...volumes), fc.constantFrom(...volumes)),
      fc.tuple(fc.constantFrom(...weights), fc.constantFrom(...weights)),
    );
    fc.assert(
      fc.property(pair, positive, ([from, to], rate) => {
        const inOther = (rate * valueOf(completeInput(from, 1))) / valueOf(completeInput(to, 1));
        expect(valueOf(completeInput(to, inOther)) / valueOf(completeInput(from, rate))).toBeCloseTo(1, 9);
      }),
    );
  });

  it("depends on the row spacing and the spray volume only for units that say so", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const bare = { ...input, rowSpacingInches: null, gpa: null };
        if (needsGpa(input.rateUnit) || needsRowSpacing(input.rateUnit))
          expect(normalizeRate(bare).normalized).toBeNull();
        else expect(normalizeRate(bare)).toEqual(normalizeRate(input));
      }),
    );
  });

  test.each([-1, Number.NaN, Infinity])("refuses the impossible rate %s", (rate) => {
    expect(() => normalizeRate(completeInput("lb/ac", rate))).toThrow(RangeError);
  });
});

describe("parseRateUnit", () => {
  it("never reads plain ounces as fluid ounces", () => {
    expect(parseRateUnit("oz/a")).toEqual({ amount: "oz", basis: "acre" });
    expect(parseRateUnit("OZ per Acre")).toEqual({ amount: "oz", basis: "acre" });
  });

  it("reads every amount over every basis in its plainest spelling", () => {
    const spelling = {
      acre: "ac",
      hectare: "ha",
      per_100_gal: "100 gal",
      per_100_cu_ft: "100 cu ft",
      per_1000_row_ft: "1000 row ft",
      per_1000_sq_ft: "1000 sq ft",
    };
    for (const basis of RATE_BASES) {
      if (basis === "percent_volume") continue;
      for (const amount of AMOUNT_UNITS) {
        expect(parseRateUnit(`${amount.replace("_", " ")}/${spelling[basis]}`)).toEqual({ amount, basis });
      }
    }
  });

  it("does not care about case, blanks and dots", () => {
    const noise = fc.constantFrom(" ", "  ", ". ");
    fc.assert(
      fc.property(
        fc.constantFrom(...knownUnits.filter((unit) => unit !== "% v/v")),
        noise,
        fc.boolean(),
        (unit, blank, upper) => {
          const noisy = unit.replaceAll(" ", blank).replace("/", ` /${blank === " " ? "" : " "}`);
          expect(parseRateUnit(upper ? noisy.toUpperCase() : noisy)).toEqual(parseRateUnit(unit));
        },
      ),
    );
  });

  test.each([
    ["oz/1000 row ft", true, false],
    ["oz/100 gal", false, true],
    ["fl oz/100 cu ft", false, true],
    ["% v/v", false, true],
    ["lb/ac", false, false],
    ["packets/1000 row ft", false, false],
  ])("%s needs the row spacing: %s, and the spray volume: %s", (unit, spacing, volume) => {
    expect([needsRowSpacing(unit), needsGpa(unit)]).toEqual([spacing, volume]);
  });
});

describe("lbAiPerAcre", () => {
  it("refuses an impossible strength", () => {
    const rate = { value: 1, unit: "fl_oz_per_acre" } as const;
    expect(() => lbAiPerAcre(rate, { lbPerGal: -1, percentByWeight: null })).toThrow(RangeError);
    expect(() => lbAiPerAcre({ ...rate, value: Number.NaN }, { lbPerGal: 1, percentByWeight: null })).toThrow(
      RangeError,
    );
  });
});
