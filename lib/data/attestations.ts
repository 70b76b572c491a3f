import { Prisma, type ProviderTx, type StatementTx } from "@/lib/data/db";
import { timeAsText } from "@/lib/data/time-as-text";
import type { Attestation } from "@/lib/domain/attestation";

export type AttestationJson = Omit<Attestation, "attestedAt"> & { attestedAt: string };

/**
 * Which of an applicator's words are looked through. `said`: "I can't tell" says nothing, so that what was said of the same facts before it is
 * still said. `last_word`: that word too, since it ends an answer, which does not stand again later.
 */
type Words = "said" | "last_word";

const isAmong = (words: Words, answer: Prisma.Sql): Prisma.Sql =>
  words === "said" ? Prisma.sql`${answer} IS DISTINCT FROM 'unknown'` : Prisma.sql`true`;

/**
 * Answers that others took the place of, for the application row `of`: one is kept for a question, so they are read from the history, the last
 * that was said about each of the facts and neither taken back nor undone.
 */
const replacedAsJson = (of: Prisma.Sql, words: Words): Prisma.Sql => Prisma.sql`
  coalesce((
    SELECT jsonb_agg((said.after - 'besides') || '{"isReplaced": true}' ORDER BY said.change_id)
    FROM (
      SELECT DISTINCT ON (coalesce(c.after, c.before)->>'questionId', coalesce(c.after, c.before)->>'fingerprint') c.change_id, c.after
      FROM change_event c
      WHERE c.provider_id = ${of}.provider_id AND c.field_id = ${of}.field_id AND c.kind = 'attestation'
        AND c.application_event_id = ${of}.application_event_id AND c.undone_at IS NULL
        AND ${isAmong(words, Prisma.sql`c.after->>'answer'`)}
      ORDER BY coalesce(c.after, c.before)->>'questionId', coalesce(c.after, c.before)->>'fingerprint', c.change_id DESC) said
    WHERE said.after IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM attestation t
      WHERE t.provider_id = ${of}.provider_id AND t.application_event_id = ${of}.application_event_id
        AND t.question_id = said.after->>'questionId' AND t.fingerprint = said.after->>'fingerprint'
        AND ${isAmong(words, Prisma.sql`t.answer`)})), '[]'::jsonb)`;

/**
 * The answers for the application row `of`, as one JSON list: those that are kept, and after them those that they replaced. Of most applications
 * none is kept, and the history of their fields is not looked through.
 */
