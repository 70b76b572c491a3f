import { describe, expect, it, test } from "vitest";
import type { Assessment } from "@/lib/domain/compliance";
import { assess } from "@/lib/engine/assess";
import {
  areasOf,
  DC125_AREAS,
  factsOf,
  LEE,
  limitationOf,
  NO_SOIL,
  NOW,
  pulaOf,
  rulebook,
  select,
  SITKA,
  soilOf,
  submittedOf,
} from "./facts";

const { epa_runoff: epa } = rulebook.menus;
const STRYAX = submittedOf("264-1241", { productName: "Stryax" });
/** With the adjuvants that the label requires. */
const STRYAX_MIX = [
  STRYAX,
  submittedOf(null, { productName: "Oil emulsion DRA", rate: 0.3, rateUnit: "% v/v" }),
  submittedOf(null, { productName: "Volatility reducing agent", rate: 40 }),
];
const ENLIST = submittedOf("62719-695", { productName: "Enlist One" });
const LIBERTY = submittedOf("7969-500", { productName: "Liberty ULTRA" });
const FREE = submittedOf("99001-1", { productName: "DEMO Brook" });
const UNKNOWN = submittedOf("1-1", { productName: "No one's" });
const ADJUVANT = submittedOf(null, { productName: "Class Act Ridion" });

const answer = (...given: Parameters<typeof factsOf>): Assessment => assess(factsOf(...given)).assessment;
const codesOf = ({ issues }: Assessment): string[] => issues.map(({ code }) => code).toSorted();
const entryOf = ({ runoff }: Assessment, system = "epa_runoff") =>
  runoff.find(({ mitigationType }) => mitigationType === system);

