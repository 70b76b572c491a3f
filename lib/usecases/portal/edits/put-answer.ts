import type { ProviderTx } from "@/lib/data/db";
import {
  attestationOf,
  findAttestable,
  findAttestation,
  findLastWords,
  putAttestation,
  removeAttestation,
  type AttestableApplication,
} from "@/lib/data/attestations";
import { raiseApplicationRevision } from "@/lib/data/drift/portal-edits";
import { rememberedAttestation, type Attestation, type QuestionParticulars } from "@/lib/domain/attestation";
import { PortalRefusal } from "@/lib/domain/portal";
import { remember } from "@/lib/usecases/portal/edits/history";
import type { PortalPass } from "@/lib/usecases/portal/pass";

/** An application that questions can be answered for, held until the transaction ends. Refused while it is locked. */
export async function holdAttestable(
  tx: ProviderTx,
  { providerId }: PortalPass,
  applicationEventId: string,
): Promise<AttestableApplication> {
  const application = await findAttestable(tx, providerId, applicationEventId);
  if (application === null) throw new PortalRefusal("not_found");
  if (application.isLocked) throw new PortalRefusal("locked");
  return application;
}

interface Replacement {
  application: AttestableApplication;
  after: Attestation | null;
  /** It comes back after it was taken back, so that it replaces none: the one that is kept meanwhile is an earlier one, for other facts. */
  isBack?: boolean;
  /** What an answer's question named as binding in any case; undefined: nothing, or it is not known. */
  besidesOf: (given: Attestation) => QuestionParticulars["besides"];
}

/** Puts an answer in place of the one that is kept, null taking that away, and writes the history. What it replaced, for other facts, stands again then. */
export async function replaceAnswer(
  tx: ProviderTx,
  pass: PortalPass,
  { applicationEventId, questionId }: { applicationEventId: string; questionId: string },
  { application, after, isBack = false, besidesOf }: Replacement,
): Promise<{ changeId: string }> {
  const { providerId } = pass;
  const before = isBack ? null : await findAttestation(tx, providerId, applicationEventId, questionId);
  const kept = after ?? (await lastReplaced(tx, providerId, { applicationEventId, questionId }));
  if (kept === null) await removeAttestation(tx, providerId, applicationEventId, questionId);
  else await putAttestation(tx, providerId, applicationEventId, kept);
  await raiseApplicationRevision(tx, providerId, applicationEventId);
  return remember(tx, pass, {
    fieldId: application.fieldId,
    year: application.year,
    applicationEventId,
    kind: "attestation",
    before: before === null ? null : rememberedAttestation(before, besidesOf(before)),
    after: after === null ? null : rememberedAttestation(after, besidesOf(after)),
  });
}

/** The last answer to a question that another one took the place of, "I can't tell" as well: what that ended does not stand again. */
async function lastReplaced(
  tx: ProviderTx,
  providerId: string,
  { applicationEventId, questionId }: { applicationEventId: string; questionId: string },
): Promise<Attestation | null> {
  const words = await findLastWords(tx, providerId, applicationEventId);
  const last = words.findLast((each) => each.questionId === questionId);
  if (last === undefined) return null;
  const { isReplaced: _stands, ...given } = attestationOf(last);
  return given;
}
