import { issueMessage } from "@/lib/views/issues/issue-text";
import { describe, expect, it, test } from "vitest";
import {
  APPLICATION_METHOD_NAMES,
  DROPLET_CATEGORIES,
  methodClass,
  type ApplicationMethod,
} from "@/lib/domain/application";
import type { DriftSetup } from "@/lib/domain/compliance";
import type { LabelRules } from "@/lib/domain/product";
import { driftAtIntake } from "@/lib/engine/drift/intake";
import type { RatedProduct } from "@/lib/engine/rated-product";
import { rateProduct } from "@/lib/engine/rated-product";
import { NOW, ratedOf, submittedOf } from "../facts";
import { driftRule, labelSource, limitationSource, method, productWith, ratedWith, setupOf } from "./rules";

const DRIFT = driftRule({ wind_directional: [method("ground", 100)] });

/** Intake of one made-up product, its label's drift rule as source. */
function intake(rules: Partial<LabelRules>, setup: DriftSetup = setupOf("Broadcast-Ground")) {
  const rated = ratedWith(rules);
  const drift = rules.drift ?? null;
  return driftAtIntake(drift === null ? [] : [labelSource(drift, rated)], [rated], setup, NOW);
}
const codesOf = (component: { issues: { code: string }[] }) => component.issues.map(({ code }) => code);
const unknownProduct: RatedProduct = rateProduct(
  submittedOf("1-1"),
  { productIndex: 0, record: null, kind: "unknown", esaRequired: null },
  null,
);

describe("drift at intake", () => {
  it("is indeterminate with DRIFT_CONDITIONS_UNVERIFIED where a buffer applies: intake takes no wind", () => {
    const found = intake({ drift: DRIFT });
    expect(found).toMatchObject({ status: "indeterminate", reductions: [] });
    expect(codesOf(found)).toEqual(["DRIFT_CONDITIONS_UNVERIFIED"]);
    expect(found.configuration?.requirements).toHaveLength(1);
  });

  it("is not applicable where the label sets no buffer", () => {
    expect(intake({ drift: null })).toEqual({
      status: "not_applicable",
      configuration: null,
      reductions: [],
      issues: [],
    });
  });

  it("is not applicable for a product without ESA language, whatever its label excludes", () => {
    const free = ratedOf(productWith({}, { esaLabelLanguage: false }));
    expect(driftAtIntake([], [free], setupOf("Drone"), NOW).status).toBe("not_applicable");
  });

  it("is unresolved where no one has read the label's buffers", () => {
    const found = intake({ drift: null, driftResolved: false });
    expect(found).toMatchObject({ status: "indeterminate", configuration: null });
    expect(codesOf(found)).toEqual(["DRIFT_REQUIREMENT_UNRESOLVED"]);
  });

  it("is unresolved where the label's buffers rest on unverified evidence, and configures none of them", () => {
    const found = intake({ drift: { ...DRIFT, evidence: "unverified" } });
    expect(found).toMatchObject({ status: "indeterminate", configuration: null });
    expect(codesOf(found)).toEqual(["DRIFT_REQUIREMENT_UNRESOLVED"]);
  });

  it("keeps a verified buffer beside an unverified one, and stays unresolved", () => {
    const rated = ratedWith({ drift: DRIFT });
    const found = driftAtIntake(
      [labelSource(DRIFT, rated), limitationSource({ ...DRIFT, evidence: "unverified" }, 7, rated)],
      [rated],
      setupOf("Broadcast-Ground"),
      NOW,
    );
    expect(found.configuration?.requirements).toHaveLength(1);
    expect(codesOf(found)).toEqual(["DRIFT_REQUIREMENT_UNRESOLVED", "DRIFT_CONDITIONS_UNVERIFIED"]);
  });

  it("is indeterminate for an unknown product, never not applicable", () => {
    const found = driftAtIntake([], [unknownProduct], setupOf("Broadcast-Ground"), NOW);
    expect(found.status).toBe("indeterminate");
    expect(codesOf(found)).toEqual(["UNKNOWN_PRODUCT"]);
  });

  it("is indeterminate for a product whose ESA status no one knows", () => {
    const rated = ratedOf(productWith({}, { esaLabelLanguage: null, rules: null }));
    expect(codesOf(driftAtIntake([], [rated], setupOf("Broadcast-Ground"), NOW))).toEqual(["ESA_STATUS_UNKNOWN"]);
  });

  it("tells an issue of two products once each, by name", () => {
    const rated = ["One", "Two"].map((productName, productIndex) => ({
      ...ratedWith({ drift: DRIFT }, { productName }),
      productIndex,
    }));
    const found = driftAtIntake(
      rated.map((product) => labelSource({ ...DRIFT, minDropletSize: "coarse" }, product)),
      rated,
      setupOf("Broadcast-Ground", { dropletSize: null }),
      NOW,
    );
    const messages = found.issues
      .filter(({ code }) => code === "DROPLET_SIZE_MISSING")
      .map((found) => issueMessage(found));
    expect(messages).toHaveLength(2);
    expect(messages.map((message) => /\((\w+)\)$/.exec(message)?.[1])).toEqual(["One", "Two"]);
  });
});

