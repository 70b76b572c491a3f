import { findFieldYearApplications } from "@/lib/data/compliance-reads";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import { findAnswersAsOf, listAnswerDays, type AnswerAsOf } from "@/lib/data/reports/answers-as-of";
import { findApplicationEvidence, type LimitationRead } from "@/lib/data/reports/evidence";
import { findReportFields, type ReportField } from "@/lib/data/reports/field";
import { ServiceError } from "@/lib/domain/errors";
import { signerAt, type ReportKind, type ReportSigner } from "@/lib/domain/report";
import { submittedFacts, type SavedApplicationRecord } from "@/lib/domain/saved-application";
import type { Rulebook } from "@/lib/domain/tables";
import { middleOf } from "@/lib/geo/plane";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { canonicalJson, sha256Of } from "@/lib/usecases/canonical/canonical-json";
import { timeZoneAt } from "@/lib/usecases/fields/field-zone";
import { onlyField, type ReportQuery } from "@/lib/usecases/reports/gather";
import type { ReportContext } from "@/lib/usecases/reports/issue-report";
import { readsOfTexts } from "@/lib/usecases/reports/limitations-read";
import { SYSTEM_OF, withoutShapes, type RecordedApplication } from "@/lib/usecases/reports/record";

/** How answers of an earlier day are written down. */
const ANSWERS_FORMAT = 1;

/** An application with its answer of that day. What was chosen, computed, or written down then is not known. */
export interface AnsweredApplication extends RecordedApplication {
  answered: AnswerAsOf["runoff"];
}

/** What was answered by the end of a day, as it was saved: a record of its own that was never given out. */
export interface AnswersRecord {
  format: number;
  kind: ReportKind;
  year: number;
  /** The day, UTC. */
  asOf: string;
  provider: { providerId: string; name: string };
  field: { fieldId: string; accountId: string; providerFieldId: string; fieldName: string };
  applications: AnsweredApplication[];
  /** Applications that are saved now and had no answer by then. */
  notAnswered: string[];
}

export interface GatheredAnswers {
  record: AnswersRecord;
  recordText: string;
  hash: string;
  brand: ReportField["brand"];
  signer: ReportSigner | null;
  generatedAt: Date;
  /** When the newest of the answers was made. */
  answeredAt: Date;
  timeZone: string;
  rulebook: Rulebook;
}

type Asked = Pick<ReportQuery, "key" | "year" | "kind"> & { asOf: string };

/**
 * The answers of a field and year that were in force at the end of a day, from what was saved of them then. Throws where
 * none of that day or before is saved.
 */
export async function gatherAnswers({ deps, providerId }: ReportContext, asked: Asked): Promise<GatheredAnswers> {
  const found = await asProvider(deps.db, providerId, (tx) => readAnswers(tx, providerId, asked), {
    isolation: "RepeatableRead",
  });
  const { field, answers } = found;
  if (answers.length === 0) {
    throw new ServiceError(
      "fieldNotFound",
      `Nothing was answered for this field and year by ${asked.asOf}, as far as is kept.`,
    );
  }
  const newest = Math.max(...answers.map(({ assessment }) => assessment.calculatedAt.getTime()));
  const record = answersRecord(providerId, asked, found);
  const [recordText, now] = [canonicalJson(record), deps.clock()];
  const center = field.boundary === null ? null : middleOf(field.boundary.coordinates.flat());
  return {
    record,
    recordText,
    hash: sha256Of(recordText),
    brand: field.brand,
    signer: signerAt(deps.reportSigner, now),
    generatedAt: now,
    answeredAt: new Date(newest),
    timeZone: timeZoneAt(center),
    rulebook: rulebookAsOf(asked.asOf),
  };
}

async function readAnswers(tx: ProviderTx, providerId: string, { key, year, asOf }: Asked) {
  const field = onlyField(await findReportFields(tx, providerId, key));
  const place = { fieldId: field.fieldId, year };
  return {
    field,
    saved: await findFieldYearApplications(tx, providerId, place),
    evidence: await findApplicationEvidence(tx, providerId, place),
    answers: await findAnswersAsOf(tx, providerId, place, asOf),
  };
}

function answersRecord(
  providerId: string,
  { kind, year, asOf }: Asked,
  { field, saved, evidence, answers }: Awaited<ReturnType<typeof readAnswers>>,
): AnswersRecord {
  const { fieldId, accountId, providerFieldId, fieldName } = field;
  const answerOf = new Map(answers.map((answer) => [answer.applicationEventId, answer]));
  const reads = new Map(evidence.map((each) => [each.applicationEventId, each.limitationsRead]));
  return {
    format: ANSWERS_FORMAT,
    kind,
    year,
    asOf,
    provider: { providerId, name: field.brand.name },
    field: { fieldId, accountId, providerFieldId, fieldName },
    applications: saved.flatMap((application) => {
      const { applicationEventId } = application;
      const answer = answerOf.get(applicationEventId);
      const read = readBy(reads.get(applicationEventId) ?? [], asOf);
      return answer === undefined ? [] : [answeredApplication(kind, application, answer, read)];
    }),
    notAnswered: saved.flatMap((each) => (answerOf.has(each.applicationEventId) ? [] : [each.applicationId])),
  };
}

/** What was marked as read by the end of that day. */
const readBy = (read: readonly LimitationRead[], asOf: string): LimitationRead[] =>
  read.filter(({ reviewedAt }) => reviewedAt.slice(0, 10) <= asOf);

/** The answer with what answers of the applicator that were in force made of it, as it was given. */
function answeredApplication(
  kind: ReportKind,
  saved: SavedApplicationRecord,
  { assessment, runoff, dataVersions }: AnswerAsOf,
  limitationsRead: LimitationRead[],
): AnsweredApplication {
  return {
    applicationEventId: saved.applicationEventId,
    ...submittedFacts(saved),
    processingStatus: assessment.processingComplete ? "completed" : "pending",
    updatedAt: saved.updatedAt,
    // Which boundary it was assessed on is not kept: that stands among what is not known.
    isOnChangedBoundary: false,
    requirements: [],
    runoff: [],
    assessment: withoutShapes({ ...assessment, ...assessment.answered }),
    dataVersions,
    explanation: assessment.explanation ?? [],
    limitationsRead: readsOfTexts(limitationsRead, assessment),
    attestations: [],
    drift: null,
    log: null,
    answered: runoff.filter(({ mitigationType }) => (mitigationType === SYSTEM_OF.trait) === (kind === "trait")),
  };
}

/** Days whose answers can be printed again, newest first. */
export const findAnswerDays = (
  { deps, providerId }: ReportContext,
  place: { fieldId: string; year: number },
): Promise<string[]> => asProvider(deps.db, providerId, (tx) => listAnswerDays(tx, providerId, place));
