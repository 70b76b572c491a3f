import { describe, expect, it, test } from "vitest";
import type { MethodClass } from "@/lib/domain/application";
import type { LabelCondition } from "@/lib/domain/label-conditions";
import type { DriftRule, LabelLimit } from "@/lib/domain/product";
import { driftAtIntake } from "@/lib/engine/drift/intake";
import { NOW } from "../facts";
import { claimOf, codesOf, computed, READ } from "./drift-cases";
import { asked, OWN_TABLE, selectionOf, totalOf, type Asked } from "./reduction-cases";
import { driftRule, labelSource, limitationSource, method, ratedWith, setupOf } from "./rules";

const COARSE: LabelCondition = {
  ...{ id: "droplets", kind: "droplets", minimum: "coarse", text: "Coarse droplets." },
  ...{ evidence: "primary", cite: ["LABEL"] },
};

/** A label's own table of practices with their percentages, in any wind. */
const ownTable = (methodClass: MethodClass, percents: Record<string, number>): Partial<DriftRule> => ({
  reductions: {
    source: "label_table",
    rows: Object.entries(percents).map(([practice, percent]) => ({
      ...{ practice, methodClass, percent, windMphAtMost: null },
      ...{ evidence: "primary", cite: ["LABEL"] },
    })),
  },
});

