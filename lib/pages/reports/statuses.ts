import type { OverallStatus, RunoffEntry } from "@/lib/domain/compliance";
import { bearsOnDrift, issueEffect, type Issue } from "@/lib/domain/issues";
import type { ReportSection, ReportStatus } from "@/lib/domain/report";
import { unitOf } from "@/lib/views/words";
import { issueMessage } from "@/lib/views/issues/issue-text";
import type { RecordedApplication, ReportRecord } from "@/lib/usecases/reports/record";
import { count, dayText, systemText, type TimeText } from "@/lib/pages/reports/words";

/** What a status is called. A met requirement is a finding about saved data, so no word here clears anything. */
export const STATUS_WORDS: Record<OverallStatus, Pick<ReportStatus, "mark" | "word">> = {
  met: { mark: "met", word: "Found met" },
  not_met: { mark: "short", word: "Not met" },
  indeterminate: { mark: "open", word: "Not settled" },
  not_applicable: { mark: "none", word: "None found" },
};

const messagesOf = (issues: readonly Issue[]): string =>
  [...new Set(issues.map((found) => issueMessage(found)))].join(" ");

export const applicationName = ({ applicationId, applicationDate }: RecordedApplication): string =>
  `application ${applicationId} of ${dayText(applicationDate)}`;

const pointsText = ({ earnedPoints, requiredPoints, mitigationType }: RunoffEntry): string =>
  requiredPoints === null
    ? `${count(earnedPoints, unitOf(mitigationType))} counted; how many are required is not known, which is not zero.`
    : `${earnedPoints} of ${count(requiredPoints, `required ${unitOf(mitigationType)}`)} counted.`;

export function runoffStatus(entry: RunoffEntry, application: RecordedApplication): ReportStatus {
  const title = `${systemText(entry.mitigationType)}, ${applicationName(application)}`;
  if (entry.exempt) {
    const asked = entry.labelRequiredPoints;
    const label = asked === null ? "" : ` Without it, ${count(asked, unitOf(entry.mitigationType))} would be required.`;
    return { mark: "none", word: "Exempt", title, text: `An exemption is claimed for this application.${label}` };
  }
  const shown = STATUS_WORDS[entry.status];
  const word =
    entry.status === "not_met" && entry.gap !== null
      ? `${count(entry.gap, unitOf(entry.mitigationType))} short`
      : shown.word;
  return { ...shown, word, title, text: [pointsText(entry), messagesOf(entry.issues)].filter(Boolean).join(" ") };
}

function driftStatus(application: RecordedApplication, timeText: TimeText): ReportStatus[] {
  const { drift, requirements, isOnChangedBoundary, assessment } = application;
  const isAsked = requirements.some(({ driftConfiguration }) => driftConfiguration !== null);
  if (drift === null || (!isAsked && drift.computation === null)) return [];
  const title = `Spray drift, ${applicationName(application)}`;
  const { computation } = drift;
  if (computation === null) {
    const broken = (assessment?.issues ?? []).filter(
      (found) => bearsOnDrift(found, { isBufferRequired: isAsked }) && issueEffect(found) === "not_met",
    );
    if (broken.length > 0) return [{ ...STATUS_WORDS.not_met, title, text: messagesOf(broken) }];
    const text = "A drift buffer is required. The wind and the setup at application have not been computed.";
    return [{ ...STATUS_WORDS.indeterminate, title, text }];
  }
  if (isOnChangedBoundary) {
    const text = `As computed ${timeText(computation.checkedAt)}, for a boundary that the field no longer has.`;
    return [{ ...STATUS_WORDS.indeterminate, title, text }];
  }
  const held = "Holds only for the wind and setup of that computation, applied inside the treatable area.";
  const text = `As computed ${timeText(computation.checkedAt)}. ${held}`;
  return [{ ...STATUS_WORDS[computation.driftStatus ?? "indeterminate"], title, text }];
}

function assessmentStatus(application: RecordedApplication, timeText: TimeText): ReportStatus {
  const { assessment, processingStatus, isOnChangedBoundary } = application;
  const title = `Last assessment, ${applicationName(application)}`;
  if (assessment === null) {
    return { ...STATUS_WORDS.indeterminate, title, text: `No assessment is saved (processing ${processingStatus}).` };
  }
  const notes = [
    `What was found ${timeText(assessment.calculatedAt)}, on what was saved then.`,
    ...(processingStatus === "completed" ? [] : [`Processing is ${processingStatus}: this may be an earlier finding.`]),
    ...(isOnChangedBoundary ? ["The field's boundary has changed since."] : []),
    messagesOf(assessment.issues),
  ];
  return { ...STATUS_WORDS[assessment.status], title, text: notes.filter(Boolean).join(" ") };
}

/** A trait program's report is about applications with a product of one, and about credits chosen for it. */
export const hasSubject = ({ kind, applications, selections }: ReportRecord): boolean =>
  kind !== "trait" ||
  selections.some(({ source }) => source === "portal") ||
  applications.some(({ runoff }) => runoff.length > 0);

const NO_PROGRAM =
  "No trait program applies to these applications, as far as we know their products, so this report has nothing to count. The " +
  "runoff report holds what the labels and EPA's bulletins ask.";

/** Where everything stands, first thing on the first page. */
export function statusSection(record: ReportRecord, timeText: TimeText): ReportSection {
  const statuses = record.applications.flatMap((application) => [
    ...application.runoff.map((entry) => runoffStatus(entry, application)),
    ...driftStatus(application, timeText),
    assessmentStatus(application, timeText),
  ]);
  const none = `No application on this field is saved for ${record.year}. That says nothing about any other application.`;
  return {
    id: "standing",
    heading: "Where this record stands",
    blocks: [
      ...(hasSubject(record) ? [] : [{ kind: "text" as const, text: NO_PROGRAM, tone: "plain" as const }]),
      ...(statuses.length === 0
        ? [{ kind: "text" as const, text: none, tone: "plain" as const }]
        : [{ kind: "statuses" as const, statuses }]),
      {
        kind: "text",
        text:
          "Points and drift are calculated from the data saved at this time; the last assessment stays as it was. A finding " +
          "of “found met” is about saved data only and permits nothing by itself.",
        tone: "quiet",
      },
    ],
  };
}
