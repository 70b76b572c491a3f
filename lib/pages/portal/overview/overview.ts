import type { RunoffEntry } from "@/lib/domain/compliance";
import { issueEffect, type Issue } from "@/lib/domain/issues";
import type { IssueView, OverviewView } from "@/lib/views/portal/overview";
import { dayInWords, methodInWords } from "@/lib/views/words";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import { issueMessage, portalRemedy } from "@/lib/views/issues/issue-text";
import { dataFacts, productViews } from "@/lib/pages/portal/overview/facts";
import { nextSteps } from "@/lib/pages/portal/overview/next-steps";
import { stepsOf } from "@/lib/pages/portal/overview/steps";
import { standingInWords } from "@/lib/pages/portal/overview/standing-words";
import type { PortalSession } from "@/lib/usecases/portal/session";

/** Where an application stands and what to do next. */
export function overviewView({ branding }: PortalSession, place: OpenFieldYear): OverviewView {
  const { scored } = place;
  if (scored === null) return withoutApplication(place, branding.name);
  const { now, limitations, isAllRead, headline, reason } = standingInWords(scored, place.notes, branding.name);
  const steps = stepsOf({ scored, now, limitations });
  return {
    address: place.address,
    standing: now.status,
    headline,
    reason,
    next: nextSteps(place, scored, { now, steps, isAllRead })[0] ?? null,
    steps,
    issues: now.issues.map((found) => issueView(found, branding.name, isAllRead)),
    facts: factsOf(place, scored),
    products: productViews(scored.saved),
    soil: soilMissing(place, scored.runoff, branding.name),
    data: dataFacts(place),
  };
}

const factsOf = ({ field }: OpenFieldYear, { saved }: ScoredApplication): OverviewView["facts"] => [
  { label: "Field", value: field.fieldName },
  { label: "Account", value: field.accountId },
  { label: "Application date", value: dayInWords(saved.applicationDate) },
  { label: "Method", value: methodInWords(saved.method) },
  ...(saved.crop.length === 0 ? [] : [{ label: "Crop", value: saved.crop.join(", ") }]),
  ...(saved.pest.length === 0 ? [] : [{ label: "Pest", value: saved.pest.join(", ") }]),
];

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
function soilMissing({ field }: OpenFieldYear, runoff: readonly RunoffEntry[], provider: string): string | null {
  const isNeeded = runoff.some(({ exempt }) => !exempt);
  if (!isNeeded || field.ground?.soil != null) return null;
  return (
    "The soil survey gave nothing for this field. Credits for slope and soil are left out, and the points cannot be " +
    `settled without it. ${provider} can send the check again; measures you select stay.`
  );
}

function withoutApplication(place: OpenFieldYear, provider: string): OverviewView {
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
