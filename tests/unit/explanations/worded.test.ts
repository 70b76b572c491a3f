import { describe, expect, it, test } from "vitest";
import { presentExplanation } from "@/lib/contracts/v2/explanation";
import type { RuleExplained, RuleKeptAsText, RuleStatement } from "@/lib/domain/explanation";
import { NOTHING } from "@/lib/engine/explain-item";
import { ruleText } from "@/lib/views/explanations/rule-text";
import { inSpanish } from "@/tests/support/spanish";
import { catalogue } from "@/tests/unit/engine/facts";
import { readCases } from "@/tests/unit/engine/cases";

/** What rules say, and the sentence that the engine saved for it before words were made on reading (commit 678bb5d). */
const WORDED = readCases<{ says: RuleStatement; text: string }>("explanations", "worded.json");

const itemOf = (says: RuleStatement): RuleExplained => ({ ...NOTHING, ruleId: "rule", result: "applied", says });

/** Kinds that are nothing but a text of a label, with or without what came of it. */
const QUOTES: readonly string[] = ["adjuvant", "condition"];
const ENGLISH = /\b(the|and|of|with|from|is|are|at|by|no points|points|feet|ground|buffer)\b/i;

describe.each(WORDED)("$text", ({ says, text }) => {
  it("is the API's text to the letter, in whatever language a page is made around it", () => {
    expect(presentExplanation(itemOf(says)).text).toBe(text);
    expect(inSpanish(() => presentExplanation(itemOf(says)).text)).toBe(text);
  });

  it("has words of its own in Spanish", () => {
    const spanish = inSpanish(() => ruleText(itemOf(says)));
    if (says.kind === "condition" && says.outcome === "unjudged") return;
    if (says.kind !== "adjuvant") expect(spanish).not.toBe(text);
    if (!QUOTES.includes(says.kind)) expect(spanish).not.toMatch(ENGLISH);
  });
});

test.each([
  [
    { kind: "points", system: "epa_runoff", points: 1, bySoil: null },
    ["1 punto", "escorrentía, menú de la EPA: 1 punto"],
  ],
  [
    { kind: "points", system: "trait_runoff", points: null, bySoil: { A_B: 4, C_D: 6 } },
    [
      "4 créditos en suelos A y B, 6 en suelos C y D",
      "escorrentía, programa de rasgos: 4 créditos en suelos A y B, 6 en suelos C y D",
    ],
  ],
  [
    {
      kind: "setback",
      productName: "DEMO",
      bufferType: "wind_directional",
      rawFt: 1240,
      reductionPercent: 25,
      widthFt: 930,
    },
    Array(2).fill("DEMO: zona de amortiguamiento a favor del viento de 1,240 pies, reducida en 25 % a 930 pies."),
  ],
  [
    { kind: "methods", permitted: ["ground"], excluded: ["aerial", "Chemigation"] },
    Array(2).fill("métodos permitidos: terrestre; excluidos: aérea, quimigación"),
  ],
] satisfies [RuleStatement, string[]][])("%j is said in Spanish, beside a heading and alone", (says, spanish) => {
  const item = itemOf(says);
  expect(inSpanish(() => [ruleText(item, { isUnderSystem: true }), ruleText(item)])).toEqual(spanish);
});

it("a rule that was saved as a sentence keeps it, in any language", () => {
  const kept: RuleKeptAsText = { ...NOTHING, ruleId: "rule", result: "applied", text: "epa_runoff: 3 points" };
  expect(inSpanish(() => ruleText(kept, { isUnderSystem: true }))).toBe("epa_runoff: 3 points");
  expect(presentExplanation(kept).text).toBe("epa_runoff: 3 points");
});

test.each(catalogue.limitationRules.flatMap(({ missing }) => missing ?? []))(
  "why a code has no rule: %s",
  (missing) => {
    const says: RuleStatement = { kind: "limitation", pulaId: 1, code: "X", uses: [], missing, asks: null };
    expect(inSpanish(() => ruleText(itemOf(says)))).toMatch(
      /^PULA 1, código X\. Falta: No se pudo obtener el texto de /,
    );
  },
);

test("a curve is named in words for a person, and by its code in the API", () => {
  const says: RuleStatement = {
    kind: "deposition",
    distanceFt: 70,
    percent: 0.575,
    curve: "ground_low_fmc",
    isExtrapolated: true,
  };
  expect(ruleText(itemOf(says))).toBe(
    "At 70 ft AgDRIFT Tier I expects 0.575 % of the applied rate (ground, low boom, fine to medium or coarse droplets, beyond the curve's range). It replaces no label's distance.",
  );
  expect(presentExplanation(itemOf(says)).text).toContain("(ground_low_fmc, beyond the curve's range)");
});
