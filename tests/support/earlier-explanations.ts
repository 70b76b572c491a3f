import type { ExplanationItem, RuleKeptAsText } from "@/lib/domain/explanation";
import { ruleText } from "@/lib/views/explanations/rule-text";

/** Rules as the first and second form held them: English sentences, each item whole. */
export const asSentences = (items: readonly ExplanationItem[]): RuleKeptAsText[] =>
  items.map((item) => {
    const { ruleId, result, document, section, documentDate, evidence, checkedOn, dataSet, sharePct } = item;
    const source = { document, section, documentDate, evidence, checkedOn, dataSet, sharePct };
    return { ruleId, result, text: ruleText(item, { language: "en" }), ...source };
  });

const places = <T>() => {
  const things: T[] = [];
  const of = (thing: T): number => {
    const known = things.findIndex((other) => JSON.stringify(other) === JSON.stringify(thing));
    return known < 0 ? things.push(thing) - 1 : known;
  };
  return { things, of };
};

/** As the third form held them: sentences whose sources stand once, and unjudged conditions by their place. */
export function packedSentences(
  items: readonly RuleKeptAsText[],
  unjudged: readonly { ruleId: string; text: string }[],
): { documents: string[]; sources: unknown[]; items: unknown[][] } {
  const documents = places<string>();
  const sources = places<unknown>();
  const packed = items.map(({ ruleId, result, text, document, ...rest }) => {
    const { section, documentDate, evidence, checkedOn, dataSet, sharePct } = rest;
    const own = [
      document === null ? null : documents.of(document),
      section,
      documentDate,
      evidence,
      checkedOn,
      dataSet,
    ];
    const place = sources.of([...own, sharePct]);
    const condition = unjudged.findIndex((each) => each.ruleId === ruleId && each.text === text);
    return condition < 0 ? [place, result, ruleId, text] : [place, result, condition];
  });
  return { documents: documents.things, sources: sources.things, items: packed };
}
