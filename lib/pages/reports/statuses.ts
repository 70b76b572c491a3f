import type { OverallStatus, RunoffEntry } from "@/lib/domain/compliance";
import { bearsOnDrift, issue, issueEffect, type Issue } from "@/lib/domain/issues";
import type { ShortRunoff } from "@/lib/domain/spray-windows";
import type { ReportBlock, ReportMark, ReportSection, ReportStatus } from "@/lib/domain/report";
import { issueMessage } from "@/lib/views/issues/issue-text";
import { holdsForInWords } from "@/lib/views/other-rates";
import type { PresentStanding } from "@/lib/usecases/reports/present";
import type { RecordedApplication, ReportRecord } from "@/lib/usecases/reports/record";
import { outdatedTitle } from "@/lib/pages/outdated/outdated-title";
import { words } from "@/lib/pages/reports/statuses-words";
import { dayText, systemText, type TimeText } from "@/lib/pages/reports/words";

const MARKS: Record<OverallStatus, ReportMark> = {
  met: "met",
  not_met: "short",
  indeterminate: "open",
  not_applicable: "none",
};
/** What a status is called. A met requirement is a finding about saved data, so no word here clears anything. */
export const statusWord = (status: OverallStatus): Pick<ReportStatus, "mark" | "word"> => ({
  mark: MARKS[status],
  word: words().statuses[status],
});

const messagesOf = (issues: readonly Issue[]): string[] => [...new Set(issues.map((found) => issueMessage(found)))];

export const applicationName = ({ applicationId, applicationDate }: RecordedApplication): string =>
  words().application(applicationId, dayText(applicationDate));

type CountedRunoff = Pick<
  RunoffEntry,
  "mitigationType" | "exempt" | "labelRequiredPoints" | "status" | "gap" | "earnedPoints" | "requiredPoints" | "issues"
>;

const pointsText = ({ earnedPoints, requiredPoints, mitigationType }: CountedRunoff): string =>
  requiredPoints === null
    ? words().unknownOf(earnedPoints, mitigationType)
    : words().countedOf(earnedPoints, requiredPoints, mitigationType);

export function runoffStatus(entry: CountedRunoff, application: RecordedApplication): ReportStatus {
  const title = `${systemText(entry.mitigationType)}, ${applicationName(application)}`;
  if (entry.exempt) {
    const asked = entry.labelRequiredPoints;
    const without = asked === null ? [] : [words().without(asked, entry.mitigationType)];
    return { mark: "none", word: words().exempt, title, lines: [words().claimed, ...without] };
  }
  const shown = statusWord(entry.status);
  const word =
    entry.status === "not_met" && entry.gap !== null ? words().short(entry.gap, entry.mitigationType) : shown.word;
  return { ...shown, word, title, lines: [pointsText(entry), ...messagesOf(entry.issues)] };
}

function driftStatus(application: RecordedApplication, timeText: TimeText): ReportStatus[] {
  const { drift, requirements, isOnChangedBoundary, assessment } = application;
  const isAsked = requirements.some(({ driftConfiguration }) => driftConfiguration !== null);
  if (drift === null || (!isAsked && drift.computation === null)) return [];
  const title = words().drift(applicationName(application));
  const { computation } = drift;
  if (computation === null) {
    const broken = (assessment?.issues ?? []).filter(
      (found) => bearsOnDrift(found, { isBufferRequired: isAsked }) && issueEffect(found) === "not_met",
    );
    if (broken.length > 0) return [{ ...statusWord("not_met"), title, lines: messagesOf(broken) }];
    return [{ ...statusWord("indeterminate"), title, lines: [words().notComputed] }];
  }
  if (isOnChangedBoundary) {
    const lines = [words().oldBoundary(timeText(computation.checkedAt))];
    return [{ ...statusWord("indeterminate"), title, lines }];
  }
  const holdsFor = holdsForInWords({ products: application.products, rates: computation.effectiveRates });
  const lines = [
    words().computed(timeText(computation.checkedAt)),
    ...(holdsFor === null ? [] : [holdsFor]),
    ...messagesOf(whyNotMet(computation)),
  ];
  return [{ ...statusWord(computation.driftStatus ?? "indeterminate"), title, lines }];
}

type Computation = Pick<
  NonNullable<NonNullable<RecordedApplication["drift"]>["computation"]>,
  "products" | "driftStatus"
>;

/**
 * A computation keeps the issues of its products. What is not met without one of them left no ground to treat. One of an earlier form
 * has no products, and says nothing of why.
 */
function whyNotMet({ products, driftStatus }: Computation): Issue[] {
  const issues = products.flatMap((product) => product.issues);
  const isUnexplained =
    driftStatus === "not_met" && products.length > 0 && !issues.some((found) => issueEffect(found) === "not_met");
  return isUnexplained ? [issue("NO_TREATABLE_AREA"), ...issues] : issues;
}

