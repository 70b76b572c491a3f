import { asProvider } from "@/lib/data/db";
import { findChangesSince } from "@/lib/data/portal/changes";
import { findIssue, type KnownIssue } from "@/lib/data/reports/issues";
import { findOriginal } from "@/lib/data/reports/originals";
import { ServiceError } from "@/lib/domain/errors";
import type { OverallStatus } from "@/lib/domain/compliance";
import { isRecordHash } from "@/lib/domain/report";
import type { RecordedChange, Verified } from "@/lib/domain/verified-report";
import { overallStatus } from "@/lib/engine/overall";
import type { Deps } from "@/lib/runtime/deps";
import { readLogStanding } from "@/lib/usecases/record-log/read-log";
import type { PresentStanding } from "@/lib/usecases/reports/present";
import { gatherReport } from "@/lib/usecases/reports/gather";
import { verifySignedRecord } from "@/lib/usecases/reports/verify-record";
import { inFormat } from "@/lib/usecases/reports/formats";
import type { ReportRecord } from "@/lib/usecases/reports/record";

/**
 * Whether the record of a report, or one that an applicator signed, is known, and whether it is still what is saved: which field and year it is of, where it
 * stands, or what changed since. Only someone who holds it knows its number.
 */
export async function verifyReport(deps: Deps, hash: string): Promise<Verified> {
  if (!isRecordHash(hash)) return { state: "malformed" };
  const issue = await findIssue(deps.db, hash);
  if (issue === null) return (await verifySignedRecord(deps, hash)) ?? knownToLog(deps, hash);
  const { providerId, fieldId, year, kind, recordFormat } = issue;
  const original = await asProvider(deps.db, providerId, (tx) =>
    findOriginal(tx, providerId, { fieldId, year, kind, recordHash: hash }),
  );
  const issued = { firstIssuedAt: issue.issuedAt, original, log: await readLogStanding(deps, hash) };
  try {
    const asked = { key: { fieldId }, year, kind };
    const gathered = await gatherReport({ deps, providerId }, asked, { withFigure: false });
    const compared = inFormat(gathered, recordFormat);
    if (compared === null) return { state: "uncompared", ...issued };
    // Earlier formats leave out of a record that something was not done as it was checked: it is true of their reports as well.
    const { record, present } = gathered;
    const about = { fieldName: record.field.fieldName, year, kind };
    return compared.hash === hash
      ? {
          state: "current",
          ...issued,
          about,
          standing: standingOf(record, [...present.values()]),
          doneOtherwise: record.applications.reduce((lines, { log }) => lines + flagsOf(log), 0),
        }
      : { state: "changed", ...issued, about, changes: await changesSince(deps, issue, record) };
  } catch (error) {
    if (error instanceof ServiceError && error.problem === "fieldNotFound") return { state: "uncompared", ...issued };
    throw error;
  }
}

/** The log outlives the records that are erased or whose time is over: of those it must not say that there were none. */
async function knownToLog(deps: Deps, hash: string): Promise<Verified> {
  const log = await readLogStanding(deps, hash);
  return log.state === "absent" ? { state: "unknown" } : { state: "ended", log };
}

/** The worst of its applications, as they were found and as they stand today; null without one. */
function standingOf({ applications }: ReportRecord, present: readonly PresentStanding[]): OverallStatus | null {
  if (applications.length === 0) return null;
  const today = present.flatMap(({ status, outdated }) => [
    status,
    ...(outdated === null ? [] : (["indeterminate"] as const)),
  ]);
  return overallStatus([...applications.flatMap(statusesOf), ...today], []);
}

const flagsOf = (log: ReportRecord["applications"][number]["log"]): number => log?.shown.flags.length ?? 0;

/**
 * What the last check found, and the points as the report counts them: measures may have been taken back since. One that was not
 * checked to the end on the boundary of today is open, and so is one that was made otherwise than it was checked, as its report says.
 */
const statusesOf = (application: ReportRecord["applications"][number]): OverallStatus[] => {
  const { assessment, runoff, processingStatus, isOnChangedBoundary, log } = application;
  const isChecked = processingStatus === "completed" && !isOnChangedBoundary;
  return [
    assessment?.status ?? "indeterminate",
    ...runoff.map(({ status }) => status),
    ...(isChecked && flagsOf(log) === 0 ? [] : (["indeterminate"] as const)),
  ];
};

/** What of the record is newer than the report, the latest of each kind, newest first. */
async function changesSince(
  deps: Deps,
  { providerId, fieldId, year, issuedAt }: KnownIssue,
  { applications }: ReportRecord,
): Promise<RecordedChange[]> {
  const edits = await asProvider(deps.db, providerId, (tx) =>
    findChangesSince(tx, providerId, { fieldId, year, since: issuedAt }),
  );
  const checked = applications.flatMap(({ assessment }) => assessment?.calculatedAt ?? []);
  const computed = applications.flatMap(({ drift }) => drift?.computation?.checkedAt ?? []).map((at) => new Date(at));
  const written = applications.flatMap(({ log }) =>
    log === null ? [] : [log.writtenAt, log.signed?.at ?? log.writtenAt],
  );
  return [
    ...edits,
    ...newerThan(issuedAt, "checked", checked),
    ...newerThan(issuedAt, "computed", computed),
    ...newerThan(issuedAt, "recorded", written),
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

function newerThan(since: Date, what: RecordedChange["what"], times: readonly Date[]): RecordedChange[] {
  const last = Math.max(...times.map((at) => at.getTime()));
  return last > since.getTime() ? [{ what, at: new Date(last) }] : [];
}
