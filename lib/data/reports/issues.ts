import { readReference, type Db, type ProviderTx } from "@/lib/data/db";
import type { ReportKind } from "@/lib/domain/report";

/** Which record a report was made of. */
export interface ReportIdentity {
  fieldId: string;
  year: number;
  kind: ReportKind;
}

/** Remembers that a report of a record was given out. The time of the first stays. Whether its original is kept already. */
export async function rememberIssue(
  tx: ProviderTx,
  providerId: string,
  issue: ReportIdentity & { recordHash: string; recordFormat: number; issuedAt: Date },
): Promise<boolean> {
  const rows = await tx.$queryRaw<{ hasOriginal: boolean }[]>`
    WITH issued AS (INSERT INTO report_issue (provider_id, field_id, year, kind, record_hash, record_format, issued_at)
    VALUES (${providerId}, ${issue.fieldId}::uuid, ${issue.year}, ${issue.kind}, ${issue.recordHash},
            ${issue.recordFormat}, ${issue.issuedAt})
    ON CONFLICT (provider_id, field_id, year, kind, record_hash) DO NOTHING)
    SELECT EXISTS (SELECT 1 FROM report_original o
                   WHERE o.provider_id = ${providerId} AND o.field_id = ${issue.fieldId}::uuid AND o.year = ${issue.year}
                     AND o.kind = ${issue.kind} AND o.record_hash = ${issue.recordHash}) AS "hasOriginal"`;
  return rows[0]?.hasOriginal ?? false;
}

export interface KnownIssue extends ReportIdentity {
  providerId: string;
  recordFormat: number;
  issuedAt: Date;
}

/** The record a hash names. The hash itself proves the right to ask, so this runs before a provider is known. */
export async function findIssue(db: Db, recordHash: string): Promise<KnownIssue | null> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<KnownIssue[]>`
      SELECT provider_id AS "providerId", field_id AS "fieldId", year, kind, record_format AS "recordFormat",
             issued_at AS "issuedAt"
      FROM find_report_issue(${recordHash})`,
  );
  return rows[0] ?? null;
}