describe("the method", () => {
  it("that the label excludes is a known violation", () => {
    const found = intake({ drift: DRIFT }, setupOf("Broadcast-Air"));
    expect(found).toMatchObject({ status: "not_met", configuration: null });
    expect(codesOf(found)).toEqual(["METHOD_NOT_PERMITTED"]);
  });

  it("that the label excludes is a violation even where no one has read its buffers", () => {
    const found = intake({ drift: null, driftResolved: false }, setupOf("Drone"));
    expect(found.status).toBe("not_met");
    expect(codesOf(found)).toEqual(["DRIFT_REQUIREMENT_UNRESOLVED", "METHOD_NOT_PERMITTED"]);
  });

  it("is judged of a product without ESA language that a limitation names", () => {
    const named = { ...ratedOf(productWith({}, { esaLabelLanguage: false })), isLimited: true };
    const codesBy = (by: ApplicationMethod) => codesOf(driftAtIntake([], [named], setupOf(by), NOW));
    expect(codesBy("Broadcast-Air")).toEqual(["METHOD_NOT_PERMITTED"]);
    expect([codesBy("Broadcast-Ground"), codesBy("Airblast")]).toEqual([[], []]);
    const record = named.record && { ...named.record, rules: null };
    expect(codesOf(driftAtIntake([], [{ ...named, record }], setupOf("Broadcast-Air"), NOW))).toEqual([]);
  });

  it("that the label is silent on is unresolved", () => {
    const found = intake({ drift: DRIFT }, setupOf("Airblast"));
    expect(found).toMatchObject({ status: "indeterminate", configuration: null });
    expect(codesOf(found)).toEqual(["DRIFT_METHOD_UNRESOLVED"]);
  });

  it("that the label permits without a buffer for it is unresolved", () => {
    const methods = {
      permitted: ["ground", "airblast"] as const,
      excluded: [],
      evidence: "primary" as const,
      cite: [],
    };
    const found = intake(
      { drift: DRIFT, methods: { ...methods, permitted: [...methods.permitted] } },
      setupOf("Airblast"),
    );
    expect(codesOf(found)).toEqual(["DRIFT_METHOD_UNRESOLVED"]);
  });

  it.each(["excluded", "permitted"] as const)("that a label has %s by unverified evidence is unresolved", (list) => {
    const methods = { permitted: [], excluded: [], [list]: ["ground"], evidence: "unverified" as const, cite: [] };
    const found = intake({ drift: DRIFT, methods });
    expect(found.status).toBe("indeterminate");
    expect(codesOf(found)).toContain("DRIFT_METHOD_UNRESOLVED");
  });

  it("that a limitation's rule is silent on is unresolved, though the label knows it", () => {
    const rated = ratedWith({ drift: DRIFT });
    const aerialOnly = driftRule({ omni_directional: [method("aerial", 300)] });
    const found = driftAtIntake(
      [labelSource(DRIFT, rated), limitationSource(aerialOnly, 7, rated)],
      [rated],
      setupOf("Broadcast-Ground"),
      NOW,
    );
    expect(codesOf(found)).toEqual(["DRIFT_METHOD_UNRESOLVED", "DRIFT_CONDITIONS_UNVERIFIED"]);
  });

  test.each(APPLICATION_METHOD_NAMES)("%s is judged by its class", (name) => {
    const byClass = {
      ground: "DRIFT_CONDITIONS_UNVERIFIED",
      aerial: "METHOD_NOT_PERMITTED",
      airblast: "DRIFT_METHOD_UNRESOLVED",
    };
    expect(codesOf(intake({ drift: DRIFT }, setupOf(name)))).toEqual([byClass[methodClass(name)]]);
  });
});

