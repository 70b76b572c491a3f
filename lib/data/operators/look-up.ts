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

const MOST_ANSWERS = 100;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Applications of a provider by any id that an integrator may name: the application's, the event's, the field's, or the
 * account's. Where nothing has an id as it was typed, one in small or in capital letters is meant: to compare in any letters would read
 * all that a provider has, or take an index on `lower()` that each check would write.
 */
export async function findApplications(tx: ProviderTx, providerId: string, id: string): Promise<FoundApplication[]> {
  const found = await findSpelled(tx, providerId, [id]);
  return found.length > 0 ? found : findSpelled(tx, providerId, [id.toLowerCase(), id.toUpperCase()]);
}

/** Fields first: a condition on both tables at once has every application of the provider read. */
async function findSpelled(tx: ProviderTx, providerId: string, ids: string[]): Promise<FoundApplication[]> {
  const uuids = ids.filter((id) => UUID.test(id)).map((id) => id.toLowerCase());
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