describe("a practice that is claimed", () => {
  it("counts in the geometry and stays unverified", () => {
    const found = asked({ claims: ["hooded_sprayer"] });
    expect(found.products[0]).toMatchObject({ rawDistanceFt: 200, reductionPercent: 50, bufferFt: 100 });
    expect(selectionOf(found, "hooded_sprayer")).toMatchObject({ reductionPercent: 50, verified: false, reason: null });
    expect(codesOf(found.issues)).toEqual(["MANUAL_DRIFT_PRACTICE_UNVERIFIED"]);
    expect(found.driftStatus).toBe("indeterminate");
    expect(found.manualClaims).toEqual([
      expect.objectContaining({ reductionPercent: 50, verified: false, allowedFor: ["99009-1"] }),
    ]);
  });

  it.each([[["one_pass"]], [["one_pass", "hooded_sprayer"]], [["hooded_sprayer", "one_pass"]]])(
    "stays unverified where the label's own table alone has a figure for the class of method: %j",
    (claims) => {
      const rule = ownTable("aerial", { one_pass: 40 });
      const found = asked({ by: "Broadcast-Air", claims, rule });
      expect(found.products[0]).toMatchObject({ reductionPercent: 40, bufferFt: 120 });
      expect(codesOf(found.issues)).toEqual(["MANUAL_DRIFT_PRACTICE_UNVERIFIED"]);
      expect(found.driftStatus).toBe("indeterminate");
      // A hood is the ground sprayer's: the claim of one is no question here.
      expect(found.issues.map(({ particulars }) => particulars)).toMatchObject([
        { practices: [{ label: selectionOf(found, "one_pass")?.label }] },
      ]);
    },
  );

  it("earns nothing with a figure no one has read, and says so", () => {
    const found = asked({ claims: ["drop_nozzles"] });
    expect(totalOf(found)).toBe(0);
    expect(selectionOf(found, "drop_nozzles")).toMatchObject({
      reductionPercent: 0,
      reason: "FIGURE_UNVERIFIED",
      evidence: "unverified",
    });
    expect(found.manualClaims).toMatchObject([{ reductionPercent: null, allowedFor: [] }]);
    expect(codesOf(found.issues)).toEqual(["MANUAL_DRIFT_PRACTICE_UNVERIFIED"]);
  });

  it("counts once an option, the largest share of it", () => {
    const found = asked({ claims: ["hooded_sprayer", "row_middle_hood"], tables: READ });
    expect(totalOf(found)).toBe(75);
    expect(selectionOf(found, "hooded_sprayer")).toMatchObject({ reductionPercent: 0, reason: "OTHER_OF_OPTION" });
  });

  it("counts once an option where two shares of it are equal", () => {
    const rule = ownTable("ground", { hooded_sprayer: 40, row_middle_hood: 40 });
    for (const claims of [
      ["hooded_sprayer", "row_middle_hood"],
      ["row_middle_hood", "hooded_sprayer"],
    ]) {
      const found = asked({ claims, rule });
      expect(found.products[0]).toMatchObject({ reductionPercent: 40, bufferFt: 120 });
    }
  });

  it("that is unverified does not take the place of a verified one of its option", () => {
    expect(totalOf(asked({ claims: ["hooded_sprayer", "row_middle_hood"] }))).toBe(50);
  });

  it("of another class of method earns nothing and is no issue", () => {
    const found = asked({ by: "Broadcast-Air", claims: ["hooded_sprayer"] });
    expect(totalOf(found)).toBe(0);
    expect(selectionOf(found, "hooded_sprayer")?.reason).toBe("OTHER_METHOD");
    expect([found.issues, found.driftStatus]).toEqual([[], "met"]);
  });

  test.each([
    { claim: "hooded_sprayer", by: "Broadcast-Ground", want: 50 },
    { claim: "hooded_sprayer", by: "Hooded-Ground", want: 50 },
    { claim: "hooded_sprayer", by: "Chemigation", want: 0 },
    { claim: "hooded_sprayer", by: "In-Furrow", want: 0 },
    { claim: "hooded_sprayer", by: "Soil-Injection", want: 0 },
    { claim: "hooded_sprayer", by: "Granular-Ground", want: 0 },
    { claim: "hooded_sprayer", by: "Handheld", want: 0 },
    { claim: "row_middle_hood", by: "Chemigation", want: 0 },
    { claim: "drop_nozzles", by: "In-Furrow", want: 0 },
    { claim: "boom_half_of_span", by: "Broadcast-Air", want: 65 },
    { claim: "boom_half_of_span", by: "Drone", want: 0 },
    { claim: "boom_half_of_span", by: "Granular-Air", want: 0 },
  ] as const)("counts with methods that it can be done with: $claim by $by takes $want off", ({ claim, by, want }) => {
    const found = asked({ by, claims: [claim], tables: READ, weather: { windSpeedMph: 9 } });
    expect(totalOf(found)).toBe(want);
    expect(found.products[0]?.bufferFt).toBe(200 - 2 * want);
    if (want === 0) expect(selectionOf(found, claim)?.reason).toBe("OTHER_METHOD");
  });

  it("of the label's own table counts with no method that it cannot be done with", () => {
    const own = { claims: ["hooded_sprayer"], rule: OWN_TABLE, weather: { windSpeedMph: 9 } };
    expect(totalOf(asked({ ...own, by: "Banded-Ground" }))).toBe(50);
    expect(totalOf(asked({ ...own, by: "Chemigation" }))).toBe(0);
  });

  test.each([
    { mph: 9.99, want: 65, reason: null },
    { mph: 10, want: 50, reason: null },
    { mph: 15, want: 50, reason: null },
    { mph: 15.01, want: 0, reason: "NO_FIGURE" },
  ])(
    "by wind: half of the span at $mph mph takes $want off once the figure is read for herbicides",
    ({ mph, want, reason }) => {
      const wind: Asked = { by: "Broadcast-Air", claims: ["boom_half_of_span"], weather: { windSpeedMph: mph } };
      const found = asked({ ...wind, tables: READ });
      expect(totalOf(found)).toBe(want);
      expect(selectionOf(found, "boom_half_of_span")?.reason).toBe(reason);
      const today = asked(wind);
      expect(totalOf(today)).toBe(0);
      expect(selectionOf(today, "boom_half_of_span")?.reason).toBe(reason ?? "FIGURE_UNVERIFIED");
    },
  );

  it("that no edition holds stays unverified", () => {
    const claims = [{ subOptionId: 9999, customValue: null, notes: null }];
    const rule = driftRule({ wind_directional: [method("ground", 200)] });
    const rated = ratedWith({ drift: rule });
    const found = computed({ products: [rated], sources: [labelSource(rule, rated)], claims });
    expect(codesOf(found.issues)).toEqual(["MANUAL_DRIFT_PRACTICE_UNVERIFIED"]);
    expect(found.products[0]?.reductionPercent).toBe(0);
    expect(found.manualClaims).toEqual([]);
  });

  it("keeps what was noted with it", () => {
    const rule = driftRule({ wind_directional: [method("ground", 200)] });
    const rated = ratedWith({ drift: rule });
    const claim = { ...claimOf("hooded_sprayer"), customValue: 12, notes: "Willmar hood" };
    const found = computed({ products: [rated], sources: [labelSource(rule, rated)], claims: [claim] });
    expect(selectionOf(found, "hooded_sprayer")).toMatchObject({ customValue: 12, notes: "Willmar hood" });
  });
});

