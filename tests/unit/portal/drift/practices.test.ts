import { describe, expect, it } from "vitest";
import type { DriftReduction, NotReducedReason, ReductionSelection } from "@/lib/domain/drift";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { practiceStates, practiceTexts, type PracticeFacts } from "@/lib/pages/portal/drift/practices";

const { driftPractices, citations } = rulebookAsOf("2027-05-20");
const HOOD = 505;
const HALF_BOOM = 508;
const BASIC_WINDBREAK = 509;

const selection = (subOptionId: number, more: Partial<ReductionSelection>): ReductionSelection => ({
  subOptionId,
  code: "code",
  label: "label",
  reductionPercent: 0,
  verified: false,
  reason: null,
  evidence: "secondary",
  customValue: null,
  notes: null,
  ...more,
});
const reduction = (productIndex: number, ...selections: ReductionSelection[]): DriftReduction => ({
  configLabel: "product:1-1",
  productIndex,
  driftType: "epa_drift_ground",
  bufferType: "wind_directional",
  totalReductionPercent: 0,
  selections,
});
const stateOf = (id: number, more: Partial<PracticeFacts> = {}) =>
  practiceStates({
    rows: driftPractices.rows,
    reductions: [],
    claims: [],
    method: "Broadcast-Ground",
    weather: { windSpeedMph: 8 },
    nameOf: (index) => `Product ${index + 1}`,
    ...more,
  }).find((state) => state.id === id);
const claims = [{ subOptionId: HOOD, customValue: null, notes: null }];

describe("a practice under some conditions", () => {
  it("says what it would give here, or that it gives nothing", () => {
    expect(stateOf(HOOD, { reductions: [reduction(1)] })).toMatchObject({
      standing: "not_in_use",
      helps: true,
      text: "If it is in place: 50\u00A0% off the distance of Product 2, where the label names it.",
    });
    expect(stateOf(HOOD, { method: "Broadcast-Air" })?.text).toContain("Gives nothing to aerial application.");
    const sprinklers = stateOf(HOOD, { method: "Chemigation", reductions: [reduction(1)] });
    expect(sprinklers?.helps).toBe(false);
    expect(sprinklers?.text).toContain("Cannot be done with this method of application.");
    expect(stateOf(HALF_BOOM, { method: "Broadcast-Air", weather: { windSpeedMph: 16 } })?.text).toContain(
      "Gives nothing in this wind.",
    );
    expect(stateOf(BASIC_WINDBREAK)?.text).toContain("not verified");
  });

  it("that can only hurt says so before it is claimed, and how to take the claim back after", () => {
    for (const state of [stateOf(HOOD), stateOf(BASIC_WINDBREAK), stateOf(HOOD, { method: "Broadcast-Air" })]) {
      expect(state).toMatchObject({ helps: false, badge: "Takes nothing off" });
      expect(state?.text).toContain("Claiming it gains nothing and can only leave the answer open.");
    }
    expect(stateOf(HOOD)?.text).toContain("No label of this mix lets its buffer be reduced.");
    expect(stateOf(HOOD, { claims })?.text).toContain("Take the claim back: it gains nothing.");
  });

  it("that is claimed counts on someone's word, and says that it settles nothing", () => {
    const reductions = [reduction(0, selection(HOOD, { reductionPercent: 50 }))];
    const state = stateOf(HOOD, { claims, reductions });
    expect(state).toMatchObject({ standing: "claimed", badge: "Claimed, not verified" });
    expect(state?.text).toContain("unsettled");
  });

  it("that the inputs show is verified", () => {
    const reductions = [reduction(0, selection(501, { reductionPercent: 40, verified: true }))];
    expect(stateOf(501, { reductions })).toMatchObject({ standing: "verified" });
  });

  it("that one product forbids is not allowed, whatever it gives another", () => {
    const reductions = [
      reduction(0, selection(HOOD, { reductionPercent: 50 })),
      reduction(1, selection(HOOD, { reason: "DISALLOWED" })),
    ];
    const state = stateOf(HOOD, { claims, reductions });
    expect(state).toMatchObject({ standing: "disallowed" });
    expect(state?.text).toContain("Product 2");
  });

  it.each([
    "FIGURE_UNVERIFIED",
    "MAY_BE_DISALLOWED",
    "REQUIRED_ANYWAY",
    "OTHER_OF_OPTION",
    "OTHER_METHOD",
    "NO_FIGURE",
  ] as const)("that takes nothing off says why: %s", (reason: NotReducedReason) => {
    const state = stateOf(HOOD, { claims, reductions: [reduction(0, selection(HOOD, { reason }))] });
    expect(state?.standing).toBe("no_effect");
    expect(state?.text.length).toBeGreaterThan(20);
  });

  it("that is claimed where nothing can be reduced says so", () => {
    expect(stateOf(HOOD, { claims })?.text).toContain("No buffer of this mix can be reduced");
  });
});

describe("the text of a practice", () => {
  it("names its figures with wind and sprayer, its sources and the labels that rule it out", () => {
    const texts = practiceTexts({ driftPractices, citations }, [
      { code: "hooded_sprayer", evidence: "primary", cite: [], productName: "Stryax" } as never,
      { code: "windbreak", evidence: "unverified", cite: [], productName: "Other" } as never,
    ]);
    expect(texts.find(({ id }) => id === HOOD)).toMatchObject({
      ruledOut: "The label of Stryax rules it out.",
      gives: ["Ground: 50\u00A0% off"],
    });
    expect(texts.find(({ id }) => id === HALF_BOOM)?.gives).toEqual([
      "Aerial, wind below 10 mph: 65\u00A0% off",
      "Aerial, wind from 10 to 15 mph: 50\u00A0% off",
    ]);
    expect(texts.find(({ id }) => id === BASIC_WINDBREAK)).toMatchObject({ ruledOut: null });
    expect(texts.every(({ citations: own }) => own.length > 0)).toBe(true);
  });
});