export const attestationsAsJson = (of: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (coalesce((
    SELECT jsonb_agg(jsonb_build_object(
      'questionId', t.question_id, 'kind', t.kind, 'version', t.question_version, 'subject', t.subject,
      'answer', t.answer, 'attestedBy', t.attested_by, 'attestedAt', ${timeAsText("t.attested_at")},
      'labelDate', to_char(t.label_date, 'YYYY-MM-DD'), 'applicationRevision', t.application_revision,
      'fingerprint', t.fingerprint) ORDER BY t.attested_at, t.question_id)
    FROM attestation t
    WHERE t.provider_id = ${of}.provider_id AND t.application_event_id = ${of}.application_event_id), '[]'::jsonb)
    || CASE WHEN EXISTS (
      SELECT 1 FROM attestation t WHERE t.provider_id = ${of}.provider_id AND t.application_event_id = ${of}.application_event_id)
    THEN ${replacedAsJson(of, "said")} ELSE '[]'::jsonb END)::json`;

async function findReplaced(
  tx: StatementTx,
  providerId: string,
  { applicationEventId, words }: { applicationEventId: string; words: Words },
): Promise<AttestationJson[]> {
  const rows = await tx.$queryRaw<{ replaced: AttestationJson[] }[]>`
    SELECT ${replacedAsJson(Prisma.sql`a`, words)} AS replaced FROM application a
    WHERE a.provider_id = ${providerId} AND a.application_event_id = ${applicationEventId}::uuid`;
  return rows[0]?.replaced ?? [];
}

/** The answers of an application that others took the place of. */
export const findReplacedAnswers = (
  tx: StatementTx,
  providerId: string,
  applicationEventId: string,
): Promise<AttestationJson[]> => findReplaced(tx, providerId, { applicationEventId, words: "said" });

/** The last word on each of the facts but those of the answer that is kept, the latest last. */
export const findLastWords = (
  tx: StatementTx,
  providerId: string,
  applicationEventId: string,
): Promise<AttestationJson[]> => findReplaced(tx, providerId, { applicationEventId, words: "last_word" });

/** Whether the provider of the row `of` lets answers count. */
export const doAttestationsCount = (of: Prisma.Sql): Prisma.Sql => Prisma.sql`
  coalesce((SELECT p.attestations_count FROM provider p WHERE p.provider_id = ${of}.provider_id), true)`;

/** Both, as columns. */
export const givenOf = (of: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`${attestationsAsJson(of)} AS attestations, ${doAttestationsCount(of)} AS "doAttestationsCount"`;

export const attestationOf = ({ attestedAt, ...json }: AttestationJson): Attestation => ({
  ...json,
  attestedAt: new Date(attestedAt),
});

/** A live application that questions can be answered for. */
export interface AttestableApplication {
  fieldId: string;
  year: number;
  revision: number;
  createdAt: Date;
  isLocked: boolean;
}

/** Holds the application until the transaction ends. Null: no such live application. */
export async function findAttestable(
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
): Promise<AttestableApplication | null> {
  const rows = await tx.$queryRaw<AttestableApplication[]>`
    SELECT a.field_id AS "fieldId", date_part('year', a.application_date)::int AS year, a.revision,
           a.created_at AS "createdAt", a.portal_locked_at IS NOT NULL AS "isLocked"
    FROM application a JOIN field f USING (provider_id, field_id)
    WHERE a.provider_id = ${providerId} AND a.application_event_id = ${applicationEventId}::uuid AND f.archived_at IS NULL
    FOR NO KEY UPDATE OF a`;
  return rows[0] ?? null;
}

/** Whether the answer to a question was given, changed, or taken back after a moment. */
export async function isAnswerChangedSince(
  tx: ProviderTx,
  providerId: string,
  { applicationEventId, questionId, at }: { applicationEventId: string; questionId: string; at: Date },
): Promise<boolean> {
  const rows = await tx.$queryRaw<{ isChanged: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM change_event c
      WHERE c.provider_id = ${providerId} AND c.application_event_id = ${applicationEventId}::uuid AND c.kind = 'attestation'
        AND coalesce(c.after, c.before)->>'questionId' = ${questionId} AND c.changed_at > ${at}) AS "isChanged"`;
  return rows[0]?.isChanged === true;
}

export const putAttestation = (
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
  { questionId, kind, version, labelDate, ...said }: Attestation,
): Promise<unknown> => {
  const row = { ...said, kind, questionVersion: version, labelDate: labelDate === null ? null : new Date(labelDate) };
  return tx.attestation.upsert({
    where: { providerId_applicationEventId_questionId: { providerId, applicationEventId, questionId } },
    create: { providerId, applicationEventId, questionId, ...row },
    update: row,
  });
};

export const removeAttestation = (
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
  questionId: string,
): Promise<unknown> => tx.attestation.deleteMany({ where: { providerId, applicationEventId, questionId } });

/** What is kept as the answer to one question, whatever it rests on. */
export async function findAttestation(
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
  questionId: string,
): Promise<Attestation | null> {
  const row = await tx.attestation.findUnique({
    where: { providerId_applicationEventId_questionId: { providerId, applicationEventId, questionId } },
  });
  if (row === null) return null;
  const { questionVersion: version, labelDate, kind, answer, subject, attestedBy, attestedAt } = row;
  return {
    questionId,
    version,
    // The table holds no other kinds and answers: it is written here alone.
    kind: kind as Attestation["kind"],
    answer: answer as Attestation["answer"],
    subject,
    attestedBy,
    attestedAt,
    labelDate: labelDate === null ? null : labelDate.toISOString().slice(0, 10),
    applicationRevision: row.applicationRevision,
    fingerprint: row.fingerprint,
  };
}