describe("Stryax in a PULA with DC125", () => {
  // Lee County 2, slope 3, soil group B 2, tracking 1: 8 points of the ground.
  const found = answer(STRYAX_MIX, { areas: DC125_AREAS });

  it("needs 6 points, and a flat field of group B in Lee County earns 7", () => {
    expect(entryOf(found)).toMatchObject({ requiredPoints: 6, earnedPoints: 7, gap: 0, status: "met" });
    expect(
      entryOf(found)
        ?.creditedMeasures.map(({ source }) => source)
        .toSorted(),
    ).toEqual(["always", "county", "slope", "soil"]);
  });

  it("is indeterminate all the same: the wind is not known", () => {
    expect(found.status).toBe("indeterminate");
    expect(codesOf(found)).toEqual(["DRIFT_CONDITIONS_UNVERIFIED", "LABEL_CONDITIONS_NOT_CHECKED"]);
    expect(found.processingComplete).toBe(true);
  });

  it("lists the PULA under the product, with its limitation and what scores it", () => {
    expect(found.products).toHaveLength(3);
    expect(found.products[0]?.pulas).toMatchObject([
      {
        pulaId: 121,
        codes: ["DC125"],
        limitations: [{ limitationId: 1, code: "DC125", mitigationOptions: ["epa_runoff"] }],
      },
    ]);
    expect(found.summary).toEqual({
      totalPulas: 1,
      totalLimitations: 1,
      productsChecked: 3,
      productsWithLimitations: 1,
    });
  });

  it("needs 3 points outside the PULA", () => {
    expect(entryOf(answer(STRYAX_MIX))).toMatchObject({ requiredPoints: 3, status: "met" });
  });

  it("falls short on a steep clay field, and names what would close the gap", () => {
    const short = answer(STRYAX_MIX, { areas: DC125_AREAS, soil: soilOf("D", 9) });
    expect(entryOf(short)).toMatchObject({ requiredPoints: 6, earnedPoints: 3, gap: 3, status: "not_met" });
    expect(short.status).toBe("not_met");
    expect(short.gapAdvice).toMatchObject([{ mitigationType: "epa_runoff", gap: 3 }]);
    expect(short.gapAdvice[0]?.sets).toHaveLength(5);
  });

  it("is not met when the rate or the volume is outside the label", () => {
    expect(codesOf(answer([{ ...STRYAX, rate: 23 }, ...STRYAX_MIX.slice(1)]))).toContain("LABEL_LIMIT_EXCEEDED");
    expect(answer([{ ...STRYAX, rate: 23 }, ...STRYAX_MIX.slice(1)]).status).toBe("not_met");
    expect(answer(STRYAX_MIX, { application: { gpa: 10 } }).status).toBe("not_met");
  });

  it("is not met from the air, with fine droplets or with a high boom", () => {
    const air = answer(STRYAX_MIX, { application: { method: "Broadcast-Air" } });
    expect([air.status, air.drift.status, codesOf(air)]).toEqual([
      "not_met",
      "not_met",
      ["LABEL_CONDITIONS_NOT_CHECKED", "METHOD_NOT_PERMITTED"],
    ]);
    expect(answer(STRYAX_MIX, { application: { dropletSize: "medium" } }).status).toBe("not_met");
    expect(answer(STRYAX_MIX, { application: { boomHeight: "high" } }).status).toBe("not_met");
  });

  it("is not met of drift as well where the setup or the rate breaks a condition of the label, and not where the crop does", () => {
    const driftOf = (...given: Parameters<typeof answer>) => {
      const { drift } = answer(...given);
      return [drift.status, drift.issues.map(({ code }) => code)];
    };
    expect(driftOf(STRYAX_MIX, { application: { method: "Granular-Ground" } })).toEqual([
      "not_met",
      ["DRIFT_CONDITIONS_UNVERIFIED", "METHOD_NOT_PERMITTED"],
    ]);
    const [status, codes] = driftOf([{ ...STRYAX, rate: 23 }, ...STRYAX_MIX.slice(1)]);
    expect(status).toBe("not_met");
    expect(codes).toContain("LABEL_LIMIT_EXCEEDED");
    expect(driftOf(STRYAX_MIX, { application: { crop: ["corn"] } })).toEqual([
      "indeterminate",
      ["DRIFT_CONDITIONS_UNVERIFIED"],
    ]);
  });

  it("applied by air is not bound by a limitation for ground application", () => {
    const air = answer(STRYAX_MIX, { areas: DC125_AREAS, application: { method: "Broadcast-Air" } });
    expect(air.products[0]?.pulas).toEqual([]);
    expect(air.summary).toMatchObject({ totalPulas: 1, totalLimitations: 0 });
  });

  it("without the PULA data covering the field has an unresolved target: never no PULA", () => {
    for (const pulaSet of [null, { version: "pula-1", verifiedAt: NOW, isDemonstration: false, coversField: false }]) {
      const uncovered = answer(STRYAX_MIX, { areas: areasOf({ pulaSet }) });
      expect(entryOf(uncovered)).toMatchObject({ requiredPoints: null, gap: null, status: "indeterminate" });
      expect(codesOf(uncovered)).toContain("PULA_COVERAGE_MISSING");
      expect(uncovered.processingComplete).toBe(false);
    }
  });

  it("with an exemption is met for runoff and keeps the 6 points of the bulletin", () => {
    const exemption = { required: false, evaluatedAt: NOW, reasons: ["tailwater_return"], treatedAcres: null };
    const exempt = answer(STRYAX_MIX, { areas: DC125_AREAS, soil: NO_SOIL, exemption });
    expect(entryOf(exempt)).toMatchObject({ status: "met", requiredPoints: 0, labelRequiredPoints: 6, gap: 0 });
    expect(exempt.status).toBe("indeterminate");
    expect(exempt.gapAdvice).toEqual([]);
  });
});

