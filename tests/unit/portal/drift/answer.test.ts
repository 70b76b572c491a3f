import { describe, expect, it } from "vitest";
import type { EdgeResult } from "@/lib/domain/drift";
import type { SavedComputation } from "@/lib/domain/drift-saved";
import { issue } from "@/lib/domain/issues";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { savedAnswer } from "@/lib/pages/portal/drift/answer";

const edge = (more: Partial<EdgeResult> = {}): EdgeResult => ({
  edgeIndex: 0,
  ringIndex: 0,
  partIndex: 0,
  bearingDeg: 90,
  lengthFt: 1234.5678,
  outwardBearingDeg: 359.999,
  downwind: true,
  bufferType: "wind_directional",
  requiredFt: 70,
  reductionPercent: 0,
  bufferFt: 70,
  creditedOutsideFt: 0,
  productIndex: 0,
  reason: "downwind",
  ...more,
});

const computation = (more: Partial<SavedComputation> = {}): SavedComputation => ({
  checkedAt: new Date("2027-05-20T12:00:00Z"),
  status: "met",
  driftStatus: "met",
  featureScope: "global_only",
  nonManagedFeatureCount: 0,
  exclusionFeatureCount: 0,
  inputs: {
    windDirectionDeg: 225,
    windSpeedMph: 8,
    temperatureF: null,
    humidityPercent: null,
    method: "Broadcast-Ground",
    dropletSize: "very_coarse",
    boomHeight: "low",
    gpa: 15,
  },
  effectiveRates: [],
  reductions: [],
  manualClaims: [],
  edges: [edge()],
  products: [
    {
      productIndex: 0,
      epaNumber: "1-1",
      method: "Broadcast-Ground",
      rawDistanceFt: 70,
      reductionPercent: 0,
      bufferFt: 70,
      status: "met",
      issues: [],
    },
  ],
  windRose: null,
  ...more,
});

type Facts = Parameters<typeof savedAnswer>[0];
const answer = (more: Partial<SavedComputation> = {}, facts: Partial<Facts> = {}) =>
  savedAnswer({
    computation: computation(more),
    areas: { fieldSqm: 400_000, bufferSqm: 20_000, treatableSqm: 380_000 },
    standing: "met",
    overall: "met",
    issues: [],
    claims: [],
    products: [{ productName: "Stryax", rate: 22, rateUnit: "fl oz/ac" }],
    nameOf: () => "Stryax",
    rulebook: rulebookAsOf("2027-05-20"),
    ...facts,
  });
describe("the rates of a saved answer", () => {
  const used = (rate: number) => ({
    effectiveRates: [
      {
        productIndex: 0,
        epaNumber: "264-1241",
        rate,
        rateUnit: "fl oz/ac",
        normalized: null,
        resolution: "resolved" as const,
      },
    ],
  });
  const rateOf = (rate: number) => answer(used(rate)).conditions.find(({ label }) => label === "Rate of Stryax")?.value;

  it("stand beside its wind, with the checked one where that was another", () => {
    expect(rateOf(22)).toBe("22 fl oz/ac");
    expect(rateOf(11)).toBe("11 fl oz/ac; checked with 22 fl oz/ac");
  });
});

describe("a product of an answer", () => {
  it("has its registration number named as elsewhere", () => {
    const registered = (epaNumber: string | null) =>
      answer({ products: computation().products.map((product) => ({ ...product, epaNumber })) }).products.map(
        ({ registration }) => registration,
      );
    expect(registered("99002-1")).toEqual(["EPA Reg. No. 99002-1"]);
    expect(registered(null)).toEqual(["No registration number"]);
  });
});

describe("an answer to a mix outside its label", () => {
  it("is not met, however the buffer came out", () => {
    const issues = [issue("LABEL_LIMIT_EXCEEDED", { productIndex: 0, particulars: { productName: "Stryax" } })];
    const found = answer({}, { issues });
    expect([found.standing, found.badge]).toEqual(["not_met", "Not met"]);
    expect(found.issues.map(({ code }) => code)).toContain("LABEL_LIMIT_EXCEEDED");
    expect(answer().standing).toBe("met");
  });
});

describe("what would help", () => {
  it("is said to someone in a cab, who sends nothing to an API", () => {
    const issues = [issue("DROPLET_SIZE_MISSING"), issue("DRIFT_RATE_TIER_UNRESOLVED")];
    expect(answer({}, { issues }).issues.map(({ remedy }) => remedy)).toEqual([
      "Choose the droplet size on the drift page.",
      "Check the rate and its unit in your farm software.",
    ]);
  });

  it("names the ground that was drawn by hand, with its width", () => {
    const drawnGround = [{ category: "road", label: null, acrossFt: 240.4 }];
    expect(answer({ drawnGround }).ground).toMatch(/ Counted as it was drawn by hand: Road \(240 ft across\)\.$/);
    expect(answer().ground).not.toContain("by hand");
  });
});

