import { isCalm } from "@/lib/domain/calm-air";
import type { RunoffEntry } from "@/lib/domain/compliance";
import type { Weather } from "@/lib/domain/drift";
import { hidesRequirements, issueEffect, type Issue, type IssueCode } from "@/lib/domain/issues";
import { limitationGap } from "@/lib/domain/limitation-gaps";
import { round1 } from "@/lib/domain/rounding";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import type { StepView } from "@/lib/views/portal/overview";
import { momentAt, type TimedText } from "@/lib/views/timed-text";
import { holdsForInWords } from "@/lib/views/other-rates";
import { shortDayInWords } from "@/lib/views/words";
import { dayOfClock } from "@/lib/views/field-time";
import { compassWord } from "@/lib/views/figures";
import { issueHeadline } from "@/lib/views/issues/issue-text";
import { gapInWords, readTheLabel } from "@/lib/views/limitation-gaps";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import type { BindingLimitation } from "@/lib/usecases/portal/binding-limitations";
import type { NowStanding } from "@/lib/usecases/portal/overall-standing";
import { lateNotes, tallyOf } from "@/lib/pages/portal/field-year/tallies";
import { badgeOf, stepWords as words } from "@/lib/pages/portal/overview/step-words";

export interface StepFacts {
  scored: ScoredApplication;
  now: NowStanding;
  limitations: readonly BindingLimitation[];
  /** IANA name of the zone whose clock the field keeps; null where its place is not known. */
  timeZone: string | null;
}