describe("a practice that a product forbids", () => {
  const ban = (code: string, evidence: "primary" | "unverified" = "primary") => ({
    disallowedMeasures: [{ system: "epa_runoff" as const, code, evidence, cite: ["LABEL"] }],
  });

  it.each(["hooded_sprayer", "hood"])(
    "by its own or its option's code (%s) is a violation and takes nothing off",
    (code) => {
      const found = asked({ claims: ["hooded_sprayer"], label: ban(code) });
      expect(codesOf(found.issues)).toContain("MANUAL_DRIFT_OPTION_DISALLOWED");
      expect([found.driftStatus, totalOf(found)]).toEqual(["not_met", 0]);
      expect(selectionOf(found, "hooded_sprayer")?.reason).toBe("DISALLOWED");
      // The violation does not stop the placement: the whole distance is kept.
      expect(found.hasTreatableArea).toBe(true);
    },
  );

  it("is another than one that is claimed: that one counts", () => {
    const found = asked({ claims: ["hooded_sprayer"], label: ban("windbreak_basic") });
    expect(totalOf(found)).toBe(50);
    expect(codesOf(found.issues)).toEqual(["MANUAL_DRIFT_PRACTICE_UNVERIFIED"]);
  });

  it("on unverified evidence takes nothing off, and is no violation", () => {
    const found = asked({ claims: ["hooded_sprayer"], label: ban("hood", "unverified") });
    expect([totalOf(found), found.driftStatus]).toEqual([0, "indeterminate"]);
    // No one knows of a ban, so the answer names none.
    expect(selectionOf(found, "hooded_sprayer")?.reason).toBe("MAY_BE_DISALLOWED");
    expect(codesOf(found.issues)).not.toContain("MANUAL_DRIFT_OPTION_DISALLOWED");
  });

  it("earns nothing by the setup either, without being a claim", () => {
    const found = asked({ by: "Broadcast-Air", setup: { dropletSize: "coarse" }, label: ban("coarse_droplets") });
    expect([totalOf(found), found.issues]).toEqual([0, []]);
    expect(selectionOf(found, "coarse_droplets")?.reason).toBe("DISALLOWED");
  });

  it("by one product of the mix is a violation of the mix, and counts for the other's distance", () => {
    const rule = driftRule({ wind_directional: [method("ground", 200)] });
    const one = ratedWith({ drift: rule, ...ban("hood") });
    const other = { ...ratedWith({ drift: rule }), productIndex: 1 };
    const found = computed({
      products: [one, other],
      sources: [labelSource(rule, one), labelSource(rule, other)],
      claims: [claimOf("hooded_sprayer")],
    });
    expect(codesOf(found.issues)).toEqual(["MANUAL_DRIFT_OPTION_DISALLOWED", "MANUAL_DRIFT_PRACTICE_UNVERIFIED"]);
    expect(found.products.map(({ bufferFt }) => bufferFt)).toEqual([200, 100]);
  });
});

