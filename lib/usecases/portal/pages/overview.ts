import type { RunoffEntry } from "@/lib/domain/compliance";
import { ISSUES, issueEffect, type Issue, type IssueCode } from "@/lib/domain/issues";
import type { IssueView, OverviewView, StepView } from "@/lib/domain/portal-views/overview";
import { counted, dayInWords, methodInWords } from "@/lib/domain/words";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import type { PortalPlace } from "@/lib/usecases/portal/place";
import { bindingLimitations } from "@/lib/usecases/portal/pages/limitation-list";
import { standingNow, type NowStanding } from "@/lib/usecases/portal/pages/overall-standing";
import { dataFacts, productViews } from "@/lib/usecases/portal/pages/overview-facts";
import { stepsOf } from "@/lib/usecases/portal/pages/overview-steps";
import type { PortalSession } from "@/lib/usecases/portal/session";

/** Where an application stands and what to do next. */
export function overviewView({ branding }: PortalSession, place: PortalPlace): OverviewView {
  const { scored } = place;
  if (scored === null) return withoutApplication(place, branding.name);
  const limitations = bindingLimitations(scored.saved, place.notes.reviews);
  const now = standingNow(scored.saved, scored.runoff);
  const steps = stepsOf({ scored, drift: now.drift, limitations });
  const isAllRead = limitations.length > 0 && limitations.every(({ reviewedAt }) => reviewedAt !== null);
  const reasons = reasonsOf(scored.runoff, now, isAllRead);
  return {
    address: place.address,
    standing: now.status,
    ...headlineOf(now, reasons),
    next: nextOf(steps, scored.runoff, isAllRead),
    steps,
    issues: now.issues.map(issueView),
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

/** What a code comes down to in a headline; other codes are told in the catalogue's own words. */
const SHORT: Partial<Record<IssueCode, string>> = {
  LIMITATIONS_REVIEW_REQUIRED: "review the limitation text",
  DRIFT_CONDITIONS_UNVERIFIED: "the drift buffer needs the wind",
  SOIL_UNAVAILABLE: "soil data is missing",
  UNKNOWN_PRODUCT: "a product is not known here",
  ESA_STATUS_UNKNOWN: "a label has not been read for ESA language",
  APPLICATION_PROCESSING_INCOMPLETE: "the check is not complete",
  PULA_COVERAGE_MISSING: "the bulletin data does not cover the field",
  RUNOFF_REQUIREMENT_UNRESOLVED: "how many points are needed is not known",
};

const shortOf = ({ code, message }: Issue, isAllRead: boolean): string => {
  if (code === "LIMITATIONS_REVIEW_REQUIRED" && isAllRead) return "follow the limitation text";
  const text = SHORT[code] ?? message.replace(/\.$/, "");
  return text.charAt(0).toLowerCase() + text.slice(1);
};

/** What stands in the way, the worst first: points that are short, then violations, then what is open. */
function reasonsOf(runoff: readonly RunoffEntry[], { issues }: NowStanding, isAllRead: boolean): string[] {
  const short = runoff
    .filter(({ status, gap }) => status === "not_met" && (gap ?? 0) > 0)
    .map(({ gap, mitigationType }) => {
      const unit = mitigationType === "trait_runoff" ? "trait program credit" : "runoff point";
      return `${counted(gap ?? 0, unit)} short`;
    });
  const open = issues.filter((found) => issueEffect(found) !== "none").map((found) => shortOf(found, isAllRead));
  return [...short, ...open];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function headlineOf({ status }: NowStanding, reasons: readonly string[]): Pick<OverviewView, "headline" | "reason"> {
  const [first, ...more] = reasons;
  if (status === "met") {
    return {
      headline: "What is scored here is met",
      reason: "The points are reached and the buffers are worked out, on what is saved now.",
    };
  }
  if (status === "not_applicable") {
    return {
      headline: "Nothing is asked for",
      reason: "No rule that this service scores asks anything of this application.",
    };
  }
  const also = more.length === 0 ? "" : `Also: ${more.join("; ")}.`;
  const kind = status === "not_met" ? "What is required is not met." : "Something is open, so nobody can say yet.";
  return { headline: capital(first ?? "not settled yet"), reason: [kind, also].filter(Boolean).join(" ") };
}

/** The page to go to: where a gap can be closed, then the wind, then the texts; the record when nothing is left. */
function nextOf(steps: readonly StepView[], runoff: readonly RunoffEntry[], isAllRead: boolean): OverviewView["next"] {
  const short = runoff.find(({ gap, exempt }) => !exempt && (gap ?? 0) > 0);
  if (short !== undefined) {
    return { page: "measures", words: `Close the gap of ${counted(short.gap ?? 0, "point")}` };
  }
  const isOpen = (page: StepView["page"]): boolean =>
    steps.some((step) => step.page === page && (step.standing === "indeterminate" || step.standing === "not_met"));
  if (isOpen("drift")) return { page: "drift", words: "Work out the drift buffer" };
  if (isOpen("limitations") && !isAllRead) return { page: "limitations", words: "Read the limitation text" };
  if (isOpen("measures")) return { page: "measures", words: "See the runoff points" };
  return { page: "report", words: "Get the report" };
}

const STANDINGS = { not_met: "not_met", indeterminate: "indeterminate", none: "not_applicable" } as const;

const issueView = (found: Issue): IssueView => ({
  code: found.code,
  standing: STANDINGS[issueEffect(found)],
  message: found.message,
  remedy: ISSUES[found.code].remedy,
});

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
      { ...base, page: "measures", title: "Measures", badge: "Ahead", text: `Kept for the field and ${place.year}.` },
      { ...base, page: "report", title: "Report", badge: "Any time", text: "A record of what is saved, as a PDF." },
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
