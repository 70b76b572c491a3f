import type { OverallStatus, RunoffEntry } from "@/lib/domain/compliance";
import type { Weather } from "@/lib/domain/drift";
import type { IssueCode } from "@/lib/domain/issues";
import { round1 } from "@/lib/domain/rounding";
import type { StepView } from "@/lib/views/portal/overview";
import { decimalText } from "@/lib/domain/numbers";
import { momentAt, type TimedText } from "@/lib/views/timed-text";
import { counted, listInWords, shortDayInWords } from "@/lib/views/words";
import { compassWord } from "@/lib/views/figures";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import type { BindingLimitation } from "@/lib/usecases/portal/binding-limitations";
import type { NowStanding } from "@/lib/usecases/portal/overall-standing";
import { lateNotes, tallyOf } from "@/lib/pages/portal/field-year/tallies";

/** The standing of something that is scored, in a word or two. Never "cleared" and never "compliant". */
export const BADGES: Record<OverallStatus, string> = {
  met: "Met",
  not_met: "Not met",
  indeterminate: "Not settled",
  not_applicable: "Not asked for",
};

export interface StepFacts {
  scored: ScoredApplication;
  now: NowStanding;
  limitations: readonly BindingLimitation[];
}

/** One step a page, in the order of the work. */
export const stepsOf = (facts: StepFacts): StepView[] => [
  ...exemptionStep(facts.scored.runoff),
  ...measureSteps(facts.scored, facts.now),
  driftStep(facts),
  limitationStep(facts),
  {
    page: "report",
    title: "Report",
    standing: "not_applicable",
    badge: "Any time",
    text: ["A record of what is saved, as a PDF."],
    points: null,
  },
];

function exemptionStep(runoff: readonly RunoffEntry[]): StepView[] {
  const entry = runoff.find(({ mitigationType }) => mitigationType === "epa_runoff");
  if (entry === undefined) return [];
  const claimedAt = entry.runoffExemptionClaimedAt;
  const base = { page: "exemptions", title: "Exemptions", standing: "not_applicable", points: null } as const;
  if (entry.exempt) {
    const since = claimedAt === null ? [] : [" since ", momentAt(claimedAt)];
    const text = ["Exempt from EPA runoff points", ...since, "."];
    return [{ ...base, standing: "met", badge: "Exempt", text }];
  }
  const isAnswered = claimedAt !== null;
  const text = isAnswered
    ? "None apply, so the points count."
    : "Some fields need no EPA runoff points. The questions take a minute.";
  return [{ ...base, badge: isAnswered ? "None apply" : "Not answered", text: [text] }];
}

/** Said of a part on which nothing was found, when no finished check looked. */
const UNCHECKED = {
  standing: "indeterminate",
  badge: BADGES.indeterminate,
  text: ["Not known: this application has not been checked to the end."],
} as const;

function measureSteps({ runoff, saved }: ScoredApplication, { isChecked }: NowStanding): StepView[] {
  if (runoff.length === 0) {
    if (!isChecked) return [{ page: "measures", title: "Measures", points: null, ...UNCHECKED }];
    const text = ["No runoff points are asked for by this application."];
    return [
      { page: "measures", title: "Measures", standing: "not_applicable", badge: "Not asked for", text, points: null },
    ];
  }
  return runoff.map((entry) => {
    const { title, headline } = tallyOf(entry);
    const text = [[`${headline}.`, ...lateNotes(entry, saved.applicationDate)].join(" ")];
    const points = entry.exempt ? null : { earned: entry.earnedPoints, required: entry.requiredPoints };
    const badge = entry.exempt ? "Exempt" : BADGES[entry.status];
    return { page: "measures", title, standing: entry.status, badge, text, points };
  });
}

function driftStep({ scored, now }: StepFacts): StepView {
  const { drift, isChecked, isDriftOutdated } = now;
  const { lastComputation } = scored.saved.drift;
  const base = { page: "drift", title: "Drift buffer", standing: drift, badge: BADGES[drift], points: null } as const;
  if (lastComputation !== null) {
    const { inputs, checkedAt } = lastComputation;
    const then = isDriftOutdated
      ? "Something it rests on was changed since: work it out again."
      : `In other wind it is another buffer.${otherDay(checkedAt, scored.saved.applicationDate)}`;
    const worked: TimedText = [`Worked out for ${windInWords(inputs)} on `, momentAt(checkedAt), "."];
    return { ...base, text: [...worked, `${otherRates(scored.saved)} ${then}`] };
  }
  if (drift === "not_applicable") return { ...base, text: ["No drift buffer is asked for by these products."] };
  if (!isChecked) return { ...base, ...UNCHECKED };
  if (drift === "not_met")
    return { ...base, text: ["Something set or mixed breaks a rule, whatever the wind: see below."] };
  return { ...base, text: ["Not worked out yet: it needs the wind at the sprayer."] };
}

