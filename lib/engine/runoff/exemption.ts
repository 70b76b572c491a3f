import type { ApplicationMethod } from "@/lib/domain/application";
import { isDatedAfter, type Selection } from "@/lib/domain/mitigation";
import type { ExemptionReasonRow } from "@/lib/domain/tables";
import { isTreatedTooLarge, mayBeTooLarge } from "@/lib/engine/runoff/contradictions";
import type { ExemptionClaim } from "@/lib/engine/runoff/entry";

/**
 * A saved answer to the exemption questions, as far as it holds for the method the application is made by now.
 *
 * A recheck keeps the answer, and may change the method: an exemption that rests on nothing but soil injection does
 * not hold for a broadcast application, and one for a small area not where the whole of a large field is treated or the
 * acres said to be treated are not few. Nor does one for a controlled outlet beside a measure that says of the field's drains that
 * they have none. Source: docs/contract.md, Fixed points (reasons tied to a method).
 * Missing data: an old record without reasons, with one the table does not know, or without the acres is taken at its word.
 * A field of unknown area, without soil, may be a large one.
 */
export function exemptionInForce(claim: ExemptionClaim | null, facts: ExemptionFacts): ExemptionClaim | null {
  if (claim === null || claim.required || claim.reasons === null || claim.reasons.length === 0) return claim;
  const holds = claim.reasons.some((reason) => {
    const row = facts.reasonTable.find(({ code }) => code === reason);
    if (row === undefined) return true;
    if (isTreatedTooLarge(row, claim.treatedAcres) || isContradicted(row, facts)) return false;
    return (row.methods === null || row.methods.includes(facts.method)) && !mayBeTooLarge(row, facts);
  });
  return holds ? claim : { ...claim, required: true };
}

interface ExemptionFacts {
  method: ApplicationMethod;
  areaSqm: number | null;
  reasonTable: readonly ExemptionReasonRow[];
  /** Of the field and year. */
  selections: readonly Selection[];
  applicationDate: string;
}

/** Whether a measure that is in place by then says of the field what a reason denies. */
export const isContradicted = (
  { contradictedBy }: Pick<ExemptionReasonRow, "contradictedBy">,
  { selections, applicationDate }: Pick<ExemptionFacts, "selections" | "applicationDate">,
): boolean =>
  selections.some(
    (selection) =>
      selection.system === "epa_runoff" &&
      contradictedBy.includes(selection.subOptionId) &&
      !isDatedAfter(selection, applicationDate),
  );
