import type { RunoffEntry } from "@/lib/domain/compliance";
import type { IssueParticulars } from "@/lib/domain/issue-particulars";
import { issueEffect, type Issue } from "@/lib/domain/issues";
import type { CheckNotes } from "@/lib/usecases/portal/field-year";
import { capital, counted, listInWords } from "@/lib/views/words";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import { issueHeadline } from "@/lib/views/issues/issue-text";
import { bindingLimitations, type BindingLimitation } from "@/lib/usecases/portal/binding-limitations";
import { standingNow, type NowStanding } from "@/lib/usecases/portal/overall-standing";

export interface StandingWords {
  now: NowStanding;
  limitations: BindingLimitation[];
  /** Every limitation text is marked as read, and none is missing. */
  isAllRead: boolean;
  /** Nothing is left that this service could check: what remains open is for the applicator to follow. */
  isDone: boolean;
  headline: string;
  /** One or two sentences under the headline. */
  reason: string;
}

/** Where an application stands now, as the overview and the list of a group's fields say it. */
export function standingInWords(
  { saved, runoff }: ScoredApplication,
  { reviews, driftChangedAt }: CheckNotes,
  provider: string,
): StandingWords {
  const limitations = bindingLimitations(saved, reviews);
  const now = standingNow(saved, runoff, driftChangedAt);
  const isAllRead = isReadWhole(limitations, now);
  const reasons = reasonsOf(runoff, now, isAllRead);
  const around = { runoff, provider };
  return {
    now,
    limitations,
    isAllRead,
    isDone: isChecked(now) || (isAllRead && isTheRestDone(now, reasons, around)),
    ...headlineOf(now, reasons, around),
  };
}

/** Every text is marked, and none is missing: an area whose text is not loaded has to be read at EPA's. */
const isReadWhole = (limitations: readonly BindingLimitation[], { issues }: NowStanding): boolean =>
  limitations.length > 0 &&
  limitations.every(({ reviewedAt }) => reviewedAt !== null) &&
  issues.every((found) => found.code !== "LIMITATIONS_REVIEW_REQUIRED" || !hasAreaWithoutText(found.particulars));

const hasAreaWithoutText = ({ areasWithoutText, notes }: IssueParticulars<"LIMITATIONS_REVIEW_REQUIRED">): boolean =>
  areasWithoutText !== undefined || notes !== undefined;

function reasonOf(found: Issue, { isDriftOutdated }: NowStanding, isAllRead: boolean): string {
  if (found.code === "DRIFT_CONDITIONS_UNVERIFIED" && isDriftOutdated) return "work out the drift buffer again";
  if (found.code === "LIMITATIONS_REVIEW_REQUIRED" && isAllRead) return "follow the limitation text";
  return issueHeadline(found.code);
}

/** What stands in the way, the worst first: points that are short, then violations, then what is open. */
function reasonsOf(runoff: readonly RunoffEntry[], now: NowStanding, isAllRead: boolean): string[] {
  const short = runoff
    .filter(({ status, gap }) => status === "not_met" && (gap ?? 0) > 0)
    .map(({ gap, mitigationType }) => {
      const unit = mitigationType === "trait_runoff" ? "trait program credit" : "runoff point";
      return `${counted(gap ?? 0, unit)} short`;
    });
  const open = now.issues
    .filter((found) => issueEffect(found) !== "none")
    .map((found) => reasonOf(found, now, isAllRead));
  return [...new Set([...short, ...open])];
}

interface Around {
  runoff: readonly RunoffEntry[];
  provider: string;
}

function headlineOf(
  now: NowStanding,
  reasons: readonly string[],
  around: Around,
): Pick<StandingWords, "headline" | "reason"> {
  const { status } = now;
  const [first, ...more] = reasons;
  if (status === "met") return { headline: "What is scored here is met", reason: doneInWords(now, around) };
  if (status === "not_applicable") {
    return {
      headline: "Nothing is asked for",
      reason: "No rule that this service scores asks anything of this application.",
    };
  }
  const headline = capital(first ?? "not settled yet");
  const also = more.length === 0 ? null : `Also: ${more.join("; ")}.`;
  return { headline, reason: [openInWords(now, reasons, around), also].filter((text) => text !== null).join(" ") };
}

function openInWords(now: NowStanding, reasons: readonly string[], around: Around): string {
  if (!now.isChecked) {
    return `Nothing can be judged before it is. ${around.provider} can send the check again; what you selected stays.`;
  }
  if (now.status === "not_met") return "What is required is not met.";
  return isTheRestDone(now, reasons, around)
    ? `${doneInWords(now, around)} No service can tell whether the text is followed, so this stays open here.`
    : "Something is open, so no one can say yet.";
}

const isChecked = ({ status, isChecked: isFinished }: NowStanding): boolean =>
  isFinished && (status === "met" || status === "not_applicable");

/** Points and buffers are settled, and only limitation texts stand in the way. */
function isTheRestDone(now: NowStanding, reasons: readonly string[], around: Around): boolean {
  const isTextAlone = now.issues.every(
    (found) => found.code === "LIMITATIONS_REVIEW_REQUIRED" || issueEffect(found) === "none",
  );
  return now.isChecked && isTextAlone && reasons.length === 1 && isSettled(now, around);
}

const isSettled = ({ drift }: NowStanding, { runoff }: Around): boolean =>
  (drift === "met" || drift === "not_applicable") && runoff.every(({ status }) => status === "met");

/** What is settled of what is scored, and nothing that is not asked for. */
function doneInWords({ drift }: NowStanding, { runoff }: Around): string {
  const isScored = runoff.some(({ exempt }) => !exempt);
  const parts = [
    ...(isScored ? ["the runoff points are reached"] : []),
    ...(runoff.some(({ exempt }) => exempt) ? ["an exemption from EPA runoff points is claimed"] : []),
    ...(drift === "met" ? ["the drift buffer is worked out"] : []),
  ];
  if (parts.length === 0) return "No points and no drift buffer are asked for.";
  return `${capital(listInWords(parts))}, by what is saved now.`;
}
