import { describe, expect, it } from "vitest";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import type { RunoffEntry } from "@/lib/domain/compliance";
import { asComputed, worsePoints, worseRunoff } from "@/lib/engine/runoff/as-computed";

const PRODUCT = { rate: 0.04, rateUnit: "lb/1000 row ft", rateUnitState: null, rowSpacingInches: 30 };

/** An application that was computed with this in its first product's rate. */
const computedWith = (used: object, product: object = PRODUCT): SavedApplicationRecord | null =>
  asComputed({
    method: "Granular-Ground",
    gpa: null,
    products: [product],
    requirements: [],
    drift: {
      lastComputation: {
        inputs: { method: "Granular-Ground", gpa: null },
        effectiveRates: [{ productIndex: 0, ...PRODUCT, ...used }],
      },
    },
  } as unknown as SavedApplicationRecord);

describe("an application as its computation had it", () => {
  it("is the one that was checked where the rate was given the same way", () => {
    expect(computedWith({})).toBeNull();
    const { rateUnitState: _state, rowSpacingInches: _inches, ...earlier } = PRODUCT;
    expect(computedWith({ rateUnitState: undefined, rowSpacingInches: undefined })).toBeNull();
    expect(computedWith({ rowSpacingInches: null }, earlier)).toBeNull();
  });

  it.each<[string, object]>([
    ["rate", { rate: 0.05 }],
    ["unit", { rateUnit: "oz/1000 row ft" }],
    ["state of the unit", { rateUnitState: "liquid" }],
    ["rows that are nearer to each other, which puts more on an acre", { rowSpacingInches: 15 }],
  ])("has another %s", (_title, used) => {
    const found = computedWith(used)?.products[0];
    expect(found).toMatchObject({ ...PRODUCT, ...used });
    // What the year had was said as the check was.
    const { rateUnit, rateUnitState, rowSpacingInches } = PRODUCT;
    expect(found?.rateUsedIn).toEqual({ rateUnit, rateUnitState, rowSpacingInches, gpa: null });
  });
});

describe("points that a computation could not tell", () => {
  const row = (requiredPoints: number | null, targetIssues: string[] = []) => ({
    ...{ mitigationType: "epa_runoff", required: true, requiredPoints, targetIssues },
  });
  const UNTOLD = row(null, ["RUNOFF_REQUIREMENT_UNRESOLVED"]);
  interface Case {
    /** As checked, as answered since, and what the computation found. */
    rows: [checked: object, answered: object[]];
    isPlacementOutdated?: boolean;
    issues?: string[];
  }
  const askedOf = ({ rows: [checked, answered], isPlacementOutdated = true, issues = UNTOLD.targetIssues }: Case) => {
    const saved = {
      ...{ method: "Granular-Ground", gpa: null, products: [], requirements: answered },
      drift: {
        ...{ isPlacementOutdated },
        lastComputation: {
          inputs: { method: "Granular-Ground", gpa: null },
          effectiveRates: [],
          targets: [{ system: "epa_runoff", points: null, issues }],
        },
      },
    } as unknown as SavedApplicationRecord;
    const { requirements } = asComputed(saved, [checked] as SavedApplicationRecord["requirements"]) ?? saved;
    return requirements.map(({ requiredPoints }) => requiredPoints);
  };

  it.each<[string, Case, (number | null)[]]>([
    ["come from an answer to the label that came after it", { rows: [UNTOLD, [row(4)]] }, [4]],
    ["are asked no more where the answer takes them away", { rows: [UNTOLD, []] }, []],
    [
      "stay unknown where the answer was there before",
      { rows: [UNTOLD, [row(4)]], isPlacementOutdated: false },
      [null],
    ],
    ["stay unknown where the check could tell them: newer areas ask for them", { rows: [row(4), [row(4)]] }, [null]],
    [
      "stay unknown where it found another doubt than the check",
      { rows: [UNTOLD, [row(4)]], issues: ["RUNOFF_APPLICABILITY_UNVERIFIED"] },
      [null],
    ],
    ["stay unknown where no answer tells them", { rows: [UNTOLD, [UNTOLD]] }, [null]],
  ])("%s", (_title, facts, expected) => {
    expect(askedOf(facts)).toEqual(expected);
  });
});

describe("of an entry as checked and as computed", () => {
  const entry = (status: string, gap: number | null) =>
    ({ mitigationType: "epa_runoff", status, gap }) as unknown as RunoffEntry;

  it.each([
    ["the status that is worse", entry("met", 0), entry("not_met", 2), 1],
    ["the better status never", entry("not_met", 2), entry("indeterminate", 6), 0],
    ["the larger gap where both are short", entry("not_met", 1), entry("not_met", 3), 1],
    ["the smaller gap never", entry("not_met", 3), entry("not_met", 1), 0],
    ["points that no one knows before a number", entry("indeterminate", 1), entry("indeterminate", null), 1],
    ["what was checked where both are alike", entry("met", 0), entry("met", 0), 0],
  ])("counts %s", (_title, checked, computed, worse) => {
    expect(worseRunoff([checked], [computed])[0]).toBe([checked, computed][worse]);
  });

  it("gives each system the advice for the gap that stands", () => {
    const points = (epa: number, trait: number) => ({
      runoff: [entry("not_met", epa), { ...entry("not_met", trait), mitigationType: "trait_runoff" }],
      gapAdvice: [
        { mitigationType: "epa_runoff", gap: epa, sets: [] },
        { mitigationType: "trait_runoff", gap: trait, sets: [] },
      ],
    });
    const { runoff, gapAdvice } = worsePoints(points(3, 1), points(1, 2));
    expect(runoff.map(({ mitigationType, gap }) => [mitigationType, gap])).toEqual([
      ["epa_runoff", 3],
      ["trait_runoff", 2],
    ]);
    expect(gapAdvice.map(({ mitigationType, gap }) => [mitigationType, gap])).toEqual([
      ["epa_runoff", 3],
      ["trait_runoff", 2],
    ]);
  });
});
