import { findAttestation, isAnswerChangedSince, type AttestableApplication } from "@/lib/data/attestations";
import { findSavedApplication } from "@/lib/data/compliance-reads";
import type { ProviderTx } from "@/lib/data/db";
import { isLeftBy, type AskedQuestion, type Attestation, type RememberedAttestation } from "@/lib/domain/attestation";
import { PortalRefusal, type ChangeRecord } from "@/lib/domain/portal";
import type { AttestationEdit } from "@/lib/domain/portal-edit";
import { hasTerm } from "@/lib/engine/attestations/saved";
import { attestedApplication, besidesAsked, fingerprintOf, givenTo } from "@/lib/usecases/attestations/asked";
import { holdAttestable, replaceAnswer } from "@/lib/usecases/portal/edits/put-answer";
import type { EditKind, Made } from "@/lib/usecases/portal/edits/edit-kind";
import type { PortalPass } from "@/lib/usecases/portal/pass";

/** Whether the answer in force is what an edit wants. */
const isWanted = ({ attestation }: AskedQuestion, { said }: AttestationEdit): boolean =>
  said === null
    ? attestation === null
    : attestation?.answer === said.answer && attestation.attestedBy === said.attestedBy.trim();

/** The answer in force is the one that the editor saw. */
const isAnsweredAt = ({ attestation }: AskedQuestion, at: string | null): boolean =>
  attestation === null || at === null
    ? attestation === null && at === null
    : attestation.attestedAt.getTime() === Date.parse(at);

/** The question as it is asked now. Refused where it is not asked, or about other facts than the editor saw. */
function askedNow(asked: readonly AskedQuestion[], { questionId, fingerprint }: AttestationEdit): AskedQuestion {
  const found = asked.find(({ question }) => question.questionId === questionId);
  if (found === undefined) throw new PortalRefusal("not_found");
  if (fingerprintOf(found.question.restsOn) !== fingerprint) throw new PortalRefusal("changed");
  return found;
}

async function answer(tx: ProviderTx, pass: PortalPass, edit: AttestationEdit): Promise<Made> {
  const { applicationEventId, questionId, said } = edit;
  const application = await holdAttestable(tx, pass, applicationEventId);
  const isThere = application.fieldId === edit.fieldId && application.year === edit.year;
  const saved = isThere ? await findSavedApplication(tx, pass.providerId, applicationEventId) : null;
  if (saved === null) throw new PortalRefusal("not_found");
  const found = askedNow(attestedApplication(saved).asked, edit);
  if (isWanted(found, edit)) return { changeId: null };
  if (!isAnsweredAt(found, edit.baseAttestedAt)) throw new PortalRefusal("changed");
  const isDated = said !== null && hasTerm(found.question, said.answer);
  const at = isDated ? await whenSaid(tx, pass, { application, edit }) : pass.deps.clock();
  const after = said === null ? null : givenTo(found.question, said, { at, applicationRevision: application.revision });
  const besidesOf = besidesAsked(found.question);
  // What was said of the same label under another id is taken back there.
  const of = { applicationEventId, questionId: (said === null ? found.attestation?.questionId : null) ?? questionId };
  return replaceAnswer(tx, pass, of, { application, after, besidesOf });
}

/**
 * When an answer was said that may have waited for a network, where it counts for some days alone: they begin there. Any other counts from its
 * arrival, and so stands against all that was said before. It was said after the application was made and
 * after the answer that its editor saw, whatever a clock says. Refused where its editor saw none and one was given and taken back since.
 */
async function whenSaid(
  tx: ProviderTx,
  pass: PortalPass,
  { application, edit }: { application: AttestableApplication; edit: AttestationEdit },
): Promise<Date> {
  const { saidMsAgo, baseAttestedAt, applicationEventId, questionId } = edit;
  const now = pass.deps.clock();
  if (saidMsAgo === undefined) return now;
  const earliestMs = baseAttestedAt === null ? application.createdAt.getTime() : Date.parse(baseAttestedAt) + 1;
  const at = new Date(Math.min(now.getTime(), Math.max(now.getTime() - saidMsAgo, earliestMs)));
  const isOvertaken =
    baseAttestedAt === null &&
    (await isAnswerChangedSince(tx, pass.providerId, { applicationEventId, questionId, at }));
  if (isOvertaken) throw new PortalRefusal("changed");
  return at;
}

/** What is so already is saved: a lost answer makes a browser send an edit again. */
export const attestationKind: EditKind<AttestationEdit> = {
  make: answer,
  isSaved: (edit, { shown }) => {
    const found = shown?.asked.find(({ question }) => question.questionId === edit.questionId);
    return found !== undefined && isWanted(found, edit);
  },
};

const attestationOf = (remembered: RememberedAttestation): Attestation => {
  const { besides: _asked, attestedAt, ...given } = remembered;
  return { ...given, attestedAt: new Date(attestedAt) };
};

/** Brings back the answer that a change replaced, whatever it rests on: one about other facts stays out of force. */
export async function undoAttestation(tx: ProviderTx, pass: PortalPass, change: ChangeRecord): Promise<Made> {
  const before = change.before as RememberedAttestation | null;
  const is = change.after as RememberedAttestation | null;
  const applicationEventId = change.applicationEventId ?? "";
  const questionId = (before ?? is)?.questionId ?? "";
  const application = await holdAttestable(tx, pass, applicationEventId);
  const now = await findAttestation(tx, pass.providerId, applicationEventId, questionId);
  if (!isLeftBy(now, { after: is, changedAt: change.changedAt })) throw new PortalRefusal("changed");
  const after = before === null ? null : attestationOf(before);
  const besidesOf = (given: Attestation) => (given === after ? before?.besides : is?.besides);
  return replaceAnswer(
    tx,
    pass,
    { applicationEventId, questionId },
    { application, after, isBack: is === null, besidesOf },
  );
}
