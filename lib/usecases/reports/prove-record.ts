import { asProvider } from "@/lib/data/db";
import { logRecord } from "@/lib/data/record-log";
import { ServiceError } from "@/lib/domain/errors";
import { proofText, type LogStanding } from "@/lib/domain/report";
import type { Deps } from "@/lib/runtime/deps";
import { readLogStanding } from "@/lib/usecases/record-log/read-log";
import { readRecord, type RecordContext } from "@/lib/usecases/records/read-record";
import type { ReportQuery } from "@/lib/usecases/reports/gather";
import { issueReport, type ReportContext } from "@/lib/usecases/reports/issue-report";

/** What shows that a record is as it was given out. */
export interface ProvenRecord {
  recordHash: string;
  /** The record's canonical JSON, signed, as a JWS in compact form; null: no key is set. */
  jws: string | null;
  log: LogStanding;
  /** The log's proof as one text; null where no key signs the log's head. */
  proof: string | null;
}

/** The `typ` of a record's JWS. */
const JWS_TYPE = "hedgerow-record+json";

async function proven(deps: Deps, record: { text: string; hash: string }): Promise<ProvenRecord> {
  const log = await readLogStanding(deps, record.hash);
  const jws = (await deps.recordKeys.signJws?.(record.text, JWS_TYPE)) ?? null;
  return { recordHash: record.hash, jws, log, proof: proofText(log) };
}

/** The proof of a report's record as it is now, which counts as giving the report out. Without a year it is the current one. */
export async function proveReport(
  context: ReportContext,
  query: Omit<ReportQuery, "year"> & { year: number | undefined },
): Promise<ProvenRecord> {
  const year = query.year ?? context.deps.clock().getUTCFullYear();
  const { recordText, hash } = await issueReport(context, { ...query, year }, { withFigure: false });
  return proven(context.deps, { text: recordText, hash });
}

/** The proof of what an applicator signed. Refused while the record is not signed. */
export async function proveRecord(context: RecordContext, applicationEventId: string): Promise<ProvenRecord> {
  const { signature } = (await readRecord(context, applicationEventId)).ground;
  if (signature === null) {
    throw new ServiceError("notReady", "The record is not signed yet: only what an applicator signed stays as it is.");
  }
  const { deps, provider } = context;
  // Signed before the log began, it is logged now.
  await asProvider(deps.db, provider.providerId, (tx) => logRecord(tx, signature.recordHash));
  return proven(deps, { text: signature.signedRecord, hash: signature.recordHash });
}