describe("a limitation without a rule", () => {
  const withText = (text: string) =>
    answer(STRYAX_MIX, {
      areas: areasOf({ pulas: [pulaOf(121, ["ZZ1"])], limitations: [limitationOf({ code: "ZZ1", text })] }),
    });

  it("that names the menu leaves the target unresolved, never at the label's points", () => {
    const found = withText("Six points of the Mitigation Menu are needed here.");
    expect(entryOf(found)).toMatchObject({ requiredPoints: null, status: "indeterminate" });
    expect(codesOf(found)).toContain("RUNOFF_REQUIREMENT_UNRESOLVED");
  });

  it("that asks for points and names no menu leaves open how many, and of which system", () => {
    const found = withText("Reach 2 points of runoff mitigation here.");
    expect(entryOf(found)).toMatchObject({ requiredPoints: null, status: "indeterminate" });
    expect(entryOf(found)?.issues.map(({ code }) => code)).toEqual([
      "RUNOFF_REQUIREMENT_UNRESOLVED",
      "RUNOFF_TYPE_UNRESOLVED",
    ]);
    expect(codesOf(found)).toContain("RUNOFF_TYPE_UNRESOLVED");
    expect(codesOf(withText("Reach 2 points of the Mitigation Menu."))).not.toContain("RUNOFF_TYPE_UNRESOLVED");
  });

  it("that names another scheme is unsupported", () => {
    const found = withText("Follow the NMFS broadcast measures.");
    expect(codesOf(found)).toContain("UNSUPPORTED_MITIGATION");
    expect(entryOf(found)).toMatchObject({ requiredPoints: 3, status: "indeterminate" });
    expect(entryOf(found)?.issues.map(({ code }) => code)).toEqual(["UNSUPPORTED_MITIGATION"]);
  });

  it.each([
    "Maintain a 310-foot downwind spray drift buffer to the cave.",
    "To keep drift off it, leave 100 ft between the last row and the habitat.",
  ])("that asks for a distance because of drift leaves the buffer unresolved: %s", (text) => {
    const found = withText(text);
    expect(found.drift.status).toBe("indeterminate");
    expect(found.drift.issues.map(({ code }) => code)).toContain("DRIFT_REQUIREMENT_UNRESOLVED");
  });

  it.each(["Do not apply within 100 feet of a cave.", "Drift onto the habitat harms it.", "Keep a buffer strip."])(
    "that does not speak of both changes nothing of the buffer: %s",
    (text) => {
      expect(codesOf(withText(text))).not.toContain("DRIFT_REQUIREMENT_UNRESOLVED");
    },
  );

  it("that names neither asks for review and changes no points", () => {
    const found = withText("Do not apply within 100 feet of a cave.");
    expect(entryOf(found)).toMatchObject({ requiredPoints: 3, status: "met" });
    expect(codesOf(found)).toContain("LIMITATIONS_REVIEW_REQUIRED");
    expect(found.status).toBe("indeterminate");
  });
});

describe("a PULA whose code has no loaded text", () => {
  it("asks for review and names the code", () => {
    const pulas = [pulaOf(121, ["DC125", "ZZ9"], { codesWithoutLimitation: ["ZZ9"] })];
    const found = answer([LIBERTY], { areas: areasOf({ pulas }) });
    const review = found.issues.find(({ code }) => code === "LIMITATIONS_REVIEW_REQUIRED");
    expect(review?.particulars).toMatchObject({ areasWithoutText: [{ pulaId: 121, codes: ["ZZ9"] }] });
    expect(found.status).toBe("indeterminate");
  });
});

describe("Enlist One", () => {
  it("without soil is indeterminate: its requirement depends on the soil group", () => {
    const found = answer([ENLIST], { soil: NO_SOIL });
    expect(entryOf(found, "trait_runoff")).toMatchObject({ requiredPoints: null, gap: null, status: "indeterminate" });
    expect(codesOf(found)).toContain("SOIL_UNAVAILABLE");
    expect(found.processingComplete).toBe(false);
    expect(found.soil.status).toBe("unavailable");
  });

  it.each([
    ["B", 4],
    ["C/D", 6],
  ] as const)("on group %s needs %d credits, of its own table", (group, required) => {
    const found = answer([ENLIST], { soil: soilOf(group), selections: [select(epa, "no_till")] });
    expect(found.runoff).toMatchObject([
      { mitigationType: "trait_runoff", requiredPoints: required, earnedPoints: 0, gap: required, status: "not_met" },
    ]);
  });

  it("has nozzles no one has listed, so its droplet minimum is unresolved", () => {
    expect(codesOf(answer([ENLIST]))).toContain("LABEL_DROPLET_MINIMUM_UNRESOLVED");
  });
});

describe("an unknown product", () => {
  it("never yields not_applicable, and its points are unknown, not zero", () => {
    const found = answer([UNKNOWN]);
    expect(found.status).toBe("indeterminate");
    expect(codesOf(found)).toEqual(["RUNOFF_REQUIREMENT_UNRESOLVED", "UNKNOWN_PRODUCT"]);
    expect(entryOf(found)).toMatchObject({ requiredPoints: null, status: "indeterminate" });
    expect(found.products[0]).toMatchObject({ productStatus: null, esaRequired: null });
    expect(found.processingComplete).toBe(false);
  });

  it("is still bound by a limitation that names its number", () => {
    const found = answer([submittedOf("00264-1241-55")], { areas: DC125_AREAS });
    expect(found.products[0]?.pulas).toHaveLength(1);
  });

  it("beside a known one leaves the whole target open", () => {
    expect(entryOf(answer([STRYAX, UNKNOWN]))).toMatchObject({ requiredPoints: null, status: "indeterminate" });
  });

  it("of which only the ESA status is unknown says so", () => {
    const found = answer([submittedOf("99001-3")]);
    expect(codesOf(found)).toContain("ESA_STATUS_UNKNOWN");
    expect(found.status).toBe("indeterminate");
  });
});

