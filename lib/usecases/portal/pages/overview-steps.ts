import type { OverallStatus, RunoffEntry } from "@/lib/domain/compliance";
import type { StepView } from "@/lib/domain/portal-views/overview";
import { counted, momentInWords } from "@/lib/domain/words";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import type { BindingLimitation } from "@/lib/usecases/portal/pages/limitation-list";
import { tallyOf } from "@/lib/usecases/portal/pages/measures-tally";

/** The standing of something that is scored, in a word or two. Never "cleared" and never "compliant". */
export const BADGES: Record<OverallStatus, string> = {
  met: "Met",
  not_met: "Not met",
  indeterminate: "Not settled",
  not_applicable: "Not asked for",
};

export interface StepFacts {
  scored: ScoredApplication;
  drift: OverallStatus;
  limitations: readonly BindingLimitation[];
}

/** One step a page, in the order of the work. */
export const stepsOf = (facts: StepFacts): StepView[] => [
  ...exemptionStep(facts.scored.runoff),
  ...measureSteps(facts.scored.runoff),
  driftStep(facts),
  limitationStep(facts.limitations),
  {
    page: "report",
    title: "Report",
    standing: "not_applicable",
    badge: "Any time",
    text: "A record of what is saved, as a PDF.",
    points: null,
  },
];

function exemptionStep(runoff: readonly RunoffEntry[]): StepView[] {
  const entry = runoff.find(({ mitigationType }) => mitigationType === "epa_runoff");
  if (entry === undefined) return [];
  const claimedAt = entry.runoffExemptionClaimedAt;
  const base = { page: "exemptions", title: "Exemptions", standing: "not_applicable", points: null } as const;
  if (entry.exempt) {
    const text = `Exempt from EPA runoff points${claimedAt === null ? "" : ` since ${momentInWords(claimedAt)}`}.`;
    return [{ ...base, standing: "met", badge: "Exempt", text }];
  }
  const isAnswered = claimedAt !== null;
  const text = isAnswered
    ? "None apply, so the points count."
    : "Some fields need no EPA runoff points. The questions take a minute.";
  return [{ ...base, badge: isAnswered ? "None apply" : "Not answered", text }];
}

function measureSteps(runoff: readonly RunoffEntry[]): StepView[] {
  if (runoff.length === 0) {
    const text = "No runoff points are asked for by this application.";
    return [
      { page: "measures", title: "Measures", standing: "not_applicable", badge: "Not asked for", text, points: null },
    ];
  }
  return runoff.map((entry) => {
    const { title, headline } = tallyOf(entry);
    const points = entry.exempt ? null : { earned: entry.earnedPoints, required: entry.requiredPoints };
    const badge = entry.exempt ? "Exempt" : BADGES[entry.status];
    return { page: "measures", title, standing: entry.status, badge, text: `${headline}.`, points };
  });
}

function driftStep({ scored, drift }: StepFacts): StepView {
  const { lastComputation } = scored.saved.drift;
  const base = { page: "drift", title: "Drift buffer", standing: drift, badge: BADGES[drift], points: null } as const;
  if (lastComputation !== null) {
    const wind = windInWords(lastComputation.inputs);
    return { ...base, text: `Worked out for ${wind} on ${momentInWords(lastComputation.checkedAt)}.` };
  }
  if (drift === "not_applicable") return { ...base, text: "No drift buffer is asked for by these products." };
  return { ...base, text: "Not worked out yet: it needs the wind at the sprayer." };
}

const windInWords = ({ windSpeedMph, windDirectionDeg }: { windSpeedMph: number; windDirectionDeg: number }): string =>
  `wind of ${windSpeedMph} mph from ${windDirectionDeg}°`;

function limitationStep(limitations: readonly BindingLimitation[]): StepView {
  const base = { page: "limitations", title: "Limitations", points: null } as const;
  const total = limitations.length;
  if (total === 0) {
    const text = "No limitation of a loaded bulletin names these products here.";
    return { ...base, standing: "not_applicable", badge: "None found", text };
  }
  const read = limitations.filter(({ reviewedAt }) => reviewedAt !== null).length;
  const isAllRead = read === total;
  return {
    ...base,
    standing: "indeterminate",
    badge: isAllRead ? "Read" : "To read",
    text: isAllRead
      ? `${total === 1 ? "The text is" : `All ${total} texts are`} marked as read. Following ${total === 1 ? "it" : "them"} is yours.`
      : `${counted(total, "text")} to read and follow; ${read === 0 ? "none is" : `${read} ${read === 1 ? "is" : "are"}`} marked as read.`,
  };
}
