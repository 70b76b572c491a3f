import { describe, expect, it, test } from "vitest";
import type { RuleKeptAsText } from "@/lib/domain/explanation";
import type { LimitationRule } from "@/lib/domain/product";
import { assess } from "@/lib/engine/assess";
import { asSentences } from "@/tests/support/earlier-explanations";
import { driftRule, method } from "./drift/rules";
import {
  areasOf,
  catalogue,
  DC125_AREAS,
  factsOf,
  LEE,
  limitationOf,
  productOf,
  pulaOf,
  SITKA,
  submittedOf,
} from "./facts";

/** In the sentences of the API. */
const explained = (...given: Parameters<typeof factsOf>): RuleKeptAsText[] =>
  asSentences(assess(factsOf(...given)).assessment.explanation);
const itemOf = (items: readonly RuleKeptAsText[], ruleId: string): RuleKeptAsText => {
  const found = items.find((item) => item.ruleId === ruleId);
  if (found === undefined) throw new Error(`no item ${ruleId} among ${items.map((item) => item.ruleId).join(", ")}`);
  return found;
};

describe("the explanation of a label", () => {
  const items = explained([submittedOf("264-1241")]);

  it("names every rule of it with its document, section, evidence and data set", () => {
    const { rules } = productOf("264-1241");
    // The limits of Illinois do not bind in Alabama, nor those of cotton on soybean.
    const judgedHere = (label: typeof rules) =>
      (label?.conditions ?? []).filter(
        ({ when }) => when?.states === undefined && (when?.crops ?? ["soybean"]).includes("soybean"),
      ).length;
    // No label says that no one has read it for a ban on sandy soil.
    const label = items.filter(
      ({ ruleId }) => ruleId.startsWith("product:264-1241:") && ruleId !== "product:264-1241:condition:sandy-soil",
    );
    expect(label).toHaveLength(3 + judgedHere(rules) + (rules?.adjuvants.length ?? 0));
    for (const item of label) {
      expect(item.document).toMatch(/^(Stryax|Kansas|Pennsylvania|EPA Bulletins)/);
      expect(item.section).not.toBeNull();
      expect(item.evidence).toMatch(/^(primary|secondary|computed)$/);
      expect(item.dataSet).toBe("catalogue-1");
    }
  });

  it("names the points with the label they stand in, its section and its date", () => {
    expect(itemOf(items, "product:264-1241:runoff:epa_runoff")).toMatchObject({
      result: "applied",
      text: "epa_runoff: 3 points",
      document: "Stryax Herbicide label, EPA Reg. No. 264-1241 (transcribed excerpt)",
      section: "page 12",
      documentDate: "2026-02-06",
    });
  });

  it("names the buffer and what the label says of the method", () => {
    expect(itemOf(items, "product:264-1241:drift:wind_directional:ground")).toMatchObject({
      result: "applied",
      text: "wind-directional buffer, ground: 240 feet",
    });
    expect(itemOf(items, "product:264-1241:methods")).toMatchObject({
      result: "applied",
      text: "permitted: ground; excluded: aerial, Chemigation",
    });
  });

  it("shows limits that were judged as applied, and those that cannot be as not checked", () => {
    expect(itemOf(items, "product:264-1241:condition:single-rate")).toMatchObject({
      result: "applied",
      text: "At most 22 fl oz (0.5 lb acid equivalent of dicamba) per acre in one application. Kept.",
    });
    expect(itemOf(items, "product:264-1241:condition:volume")).toMatchObject({
      result: "applied",
      text: "At least 15 gallons of spray per acre. Kept.",
    });
    expect(itemOf(items, "product:264-1241:condition:wind")).toMatchObject({
      result: "not_checked",
      text: "Wind from 3 to 10 mph at boom height.",
    });
    expect(itemOf(items, "product:264-1241:condition:applications")).toMatchObject({
      result: "not_checked",
      text: "At most two applications a year.",
    });
  });

  test.each([
    { gpa: 15, rate: 22, result: "applied", volume: "Kept.", single: "Kept." },
    { gpa: 14, rate: 22.1, result: "applied", volume: "Broken.", single: "Broken." },
    { gpa: null, rate: 22, result: "unresolved", volume: "Could not be judged.", single: "Kept." },
  ])("tells a limit that is kept from one that is not: $rate fl oz in $gpa gallons", ({ gpa, rate, ...wanted }) => {
    const judged = explained([submittedOf("264-1241", { rate })], { application: { gpa } });
    expect(itemOf(judged, "product:264-1241:condition:single-rate").text).toBe(
      `At most 22 fl oz (0.5 lb acid equivalent of dicamba) per acre in one application. ${wanted.single}`,
    );
    expect(itemOf(judged, "product:264-1241:condition:volume")).toMatchObject({
      result: wanted.result,
      text: `At least 15 gallons of spray per acre. ${wanted.volume}`,
    });
  });

  it("says of a wind limit without a minimum that there is none", () => {
    const [wind] = explained([submittedOf("7969-500")]).filter(({ ruleId }) => ruleId.endsWith("highest-wind"));
    expect(wind?.text).toBe("Wind of at most 15 mph.");
  });

  it("writes credits by soil as such", () => {
    expect(itemOf(explained([submittedOf("62719-695")]), "product:62719-695:runoff:trait_runoff").text).toBe(
      "trait_runoff: 4 on soils A and B, 6 on soils C and D",
    );
  });

  it("shows rules that rest on unverified evidence as unresolved", () => {
    const unverified = explained([submittedOf("7969-507")]).filter(({ evidence }) => evidence === "unverified");
    const results = new Set(
      unverified.filter(({ ruleId }) => !ruleId.includes(":condition:")).map(({ result }) => result),
    );
    expect(results).toEqual(new Set(["unresolved"]));
  });

  it("names each measure the label rules out", () => {
    const ruled = explained([submittedOf("99002-2")]).filter(({ ruleId }) => ruleId.includes(":disallowed:"));
    expect(ruled.map(({ ruleId }) => ruleId)).toEqual([
      "product:99002-2:disallowed:sandy_soils",
      "product:99002-2:disallowed:wetlands_in_place",
      "product:99002-2:disallowed:row_middle_hood",
    ]);
    for (const item of ruled) expect(item.document).not.toBeNull();
  });

  test.each([
    ["an unknown product", "1-1"],
    ["a product without ESA language", "99001-1"],
    ["a product known from the register alone", "99001-3"],
  ])("is empty for %s", (_, number) => {
    const items = explained([submittedOf(number)]);
    expect(items.filter(({ ruleId }) => ruleId.startsWith("product:"))).toEqual([]);
  });
});

