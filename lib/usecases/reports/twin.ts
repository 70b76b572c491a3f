import { asProvider } from "@/lib/data/db";
import { findIssue } from "@/lib/data/reports/issues";
import { findOriginal } from "@/lib/data/reports/originals";
import { ServiceError } from "@/lib/domain/errors";
import { isRecordHash } from "@/lib/domain/report";
import type { Deps } from "@/lib/runtime/deps";
import { gatherReport, type GatheredReport } from "@/lib/usecases/reports/gather";
import { inFormat } from "@/lib/usecases/reports/formats";

export interface ReportTwin {
  gathered: GatheredReport;
  /** The PDF as it was first given out is kept. */
  hasOriginal: boolean;
}

/**
 * The report behind a hash as it was given out, to be read as a page by who holds its PDF; null: no such record, or it is not
 * what is saved now. The hash itself proves the right to ask, as it does for the original.
 */
export async function readTwin(deps: Deps, hash: string): Promise<ReportTwin | null> {
  const issue = isRecordHash(hash) ? await findIssue(deps.db, hash) : null;
  if (issue === null) return null;
  const { providerId, fieldId, year, kind } = issue;
  try {
    const present = await gatherReport({ deps, providerId }, { key: { fieldId }, year, kind }, { withFigure: true });
    const gathered = inFormat(present, issue.recordFormat);
    if (gathered?.hash !== hash) return null;
    const identity = { fieldId, year, kind, recordHash: hash };
    const original = await asProvider(deps.db, providerId, (tx) => findOriginal(tx, providerId, identity));
    return { gathered, hasOriginal: original !== null };
  } catch (error) {
    if (error instanceof ServiceError && error.problem === "fieldNotFound") return null;
    throw error;
  }
}
