import type { ProviderTx } from "@/lib/data/db";
import { findExemptible, saveExemption, type ExemptibleApplication } from "@/lib/data/portal/exemptions";
import { EXEMPTION_REASONS } from "@/lib/domain/mitigation";
import { PortalRefusal, type RememberedExemption } from "@/lib/domain/portal";
import type { ExemptionEdit } from "@/lib/domain/portal-edit";
import { asksTreatedArea, isBeyondField, isTooLarge, isTreatedTooLarge } from "@/lib/engine/runoff/contradictions";
import type { ExemptionReasonRow } from "@/lib/domain/tables";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { EditKind } from "@/lib/usecases/portal/edits/edit-kind";
import { remember } from "@/lib/usecases/portal/edits/history";
import type { PortalPass } from "@/lib/usecases/portal/pass";
import type { FieldYearFacts } from "@/lib/usecases/portal/read-field-year";

/**
 * Answers the EPA runoff exemption questions of one application. An empty list is "None apply": required, with a
 * time. One or more reasons make it exempt at once; a reason tied to a method needs a matching method, and one for small
 * areas the acres that are treated.
 */
export async function claimExemption(
  tx: ProviderTx,
  pass: PortalPass,
  { applicationEventId, reasons, treatedAcres }: Answer,
  /** Refuses an application that is not the one the editor saw. */
  check: (application: ExemptibleApplication) => void = () => undefined,
): Promise<{ changeId: string }> {
  const unknown = reasons.some((reason) => !(EXEMPTION_REASONS as readonly string[]).includes(reason));
  if (unknown) throw new PortalRefusal("unknown_reason");
  return putAnswer(tx, pass, applicationEventId, (application) => {
    check(application);
    if (treatedAcres === null && rowsOf(application, reasons).some(asksTreatedArea)) {
      throw new PortalRefusal("treated_area_needed");
    }
    const evaluatedAt = pass.deps.clock().toISOString();
    return { required: reasons.length === 0, evaluatedAt, reasons: [...reasons], treatedAcres };
  });
}

/** The acres are null where no reason asks for them. */
interface Answer extends Pick<ExemptionEdit, "applicationEventId" | "treatedAcres"> {
  reasons: readonly string[];
}

const isAnsweredAt = ({ evaluatedAt }: RememberedExemption, at: string | null): boolean =>
  evaluatedAt === null || at === null
    ? evaluatedAt === null && at === null
    : Date.parse(evaluatedAt) === Date.parse(at);

/** Puts an answer in place of the saved one. */
export async function putAnswer(
  tx: ProviderTx,
  pass: PortalPass,
  applicationEventId: string,
  answer: (application: ExemptibleApplication) => RememberedExemption,
): Promise<{ changeId: string }> {
  const application = await findExemptible(tx, pass.providerId, applicationEventId);
  if (application === null) throw new PortalRefusal("not_found");
  if (application.isLocked) throw new PortalRefusal("locked");
  const after = answer(application);
  refuseOtherMethod(application, after.reasons ?? []);
  refuseLargeArea(application, after);
  await saveExemption(tx, pass.providerId, applicationEventId, after);
  const { fieldId, year, exemption: before } = application;
  return remember(tx, pass, { fieldId, year, applicationEventId, kind: "exemption", before, after });
}

function refuseOtherMethod(application: ExemptibleApplication, reasons: readonly string[]): void {
  const rows = rowsOf(application, reasons);
  if (rows.some(({ methods }) => methods !== null && !methods.includes(application.method))) {
    throw new PortalRefusal("reason_needs_other_method");
  }
  if (rows.some((row) => isTooLarge(row, application))) throw new PortalRefusal("area_too_large");
}

/** An answer from before the acres were asked for may be put back as it was. */
function refuseLargeArea(
  application: ExemptibleApplication,
  { reasons, treatedAcres = null }: RememberedExemption,
): void {
  if (treatedAcres === null) return;
  if (isBeyondField(treatedAcres, application.areaSqm)) throw new PortalRefusal("treated_area_beyond_field");
  if (rowsOf(application, reasons ?? []).some((row) => isTreatedTooLarge(row, treatedAcres))) {
    throw new PortalRefusal("treated_area_too_large");
  }
}

const rowsOf = ({ applicationDate }: ExemptibleApplication, reasons: readonly string[]): ExemptionReasonRow[] =>
  rulebookAsOf(applicationDate).exemptionReasons.filter(({ code }) => reasons.includes(code));

function isAnswerSaved({ reasons, treatedAcres }: ExemptionEdit, { shown }: FieldYearFacts): boolean {
  const saved = shown?.saved.requirements.find(({ mitigationType }) => mitigationType === "epa_runoff");
  if (saved === undefined || saved.exemptionEvaluatedAt === null) return false;
  const isSame = JSON.stringify([...reasons].sort()) === JSON.stringify([...(saved.exemptionReasons ?? [])].sort());
  return isSame && saved.exemptionTreatedAcres === treatedAcres && saved.required === (reasons.length === 0);
}

export const exemptionKind: EditKind<ExemptionEdit> = {
  make: (tx, pass, edit) =>
    claimExemption(tx, pass, edit, ({ fieldId, year, exemption }) => {
      if (fieldId !== edit.fieldId || year !== edit.year) throw new PortalRefusal("not_found");
      if (!isAnsweredAt(exemption, edit.baseAnsweredAt)) throw new PortalRefusal("changed");
    }),
  isSaved: isAnswerSaved,
};
