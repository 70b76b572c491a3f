import { Prisma, type ProviderTx } from "@/lib/data/db";

/** A part of a list: how much is skipped, and how much is wanted at most. */
export interface Slice {
  offset: number;
  limit: number;
}

export interface Listed<Row> {
  total: number;
  rows: Row[];
}

export interface ListedApplication {
  applicationEventId: string;
  applicationId: string;
  accountId: string;
  providerGroupId: string | null;
  providerFieldId: string;
  fieldName: string;
  applicationDate: string;
  applicationMethod: string;
  processingStatus: "pending" | "completed" | "failed";
  updatedAt: Date;
  portalLockedAt: Date | null;
}

export interface ListedField {
  providerFieldId: string;
  accountId: string;
  fieldName: string;
  applications: number;
  portalExpiresAt: Date | null;
  updatedAt: Date;
}

/** A filter that was left out keeps every row. */
const isAny = (column: Prisma.Sql, value: string | null): Prisma.Sql =>
  value === null ? Prisma.sql`true` : Prisma.sql`${column} = ${value}`;

const countOf = (rows: { total: number }[]): number => rows[0]?.total ?? 0;

/** A provider's live applications in order of their reference, which is the order of creation. */
export async function listApplicationRows(
  tx: ProviderTx,
  providerId: string,
  filter: { applicationId: string | null; accountId: string | null; providerFieldId: string | null } & Slice,
): Promise<Listed<ListedApplication>> {
  const members = Prisma.sql`
    FROM application a JOIN field f USING (provider_id, field_id)
    WHERE a.provider_id = ${providerId} AND f.archived_at IS NULL
      AND ${isAny(Prisma.sql`a.account_id`, filter.accountId)}
      AND ${isAny(Prisma.sql`a.application_id`, filter.applicationId)}
      AND ${isAny(Prisma.sql`f.provider_field_id`, filter.providerFieldId)}`;
  const counted = await tx.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total ${members}`;
  const rows = await tx.$queryRaw<ListedApplication[]>`
    SELECT a.application_event_id::text AS "applicationEventId", a.application_id AS "applicationId",
           a.account_id AS "accountId", a.provider_group_id AS "providerGroupId",
           f.provider_field_id AS "providerFieldId", f.field_name AS "fieldName",
           to_char(a.application_date, 'YYYY-MM-DD') AS "applicationDate", a.application_method AS "applicationMethod",
           a.processing_status AS "processingStatus", a.updated_at AS "updatedAt", a.portal_locked_at AS "portalLockedAt"
    ${members} ORDER BY a.application_event_id OFFSET ${filter.offset} LIMIT ${filter.limit}`;
  return { total: countOf(counted), rows };
}

/** A provider's live fields in order of account and identifier. */
export async function listFieldRows(
  tx: ProviderTx,
  providerId: string,
  filter: { accountId: string | null } & Slice,
): Promise<Listed<ListedField>> {
  const members = Prisma.sql`
    FROM field f
    WHERE f.provider_id = ${providerId} AND f.archived_at IS NULL
      AND ${isAny(Prisma.sql`f.account_id`, filter.accountId)}`;
  const counted = await tx.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total ${members}`;
  const rows = await tx.$queryRaw<ListedField[]>`
    SELECT f.provider_field_id AS "providerFieldId", f.account_id AS "accountId", f.field_name AS "fieldName",
           (SELECT count(*)::int FROM application a
            WHERE a.provider_id = f.provider_id AND a.field_id = f.field_id) AS applications,
           f.portal_expires_at AS "portalExpiresAt", f.updated_at AS "updatedAt"
    ${members}
    ORDER BY f.account_id, f.provider_field_id, f.field_id OFFSET ${filter.offset} LIMIT ${filter.limit}`;
  return { total: countOf(counted), rows };
}
