import { Prisma, type ProviderTx } from "@/lib/data/db";

/**
 * A part of a list: what is skipped, and how much is wanted at most. What lies before an entry is found by an index, whatever it
 * is; an offset is counted off.
 */
export interface Slice<Key = readonly string[]> {
  offset: number;
  /** What orders the list, of the entry before the first that is wanted; null: `offset` says it. */
  after: Key | null;
  limit: number;
}

export interface Listed<Row> {
  /** Entries that match; null: more than `MOST_COUNTED`, or not asked for, as after an entry. */
  total: number | null;
  rows: Row[];
  /** More entries follow. */
  isMore: boolean;
}

/** Counting takes the longer the more there are, and a national provider's are millions. */
export const MOST_COUNTED = 10_000;

/** Counts `members`, a statement from its FROM on. */
export async function countUpTo(tx: ProviderTx, members: Prisma.Sql): Promise<number | null> {
  const [counted] = await tx.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM (SELECT 1 ${members} LIMIT ${MOST_COUNTED + 1}) AS counted`;
  const total = counted?.total ?? 0;
  return total > MOST_COUNTED ? null : total;
}

/** `read` gives so many rows, one more than a page has. */
export async function readSlice<Row>(
  { after, limit }: Slice<unknown>,
  members: { count: () => Promise<number | null>; read: (most: number) => Promise<Row[]> },
): Promise<Listed<Row>> {
  const total = after === null ? await members.count() : null;
  const rows = await members.read(limit + 1);
  return { total, rows: rows.slice(0, limit), isMore: rows.length > limit };
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
  fieldId: string;
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

/** A provider's live applications in order of their reference, which is the order of creation. */
export async function listApplicationRows(
  tx: ProviderTx,
  providerId: string,
  filter: { applicationId: string | null; accountId: string | null; providerFieldId: string | null } & Slice<string>,
): Promise<Listed<ListedApplication>> {
  const members = Prisma.sql`
    FROM application a JOIN field f USING (provider_id, field_id)
    WHERE a.provider_id = ${providerId} AND f.archived_at IS NULL
      AND ${isAny(Prisma.sql`a.account_id`, filter.accountId)}
      AND ${isAny(Prisma.sql`a.application_id`, filter.applicationId)}
      AND ${isAny(Prisma.sql`f.provider_field_id`, filter.providerFieldId)}`;
  const rest =
    filter.after === null ? members : Prisma.sql`${members} AND a.application_event_id > ${filter.after}::uuid`;
  return readSlice(filter, {
    count: () => countUpTo(tx, members),
    read: (most) => tx.$queryRaw<ListedApplication[]>`
      SELECT a.application_event_id::text AS "applicationEventId", a.application_id AS "applicationId",
             a.account_id AS "accountId", a.provider_group_id AS "providerGroupId",
             f.provider_field_id AS "providerFieldId", f.field_name AS "fieldName",
             to_char(a.application_date, 'YYYY-MM-DD') AS "applicationDate", a.application_method AS "applicationMethod",
             a.processing_status AS "processingStatus", a.updated_at AS "updatedAt", a.portal_locked_at AS "portalLockedAt"
      ${rest} ORDER BY a.application_event_id OFFSET ${filter.offset} LIMIT ${most}`,
  });
}

/** Account, the provider's identifier, and ours: the order of fields. */
export type FieldKey = readonly [accountId: string, providerFieldId: string, fieldId: string];

/** A provider's live fields in order of account and identifier. */
export async function listFieldRows(
  tx: ProviderTx,
  providerId: string,
  filter: { accountId: string | null } & Slice<FieldKey>,
): Promise<Listed<ListedField>> {
  const members = Prisma.sql`
    FROM field f
    WHERE f.provider_id = ${providerId} AND f.archived_at IS NULL
      AND ${isAny(Prisma.sql`f.account_id`, filter.accountId)}`;
  return readSlice(filter, {
    count: () => countUpTo(tx, members),
    // Applications are counted on the fields of the page, and not on those that are skipped.
    read: (most) => tx.$queryRaw<ListedField[]>`
      SELECT p.field_id::text AS "fieldId", p.provider_field_id AS "providerFieldId", p.account_id AS "accountId",
             p.field_name AS "fieldName",
             (SELECT count(*)::int FROM application a
              WHERE a.provider_id = ${providerId} AND a.field_id = p.field_id) AS applications,
             p.portal_expires_at AS "portalExpiresAt", p.updated_at AS "updatedAt"
      FROM (SELECT f.* ${members} ${afterField(filter.after)}
            ORDER BY f.account_id, f.provider_field_id, f.field_id OFFSET ${filter.offset} LIMIT ${most}) AS p
      ORDER BY p.account_id, p.provider_field_id, p.field_id`,
  });
}

const afterField = (key: FieldKey | null): Prisma.Sql =>
  key === null
    ? Prisma.empty
    : Prisma.sql`AND (f.account_id, f.provider_field_id, f.field_id) > (${key[0]}, ${key[1]}, ${key[2]}::uuid)`;