describe("the headline", () => {
  it("is the worst fact, and the acres outside the buffer come after it", () => {
    const issues = [issue("DOWNSLOPE_UNVERIFIED"), issue("WIND_SPEED_UNRESOLVED"), issue("DATA_SET_STALE")];
    const windy = answer({}, { issues });
    expect(windy.headline).toBe("Do not spray: the wind is outside what the label covers");
    expect(windy.area).toMatch(/^1 edge keeps a distance, at most 70 ft\. 93\.9 acres of/);
    const wrong = answer({}, { issues: [...issues, issue("BOOM_HEIGHT_EXCEEDS_LIMIT")] });
    expect(wrong.headline).toBe("Do not spray: the boom is higher than the label allows");
    expect(answer({}, { issues: [issue("DOWNSLOPE_UNVERIFIED")] }).headline).toBe("Mark the downslope edges");
  });
});

const NOTHING_LEFT = { areas: { fieldSqm: 400_000, bufferSqm: 400_000, treatableSqm: null } };

describe("a saved answer", () => {
  it("says what lies outside the buffer, and rounds as the API does", () => {
    const { placement, treatablePercent, area, edges, headline } = answer();
    expect({ placement, treatablePercent }).toEqual({ placement: "buffer", treatablePercent: 95 });
    expect(area).toBe("93.9 acres of 98.8 acres lie outside the buffer.");
    expect(headline).toBe("1 edge keeps a distance, at most 70 ft");
    expect(edges[0]).toMatchObject({ lengthFt: 1234.57, outwardBearingDeg: 0 });
  });

  it("says of other winds what share is left in whole numbers, and never more than it is", () => {
    const point = { windDirectionDeg: 90, treatablePercent: 94.62, bufferAreaSqm: 21_520 };
    expect(answer({ windRose: [point] }).rose).toMatchObject([{ treatablePercent: 94, bufferAcres: 5.32 }]);
    const percents = [94.996, 99.996, 0.996, 95, 100, 99.999_999_99, 100.000_000_01, -0.000_01];
    const windRose = percents.map((treatablePercent) => ({ ...point, treatablePercent }));
    expect(answer({ windRose }).rose?.map(({ treatablePercent }) => treatablePercent)).toEqual([
      94, 99, 0, 95, 100, 100, 100, 0,
    ]);
  });

  it("of an open rule or set-up is the whole field, whatever the figures say", () => {
    const open = answer({ edges: [edge({ reason: "unresolved", bufferFt: null })] });
    expect(open).toMatchObject({ placement: "open", treatablePercent: null });
    expect(open.area).toMatch(/^None of/);
    expect(answer({ driftStatus: null }).placement).toBe("open");
  });

  it("without ground outside the buffer says that none is left", () => {
    expect(answer({}, NOTHING_LEFT)).toMatchObject({ placement: "none_left", treatablePercent: null });
  });

  it("whose product has no known distance is open, not merely used up", () => {
    const [product] = computation().products;
    const products = product === undefined ? [] : [{ ...product, bufferFt: null, status: "indeterminate" as const }];
    expect(answer({ products }, NOTHING_LEFT).placement).toBe("open");
  });

  it("keeps the drift findings of its assessment, and leaves the others to their own pages", () => {
    const issues = [issue("DOWNSLOPE_UNVERIFIED"), issue("SOIL_UNAVAILABLE")];
    expect(answer({}, { issues }).issues.map(({ code }) => code)).toEqual(["DOWNSLOPE_UNVERIFIED"]);
  });

  it("never speaks of a clearance or of compliance", () => {
    const all = [answer(), answer({}, NOTHING_LEFT), answer({ driftStatus: null }), answer({ edges: [] })];
    for (const each of all) {
      const words = [each.headline, each.area, each.badge, each.overall.text].join(" ");
      expect(words).not.toMatch(/clear(?:ed|ance)|complian|may be sprayed|safe/i);
    }
  });

  it("marks the expected deposition at each buffer, and has no curve for a set-up that leaves it open", () => {
    expect(answer().deposition?.marks).toEqual([
      { name: "Stryax", distanceFt: 70, percent: expect.closeTo(0.575, 2) as number, isExtrapolated: false },
    ]);
    const inputs = { ...computation().inputs, boomHeight: null };
    expect(answer({ inputs }).deposition).toBeNull();
  });
});

describe("distances to keep", () => {
  const shown = (bufferFt: number, creditedOutsideFt: number) => {
    const [found] = answer({ edges: [edge({ requiredFt: 25, bufferFt, creditedOutsideFt })] }).edges;
    return [found?.bufferFt, found?.creditedOutsideFt];
  };

  it("are rounded up, and so is what managed ground leaves of them", () => {
    expect(shown(21.25, 0)).toEqual([22, 0]);
    // 10.85 ft are left.
    expect(shown(21.25, 10.4)).toEqual([22, 11]);
    expect(shown(70, 65.55)).toEqual([70, 65.5]);
  });

  it("leave nothing where managed ground carries all of them", () => {
    expect(shown(21.25, 21.25)).toEqual([22, 22]);
    expect(shown(21.25, 21.2)).toEqual([22, 22]);
  });
});
