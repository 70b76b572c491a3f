import type { RunoffEntry } from "@/lib/domain/compliance";
import { issueEffect, type Issue, type IssueCode } from "@/lib/domain/issues";
import type { IssueView, OverviewView, StepView } from "@/lib/views/portal/overview";
import { dayInWords, scoreInWords, methodInWords } from "@/lib/views/words";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import type { PortalPlace } from "@/lib/usecases/portal/field-year";
import { issueMessage, portalRemedy } from "@/lib/views/issues/issue-text";
import type { NowStanding } from "@/lib/usecases/portal/overall-standing";
import { dataFacts, productViews } from "@/lib/pages/portal/overview/facts";
import { stepsOf } from "@/lib/pages/portal/overview/steps";
import { standingInWords } from "@/lib/pages/portal/overview/standing-words";
import type { PortalSession } from "@/lib/usecases/portal/session";

/** Where an application stands and what to do next. */
export function overviewView({ branding }: PortalSession, place: PortalPlace): OverviewView {
  const { scored } = place;
  if (scored === null) return withoutApplication(place, branding.name);
  const { now, limitations, isAllRead, headline, reason } = standingInWords(scored, place.notes, branding.name);
  const steps = stepsOf({ scored, now, limitations });
  return {
    address: place.address,
    standing: now.status,
    headline,
    reason,
    next: nextOf(steps, { runoff: scored.runoff, now, isAllRead, isLocked: place.current?.isLocked === true }),
    steps,
    issues: now.issues.map((found) => issueView(found, branding.name, isAllRead)),
    facts: factsOf(place, scored),
    products: productViews(scored.saved),
    soil: soilMissing(place, scored.runoff, branding.name),
    data: dataFacts(place),
  };
}

const factsOf = ({ field }: PortalPlace, { saved }: ScoredApplication): OverviewView["facts"] => [
  { label: "Field", value: field.fieldName },
  { label: "Account", value: field.accountId },
  { label: "Application date", value: dayInWords(saved.applicationDate) },
  { label: "Method", value: methodInWords(saved.method) },
  ...(saved.crop.length === 0 ? [] : [{ label: "Crop", value: saved.crop.join(", ") }]),
  ...(saved.pest.length === 0 ? [] : [{ label: "Pest", value: saved.pest.join(", ") }]),
];

interface Open {
  runoff: readonly RunoffEntry[];
  now: NowStanding;
  isAllRead: boolean;
  isLocked: boolean;
}

/** The page to go to: where a gap can be closed, then the wind, then the texts; the record when nothing is left. */
function nextOf(steps: readonly StepView[], { runoff, now, isAllRead, isLocked }: Open): OverviewView["next"] {
  // Without a check, or while it is locked, there is nothing here that the reader could do about it.
  if (!now.isChecked) return null;
  if (isLocked) return { page: "report", words: "Get the report" };
  const short = runoff.find(({ gap, exempt }) => !exempt && (gap ?? 0) > 0);
  if (short !== undefined) {
    return { page: "measures", words: `Close the gap of ${scoreInWords(short.gap ?? 0, short.mitigationType)}` };
  }
  const has = (...codes: IssueCode[]): boolean => now.issues.some(({ code }) => codes.includes(code));
  const isDriftAsked = now.drift !== "not_applicable";
  if (has("LABEL_LIMIT_EXCEEDED") && isDriftAsked) return { page: "drift", words: "See the rate and the spray volume" };
  // The application is the provider's to correct: no page here mends it.
  if (has("LABEL_LIMIT_EXCEEDED", "ADJUVANT_REQUIREMENT_UNMET", "METHOD_NOT_PERMITTED")) return null;
  const isOpen = (page: StepView["page"]): boolean =>
    steps.some((step) => step.page === page && (step.standing === "indeterminate" || step.standing === "not_met"));
  if (isOpen("drift")) return { page: "drift", words: driftWords(now) };
  if (isOpen("limitations") && !isAllRead) return { page: "limitations", words: "Read the limitation text" };
  if (isOpen("measures")) return { page: "measures", words: "See the runoff points" };
  return { page: "report", words: "Get the report" };
}

/** What is left to do for the buffer; where it was worked out, not to work it out. */
function driftWords({ issues, isDriftOutdated }: NowStanding): string {
  const has = (code: IssueCode): boolean => issues.some((found) => found.code === code);
  if (isDriftOutdated || has("DRIFT_CONDITIONS_UNVERIFIED")) return "Work out the drift buffer";
  if (has("DOWNSLOPE_UNVERIFIED")) return "Mark the downslope edges";
  return "See the drift buffer";
}

const STANDINGS = { not_met: "not_met", indeterminate: "indeterminate", none: "not_applicable" } as const;

const issueView = (found: Issue, provider: string, isAllRead: boolean): IssueView => ({
  code: found.code,
  standing: STANDINGS[issueEffect(found)],
  ...(found.code === "LIMITATIONS_REVIEW_REQUIRED" && isAllRead
    ? ALL_READ
    : { message: issueMessage(found), remedy: portalRemedy(found.code, provider) }),
});

/** A text marked as read is not asked for again. */
const ALL_READ = {
  message: "Every limitation text is marked as read.",
  remedy: "Follow each of them: this service does not see whether you do.",
};

/** Said where soil would be counted and there is none; an exemption needs no soil. */
function soilMissing({ field }: PortalPlace, runoff: readonly RunoffEntry[], provider: string): string | null {
  const isNeeded = runoff.some(({ exempt }) => !exempt);
  if (!isNeeded || field.ground?.soil != null) return null;
  return (
    "The soil survey gave nothing for this field. Credits for slope and soil are left out, and the points cannot be " +
    `settled without it. ${provider} can send the check again; measures you select stay.`
  );
}

function withoutApplication(place: PortalPlace, provider: string): OverviewView {
  const base = { standing: "not_applicable", points: null } as const;
  return {
    address: place.address,
    standing: "not_applicable",
    headline: `No application in ${place.year} yet`,
    reason:
      `${provider} has sent this field without an application for ${place.year}, so nothing can be judged. ` +
      "Measures can be selected ahead: they count for every application of the year.",
    next: { page: "measures", words: `Select measures for ${place.year}` },
    steps: [
      { ...base, page: "measures", title: "Measures", badge: "Ahead", text: [`Kept for the field and ${place.year}.`] },
      { ...base, page: "report", title: "Report", badge: "Any time", text: ["A record of what is saved, as a PDF."] },
    ],
    issues: [],
    facts: [
      { label: "Field", value: place.field.fieldName },
      { label: "Account", value: place.field.accountId },
    ],
    products: [],
    soil: null,
    data: dataFacts(place),
  };
}