describe("droplets", () => {
  const withMinimum = (minDropletSize: "coarse" | "unresolved" | null, dropletSize: DriftSetup["dropletSize"]) =>
    intake({ drift: { ...DRIFT, minDropletSize } }, setupOf("Broadcast-Ground", { dropletSize }));

  test.each(DROPLET_CATEGORIES.map((size, index) => ({ size, isFiner: index < 4 })))(
    "$size against a minimum of coarse: finer is $isFiner",
    ({ size, isFiner }) => {
      const found = withMinimum("coarse", size);
      expect(codesOf(found).includes("DROPLET_BELOW_LABEL_MINIMUM")).toBe(isFiner);
      expect(found.status).toBe(isFiner ? "not_met" : "indeterminate");
    },
  );

  it("that were not given are missing where a rule needs them", () => {
    expect(codesOf(withMinimum("coarse", null))).toEqual(["DROPLET_SIZE_MISSING", "DRIFT_CONDITIONS_UNVERIFIED"]);
    expect(withMinimum("coarse", null).status).toBe("indeterminate");
  });

  it("are not asked for where no rule needs them", () => {
    expect(codesOf(withMinimum(null, null))).toEqual(["DRIFT_CONDITIONS_UNVERIFIED"]);
  });

  it("cannot be judged against a minimum no one has established", () => {
    expect(codesOf(withMinimum("unresolved", "ultra_coarse"))).toContain("LABEL_DROPLET_MINIMUM_UNRESOLVED");
  });

  it("are not judged by a rule for another class", () => {
    const aerial = driftRule({ wind_directional: [method("aerial", 50)] }, { minDropletSize: "coarse" });
    expect(codesOf(intake({ drift: aerial }, setupOf("Broadcast-Ground", { dropletSize: "fine" })))).toEqual([
      "DRIFT_METHOD_UNRESOLVED",
    ]);
  });

  it("are judged by a limitation's rule as by a label's", () => {
    const rated = ratedWith({ drift: DRIFT });
    const stricter = { ...DRIFT, minDropletSize: "ultra_coarse" as const };
    const found = driftAtIntake(
      [labelSource(DRIFT, rated), limitationSource(stricter, 7, rated)],
      [rated],
      setupOf("Broadcast-Ground"),
      NOW,
    );
    expect(found.status).toBe("not_met");
    expect(codesOf(found)).toContain("DROPLET_BELOW_LABEL_MINIMUM");
  });
});

describe("the boom", () => {
  test.each([
    { limit: "low", boom: "high", code: "BOOM_HEIGHT_EXCEEDS_LIMIT", status: "not_met" },
    { limit: "low", boom: "low", code: null, status: "indeterminate" },
    { limit: "low", boom: null, code: "BOOM_HEIGHT_MISSING", status: "indeterminate" },
    { limit: "high", boom: "high", code: null, status: "indeterminate" },
    { limit: "high", boom: "low", code: null, status: "indeterminate" },
    { limit: null, boom: null, code: null, status: "indeterminate" },
    { limit: null, boom: "high", code: null, status: "indeterminate" },
  ] as const)("limit $limit, boom $boom: $code", ({ limit, boom, code, status }) => {
    const drift = { ...DRIFT, maxBoomHeight: limit };
    const found = intake({ drift }, setupOf("Broadcast-Ground", { boomHeight: boom }));
    expect(codesOf(found)).toEqual([...(code === null ? [] : [code]), "DRIFT_CONDITIONS_UNVERIFIED"]);
    expect(found.status).toBe(status);
  });

  it("is not asked for in the air or in an orchard", () => {
    const drift = driftRule({ wind_directional: [method("airblast", 25)] }, { maxBoomHeight: "low" });
    const methods = { permitted: ["airblast" as const], excluded: [], evidence: "primary" as const, cite: [] };
    expect(codesOf(intake({ drift, methods }, setupOf("Airblast", { boomHeight: null })))).toEqual([
      "DRIFT_CONDITIONS_UNVERIFIED",
    ]);
  });
});

