import type { Citation, Cited } from "@/lib/domain/citation";
import { countsTowardPass } from "@/lib/domain/citation";
import type { RuleExplained, RuleSource } from "@/lib/domain/explanation";

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

/** What an item rests on beside a document. */
type DataBehind = Pick<RuleSource, "dataSet" | "sharePct">;
const NO_DATA: DataBehind = { dataSet: null, sharePct: null };

/** A rule with its source as an item shows it: the first of its citations that is known. Some eighty a check. */
export function citedRule(
  fact: Cited,
  citations: Record<string, Citation>,
  { ruleId, result, says }: Pick<RuleExplained, "ruleId" | "result" | "says">,
  { dataSet, sharePct }: DataBehind = NO_DATA,
): RuleExplained {
  const first = firstOf(fact.cite, citations);
  return {
    ruleId,
    result,
    says,
    document: first?.title ?? null,
    section: first?.locator ?? null,
    documentDate: first?.documentDate ?? null,
    evidence: fact.evidence,
    checkedOn: first?.checkedOn ?? null,
    dataSet,
    sharePct,
  };
}

function firstOf(keys: readonly string[], citations: Record<string, Citation>): Citation | undefined {
  const known = keys.find((key) => citations[key] !== undefined);
  return known === undefined ? undefined : citations[known];
}

/** A rule that rests on unverified evidence was read and could not be applied. */
export const resultOf = ({ evidence }: Cited): "applied" | "unresolved" =>
  countsTowardPass(evidence) ? "applied" : "unresolved";
