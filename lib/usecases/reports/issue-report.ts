import { asProvider } from "@/lib/data/db";
import { rememberIssue } from "@/lib/data/reports/issues";
import type { Deps } from "@/lib/runtime/deps";
import { gatherReport, type GatheredReport, type ReportQuery } from "@/lib/usecases/reports/gather";

export interface ReportContext {
  deps: Deps;
  providerId: string;
}

/** Gathers a report, and remembers that its record was given out, so that its hash can be verified. */
export async function issueReport({ deps, providerId }: ReportContext, asked: ReportQuery): Promise<GatheredReport> {
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
  return gathered;
}