describe("the rate", () => {
  const rateRanges = [{ min: 1, max: 16, unit: "fl_oz_per_acre" as const, distanceFt: 50, windSpeedRanges: null }];
  const tiered = driftRule({ wind_directional: [method("ground", 100, { rateRanges })] });

  test.each([
    { rate: 16, rateUnit: "fl oz/ac", isOpen: false },
    { rate: 17, rateUnit: "fl oz/ac", isOpen: true },
    { rate: 0.5, rateUnit: "fl oz/ac", isOpen: true },
    { rate: 4, rateUnit: "fl oz/100 gal", isOpen: true },
    { rate: 1, rateUnit: "lb/ac", isOpen: true },
  ])("$rate $rateUnit falls in none of the tiers: $isOpen", ({ isOpen, ...rate }) => {
    const rated = ratedWith({ drift: tiered }, rate);
    const found = driftAtIntake([labelSource(tiered, rated)], [rated], setupOf("Broadcast-Ground"), NOW);
    expect(codesOf(found).includes("DRIFT_RATE_TIER_UNRESOLVED")).toBe(isOpen);
    expect(found.status).toBe("indeterminate");
  });

  test.each([
    { rate: 17, rateUnit: "fl oz/ac", said: "the rate falls in none of them" },
    {
      rate: 1,
      rateUnit: "lb/ac",
      said: "the rate in “lb/ac” cannot be compared with them; send a volume per acre: fl oz, pt, qt, gal, mL, or L",
    },
    {
      rate: 1,
      rateUnit: "buckets/ac",
      said: "the rate in “buckets/ac” cannot be compared with them; send a volume per acre: fl oz, pt, qt, gal, mL, or L",
    },
  ])("in $rateUnit says whether it was compared with the tiers, and in which units it can be", ({ said, ...rate }) => {
    const rated = ratedWith({ drift: tiered }, rate);
    const found = driftAtIntake([labelSource(tiered, rated)], [rated], setupOf("Broadcast-Ground"), NOW);
    const tier = found.issues.filter(({ code }) => code === "DRIFT_RATE_TIER_UNRESOLVED");
    expect(tier.map((each) => issueMessage(each))).toEqual([
      `We don't know which of the label's rate tiers applies. (${rated.submitted.productName}: ${said})`,
    ]);
    expect(issueMessage(tier[0] ?? { code: "DRIFT_RATE_TIER_UNRESOLVED", particulars: {} }, "es")).toMatch(
      said.startsWith("the rate in")
        ? /no se puede comparar con ellos; envíe un volumen por acre/
        : /no cae en ninguno/,
    );
  });
});

describe("a violation", () => {
  it("is not_met whatever else is unresolved", () => {
    const found = driftAtIntake(
      [labelSource({ ...DRIFT, minDropletSize: "ultra_coarse" }, ratedWith({ drift: DRIFT }))],
      [ratedWith({ drift: DRIFT }), unknownProduct],
      setupOf("Broadcast-Ground"),
      NOW,
    );
    expect(found.status).toBe("not_met");
    expect(codesOf(found)).toEqual(["UNKNOWN_PRODUCT", "DROPLET_BELOW_LABEL_MINIMUM", "DRIFT_CONDITIONS_UNVERIFIED"]);
  });
});