describe("what the setup shows", () => {
  test.each([
    { dropletSize: "coarse", want: 40 },
    { dropletSize: "ultra_coarse", want: 40 },
    { dropletSize: "medium", want: 0 },
    { dropletSize: null, want: 0 },
  ] as const)(
    "$dropletSize droplets from the air take $want off once the figure is read for herbicides",
    ({ dropletSize, want }) => {
      const found = asked({ by: "Broadcast-Air", setup: { dropletSize }, tables: READ });
      expect(totalOf(found)).toBe(want);
      if (want > 0) expect(selectionOf(found, "coarse_droplets")).toMatchObject({ verified: true, reason: null });
      expect([found.issues, found.driftStatus]).toEqual([[], "met"]);
      const today = asked({ by: "Broadcast-Air", setup: { dropletSize } });
      expect(totalOf(today)).toBe(0);
      expect(selectionOf(today, "coarse_droplets")?.reason).toBe(want > 0 ? "FIGURE_UNVERIFIED" : undefined);
    },
  );

  it.each<[string, Asked]>([
    ["the label's minimum", { rule: { minDropletSize: "coarse" } }],
    ["the tier's minimum", { buffer: { minDropletSize: "very_coarse" } }],
    ["a direction of the label", { label: { conditions: [COARSE] }, tables: READ }],
  ])("takes nothing off where %s asks for it anyway", (_title, more) => {
    const found = asked({ by: "Broadcast-Air", setup: { dropletSize: "very_coarse" }, ...more });
    expect([totalOf(found), selectionOf(found, "coarse_droplets")?.reason]).toEqual([0, "REQUIRED_ANYWAY"]);
  });

  it("takes it off where the minimum is finer or not established", () => {
    const droplets = { by: "Broadcast-Air" as const, setup: { dropletSize: "coarse" as const }, tables: READ };
    expect(totalOf(asked({ ...droplets, rule: { minDropletSize: "medium" } }))).toBe(40);
    expect(totalOf(asked({ ...droplets, rule: { minDropletSize: "unresolved" } }))).toBe(40);
  });

  test.each([
    { humidityPercent: 60.1, want: 10 },
    { humidityPercent: 60, want: 0 },
    { humidityPercent: null, want: 0 },
  ])("humidity of $humidityPercent % takes $want off once its figure is read", ({ humidityPercent, want }) => {
    expect(totalOf(asked({ weather: { humidityPercent }, tables: READ }))).toBe(want);
    const today = asked({ weather: { humidityPercent } });
    expect(totalOf(today)).toBe(0);
    expect(selectionOf(today, "high_humidity")?.reason).toBe(want > 0 ? "FIGURE_UNVERIFIED" : undefined);
  });

  it.each<[string, Asked, number]>([
    ["with medium droplets", { setup: { dropletSize: "medium" }, adjuvants: ["DRA"] }, 30],
    ["of the narrower kind", { setup: { dropletSize: "medium" }, adjuvants: ["Oil emulsion DRA"] }, 30],
    ["with coarse droplets", { setup: { dropletSize: "coarse" }, adjuvants: ["DRA"] }, 0],
    ["that no one recognizes", { setup: { dropletSize: "medium" }, adjuvants: ["Brand X"] }, 0],
    ["that is another kind", { setup: { dropletSize: "medium" }, adjuvants: ["AMS"] }, 0],
  ])("a drift reducing adjuvant %s", (_title, more, want) => {
    expect(totalOf(asked({ rule: OWN_TABLE, ...more }))).toBe(want);
  });

  it("takes nothing off for an adjuvant whose amount the label does not name, or in less than that", () => {
    const mix = { setup: { dropletSize: "medium" as const }, adjuvants: ["DRA"] };
    expect(totalOf(asked(mix))).toBe(0);
    const [row] = OWN_TABLE.reductions?.source === "label_table" ? (OWN_TABLE.reductions.rows ?? []) : [];
    if (row === undefined) throw new Error("the table has no row");
    const more = { ...row, minimum: { value: 17, unit: "fl_oz_per_acre" as const } };
    expect(totalOf(asked({ ...mix, rule: { reductions: { source: "label_table", rows: [more] } } }))).toBe(0);
  });

  it("takes nothing off for an adjuvant that the label requires", () => {
    const required = {
      kind: "drift_reducing",
      requirement: "required" as const,
      text: "x",
      evidence: "primary" as const,
      cite: ["LABEL"],
    };
    const mix = { rule: OWN_TABLE, setup: { dropletSize: "medium" as const }, adjuvants: ["DRA"] };
    const found = asked({ ...mix, label: { adjuvants: [required] } });
    expect([totalOf(found), selectionOf(found, "drift_reducing_adjuvant_medium")?.reason]).toEqual([
      0,
      "REQUIRED_ANYWAY",
    ]);
    const narrower = { ...required, kind: "oil_emulsion_drift_reducing" };
    const oil = { ...mix, adjuvants: ["Oil emulsion DRA"] };
    expect(totalOf(asked({ ...oil, label: { adjuvants: [narrower] } }))).toBe(0);
    expect(totalOf(asked({ ...oil, adjuvants: ["DRA"], label: { adjuvants: [narrower] } }))).toBe(30);
    const forbidden = asked({
      ...mix,
      label: { adjuvants: [{ ...required, requirement: "forbidden" }] },
    });
    expect(totalOf(forbidden)).toBe(30);
  });
});