/** One step a page, in the order of the work. */
export const stepsOf = (facts: StepFacts): StepView[] => [
  ...exemptionStep(facts.scored.runoffAsComputed),
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

function measureSteps({ runoffAsComputed: runoff, saved }: ScoredApplication, { isChecked }: NowStanding): StepView[] {
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

function driftStep({ scored, now, timeZone }: StepFacts): StepView {
  const { drift, isChecked, isDriftOutdated } = now;
  const { lastComputation } = scored.saved.drift;
  const base = { page: "drift", title: words().drift, standing: drift, badge: badgeOf(drift), points: null } as const;
  if (lastComputation !== null) {
    const { inputs, checkedAt } = lastComputation;
    const then = isDriftOutdated
      ? words().outdated
      : `${words().otherWind}${otherDay(windReadAt(scored.saved, checkedAt), scored.saved.applicationDate, timeZone)}`;
    const worked: TimedText = [words().workedOut(windInWords(inputs)), momentAt(checkedAt), "."];
    return { ...base, text: [...worked, `${otherRates(scored.saved)} ${then}`] };
  }
  if (drift === "not_applicable") return { ...base, text: [words().noBuffer] };
  if (!isChecked) return { ...base, ...unchecked() };
  if (drift === "not_met") return { ...base, text: [words().ruleBroken] };
  const unknown = now.issues.find((found) => hidesBuffer(found, scored.saved.products, now.issues));
  return { ...base, text: [unknown === undefined ? words().notWorkedOut : bufferNotKnown(unknown)] };
}

const bufferNotKnown = ({ code }: Issue): string =>
  words().bufferNotKnown(code === "DRIFT_REQUIREMENT_UNRESOLVED" ? null : issueHeadline(code));

/** Codes under which it is not known which buffer is asked for, so that no wind settles it. */
const NO_BUFFER_KNOWN: readonly IssueCode[] = [
  "DRIFT_REQUIREMENT_UNRESOLVED",
  "DRIFT_METHOD_UNRESOLVED",
  "DRIFT_RATE_TIER_UNRESOLVED",
];

/** An item without a number that no one knows has no rule of drift: a buffer of the others can be worked out. */
export function hidesBuffer(
  found: Issue,
  products: ScoredApplication["saved"]["products"],
  issues: readonly Issue[],
): boolean {
  if (issueEffect(found) === "none") return false;
  const isAsked = issues.some(({ code }) => code === "DRIFT_CONDITIONS_UNVERIFIED");
  const isUnnumbered = found.productIndex !== null && products[found.productIndex]?.epaNumber === null;
  if (found.code === "UNKNOWN_PRODUCT" && isUnnumbered && isAsked) return false;
  return hidesRequirements(found) || NO_BUFFER_KNOWN.includes(found.code);
}

const HOUR_MS = 3_600_000;
/** From the middle of the Pacific to its edge a day begins at most so long before UTC's, or after it. */
const ZONES_HOURS = 14;

/** When the wind of a computation was read; one whose reading is not on record was worked out in the wind of its moment. */
export const windReadAt = ({ drift: { weather } }: Pick<SavedApplicationRecord, "drift">, checkedAt: Date): Date =>
  weather?.observedAt ?? checkedAt;

/**
 * The wind of another day than the application's, by the clock of the field, is not the wind it will be made in. Which zone a field
 * keeps is known to the hour at most along the lines between zones, so an hour beside the day is of that day; where none is known, what is
 * that day anywhere.
 */
export function otherDay(readAt: Date, applicationDate: string, timeZone: string | null): string {
  const hours = timeZone === null ? ZONES_HOURS : 1;
  const [earliest, latest] = [-hours, hours].map((apart) =>
    dayOfClock(new Date(readAt.getTime() + apart * HOUR_MS), timeZone ?? "UTC"),
  );
  if (earliest === undefined || latest === undefined) return "";
  if (earliest <= applicationDate && applicationDate <= latest) return "";
  return ` ${words().otherDay(shortDayInWords(applicationDate))}`;
}

/** Rates of the computation that are not those of the check: the buffer holds for them alone. */
function otherRates({ products, drift }: ScoredApplication["saved"]): string {
  const holdsFor = holdsForInWords({ products, rates: drift.lastComputation?.effectiveRates ?? [] });
  return holdsFor === null ? "" : ` ${holdsFor}`;
}

const windInWords = ({ windSpeedMph, windDirectionDeg }: Weather): string =>
  isCalm(windSpeedMph)
    ? words().calm
    : words().wind({
        mph: round1(windSpeedMph),
        deg: Math.round(windDirectionDeg),
        from: compassWord(windDirectionDeg),
      });

function limitationStep(facts: StepFacts): StepView {
  const base = { page: "limitations", title: words().limitations, points: null } as const;
  const row = facts.limitations.length === 0 ? noLimitation(facts.now) : textsRow(facts);
  return { ...base, ...(facts.now.isChecked ? withGaps(row, facts.scored.saved) : row) };
}

type Row = Pick<StepView, "standing" | "badge" | "text">;

/** Of a product that no one knows, or whose label no one has read, nothing found says nothing. */
function withGaps(row: Row, { lastAssessment, products }: ScoredApplication["saved"]): Row {
  const gaps = (lastAssessment?.products ?? []).flatMap((product, index) => {
    const gap = limitationGap(product, index, lastAssessment?.issues ?? []);
    return gap === null ? [] : [{ gap, text: gapInWords(products[index]?.productName ?? product.productName, gap) }];
  });
  if (gaps.length === 0) return row;
  const isOpen = gaps.some(({ gap }) => gap !== "answered");
  const texts = [...gaps.map(({ text }) => text), ...(isOpen ? [readTheLabel()] : [])];
  const isNothing = row.badge === words().noneFound;
  const text = isNothing && isOpen ? [texts.join(" ")] : [...row.text, ` ${texts.join(" ")}`];
  if (!isOpen || row.standing !== "not_applicable") return { ...row, text };
  return { standing: "indeterminate", badge: badgeOf("indeterminate"), text };
}

function textsRow({ limitations, now }: StepFacts): Row {
  const total = limitations.length;
  const read = limitations.filter(({ reviewedAt }) => reviewedAt !== null).length;
  // The check asks for no reading where the rules score every word of the texts.
  if (now.isChecked && !now.issues.some(({ code }) => code === "LIMITATIONS_REVIEW_REQUIRED")) {
    const badge = read === total ? words().read : words().scored;
    return { standing: "not_applicable", badge, text: [words().scoredInFull(total)] };
  }
  return read === total
    ? { standing: "indeterminate", badge: words().read, text: [words().allRead(total)] }
    : { standing: "indeterminate", badge: words().toRead, text: [words().left(total, read)] };
}

/** Nothing found is nothing to do only where all of the bulletins could be looked at. */
function noLimitation({ isChecked, issues }: NowStanding): Row {
  if (!isChecked) return unchecked();
  const has = (code: IssueCode): boolean => issues.some((found) => found.code === code);
  if (has("PULA_COVERAGE_MISSING")) return { ...unchecked(), text: [words().notCovered] };
  if (has("LIMITATIONS_REVIEW_REQUIRED")) {
    return { ...unchecked(), badge: words().toRead, text: [words().textNotLoaded] };
  }
  return { standing: "not_applicable", badge: words().noneFound, text: [words().noLimitation] };
}