/** From the middle of the Pacific to its edge a day begins at most so long before UTC's, or after it. */
const ZONES_MS = 14 * 3_600_000;

/** The wind of a day that is nowhere the application's day is not the wind it will be made in. */
export function otherDay(checkedAt: Date, applicationDate: string): string {
  const begins = Date.parse(`${applicationDate}T00:00:00Z`) - ZONES_MS;
  const ends = begins + 86_400_000 + 2 * ZONES_MS;
  if (checkedAt.getTime() >= begins && checkedAt.getTime() < ends) return "";
  return ` The application is dated ${shortDayInWords(applicationDate)}: work it out again in the wind of that day.`;
}

/** Rates of the computation that are not those of the check: the buffer holds for them alone. */
function otherRates({ products, drift }: ScoredApplication["saved"]): string {
  const other = (drift.lastComputation?.effectiveRates ?? []).flatMap(({ productIndex, rate, rateUnit }) => {
    const product = products[productIndex];
    const isChecked = product === undefined || (product.rate === rate && product.rateUnit === rateUnit);
    return isChecked ? [] : [`${decimalText(rate)} ${rateUnit} of ${product.productName}`];
  });
  return other.length === 0 ? "" : ` It holds for ${listInWords(other)}, not for the rate that was checked.`;
}

const windInWords = ({ windSpeedMph, windDirectionDeg }: Weather): string =>
  windSpeedMph === 0
    ? "calm air"
    : `wind of ${round1(windSpeedMph)} mph from ${Math.round(windDirectionDeg)}°, ${compassWord(windDirectionDeg)},`;

function limitationStep({ limitations, now }: StepFacts): StepView {
  const base = { page: "limitations", title: "Limitations", points: null } as const;
  const total = limitations.length;
  if (total === 0) return { ...base, ...noLimitation(now) };
  const read = limitations.filter(({ reviewedAt }) => reviewedAt !== null).length;
  // The check asks for no reading where the rules score every word of the texts.
  if (now.isChecked && !now.issues.some(({ code }) => code === "LIMITATIONS_REVIEW_REQUIRED")) {
    const text = `${counted(total, "text")} scored in full: the other steps have what to do.`;
    return { ...base, standing: "not_applicable", badge: read === total ? "Read" : "Scored", text: [text] };
  }
  if (read === total) {
    const text =
      total === 1
        ? "The text is marked as read. Following it is yours to do."
        : `All ${total} texts are marked as read. Following them is yours to do.`;
    return { ...base, standing: "indeterminate", badge: "Read", text: [text] };
  }
  const marked = read === 0 ? "none is" : `${read} ${read === 1 ? "is" : "are"}`;
  const text = `${counted(total, "text")} to read and follow; ${marked} marked as read.`;
  return { ...base, standing: "indeterminate", badge: "To read", text: [text] };
}

/** Nothing found is nothing to do only where all of the bulletins could be looked at. */
function noLimitation({ isChecked, issues }: NowStanding): Pick<StepView, "standing" | "badge" | "text"> {
  if (!isChecked) return UNCHECKED;
  const has = (code: IssueCode): boolean => issues.some((found) => found.code === code);
  if (has("PULA_COVERAGE_MISSING")) {
    const text = "Not known: the loaded bulletins do not cover all of this field. Read EPA's bulletin for this place.";
    return { ...UNCHECKED, text: [text] };
  }
  if (has("LIMITATIONS_REVIEW_REQUIRED")) {
    const text = "An area of this field has codes whose text is not loaded. Read EPA's bulletin for this place.";
    return { ...UNCHECKED, badge: "To read", text: [text] };
  }
  const text = "No limitation of the loaded bulletins names these products here.";
  return { standing: "not_applicable", badge: "None found", text: [text] };
}
