import { z } from "zod";
import type { Assessment, ExplanationItem } from "@/lib/domain/compliance";
import type { UnjudgedCondition } from "@/lib/domain/label-conditions";
import type { AssessmentToSave } from "@/lib/domain/saved-application";

/**
 * Rules as they are saved: half of an assessment's text said the same over and over. `documents` and `sources` stand once;
 * an item is the place of its source, its result, and then its rule and text, or the place of the unjudged condition
 * that has both.
 */
const textOrNull = z.string().nullable();
const source = z.tuple([
  /** Place in `documents`. */
  z.int().nullable(),
  /** Section, date of the document, evidence, date of the check, data set. */
  textOrNull,
  textOrNull,
  textOrNull,
  textOrNull,
  textOrNull,
  /** Share of the field, percent. */
  z.number().nullable(),
]);
const item = z.union([z.tuple([z.int(), z.string(), z.string(), z.string()]), z.tuple([z.int(), z.string(), z.int()])]);
const packedExplanation = z.object({ documents: z.array(z.string()), sources: z.array(source), items: z.array(item) });

type Source = z.output<typeof source>;
type PackedExplanation = z.output<typeof packedExplanation>;
type Condition = Pick<UnjudgedCondition, "ruleId" | "text">;

/** A control character, which no text of a rule has. */
const BETWEEN = "\u001f";

/** Gives each different thing a place, in the order in which they come; things of one name are alike. */
class Places<Thing> {
  readonly things: Thing[] = [];
  readonly #places = new Map<string, number>();

  of(name: string, thing: Thing): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    this.#places.set(name, this.things.length);
    return this.things.push(thing) - 1;
  }
}

const nameOf = ({ ruleId, text }: Condition): string => [ruleId, text].join(BETWEEN);

export function packExplanation(items: readonly ExplanationItem[], unjudged: readonly Condition[]): PackedExplanation {
  const documents = new Places<string>();
  const sources = new Places<Source>();
  const conditions = new Map(unjudged.map((condition, index) => [nameOf(condition), index]));
  const packed = items.map((each): PackedExplanation["items"][number] => {
    const { section, documentDate, evidence, checkedOn, dataSet, sharePct } = each;
    const document = each.document === null ? null : documents.of(each.document, each.document);
    const own: Source = [document, section, documentDate, evidence, checkedOn, dataSet, sharePct];
    const place = sources.of(own.map((part) => (part === null ? "" : `:${part}`)).join(BETWEEN), own);
    const condition = conditions.get(nameOf(each));
    return condition === undefined ? [place, each.result, each.ruleId, each.text] : [place, each.result, condition];
  });
  return {
    documents: documents.things,
    sources: sources.things,
    items: packed,
  };
}

function at<T>(list: readonly T[], place: number): T {
  const found = list[place];
  if (found === undefined) throw new RangeError("a saved assessment names a place that is not there");
  return found;
}

/** The items as they were before they were packed, for the schema of explanations to judge. */
function unpackExplanation(json: unknown, unjudged: readonly Condition[]): unknown[] {
  const { documents, sources, items } = packedExplanation.parse(json);
  return items.map(([place, result, ...rest]) => {
    const [document, section, documentDate, evidence, checkedOn, dataSet, sharePct] = at(sources, place);
    const [rule] = rest;
    const { ruleId, text } = typeof rule === "number" ? at(unjudged, rule) : { ruleId: rule, text: rest[1] };
    return {
      ruleId,
      result,
      text,
      document: document === null ? null : at(documents, document),
      section,
      documentDate,
      evidence,
      checkedOn,
      dataSet,
      sharePct,
    };
  });
}

/** Items of any format: up to the second, they were saved one by one. */
export const itemsOfExplanation = (json: unknown, unjudged: readonly Condition[]): unknown =>
  Array.isArray(json) ? json : unpackExplanation(json, unjudged);

/** The same of two conditions that are alike in every member. */
function wholeNameOf({
  productIndex,
  ruleId,
  text,
  source: from,
  isOpen,
  isUnread,
  ...others
}: UnjudgedCondition): string {
  // A member that is added has to be compared as well.
  others satisfies Record<string, never>;
  return [ruleId, text, from, productIndex, isOpen, isUnread].join(BETWEEN);
}

/** Conditions that stand in the answer's own list are saved as their place in it. */
function packUnjudged(
  conditions: readonly UnjudgedCondition[],
  known: readonly UnjudgedCondition[],
): (UnjudgedCondition | number)[] {
  const places = new Map(known.map((condition, index) => [wholeNameOf(condition), index]));
  return conditions.map((condition) => places.get(wholeNameOf(condition)) ?? condition);
}

export const unpackUnjudged = <Condition>(
  conditions: readonly (Condition | number)[],
  known: readonly Condition[],
): Condition[] => conditions.map((each) => (typeof each === "number" ? at(known, each) : each));

type Packed = Omit<AssessmentToSave, "explanation" | "whenConfirmed"> & {
  explanation: PackedExplanation;
  whenConfirmed:
    (Omit<NonNullable<Assessment["whenConfirmed"]>, "unjudged"> & { unjudged: (UnjudgedCondition | number)[] }) | null;
};

/** An assessment as the row's `body` holds it. */
export function packAssessment(assessment: AssessmentToSave): Packed {
  const { explanation, unjudged, whenConfirmed } = assessment;
  return {
    ...assessment,
    explanation: packExplanation(explanation, unjudged),
    whenConfirmed:
      whenConfirmed === null ? null : { ...whenConfirmed, unjudged: packUnjudged(whenConfirmed.unjudged, unjudged) },
  };
}
