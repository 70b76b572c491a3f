import { describe, expect, it } from "vitest";
import type { DriftRule } from "@/lib/domain/product";
import { signedArea } from "@/lib/engine/drift/edges";
import { claimOf, codesOf, computed, mixBesideRoad, oneRule, READ, SQUARE } from "./drift-cases";
import { box, ground } from "./fields";
import { feature } from "./placing";
import { driftRule, labelSource, limitationSource, method, ratedWith, setupOf } from "./rules";

const RULE = driftRule({ wind_directional: [method("ground", 240)] });

describe("a mix", () => {
  it("that asks for nothing leaves the field as it was sent, to the digit", () => {
    const found = computed({ products: [ratedWith({})], sources: [] });
    expect(found).toMatchObject({ driftStatus: "not_applicable", status: "not_applicable", requiresBuffer: false });
    expect(found.geometry.buffer).toBeNull();
    const [sent, got] = [SQUARE, found.geometry.treatable].map((shape) =>
      shape?.coordinates.flat(2).map(String).toSorted(),
    );
    expect(new Set(got)).toEqual(new Set(sent));
    expect(found.edges.map(({ reason }) => reason)).toEqual(Array(4).fill("no_requirement"));
    expect([found.products[0]?.status, found.deposition]).toEqual(["not_applicable", []]);
  });

  it("keeps the widest distance edge by edge, and tells each product its own", () => {
    const narrow = driftRule({ omni_directional: [method("ground", 50)] });
    const [one, two] = [ratedWith({ drift: RULE }), { ...ratedWith({ drift: narrow }), productIndex: 1 }];
    const found = computed({ products: [one, two], sources: [labelSource(RULE, one), labelSource(narrow, two)] });
    expect(found.edges.map(({ productIndex, bufferFt, bufferType }) => [productIndex, bufferFt, bufferType])).toEqual([
      [0, 240, "wind_directional"],
      ...Array<unknown>(3).fill([1, 50, "omni_directional"]),
    ]);
    expect(found.products.map(({ bufferFt }) => bufferFt)).toEqual([240, 50]);
    const sqft = found.areas.bufferSqm / 0.3048 ** 2;
    expect(sqft).toBeCloseTo(1320 * 240 + 2 * 50 * (1320 - 240) + 50 * (1320 - 100), -2);
  });

  it.each([
    ["a rate over its label", { rate: 30 }, 15, "not_met", "LABEL_LIMIT_EXCEEDED"],
    ["too little spray volume", { rate: 20 }, 5, "not_met", "LABEL_LIMIT_EXCEEDED"],
    [
      "a rate that cannot be compared with its limit",
      { rate: 1, rateUnit: "lb/ac" },
      15,
      "indeterminate",
      "UNRESOLVED_RATE",
    ],
  ] as const)("places a buffer and is not met with %s", (_, members, gpa, status, code) => {
    const cited = { evidence: "primary" as const, cite: ["LABEL"] };
    const limits = [
      { kind: "max_single_rate" as const, value: 22, unit: "fl_oz_per_acre" as const, ...cited },
      { kind: "min_volume" as const, gpa: 15, ...cited },
    ];
    const product = ratedWith({ drift: RULE, limits }, members, gpa);
    const found = computed({
      products: [product],
      sources: [labelSource(RULE, product)],
      setup: setupOf("Broadcast-Ground", { gpa }),
    });
    expect(found.products[0]).toMatchObject({ bufferFt: 240, status });
    expect(codesOf(found.products[0]?.issues ?? [])).toContain(code);
    expect(found.driftStatus).toBe(status);
  });

  it.each([
    ["leaves no ground", 2000, "not_met", false],
    ["leaves ground", 240, "indeterminate", null],
  ] as const)(
    "with a product no one has read beside one whose buffer %s",
    (_, distanceFt, status, hasTreatableArea) => {
      const wide = driftRule({ wind_directional: [method("ground", distanceFt)] });
      const [known, unread] = [ratedWith({ drift: wide }), { ...ratedWith({ driftResolved: false }), productIndex: 1 }];
      const found = computed({ products: [known, unread], sources: [labelSource(wide, known)] });
      expect(found).toMatchObject({ driftStatus: status, hasTreatableArea });
      expect(found.geometry.treatable).toBeNull();
      expect(codesOf(found.issues)).toContain("DRIFT_REQUIREMENT_UNRESOLVED");
    },
  );

  it.each([
    [400, 140, 100],
    [200, 140, 100],
    [60, 60, 180],
  ])(
    "keeps a shorter distance that roads do not carry beside a longer one that %i ft of road do",
    (roadFt, creditedFt, leftFt) => {
      const found = computed(mixBesideRoad(roadFt, 240, 100));
      expect(found.edges[0]).toMatchObject({ productIndex: 0, bufferFt: 240 });
      // Pages and callers subtract the two: "leave 100 ft along the south side".
      expect(Math.abs((found.edges[0]?.creditedOutsideFt ?? Number.NaN) - creditedFt)).toBeLessThan(0.2);
      expect(found.areas.bufferSqm / 0.3048 ** 2).toBeCloseTo(1320 * leftFt, -3);
    },
  );

  it("credits an edge its road, though the road's end lies two inches before the corner", () => {
    const carried = { ...RULE, buffersEsa: { ...RULE.buffersEsa, exclusionCategories: ["road"] } };
    const creditWith = (missingFt: number): number => {
      const road = feature(ground([[box(missingFt, -400, 1320 - missingFt, 0)]]));
      const { edges } = computed({ ...oneRule(carried), features: { hasGlobalSet: true, features: [road] } });
      return Math.round(edges[0]?.creditedOutsideFt ?? Number.NaN);
    };
    expect([creditWith(0.2), creditWith(0.5)]).toEqual([240, 0]);
  });

  it("is drawn with outer rings against the clock and holes with it, however the field was sent", () => {
    const pond = box(500, 500, 800, 800);
    for (const rings of [
      [box(0, 0, 1320, 1320), pond],
      [box(0, 0, 1320, 1320).toReversed(), pond.toReversed()],
    ]) {
      const { geometry } = computed({ ...oneRule(RULE), boundary: ground([rings]) });
      const all = [geometry.buffer, geometry.treatable].flatMap((shape) => shape?.coordinates ?? []);
      expect(all.length).toBeGreaterThan(0);
      expect(all.flat().length).toBeGreaterThan(all.length);
      for (const polygon of all) {
        expect(polygon.map((ring) => signedArea(ring) > 0)).toEqual(polygon.map((_ring, index) => index === 0));
      }
    }
  });

  it("tells each product what keeps it from being met: claims, forbidden practices, marks and its own adjuvants", () => {
    const slope = driftRule({ downslope: [method("ground", 60)] }, { canMitigate: false });
    const [one, two, three] = [
      ratedWith({ drift: RULE }),
      { ...ratedWith({ drift: slope }), productIndex: 1 },
      {
        ...ratedWith({
          adjuvants: [
            {
              kind: "drift_reducing",
              requirement: "required",
              text: "needs one",
              evidence: "primary",
              cite: ["LABEL"],
            },
          ],
        }),
        productIndex: 2,
      },
    ];
    const found = computed({
      products: [one, two, three],
      sources: [labelSource(RULE, one), labelSource(slope, two)],
      claims: [claimOf("hooded_sprayer")],
    });
    expect(found.products.map(({ status, issues }) => [status, codesOf(issues)])).toEqual([
      ["indeterminate", ["MANUAL_DRIFT_PRACTICE_UNVERIFIED"]],
      ["indeterminate", ["DOWNSLOPE_UNVERIFIED"]],
      ["not_met", ["ADJUVANT_REQUIREMENT_UNMET"]],
    ]);
    expect(codesOf(found.issues).toSorted()).toEqual([
      "ADJUVANT_REQUIREMENT_UNMET",
      "DOWNSLOPE_UNVERIFIED",
      "MANUAL_DRIFT_PRACTICE_UNVERIFIED",
    ]);
  });

  it("takes of a label and a limitation the one that asks more, after reduction and then before", () => {
    const limited = driftRule({ wind_directional: [method("ground", 300)] });
    const rated = ratedWith({ drift: RULE });
    const sources = [labelSource(RULE, rated), limitationSource(limited, 9, rated)];
    expect(computed({ products: [rated], sources }).products[0]).toMatchObject({ rawDistanceFt: 300, bufferFt: 300 });
    expect(computed({ products: [rated], sources: sources.toReversed() }).products[0]?.bufferFt).toBe(300);
    const fixed = driftRule({ wind_directional: [method("ground", 240)] }, { canMitigate: false });
    const air = (rule: DriftRule) => ({
      ...rule,
      buffersEsa: { ...rule.buffersEsa, bufferTypes: { wind_directional: { methods: [method("aerial", 400)] } } },
    });
    const flown = ratedWith({
      drift: air(RULE),
      methods: { permitted: ["aerial"], excluded: [], evidence: "primary", cite: ["LABEL"] },
    });
    const both = computed({
      products: [flown],
      sources: [
        labelSource(air(RULE), flown),
        limitationSource(
          {
            ...fixed,
            buffersEsa: {
              ...fixed.buffersEsa,
              bufferTypes: { wind_directional: { methods: [method("aerial", 240)] } },
            },
          },
          9,
          flown,
        ),
      ],
      setup: setupOf("Broadcast-Air"),
      rulebook: READ,
    });
    // 400 ft less 40 % for coarse droplets are 240 ft too: the longer raw distance names the edge.
    expect(both.products[0]).toMatchObject({ rawDistanceFt: 400, reductionPercent: 40, bufferFt: 240 });
    expect(both.edges[0]).toMatchObject({ requiredFt: 400, bufferFt: 240 });
  });
});
