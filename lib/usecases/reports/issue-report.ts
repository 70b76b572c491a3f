import { asProvider } from "@/lib/data/db";
import { rememberIssue } from "@/lib/data/reports/issues";
import type { ReportDocument } from "@/lib/domain/report";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { Deps } from "@/lib/runtime/deps";
import { composeReport } from "@/lib/pages/reports/document";
import { gatherReport, type GatheredReport, type ReportAsked } from "@/lib/usecases/reports/gather";
import type { ReportRecord } from "@/lib/usecases/reports/record";

export interface ReportContext {
  deps: Deps;
  providerId: string;
}

/** The rules of the year's newest application; without one, those in force at its end, or today. */
function rulebookOf({ applications, year }: ReportRecord, today: string): ReturnType<typeof rulebookAsOf> {
  const newest = applications.at(-1)?.applicationDate;
  const endOfYear = `${year}-12-31`;
  return rulebookAsOf(newest ?? (endOfYear < today ? endOfYear : today));
}

/** What was gathered, laid out as of now. */
export function composeFrom(deps: Deps, gathered: GatheredReport): ReportDocument {
  const now = deps.clock();
  return composeReport({
    ...gathered,
    generatedAt: now,
    rulebook: rulebookOf(gathered.record, now.toISOString().slice(0, 10)),
    verifyUrl: `${deps.env.PUBLIC_URLS[0] ?? ""}/verify/${gathered.hash}`,
  });
}

/** Gathers and lays out a report, and remembers that its record was given out, so that its hash can be verified. */
export async function issueReport({ deps, providerId }: ReportContext, asked: ReportAsked): Promise<ReportDocument> {
  const gathered = await gatherReport({ deps, providerId }, asked, { withFigure: true });
  const { record, hash } = gathered;
  const issuedAt = deps.clock();
  await asProvider(deps.db, providerId, (tx) =>
    rememberIssue(tx, providerId, {
      fieldId: record.field.fieldId,
      year: record.year,
      kind: record.kind,
      recordHash: hash,
      recordFormat: record.format,
      issuedAt,
    }),
  );
  return composeFrom(deps, gathered);
}
