import type { Citation, Cited } from "@/lib/domain/citation";
import { countsTowardPass } from "@/lib/domain/citation";
import type { RuleExplained, RuleSource } from "@/lib/domain/explanation";

/** A rule's item before it is said which data it rests on. */
export type RuleItem = Omit<RuleExplained, "dataSet" | "sharePct">;

/** The source of an item that names none. */
export const NOTHING: RuleSource = {
  document: null,
  section: null,
  documentDate: null,
  evidence: null,
  checkedOn: null,
  dataSet: null,
  sharePct: null,
};

/** A rule's source as an item shows it: the first of its citations that is known. */
export function cited(fact: Cited, citations: Record<string, Citation>): RuleSource {
  const first = fact.cite.map((key) => citations[key]).find((citation) => citation !== undefined);
  return {
    ...NOTHING,
    document: first?.title ?? null,
    section: first?.locator ?? null,
    documentDate: first?.documentDate ?? null,
    evidence: fact.evidence,
    checkedOn: first?.checkedOn ?? null,
  };
}

/** A rule that rests on unverified evidence was read and could not be applied. */
export const resultOf = ({ evidence }: Cited): "applied" | "unresolved" =>
  countsTowardPass(evidence) ? "applied" : "unresolved";
