import { createHash } from "node:crypto";
import { asProvider } from "@/lib/data/db";
import { findReportFields } from "@/lib/data/reports/field";
import { findIssue } from "@/lib/data/reports/issues";
import {
  findOriginal,
  findOriginalAsOf,
  keepOriginal,
  LARGEST_KEPT,
  listOriginals,
  readOriginalPdf,
  type ListedOriginal,
} from "@/lib/data/reports/originals";
import type { ReportKind } from "@/lib/domain/report";
import type { Deps } from "@/lib/runtime/deps";
import { onlyField, type ReportQuery } from "@/lib/usecases/reports/gather";
import type { IssuedReport, ReportContext } from "@/lib/usecases/reports/issue-report";

/** Three full years after the record's own: no list of the application records asks for more than three. */
const ORIGINAL_YEARS = 3;

/**
 * Keeps a PDF as the one that was first given out for its record. A report goes out whether this works or not: what fails
 * here is logged, and the next report of the record is kept in its place.
 */
export async function keepAsOriginal(
  { deps, providerId }: ReportContext,
  { record, hash, hasOriginal, generatedAt }: IssuedReport,
  pdf: Uint8Array,
): Promise<void> {
  const keptUntil = `${record.year + ORIGINAL_YEARS}-12-31`;
  const isPast = keptUntil < generatedAt.toISOString().slice(0, 10);
  if (!deps.env.REPORT_ORIGINALS || hasOriginal || isPast || pdf.byteLength > LARGEST_KEPT) return;
  const { fieldId } = record.field;
  const identity = { fieldId, year: record.year, kind: record.kind, recordHash: hash };
  const pdfSha256 = createHash("sha256").update(pdf).digest("hex");
  try {
    await asProvider(deps.db, providerId, (tx) =>
      keepOriginal(tx, providerId, { ...identity, madeAt: generatedAt, keptUntil, pdfSha256, pdf }),
    );
  } catch (err) {
    deps.log.warn({ err }, "the original of a report was not kept");
  }
}

/** What was given out of a field and year before, newest first: each as it was on its day. */
export const findEarlierReports = (
  { deps, providerId }: ReportContext,
  place: { fieldId: string; year: number },
): Promise<ListedOriginal[]> => asProvider(deps.db, providerId, (tx) => listOriginals(tx, providerId, place));

/**
 * What was given out last for a field, year and kind by the end of a day, as it was: nothing of it is made again. Null: none
 * is kept, or an application was answered again after it.
 */
export async function findGivenOut(
  { deps, providerId }: ReportContext,
  { key, year, kind, asOf }: Pick<ReportQuery, "key" | "year" | "kind"> & { asOf: string },
): Promise<{ pdf: Uint8Array; fieldName: string } | null> {
  return asProvider(deps.db, providerId, async (tx) => {
    const { fieldId, fieldName } = onlyField(await findReportFields(tx, providerId, key));
    const pdf = await findOriginalAsOf(tx, providerId, { fieldId, year, kind }, asOf);
    return pdf === null ? null : { pdf, fieldName };
  });
}

export interface OriginalPdf {
  pdf: Uint8Array;
  fieldName: string;
  year: number;
  kind: ReportKind;
}

/**
 * The original of a record, for who holds its hash; null: no such record, none kept, or its field is archived. A closed portal
 * and a provider that was off-boarded change nothing: a record is kept for those who have to show it years later.
 */
export async function readOriginal(deps: Deps, hash: string): Promise<OriginalPdf | null> {
  const issue = await findIssue(deps.db, hash);
  if (issue === null) return null;
  const { providerId, fieldId, year, kind } = issue;
  const identity = { fieldId, year, kind, recordHash: hash };
  return asProvider(deps.db, providerId, async (tx) => {
    const found = await findOriginal(tx, providerId, identity);
    const pdf = found === null ? null : await readOriginalPdf(tx, providerId, identity);
    return found === null || pdf === null ? null : { pdf, fieldName: found.fieldName, year, kind };
  });
}
