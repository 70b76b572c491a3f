import type { Db, ProviderTx } from "@/lib/data/db";
import type { ReportIdentity } from "@/lib/data/reports/issues";
import type { ReportKind } from "@/lib/domain/report";

/** The record behind a report, and which report it is. */
type RecordIdentity = ReportIdentity & { recordHash: string };

/** Of one field, year and kind: someone who asks after every edit would fill the disk. */
const MOST_KEPT = 50;
/** As the table's own check. */
export const LARGEST_KEPT = 4_194_304;

/** Keeps a PDF as the original of its record, where there is none yet and the record is still to be kept. */
export async function keepOriginal(
  tx: ProviderTx,
  providerId: string,
  original: RecordIdentity & { madeAt: Date; keptUntil: string; pdfSha256: string; pdf: Uint8Array },
): Promise<void> {
  const { fieldId, year, kind, recordHash, madeAt, keptUntil, pdfSha256, pdf } = original;
  await tx.$executeRaw`
    INSERT INTO report_original (provider_id, field_id, year, kind, record_hash, made_at, kept_until, pdf_sha256, pdf)
    SELECT ${providerId}::text, ${fieldId}::uuid, ${year}::int, ${kind}, ${recordHash}, ${madeAt}, ${keptUntil}::date,
           ${pdfSha256}, ${Buffer.from(pdf)}
    WHERE (SELECT count(*) FROM report_original o
           WHERE o.provider_id = ${providerId} AND o.field_id = ${fieldId}::uuid AND o.year = ${year}::int
             AND o.kind = ${kind}) < ${MOST_KEPT}::int
    ON CONFLICT DO NOTHING`;
}

export interface KeptOriginal {
  fieldName: string;
  madeAt: Date;
  pdfSha256: string;
  bytes: number;
}

/** The original of a record of a live field, without its bytes; null: none is kept. */
export async function findOriginal(
  tx: ProviderTx,
  providerId: string,
  { fieldId, year, kind, recordHash }: RecordIdentity,
): Promise<KeptOriginal | null> {
  const rows = await tx.$queryRaw<KeptOriginal[]>`
    SELECT f.field_name AS "fieldName", o.made_at AS "madeAt", o.pdf_sha256 AS "pdfSha256",
           octet_length(o.pdf) AS bytes
    FROM report_original o JOIN field f USING (provider_id, field_id)
    WHERE o.provider_id = ${providerId} AND o.field_id = ${fieldId}::uuid AND o.year = ${year}::int
      AND o.kind = ${kind} AND o.record_hash = ${recordHash} AND f.archived_at IS NULL`;
  return rows[0] ?? null;
}

/** An original of a field and year, as a list shows it. */
export interface ListedOriginal {
  kind: ReportKind;
  recordHash: string;
  madeAt: Date;
}

/** The originals of a live field and year, newest first. */
export const listOriginals = (
  tx: ProviderTx,
  providerId: string,
  { fieldId, year }: { fieldId: string; year: number },
): Promise<ListedOriginal[]> => tx.$queryRaw`
  SELECT o.kind, o.record_hash AS "recordHash", o.made_at AS "madeAt"
  FROM report_original o JOIN field f USING (provider_id, field_id)
  WHERE o.provider_id = ${providerId} AND o.field_id = ${fieldId}::uuid AND o.year = ${year}::int
    AND f.archived_at IS NULL
  ORDER BY o.made_at DESC, o.record_hash`;

/**
 * The PDF that was given out last for a field, year and kind by the end of a day, by UTC; null: none is kept, or an
 * application was answered again between it and the end of that day, so that it is not what was in force then.
 */
export async function findOriginalAsOf(
  tx: ProviderTx,
  providerId: string,
  { fieldId, year, kind }: ReportIdentity,
  asOf: string,
): Promise<Uint8Array | null> {
  const rows = await tx.$queryRaw<{ pdf: Uint8Array }[]>`
    WITH last AS (
      SELECT o.pdf, o.made_at FROM report_original o
      WHERE o.provider_id = ${providerId} AND o.field_id = ${fieldId}::uuid AND o.year = ${year}::int AND o.kind = ${kind}
        AND (o.made_at AT TIME ZONE 'UTC')::date <= ${asOf}::date
      ORDER BY o.made_at DESC, o.record_hash LIMIT 1)
    SELECT last.pdf FROM last
    WHERE NOT EXISTS (
      SELECT FROM application a JOIN assessment x USING (provider_id, application_event_id)
      WHERE a.provider_id = ${providerId} AND a.field_id = ${fieldId}::uuid
        AND a.application_date >= make_date(${year}::int, 1, 1) AND a.application_date <= make_date(${year}::int, 12, 31)
        AND x.calculated_at > last.made_at AND x.calculated_at < (${asOf}::date + 1)::timestamp AT TIME ZONE 'UTC')`;
  return rows[0]?.pdf ?? null;
}

/** The bytes of an original that `findOriginal` found. */
export async function readOriginalPdf(
  tx: ProviderTx,
  providerId: string,
  { fieldId, year, kind, recordHash }: RecordIdentity,
): Promise<Uint8Array | null> {
  const rows = await tx.$queryRaw<{ pdf: Uint8Array }[]>`
    SELECT o.pdf FROM report_original o
    WHERE o.provider_id = ${providerId} AND o.field_id = ${fieldId}::uuid AND o.year = ${year}::int
      AND o.kind = ${kind} AND o.record_hash = ${recordHash}`;
  return rows[0]?.pdf ?? null;
}

/** Forgets originals a month after their last day, a hundred at most, of any provider. How many. */
export async function purgeReportOriginals({ prisma }: Db): Promise<number> {
  const rows = await prisma.$queryRaw<{ purged: number }[]>`SELECT purge_report_originals() AS purged`;
  return rows[0]?.purged ?? 0;
}
