import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { RuleExplained, RuleStatement } from "@/lib/domain/explanation";
import type { LabelRules } from "@/lib/domain/product";
import { conditionsOf } from "@/lib/engine/conditions/of-label";
import { compileEdition } from "@/lib/rulebook/label-files/compile";
import { parseLabelFiles } from "@/lib/rulebook/label-files/parse-labels";
import { readRuleFiles, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";
import { checklistByProduct } from "@/lib/views/checklist";
import { englishIn, isWorded, ruleText } from "@/lib/views/explanations/rule-text";
import { inLanguage } from "@/lib/views/language";
import { partsOf } from "@/lib/views/text-parts";
import { tableText } from "@/lib/views/vocabulary/table-text";

const labels = parseLabelFiles((await readRuleFiles(RULEBOOK_DIRECTORY)).files);
const ofLabels = labels.folders.flatMap(({ editions }) =>
  editions.flatMap(({ content }) => {
    const compiled = compileEdition(content, labels.parts);
    return compiled.ok && compiled.edition.rules !== null ? [compiled.edition.rules] : [];
  }),
);
/** What of a label's rules is said in our own words; the demonstration's file leaves out conditions where there are none. */
type Labeled = Omit<LabelRules, "conditions"> & Partial<Pick<LabelRules, "conditions">>;
const demonstration = JSON.parse(readFileSync("lib/rulebook/demonstration/products.json", "utf8")) as {
  products: { rules: Labeled | null }[];
};
const ofDemonstration = demonstration.products.flatMap(({ rules }) => (rules === null ? [] : [rules]));
const textsOf = (all: readonly Labeled[]): string[] => [
  ...new Set(
    all.flatMap((rules) => [
      ...conditionsOf({ ...rules, conditions: rules.conditions ?? [] }).map(({ text }) => text),
      ...rules.adjuvants.map(({ text }) => text),
    ]),
  ),
];

describe("the conditions of the labels that Hedgerow has", () => {
  const texts = textsOf([...ofLabels, ...ofDemonstration]);

  it("are read in Spanish, with the same figures", () => {
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter((text) => tableText(text, "es") === text)).toEqual([]);
    const figures = (text: string): string[] => (text.match(/\d[\d,.]*\d|\d/g) ?? []).toSorted();
    for (const text of texts) expect(figures(tableText(text, "es")), text).toEqual(figures(text));
  });

  it("are in English for the API and everyone else", () => expect(texts.map((text) => tableText(text))).toEqual(texts));
});

const RAIN = "Not while it rains.";
/** As an operator may enter one. */
const OWN = "Not within a mile of a school.";
const rule = (says: RuleStatement): RuleExplained => ({
  ruleId: "product:99002-1:condition:own",
  result: "not_checked",
  document: null,
  section: null,
  documentDate: null,
  evidence: null,
  checkedOn: null,
  dataSet: null,
  sharePct: null,
  says,
});
const condition = (text: string): RuleExplained => rule({ kind: "condition", text, outcome: "kept" });

describe("a condition that has no Spanish", () => {
  const partsInSpanish = (of: RuleExplained) => inLanguage("es", () => partsOf(ruleText(of), englishIn(of)));

  it("is marked as English among the rules of an answer, and what came of it is Spanish", () => {
    expect(partsInSpanish(condition(OWN))).toEqual([
      { text: OWN, isEnglish: true },
      { text: " Se cumple.", isEnglish: false },
    ]);
    expect(partsInSpanish(condition(RAIN))).toEqual([{ text: "No mientras llueve. Se cumple.", isEnglish: false }]);
  });

  it("is marked where a limitation's own words forbid the product", () => {
    const asks = { kind: "prohibition", text: "Do not use in this area." } as const;
    const limitation = rule({ kind: "limitation", pulaId: 7, code: "X1", uses: [], missing: null, asks });
    expect(partsInSpanish(limitation).filter(({ isEnglish }) => isEnglish)).toEqual([
      { text: asks.text, isEnglish: true },
    ]);
  });

  it("counts as unworded in a report's column", () => {
    inLanguage("es", () => expect([condition(OWN), condition(RAIN)].map(isWorded)).toEqual([false, true]));
  });

  it("is marked in the list of what to check, where the others are in Spanish", () => {
    const unjudged = [RAIN, OWN].map((text) => ({ productIndex: 0, ruleId: "", text, source: "Label, page 1" }));
    const [list] = inLanguage("es", () => checklistByProduct(unjudged, [{ productName: "A", epaNumber: null }]));
    expect(list?.items.map(({ text, isEnglish }) => [text, isEnglish])).toEqual([
      ["No mientras llueve.", false],
      [OWN, true],
    ]);
  });
});
