import { findSavedApplication } from "@/lib/data/compliance-reads";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import type { AskedQuestion } from "@/lib/domain/attestation";
import { invalidRequest, ServiceError, type Fault } from "@/lib/domain/errors";
import { PortalRefusal } from "@/lib/domain/portal";
import type { Provider } from "@/lib/domain/provider";
import type { Answer } from "@/lib/domain/question-kinds";
import type { Deps } from "@/lib/runtime/deps";
import { applicationNotFound } from "@/lib/usecases/applications/read-compliance";
import { findPlannedBufferChanges, laterOf } from "@/lib/usecases/applications/buffer-changes";
import { scoreSaved, type ScoredApplication } from "@/lib/usecases/applications/score-saved";
import { attestedApplication, besidesAsked, givenTo } from "@/lib/usecases/attestations/asked";
import { holdAttestable, replaceAnswer } from "@/lib/usecases/portal/edits/put-answer";
import type { PortalPass } from "@/lib/usecases/portal/pass";
import { standingNow, type NowStanding } from "@/lib/usecases/portal/overall-standing";
import { findDriftChangedAt } from "@/lib/data/portal/reviews";

interface Context {
  deps: Deps;
  provider: Provider;
}

export interface Answers {
  answers: { questionId: string; answer: Answer }[];
  attestedBy: string;
}

/** An application with its questions, as it now stands. */
export interface AnsweredApplication {
  application: ScoredApplication;
  standing: NowStanding;
}

/** Named in the history where an application's own screens gave the answer. */
const ACTOR = "farm software";

/** What only the applicator can know of an application, with what was answered. */
export function readQuestions(context: Context, applicationEventId: string): Promise<AnsweredApplication> {
  const { deps, provider } = context;
  return asProvider(deps.db, provider.providerId, (tx) => findAnswered(tx, context, applicationEventId), {
    isolation: "RepeatableRead",
  }).then((found) => standingOf(context, found));
}

/**
 * Keeps the answers of one person: all or none. An answer that is kept already stays as it was given. Refused while the
 * application is locked, and with a question that is not asked.
 */
export async function answerQuestions(
  context: Context,
  applicationEventId: string,
  given: Answers,
): Promise<AnsweredApplication> {
  const { deps, provider } = context;
  const pass: PortalPass = { deps, providerId: provider.providerId, actor: ACTOR };
  const found = await asProvider(deps.db, provider.providerId, async (tx) => {
    const application = await holdAttestable(tx, pass, applicationEventId).catch(asServiceError);
    const saved = await findSavedApplication(tx, provider.providerId, applicationEventId);
    if (saved === null) throw applicationNotFound();
    const { asked } = attestedApplication(saved);
    refuseUnasked(asked, given);
    const at = deps.clock();
    for (const { question, attestation } of asked) {
      const said = given.answers.find(({ questionId }) => questionId === question.questionId);
      if (said === undefined || isSameWord(attestation, said.answer, given.attestedBy)) continue;
      const after = givenTo(question, { ...given, ...said }, { at, applicationRevision: application.revision });
      const { questionId } = question;
      const besidesOf = besidesAsked(question);
      await replaceAnswer(tx, pass, { applicationEventId, questionId }, { application, after, besidesOf });
    }
    return findAnswered(tx, context, applicationEventId);
  });
  return standingOf(context, found);
}

const isSameWord = (attestation: AskedQuestion["attestation"], answer: Answer, by: string): boolean =>
  attestation?.answer === answer && attestation.attestedBy === by.trim();

/** What an edit of the portal is refused for, as the API says it. */
function asServiceError(error: unknown): never {
  if (error instanceof PortalRefusal && error.reason === "not_found") throw applicationNotFound();
  if (error instanceof PortalRefusal && error.reason === "locked") {
    throw new ServiceError("locked", "The application is locked. Unlock it to answer questions.");
  }
  throw error;
}

function refuseUnasked(asked: readonly AskedQuestion[], { answers }: Answers): void {
  const faults = answers.flatMap(({ questionId }, index): Fault[] => {
    if (asked.some(({ question }) => question.questionId === questionId)) return [];
    const message = "is not a question of this application; read its questions again";
    return [{ path: ["answers", index, "question_id"], code: "custom", message }];
  });
  if (faults.length > 0) throw invalidRequest(faults);
}

async function findAnswered(tx: ProviderTx, { provider }: Context, applicationEventId: string) {
  const saved = await findSavedApplication(tx, provider.providerId, applicationEventId, { withDrawings: true });
  if (saved === null) throw applicationNotFound();
  return { saved, driftChangedAt: await findDriftChangedAt(tx, provider.providerId, applicationEventId) };
}

async function standingOf(
  { deps, provider }: Context,
  { saved, driftChangedAt }: Awaited<ReturnType<typeof findAnswered>>,
): Promise<AnsweredApplication> {
  const [application] = await scoreSaved(deps, [saved]);
  if (application === undefined) throw new RangeError("one application was read and none was scored");
  const changes = await findPlannedBufferChanges(deps, provider.providerId, [saved]);
  const changedAt = laterOf(driftChangedAt, changes.get(saved.applicationEventId) ?? null);
  return { application, standing: standingNow(application, changedAt) };
}