describe("a rate below the label's highest", () => {
  const most = (value: number, evidence: "primary" | "unverified" = "primary"): { limits: LabelLimit[] } => ({
    limits: [{ kind: "max_single_rate", value, unit: "fl_oz_per_acre", evidence, cite: ["LABEL"] }],
  });
  const cut = (more: Asked): number | undefined =>
    selectionOf(asked({ tables: READ, product: { rate: 24 }, ...more }), "reduced_single_rate")?.reductionPercent;

  it("takes as many percent off as it is below", () => {
    expect(cut({ label: most(32) })).toBe(25);
  });

  it("is below the lower of two, as for two crops, in whatever order a label has them", () => {
    const [lower, higher] = [most(32).limits, most(48).limits];
    expect(cut({ label: { limits: [...lower, ...higher] } })).toBe(25);
    expect(cut({ label: { limits: [...higher, ...lower] } })).toBe(25);
  });

  it.each<[string, Asked]>([
    ["at the highest", { label: most(24) }],
    ["above it", { label: most(20) }],
    ["with a highest no one has read", { label: most(32, "unverified") }],
    ["with none", {}],
    ["that cannot be brought to the acre", { label: most(32), product: { rateUnit: "packets" } }],
    ["of another unit", { label: most(32), product: { rate: 1, rateUnit: "lb/ac" } }],
    [
      "where rate ranges have taken it into account",
      {
        label: most(32),
        buffer: { rateRanges: [{ min: 0, max: 32, unit: "fl_oz_per_acre", distanceFt: 200, windSpeedRanges: null }] },
      },
    ],
  ])("takes nothing off %s", (_title, more) => {
    expect(cut(more)).toBeUndefined();
  });

  it("earns nothing as long as no one has read that the share is in proportion", () => {
    const found = asked({ product: { rate: 24 }, label: most(32) });
    expect(selectionOf(found, "reduced_single_rate")).toMatchObject({
      reductionPercent: 0,
      reason: "FIGURE_UNVERIFIED",
    });
  });
});

