import { z } from "zod";
import { at, BETWEEN, Places } from "@/lib/data/stored/places";
import { statement } from "@/lib/data/stored/statements";
import { EVIDENCE } from "@/lib/domain/citation";
import type { ExplanationItem, RuleExplained, RuleKeptAsText, RuleSource } from "@/lib/domain/explanation";
import type { UnjudgedCondition } from "@/lib/domain/label-conditions";

/**
 * Rules as they are saved: `documents` and `sources` stand once; a rule is the place of its source, its result, and then
 * its id and what it says, or the place of the unjudged condition that has both. Words are made where it is read.
 *
 * An explanation tells its own form, because servers of two versions write side by side while one replaces the other. Two
 * earlier forms hold English sentences: a list of whole items, and `items` in place of `rules`, which a server that knows
 * only those asks for and finds missing.
 */
const textOrNull = z.string().nullable();
const evidenceOrNull = z.enum(EVIDENCE).nullable();
const result = z.enum(["applied", "not_checked", "unresolved"]);
const source = z.tuple([
  /** Place in `documents`. */
  z.int().nullable(),
  /** Section, and date of the document. */
  textOrNull,
  textOrNull,
  evidenceOrNull,
  /** Date of the check, and data set. */
  textOrNull,
  textOrNull,
  /** Share of the field, percent. */
  z.number().nullable(),
]);
const asCondition = z.tuple([z.int(), result, z.int()]);
const sources = { documents: z.array(z.string()), sources: z.array(source) };

const packedExplanation = z.object({
  ...sources,
  rules: z.array(z.union([asCondition, z.tuple([z.int(), result, z.string(), statement])])),
});
const packedTexts = z.object({
  ...sources,
  items: z.array(z.union([asCondition, z.tuple([z.int(), result, z.string(), z.string()])])),
});
const wholeTexts: z.ZodType<RuleKeptAsText[]> = z.array(
  z.object({
    ruleId: z.string(),
    result,
    text: z.string(),
    document: textOrNull,
    section: textOrNull,
    documentDate: textOrNull,
    evidence: evidenceOrNull,
    checkedOn: textOrNull,
    dataSet: textOrNull,
    sharePct: z.number().nullable(),
  }),
);

const stored = z.union([packedExplanation, packedTexts, wholeTexts]);

type Source = z.output<typeof source>;
type Sources = Pick<z.output<typeof packedTexts>, "documents" | "sources">;
export type PackedExplanation = z.output<typeof packedExplanation>;
type Condition = Pick<UnjudgedCondition, "ruleId" | "text">;

const nameOf = (ruleId: string, text: string): string => [ruleId, text].join(BETWEEN);

/** The rules of an answer as its row holds them, with the conditions that it left unjudged. */
export function packExplanation(items: readonly RuleExplained[], unjudged: readonly Condition[]): PackedExplanation {
  const documents = new Places<string>();
  const sources = new Places<Source>();
  const conditions = new Map(unjudged.map(({ ruleId, text }, index) => [nameOf(ruleId, text), index]));
  const rules = items.map((each): PackedExplanation["rules"][number] => {
    const { section, documentDate, evidence, checkedOn, dataSet, sharePct, ruleId, says } = each;
    const document = each.document === null ? null : documents.of(each.document, each.document);
    const own: Source = [document, section, documentDate, evidence, checkedOn, dataSet, sharePct];
    const place = sources.of(own.map((part) => (part === null ? "" : `:${part}`)).join(BETWEEN), own);
    const condition =
      says.kind === "condition" && says.outcome === "unjudged" ? conditions.get(nameOf(ruleId, says.text)) : undefined;
    return condition === undefined ? [place, each.result, ruleId, says] : [place, each.result, condition];
  });
  return { documents: documents.things, sources: sources.things, rules };
}

function sourceAt({ documents, sources }: Sources, place: number): RuleSource {
  const [document, section, documentDate, evidence, checkedOn, dataSet, sharePct] = at(sources, place);
  return {
    document: document === null ? null : at(documents, document),
    section,
    documentDate,
    evidence,
    checkedOn,
    dataSet,
    sharePct,
  };
}

function unpacked(explanation: z.output<typeof stored>, unjudged: readonly Condition[]): ExplanationItem[] {
  if (Array.isArray(explanation)) return explanation;
  if ("items" in explanation) {
    return explanation.items.map(([place, came, rule, kept]): RuleKeptAsText => {
      const { ruleId, text } = typeof rule === "number" ? at(unjudged, rule) : { ruleId: rule, text: kept ?? "" };
      return { ruleId, result: came, text, ...sourceAt(explanation, place) };
    });
  }
  return explanation.rules.map((rule): RuleExplained => {
    const own = sourceAt(explanation, rule[0]);
    if (rule.length === 4) return { ruleId: rule[2], result: rule[1], says: rule[3], ...own };
    const { ruleId, text } = at(unjudged, rule[2]);
    return { ruleId, result: rule[1], says: { kind: "condition", text, outcome: "unjudged" }, ...own };
  });
}

const conditions = z.array(z.object({ ruleId: z.string(), text: z.string() }));

/** The rules behind a saved answer, with the conditions it left unjudged. Throws where the row holds something else. */
export const readExplanation = (json: unknown, unjudged: unknown = []): ExplanationItem[] =>
  unpacked(stored.parse(json), conditions.parse(unjudged));
