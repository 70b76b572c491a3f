import { v7 as uuidv7 } from "uuid";
import { recordChange } from "@/lib/data/portal/changes";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import { findExemptible, saveExemption, type ExemptibleApplication } from "@/lib/data/portal/exemptions";
import { EXEMPTION_REASONS } from "@/lib/domain/mitigation";
import { PortalRefusal, type RememberedExemption } from "@/lib/domain/portal";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { PortalPass } from "@/lib/usecases/portal/change-selection";

/**
 * Answers the EPA runoff exemption questions of one application. An empty list is "None apply": required, with a
 * time. One or more reasons make it exempt at once; a reason tied to a method needs a matching method.
 */
export async function claimExemption(
  pass: PortalPass,
  applicationEventId: string,
  reasons: readonly string[],
  /** The answer the editor saw, by its time; left out does not ask. */
  seen?: { answeredAt: Date | null },
): Promise<{ changeId: string }> {
  const unknown = reasons.some((reason) => !(EXEMPTION_REASONS as readonly string[]).includes(reason));
  if (unknown) throw new PortalRefusal("unknown_reason");
  const after: RememberedExemption = {
    required: reasons.length === 0,
    evaluatedAt: pass.deps.clock().toISOString(),
    reasons: [...reasons],
  };
  return asProvider(pass.deps.db, pass.providerId, (tx) =>
    applyExemption(tx, pass, applicationEventId, ({ exemption }) => {
      if (seen !== undefined && !isAnsweredAt(exemption, seen.answeredAt)) throw new PortalRefusal("changed");
      return after;
    }),
  );
}

const isAnsweredAt = ({ evaluatedAt }: RememberedExemption, at: Date | null): boolean =>
  evaluatedAt === null || at === null ? evaluatedAt === null && at === null : Date.parse(evaluatedAt) === at.getTime();

/** Puts an answer in place of the saved one, inside a transaction that is open already. */
export async function applyExemption(
  tx: ProviderTx,
  { deps, providerId, actor }: PortalPass,
  applicationEventId: string,
  answer: (application: ExemptibleApplication) => RememberedExemption,
): Promise<{ changeId: string }> {
  const application = await findExemptible(tx, providerId, applicationEventId);
  if (application === null) throw new PortalRefusal("not_found");
  if (application.isLocked) throw new PortalRefusal("locked");
  const after = answer(application);
  refuseOtherMethod(application, after.reasons ?? []);
  await saveExemption(tx, providerId, applicationEventId, after);
  const changeId = uuidv7();
  await recordChange(tx, providerId, {
    changeId,
    fieldId: application.fieldId,
    applicationEventId,
    year: application.year,
    kind: "exemption",
    actor,
    changedAt: deps.clock(),
    before: application.exemption,
    after,
  });
  return { changeId };
}

function refuseOtherMethod({ method, applicationDate }: ExemptibleApplication, reasons: readonly string[]): void {
  const rows = rulebookAsOf(applicationDate).exemptionReasons;
  const isTiedElsewhere = reasons.some((reason) => {
    const methods = rows.find((row) => row.code === reason)?.methods ?? null;
    return methods !== null && !methods.includes(method);
  });
  if (isTiedElsewhere) throw new PortalRefusal("reason_needs_other_method");
}