describe("where reductions come from", () => {
  it.each([
    ["a label that names none", { source: "none" as const }, 0],
    ["a label whose reductions no one has read", { source: "not_read" as const }, 0],
    ["a table of its own that no one has read", { source: "label_table" as const, rows: null }, 0],
    ["EPA's menu, where the label points to it", { source: "epa_menu" as const }, 50],
  ])("%s", (_title, reductions, want) => {
    const found = asked({ rule: { reductions }, claims: ["hooded_sprayer"] });
    expect(totalOf(found)).toBe(want);
    if (want === 0) expect(selectionOf(found, "hooded_sprayer")).toMatchObject({ reason: "NOT_ON_LABEL" });
  });

  it("a table of its own, and no percentage of the menu's beside it", () => {
    const found = asked({ rule: OWN_TABLE, claims: ["hooded_sprayer"], setup: { dropletSize: "coarse" } });
    expect(totalOf(found)).toBe(50);
    const windy = asked({ rule: OWN_TABLE, claims: ["hooded_sprayer"], weather: { windSpeedMph: 11 } });
    expect(totalOf(windy)).toBe(0);
  });
});

describe("reductions together", () => {
  it("add: 50 % and 30 % take 80 % off", () => {
    const found = asked({
      rule: OWN_TABLE,
      claims: ["hooded_sprayer"],
      setup: { dropletSize: "medium" },
      adjuvants: ["DRA"],
    });
    expect(found.products[0]).toMatchObject({ rawDistanceFt: 200, reductionPercent: 80 });
    expect(found.products[0]?.bufferFt).toBeCloseTo(40, 9);
  });

  it("take at most all of it off, and then nothing has to be kept free", () => {
    const found = asked({ claims: ["hooded_sprayer", "windbreak_advanced"], tables: READ });
    expect(found.products[0]).toMatchObject({ reductionPercent: 100, bufferFt: 0 });
    expect([found.requiresBuffer, found.hasTreatableArea, found.geometry.buffer]).toEqual([false, true, null]);
  });

  it("never reduce what cannot be mitigated, and then a claim is no issue", () => {
    const found = asked({ rule: { canMitigate: false }, claims: ["hooded_sprayer"], setup: { dropletSize: "coarse" } });
    expect(found.products[0]).toMatchObject({ rawDistanceFt: 200, reductionPercent: 0, bufferFt: 200 });
    expect([found.reductions, found.issues, found.driftStatus]).toEqual([[], [], "met"]);
  });

  it("never reduce a distance whose mitigation is another class's", () => {
    const found = asked({ buffer: { mitigationType: "epa_drift_aerial" }, claims: ["hooded_sprayer"] });
    expect([found.reductions, found.products[0]?.bufferFt]).toEqual([[], 200]);
  });

  it("have no issue for a rule on unverified evidence, by which nothing is placed", () => {
    const found = asked({ rule: { evidence: "unverified" }, claims: ["hooded_sprayer"] });
    expect(found.reductions).toEqual([]);
    expect(found).toMatchObject({ driftStatus: "indeterminate", hasTreatableArea: null });
  });

  it("are named after the requirement they belong to", () => {
    const rule = driftRule({ wind_directional: [method("ground", 200)], downslope: [method("ground", 30)] });
    const rated = ratedWith({});
    const found = computed({ products: [rated], sources: [limitationSource(rule, 7, rated)] });
    expect(found.reductions).toMatchObject([
      { configLabel: "limitation:7", driftType: "epa_drift_ground", bufferType: "wind_directional", productIndex: 0 },
      { configLabel: "limitation:7", bufferType: "downslope" },
    ]);
    expect(asked().reductions[0]?.configLabel).toBe("product:99009-1");
  });

  it("are none at intake, where no one claims and no wind is known", () => {
    const rule = driftRule({ wind_directional: [method("ground", 200)] });
    const rated = ratedWith({ drift: rule });
    expect(driftAtIntake([labelSource(rule, rated)], [rated], setupOf("Broadcast-Ground"), NOW).reductions).toEqual([]);
  });
});
