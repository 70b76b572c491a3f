import { asProvider } from "@/lib/data/db";
import { logRecord } from "@/lib/data/record-log";
import { rememberIssue } from "@/lib/data/reports/issues";
import type { Deps } from "@/lib/runtime/deps";
import { gatherReport, type GatheredReport, type ReportQuery } from "@/lib/usecases/reports/gather";

export interface ReportContext {
  deps: Deps;
  providerId: string;
}

/** A report whose record was given out. */
export interface IssuedReport extends GatheredReport {
  /** The PDF of an earlier report of this record is kept as its original. */
  hasOriginal: boolean;
}

/** Gathers a report, and remembers that its record was given out and logs its hash, so that it can be verified. */
export async function issueReport(
  { deps, providerId }: ReportContext,
  asked: ReportQuery,
  { withFigure } = { withFigure: true },
): Promise<IssuedReport> {
  const gathered = await gatherReport({ deps, providerId }, asked, { withFigure });
  const { record, hash } = gathered;
  const issuedAt = deps.clock();
  const hasOriginal = await asProvider(deps.db, providerId, async (tx) => {
    const isKept = await rememberIssue(tx, providerId, {
      fieldId: record.field.fieldId,
      year: record.year,
      kind: record.kind,
      recordHash: hash,
      recordFormat: record.format,
      issuedAt,
    });
    await logRecord(tx, hash);
    return isKept;
  });
  return { ...gathered, hasOriginal };
}
