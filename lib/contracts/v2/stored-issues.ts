import { z } from "zod";
import type { BulkSnapshot } from "@/lib/domain/bulk-job";
import { docUrlOf, issueCodeSchema, type WireIssue } from "@/lib/contracts/v2/issues";
import { issueRemedy } from "@/lib/views/issues/issue-text";

/** An issue of a snapshot of the first format: a code and a sentence. */
const firstIssue = z.strictObject({ code: issueCodeSchema, message: z.string() });
const snapshot = z.looseObject({ compliance: z.looseObject({ status: z.string(), issues: z.array(z.unknown()) }) });

/**
 * A snapshot whose issues have every member that answers have now. The sentence stays as it was given. Which product it
 * was about was not kept; whether a notice blocked shows in the status of its day.
 */
export function withWholeIssues(stored: BulkSnapshot): BulkSnapshot {
  const read = snapshot.safeParse(stored);
  if (!read.success) return stored;
  const { compliance } = read.data;
  const isPass = compliance.status === "met" || compliance.status === "not_applicable";
  return {
    ...read.data,
    compliance: { ...compliance, issues: compliance.issues.map((found) => whole(found, isPass)) },
  };
}

function whole(found: unknown, isPass: boolean): unknown {
  const first = firstIssue.safeParse(found);
  if (!first.success) return found;
  const { code, message } = first.data;
  return {
    code,
    message,
    product_index: null,
    effect: INFORMED.has(code) || (code === "DATA_SET_STALE" && isPass) ? "informs" : "blocks",
    remedy: issueRemedy(code, "en"),
    doc_url: docUrlOf(code),
  } satisfies WireIssue;
}

/** Codes that never blocked when the first format was written. */
const INFORMED: ReadonlySet<string> = new Set(["SOIL_QUEUE_FAILED", "BULLETIN_EXPIRES"]);