describe("a mix", () => {
  it("takes an adjuvant for what it is: it adds no requirement and no issue", () => {
    const alone = answer([LIBERTY]);
    const mixed = answer([LIBERTY, ADJUVANT]);
    expect(mixed.runoff).toEqual(alone.runoff);
    expect(mixed.drift).toEqual(alone.drift);
    expect(mixed.issues).toEqual(alone.issues);
    expect(mixed.products[1]).toMatchObject({ esaRequired: false, productStatus: null, pulas: [] });
    expect(mixed.summary.productsChecked).toBe(2);
  });

  it("raises nothing for the unreadable rate of a product without ESA language", () => {
    const found = answer([LIBERTY, { ...FREE, rateUnit: "packets" }]);
    expect(codesOf(found)).not.toContain("UNRESOLVED_RATE");
  });

  it("with an unreadable rate of a product with ESA language is incomplete", () => {
    const found = answer([{ ...LIBERTY, rateUnit: "packets" }]);
    expect(codesOf(found)).toContain("UNRESOLVED_RATE");
    expect(found.processingComplete).toBe(false);
  });

  it("reads a plain ounce as the catalogue's formulation says, and cannot read that of an unknown product", () => {
    expect(codesOf(answer([{ ...LIBERTY, rateUnit: "oz/ac" }]))).not.toContain("UNRESOLVED_RATE");
    expect(codesOf(answer([{ ...STRYAX, rate: 23, rateUnit: "oz/ac" }]))).toContain("LABEL_LIMIT_EXCEEDED");
    expect(codesOf(answer([{ ...UNKNOWN, rateUnit: "oz/ac" }]))).toContain("UNRESOLVED_RATE");
  });

  it("has the highest points and every buffer", () => {
    const found = answer([LIBERTY, STRYAX, ENLIST, FREE], { areas: DC125_AREAS });
    expect(found.runoff.map(({ mitigationType, requiredPoints }) => [mitigationType, requiredPoints])).toEqual([
      ["epa_runoff", 6],
      ["trait_runoff", 4],
    ]);
    expect(
      found.drift.configuration?.requirements.map(({ productIndex, rawDistanceFt }) => [productIndex, rawDistanceFt]),
    ).toEqual([
      [0, 10],
      [1, 240],
      [2, 30],
    ]);
    expect(found.drift.configuration?.summary.wind_directional).toEqual({
      mitigatable: { distanceFt: 240, mitigationType: "epa_drift_ground" },
      nonMitigatable: { distanceFt: 30, mitigationType: "epa_drift_ground" },
    });
  });

  it("lists a limitation under the product it binds, and under no other", () => {
    const found = answer([LIBERTY, STRYAX], { areas: DC125_AREAS });
    expect(found.products.map(({ pulas }) => pulas.length)).toEqual([0, 1]);
    expect(found.summary).toMatchObject({ productsChecked: 2, productsWithLimitations: 1 });
  });

  it("counts no measure that one of its products rules out", () => {
    const demo = submittedOf("99002-2");
    const selections = [select(epa, "wetlands_in_place"), select(epa, "no_till")];
    const found = entryOf(answer([LIBERTY, demo], { selections }));
    const reasons = Object.fromEntries((found?.selectedMeasures ?? []).map(({ code, reason }) => [code, reason]));
    expect(reasons).toMatchObject({
      wetlands_in_place: "PRODUCT_RESTRICTED",
      moderately_sandy_soil: "PRODUCT_RESTRICTED",
      no_till: null,
    });
  });
});