describe("the explanation of a limitation", () => {
  it("names the rule that scores it, its bulletin, its PULA and the share of the field", () => {
    const item = itemOf(explained([submittedOf("264-1241")], { areas: DC125_AREAS }), "limitation:1:runoff:epa_runoff");
    expect(item).toMatchObject({
      result: "applied",
      text: "PULA 121, code DC125. Uses named: Soybeans, Cotton. epa_runoff: 6 points",
      documentDate: "2026-09-17",
      evidence: "primary",
      dataSet: "pula-1",
      sharePct: 40,
    });
    expect(item.document).toContain("Bulletins Live! Two");
  });

  const withRule = (rule: Partial<LimitationRule>) => {
    const [known] = catalogue.limitationRules.filter(({ code }) => code === "DC125");
    if (known === undefined) throw new Error("no rule DC125");
    return explained([submittedOf("264-1241")], {
      areas: DC125_AREAS,
      limitationRules: [{ ...known, ...rule }],
    }).filter(({ ruleId }) => ruleId.startsWith("limitation:"));
  };

  it("names each of several rules, buffers among them", () => {
    const drift = driftRule({ omni_directional: [method("ground", 60)] }, { cite: ["BULLETIN-DC125"] });
    const items = withRule({ drift });
    expect(items.map(({ ruleId, result }) => [ruleId, result])).toEqual([
      ["limitation:1:runoff:epa_runoff", "applied"],
      ["limitation:1:drift:omni_directional:ground", "applied"],
    ]);
    expect(items[1]?.text).toContain("omni-directional buffer, ground: 60 feet");
    for (const item of items) expect(item.document).not.toBeNull();
  });

  it("shows a rule on unverified evidence as unresolved", () => {
    const [points] = catalogue.limitationRules.flatMap(({ runoff }) => runoff);
    if (points === undefined) throw new Error("no runoff rule");
    expect(withRule({ runoff: [{ ...points, evidence: "unverified" }] }).map(({ result }) => result)).toEqual([
      "unresolved",
    ]);
  });

  it("names the rule that prohibits the product, with the document it was made of", () => {
    expect(withRule({ prohibits: true, runoff: [], drift: null })).toMatchObject([
      {
        ruleId: "limitation:1:prohibition",
        result: "applied",
        text: "PULA 121, code DC125. Uses named: Soybeans, Cotton. Prohibits the product in this area.",
        documentDate: "2026-09-17",
        evidence: null,
        dataSet: "pula-1",
        sharePct: 40,
      },
    ]);
    const [item] = withRule({ prohibits: true, runoff: [], drift: null });
    expect(item?.document).toContain("Bulletins Live! Two");
    expect(item?.section).not.toBeNull();
  });

  it("quotes the words that prohibit the product where no rule was made of them", () => {
    const text = "Do not apply this product in this PULA.";
    const areas = areasOf({ pulas: [pulaOf(121, ["ZZ1"])], limitations: [limitationOf({ code: "ZZ1", text })] });
    const items = explained([submittedOf("264-1241")], { areas }).filter(({ ruleId }) =>
      ruleId.startsWith("limitation"),
    );
    expect(items).toMatchObject([
      {
        ruleId: "limitation:1:prohibition",
        result: "applied",
        text: `PULA 121, code ZZ1. Prohibits the product in this area: "${text}"`,
        document: null,
        dataSet: "pula-1",
      },
    ]);
  });

  it("prohibits nothing on a crop that the limitation does not name", () => {
    const text = "Do not apply this product in this PULA.";
    const limitation = limitationOf({ code: "ZZ1", text, uses: ["Cotton"] });
    const areas = areasOf({ pulas: [pulaOf(121, ["ZZ1"])], limitations: [limitation] });
    const items = explained([submittedOf("264-1241")], { areas, application: { crop: ["Soybeans"] } });
    expect(itemOf(items, "limitation:1")).toMatchObject({ result: "unresolved" });
  });

  it("shows one that no rule scores as unresolved, without a document", () => {
    const areas = areasOf({ pulas: [pulaOf(121, ["ZZ1"])], limitations: [limitationOf({ code: "ZZ1" })] });
    expect(itemOf(explained([submittedOf("264-1241")], { areas }), "limitation:1")).toMatchObject({
      result: "unresolved",
      text: "PULA 121, code ZZ1.",
      document: null,
      evidence: null,
      dataSet: "pula-1",
    });
  });
});

describe("the explanation of the county credit", () => {
  it("names the county that decides, its points and the table", () => {
    expect(itemOf(explained([submittedOf("7969-500")]), "auto_credit:10")).toMatchObject({
      result: "applied",
      text: "Runoff vulnerability of Lee: 2 points",
      section: "epa-runoff-county-classes@2024-10-01",
      dataSet: "county-1",
    });
  });

  it("says so where coarse shapes decided", () => {
    const coarse = { version: "county-1", verifiedAt: null, isDemonstration: false, precision: "coarse" as const };
    const items = explained([submittedOf("7969-500")], { areas: areasOf({ countySet: coarse }) });
    expect(itemOf(items, "auto_credit:10").text).toContain("coarse shapes");
  });

  it("is missing where no county credit is given", () => {
    const items = explained([submittedOf("7969-500")], { areas: areasOf({ counties: [LEE, SITKA] }) });
    expect(items.filter(({ ruleId }) => /^auto_credit:(9|10|11|12)$/.test(ruleId))).toEqual([]);
  });
});