function assessmentStatus(application: RecordedApplication, timeText: TimeText): ReportStatus {
  const { assessment, processingStatus, isOnChangedBoundary } = application;
  const title = words().assessed(applicationName(application));
  if (assessment === null) {
    return { ...statusWord("indeterminate"), title, lines: [words().notAssessed(processingStatus)] };
  }
  const lines = [
    words().found(timeText(assessment.calculatedAt)),
    ...(processingStatus === "completed" ? [] : [words().unfinished(processingStatus)]),
    ...(isOnChangedBoundary ? [words().changed] : []),
    ...messagesOf(assessment.issues),
  ];
  return { ...statusWord(assessment.status), title, lines };
}

/** What was done, where it was not as the findings above have it: they speak of what was checked and computed, and stand first. */
function doneStatus(application: RecordedApplication): ReportStatus[] {
  const flags = application.log?.shown.flags ?? [];
  if (flags.length === 0) return [];
  const title = words().done(applicationName(application));
  return [{ ...statusWord("indeterminate"), title, lines: [words().notAsChecked(flags.length)] }];
}

/** What an answer of an earlier day said of an application: what counted when it was made, and what was found. */
export const answeredStatuses = (
  application: RecordedApplication,
  runoff: readonly CountedRunoff[],
  timeText: TimeText,
): ReportStatus[] => [
  ...runoff.map((entry) => runoffStatus(entry, application)),
  assessmentStatus(application, timeText),
];

/** A trait program's report is about applications with a product of one, and about credits chosen for it. */
export const hasSubject = ({ kind, applications, selections }: ReportRecord): boolean =>
  kind !== "trait" ||
  selections.some(({ source }) => source === "portal") ||
  applications.some(({ runoff }) => runoff.length > 0);

/** How many findings of each kind there are: what is not met may be on the next page. */
function tallyOf(statuses: readonly ReportStatus[]): ReportBlock[] {
  if (statuses.length < 2) return [];
  const counts = { short: 0, open: 0, met: 0, none: 0 };
  for (const { mark } of statuses) counts[mark] += 1;
  return [{ kind: "text", text: words().inAll(statuses.length, words().tally(counts)), tone: "strong" }];
}

const WEIGHT: Record<ReportMark, number> = { short: 0, open: 1, met: 2, none: 3 };

/** Whether what was counted says so too. A system that is not of this report stands in its own. */
const isCounted = ({ mitigationType, gap }: ShortRunoff, { runoff }: RecordedApplication): boolean =>
  runoff.every(
    (entry) =>
      entry.mitigationType !== mitigationType || (entry.status === "not_met" && entry.gap !== null && entry.gap >= gap),
  );

/**
 * Where an application stands today, above what was found of it and only where that is worse, where more points are short by the setup
 * of the last computation than were counted, or where something stands in the way that no finding names, such as a buffer that has to be
 * worked out again: the record holds what was found, and paper is carried to the field.
 */
function presentStatus(
  application: RecordedApplication,
  present: PresentStanding | undefined,
  found: readonly ReportStatus[],
): ReportStatus[] {
  if (present === undefined) return [];
  const title = words().present(applicationName(application));
  if (present.outdated !== null) {
    const lines = [`${outdatedTitle(present.outdated)}.`, words().foundBefore];
    return [{ mark: MARKS.indeterminate, word: words().again, title, lines }];
  }
  const shown = statusWord(present.status);
  const isFound = found.some(({ mark }) => WEIGHT[mark] <= WEIGHT[shown.mark]);
  const inTheWay = messagesOf(present.issues.filter((each) => issueEffect(each) !== "none"));
  const unnamed = inTheWay.filter((message) => !found.some(({ lines }) => lines.includes(message)));
  if (isFound && unnamed.length === 0 && present.short.every((short) => isCounted(short, application))) return [];
  const lines = [
    ...present.short.map(({ gap, mitigationType }) => `${words().short(gap, mitigationType)}.`),
    // What the findings below name is not said twice on the page, unless they say that all is well.
    ...(isFound ? unnamed : inTheWay),
  ];
  return [{ ...shown, title, lines }];
}

/** Where everything stands, first thing on the first page. */
export function statusSection(
  { record, present }: { record: ReportRecord; present: ReadonlyMap<string, PresentStanding> },
  timeText: TimeText,
): ReportSection {
  const statuses = record.applications.flatMap((application) => {
    const found = [
      ...application.runoff.map((entry) => runoffStatus(entry, application)),
      ...driftStatus(application, timeText),
      assessmentStatus(application, timeText),
    ];
    return [
      ...doneStatus(application),
      ...presentStatus(application, present.get(application.applicationEventId), found),
      ...found,
    ];
  });
  return {
    id: "standing",
    heading: words().heading,
    blocks: [
      ...(hasSubject(record) ? [] : [{ kind: "text" as const, text: words().noProgram, tone: "plain" as const }]),
      ...(statuses.length === 0
        ? [{ kind: "text" as const, text: words().none(record.year), tone: "plain" as const }]
        : [...tallyOf(statuses), { kind: "statuses" as const, statuses }]),
      {
        kind: "text",
        text: words().note,
        tone: "quiet",
      },
    ],
  };
}