describe("the ground", () => {
  it("gives its credits again at every check; those saved earlier do not count beside them", () => {
    const saved = [
      select(epa, "runoff_vulnerability_very_low", "county"),
      select(epa, "low_slope", "slope"),
      select(epa, "digital_tracking", "always"),
    ];
    const found = assess(factsOf([LIBERTY], { soil: soilOf("D", 9), selections: saved }));
    expect(found.autoSelections.map(({ subOptionId }) => subOptionId)).toEqual([24, 10]);
    expect(entryOf(found.assessment)).toMatchObject({ earnedPoints: 3 });
  });

  it("with a county without a class leaves a short entry indeterminate and gives no advice", () => {
    const found = answer([LIBERTY], { areas: areasOf({ counties: [LEE, SITKA] }), soil: soilOf("D", 9) });
    expect(entryOf(found)).toMatchObject({ requiredPoints: 3, earnedPoints: 1, gap: 2, status: "indeterminate" });
    expect(found.gapAdvice).toEqual([]);
    expect(codesOf(found)).toContain("COUNTY_CLASS_UNRESOLVED");
  });

  it("with a county without a class leaves a reached entry met", () => {
    const found = answer([LIBERTY], { areas: areasOf({ counties: [SITKA] }) });
    expect(entryOf(found)).toMatchObject({ earnedPoints: 5, status: "met" });
    expect(found.status).toBe("indeterminate");
  });
});

describe("what is saved", () => {
  const rows = (...given: Parameters<typeof factsOf>) => assess(factsOf(...given)).requirements;

  it("is a row for each runoff system and one for drift, by the class of the method", () => {
    expect(
      rows([STRYAX, ENLIST], { areas: DC125_AREAS }).map(({ mitigationType, requiredPoints }) => [
        mitigationType,
        requiredPoints,
      ]),
    ).toEqual([
      ["epa_runoff", 6],
      ["trait_runoff", 4],
      ["epa_drift_ground", null],
    ]);
    expect(rows([LIBERTY], { application: { method: "Drone" } }).map(({ mitigationType }) => mitigationType)).toEqual([
      "epa_runoff",
      "epa_drift_aerial",
    ]);
  });

  it("has no drift row where no buffer applies", () => {
    expect(rows([UNKNOWN]).map(({ mitigationType }) => mitigationType)).toEqual(["epa_runoff"]);
  });

  it("keeps an unresolved target as null, never as zero", () => {
    expect(rows([UNKNOWN]).map(({ requiredPoints }) => requiredPoints)).toEqual([null]);
    // One of a mix is enough to leave its target open for every later reading.
    expect(rows([LIBERTY, UNKNOWN]).map(({ required, targetIssues }) => [required, targetIssues])).toContainEqual([
      true,
      expect.arrayContaining(["UNKNOWN_PRODUCT"]),
    ]);
  });
});

describe("the data an assessment rests on", () => {
  it("is named", () => {
    expect(answer([LIBERTY]).dataVersions).toEqual({
      pula: "pula-1",
      county: "county-1",
      countyPrecision: "exact",
      soil: "soil-1",
      catalogue: "catalogue-1",
      mitigationMenu: "2025-04-30",
    });
  });

  it("is the year of the application for the entry, and the clock's day for the county credit", () => {
    const found = answer([LIBERTY], { application: { applicationDate: "2027-01-02" }, now: NOW });
    expect(entryOf(found)?.year).toBe(2027);
    const county = entryOf(found)?.selectedMeasures.find(({ source }) => source === "county");
    expect(county).toMatchObject({ implementationDate: "2026-04-01", notes: "County: Lee" });
  });
});

describe("nearby PULAs", () => {
  it("are passed on and create no requirement", () => {
    const nearbyPulas = [{ pulaId: 9, eventName: "Near", distanceMiles: 0.4, geometry: null }];
    const found = answer([LIBERTY], { areas: areasOf({ nearbyPulas }) });
    expect(found.nearbyPulas).toEqual(nearbyPulas);
    expect(found.summary.totalPulas).toBe(0);
    expect(entryOf(found)).toEqual(entryOf(answer([LIBERTY])));
  });
});

describe("a status", () => {
  test.each([
    { title: "a known violation beats everything", products: [UNKNOWN, { ...STRYAX, rate: 99 }], want: "not_met" },
    { title: "a buffer keeps intake from being met", products: [LIBERTY], want: "indeterminate" },
    { title: "an unverified label is indeterminate", products: [submittedOf("100-1623")], want: "indeterminate" },
  ])("$title", ({ products, want }) => {
    expect(answer(products).status).toBe(want);
  });
});
