import { findIssue } from "@/lib/data/reports/issues";
import { ServiceError } from "@/lib/domain/errors";
import type { Verified } from "@/lib/domain/report";
import type { Deps } from "@/lib/runtime/deps";
import { gatherReport } from "@/lib/usecases/reports/gather";
import { RECORD_FORMAT } from "@/lib/usecases/reports/record";

const HASH = /^[0-9a-f]{64}$/;

/** Whether a report's record is known, and whether it is still what is saved. It shows nothing of the record itself. */
export async function verifyReport(deps: Deps, hash: string): Promise<Verified> {
  if (!HASH.test(hash)) return { state: "malformed" };
  const issue = await findIssue(deps.db, hash);
  if (issue === null) return { state: "unknown" };
  const { providerId, fieldId, year, kind, issuedAt: firstIssuedAt, recordFormat } = issue;
  if (recordFormat !== RECORD_FORMAT) return { state: "uncompared", firstIssuedAt };
  try {
    const asked = { key: { fieldId }, year, kind };
    const present = await gatherReport({ deps, providerId }, asked, { withFigure: false });
    return { state: present.hash === hash ? "current" : "changed", firstIssuedAt };
  } catch (error) {
    if (error instanceof ServiceError && error.problem === "fieldNotFound")
      return { state: "uncompared", firstIssuedAt };
    throw error;
  }
}
