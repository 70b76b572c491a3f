import { type Db, type Prisma, type ProviderTx, readReference } from "@/lib/data/db";
import { MOST_LOOKED_UP } from "@/lib/domain/operator";

/** One answer of the service to an application. */
export interface GivenAnswer {
  assessmentId: string;
  calculatedAt: Date;
  status: string;
  processingComplete: boolean;
}

export interface FoundApplication {
  applicationEventId: string;
  applicationId: string;
  accountId: string;
  fieldId: string;
  fieldName: string;
  providerFieldId: string;
  applicationDate: string;
  processingStatus: string;
  revision: number;
  createdAt: Date;
}

/** A field that was saved, and that no application is of. */
export interface EmptyField {
  fieldId: string;
  fieldName: string;
  providerFieldId: string;
  accountId: string;
  createdAt: Date;
  archivedAt: Date | null;
}

const MOST_ANSWERS = 100;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface Named {
  /** Newest first. */
  applications: FoundApplication[];
  /** In the order of their names. */
  emptyFields: EmptyField[];
}

/**
 * Applications of a provider, and fields that have none, by any id that an integrator may name: the application's, the event's, the
 * field's, or the account's. Where no application has an id as it was typed, one in small or in capital letters is meant: to compare in any
 * letters would read all that a provider has, or take an index on `lower()` that each check would write.
 */
export async function findNamed(tx: ProviderTx, providerId: string, id: string): Promise<Named> {
  const found = await findSpelled(tx, providerId, [id]);
  if (found.applications.length > 0) return found;
  const other = await findSpelled(tx, providerId, [id.toLowerCase(), id.toUpperCase()]);
  const known = new Set(found.emptyFields.map(({ fieldId }) => fieldId));
  return {
    applications: other.applications,
    emptyFields: [...found.emptyFields, ...other.emptyFields.filter(({ fieldId }) => !known.has(fieldId))],
  };
}

const uuidsOf = (ids: string[]): string[] => ids.filter((id) => UUID.test(id)).map((id) => id.toLowerCase());

const findSpelled = async (tx: ProviderTx, providerId: string, ids: string[]): Promise<Named> => ({
  applications: await findApplications(tx, providerId, ids),
  emptyFields: await findEmptyFields(tx, providerId, ids),
});

const findEmptyFields = (tx: ProviderTx, providerId: string, ids: string[]): Promise<EmptyField[]> =>
  tx.$queryRaw`
    SELECT f.field_id::text AS "fieldId", f.field_name AS "fieldName", f.provider_field_id AS "providerFieldId",
           f.account_id AS "accountId", f.created_at AS "createdAt", f.archived_at AS "archivedAt"
    FROM field f
    WHERE f.provider_id = ${providerId}
      AND (f.provider_field_id = ANY (${ids}) OR f.account_id = ANY (${ids}) OR f.field_id = ANY (${uuidsOf(ids)}::uuid[]))
      AND NOT EXISTS (SELECT FROM application a WHERE a.provider_id = f.provider_id AND a.field_id = f.field_id)
    ORDER BY f.provider_field_id, f.field_id LIMIT ${MOST_LOOKED_UP}`;

/** Fields first: a condition on both tables at once has every application of the provider read. */
async function findApplications(tx: ProviderTx, providerId: string, ids: string[]): Promise<FoundApplication[]> {
  const uuids = uuidsOf(ids);
  const named = await tx.field.findMany({
    where: { providerId, providerFieldId: { in: ids } },
    select: { fieldId: true },
  });
  return readApplications(tx, {
    providerId,
    OR: [
      { applicationId: { in: ids } },
      { accountId: { in: ids } },
      { applicationEventId: { in: uuids } },
      { fieldId: { in: [...uuids, ...named.map(({ fieldId }) => fieldId)] } },
    ],
  });
}

async function readApplications(tx: ProviderTx, where: Prisma.ApplicationWhereInput): Promise<FoundApplication[]> {
  const rows = await tx.application.findMany({
    where,
    select: {
      applicationEventId: true,
      applicationId: true,
      accountId: true,
      fieldId: true,
      applicationDate: true,
      processingStatus: true,
      revision: true,
      createdAt: true,
      field: { select: { fieldName: true, providerFieldId: true } },
    },
    orderBy: { createdAt: "desc" },
    take: MOST_LOOKED_UP,
  });
  return rows.map(({ field, applicationDate, ...row }) => ({
    ...row,
    ...field,
    applicationDate: applicationDate.toISOString().slice(0, 10),
  }));
}

/** What the service answered to an application, newest first. */
export const findAnswers = (tx: ProviderTx, providerId: string, applicationEventId: string): Promise<GivenAnswer[]> =>
  tx.assessment.findMany({
    where: { providerId, applicationEventId },
    select: { assessmentId: true, calculatedAt: true, status: true, processingComplete: true },
    orderBy: { calculatedAt: "desc" },
    take: MOST_ANSWERS,
  });

/** An answer that a request was given and that was saved. */
export interface AnsweredRequest extends GivenAnswer {
  providerId: string;
  applicationEventId: string;
}

/** Saved answers of any provider by request id, newest first. For the console alone: it crosses providers. */
export const findAnsweredRequests = (db: Db, requestId: string): Promise<AnsweredRequest[]> =>
  readReference(
    () => db.prisma.$queryRaw<AnsweredRequest[]>`
      SELECT provider_id AS "providerId", application_event_id::text AS "applicationEventId",
             assessment_id::text AS "assessmentId", calculated_at AS "calculatedAt", status,
             processing_complete AS "processingComplete"
      FROM find_answered_requests(${requestId})`,
  );
