import type { RunoffEntry } from "@/lib/domain/compliance";
import type { Weather } from "@/lib/domain/drift";
import type { IssueCode } from "@/lib/domain/issues";
import { round1 } from "@/lib/domain/rounding";
import type { StepView } from "@/lib/views/portal/overview";
import { momentAt, type TimedText } from "@/lib/views/timed-text";
import { holdsForInWords } from "@/lib/views/other-rates";
import { shortDayInWords } from "@/lib/views/words";
import { compassWord } from "@/lib/views/figures";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import type { BindingLimitation } from "@/lib/usecases/portal/binding-limitations";
import type { NowStanding } from "@/lib/usecases/portal/overall-standing";
import { lateNotes, tallyOf } from "@/lib/pages/portal/field-year/tallies";
import { badgeOf, stepWords as words } from "@/lib/pages/portal/overview/step-words";

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
  reportStep(),
];

export const reportStep = (): StepView => ({
  page: "report",
  title: words().report,
  standing: "not_applicable",
  badge: words().anyTime,
  text: [words().reportText],
  points: null,
});

function exemptionStep(runoff: readonly RunoffEntry[]): StepView[] {
  const entry = runoff.find(({ mitigationType }) => mitigationType === "epa_runoff");
  if (entry === undefined) return [];
  const claimedAt = entry.runoffExemptionClaimedAt;
  const base = { page: "exemptions", title: words().exemptions, standing: "not_applicable", points: null } as const;
  if (entry.exempt) {
    const since = claimedAt === null ? [] : [words().since, momentAt(claimedAt)];
    const text = [words().exemptText, ...since, "."];
    return [{ ...base, standing: "met", badge: words().exempt, text }];
  }
  const isAnswered = claimedAt !== null;
  const text = isAnswered ? words().noneApplyText : words().notAnsweredText;
  return [{ ...base, badge: isAnswered ? words().noneApply : words().notAnswered, text: [text] }];
}

/** Said of a part on which nothing was found, when no finished check looked. */
const unchecked = () =>
  ({ standing: "indeterminate", badge: badgeOf("indeterminate"), text: [words().unchecked] }) as const;

function measureSteps({ runoff, saved }: ScoredApplication, { isChecked }: NowStanding): StepView[] {
  if (runoff.length === 0) {
    if (!isChecked) return [{ page: "measures", title: words().measures, points: null, ...unchecked() }];
    const standing = "not_applicable";
    const text = [words().noPoints];
    return [{ page: "measures", title: words().measures, standing, badge: badgeOf(standing), text, points: null }];
  }
  return runoff.map((entry) => {
    const { title, headline } = tallyOf(entry);
    const text = [[`${headline}.`, ...lateNotes(entry, saved.applicationDate)].join(" ")];
    const points = entry.exempt ? null : { earned: entry.earnedPoints, required: entry.requiredPoints };
    const badge = entry.exempt ? words().exempt : badgeOf(entry.status);
    return { page: "measures", title, standing: entry.status, badge, text, points };
  });
}

function driftStep({ scored, now }: StepFacts): StepView {
  const { drift, isChecked, isDriftOutdated } = now;
  const { lastComputation } = scored.saved.drift;
  const base = { page: "drift", title: words().drift, standing: drift, badge: badgeOf(drift), points: null } as const;
  if (lastComputation !== null) {
    const { inputs, checkedAt } = lastComputation;
    const then = isDriftOutdated
      ? words().outdated
      : `${words().otherWind}${otherDay(checkedAt, scored.saved.applicationDate)}`;
    const worked: TimedText = [words().workedOut(windInWords(inputs)), momentAt(checkedAt), "."];
    return { ...base, text: [...worked, `${otherRates(scored.saved)} ${then}`] };
  }
  if (drift === "not_applicable") return { ...base, text: [words().noBuffer] };
  if (!isChecked) return { ...base, ...unchecked() };
  if (drift === "not_met") return { ...base, text: [words().ruleBroken] };
  return { ...base, text: [words().notWorkedOut] };
}

/** From the middle of the Pacific to its edge a day begins at most so long before UTC's, or after it. */
const ZONES_MS = 14 * 3_600_000;

/** The wind of a day that is nowhere the application's day is not the wind it will be made in. */
export function otherDay(checkedAt: Date, applicationDate: string): string {
  const begins = Date.parse(`${applicationDate}T00:00:00Z`) - ZONES_MS;
  const ends = begins + 86_400_000 + 2 * ZONES_MS;
  if (checkedAt.getTime() >= begins && checkedAt.getTime() < ends) return "";
  return ` ${words().otherDay(shortDayInWords(applicationDate))}`;
}

/** Rates of the computation that are not those of the check: the buffer holds for them alone. */
function otherRates({ products, drift }: ScoredApplication["saved"]): string {
  const holdsFor = holdsForInWords({ products, rates: drift.lastComputation?.effectiveRates ?? [] });
  return holdsFor === null ? "" : ` ${holdsFor}`;
}

const windInWords = ({ windSpeedMph, windDirectionDeg }: Weather): string =>
  windSpeedMph === 0
    ? words().calm
    : words().wind({
        mph: round1(windSpeedMph),
        deg: Math.round(windDirectionDeg),
        from: compassWord(windDirectionDeg),
      });

function limitationStep({ limitations, now }: StepFacts): StepView {
  const base = { page: "limitations", title: words().limitations, points: null } as const;
  const total = limitations.length;
  if (total === 0) return { ...base, ...noLimitation(now) };
  const read = limitations.filter(({ reviewedAt }) => reviewedAt !== null).length;
  // The check asks for no reading where the rules score every word of the texts.
  if (now.isChecked && !now.issues.some(({ code }) => code === "LIMITATIONS_REVIEW_REQUIRED")) {
    const badge = read === total ? words().read : words().scored;
    return { ...base, standing: "not_applicable", badge, text: [words().scoredInFull(total)] };
  }
  return read === total
    ? { ...base, standing: "indeterminate", badge: words().read, text: [words().allRead(total)] }
    : { ...base, standing: "indeterminate", badge: words().toRead, text: [words().left(total, read)] };
}

/** Nothing found is nothing to do only where all of the bulletins could be looked at. */
function noLimitation({ isChecked, issues }: NowStanding): Pick<StepView, "standing" | "badge" | "text"> {
  if (!isChecked) return unchecked();
  const has = (code: IssueCode): boolean => issues.some((found) => found.code === code);
  if (has("PULA_COVERAGE_MISSING")) return { ...unchecked(), text: [words().notCovered] };
  if (has("LIMITATIONS_REVIEW_REQUIRED")) {
    return { ...unchecked(), badge: words().toRead, text: [words().textNotLoaded] };
  }
  return { standing: "not_applicable", badge: words().noneFound, text: [words().noLimitation] };
}
