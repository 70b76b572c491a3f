import type { RunoffEntry } from "@/lib/domain/compliance";
import { issueMeaning, issueMessage, issueRemedy } from "@/lib/views/issues/issue-text";
import { isDatedAfter } from "@/lib/domain/mitigation";
import type { TallyState, TallyView } from "@/lib/views/portal/field-year";
import type { RunoffSystem } from "@/lib/domain/product";
import { listInWords, scoreInWords, shortDayInWords, unitOf } from "@/lib/views/words";

export const SYSTEM_TITLES: Record<RunoffSystem, string> = {
  epa_runoff: "EPA runoff points",
  trait_runoff: "Trait program credits",
};

const titleOf = (system: string): string =>
  system in SYSTEM_TITLES ? SYSTEM_TITLES[system as RunoffSystem] : `Other scheme (${system})`;

/**
 * The tally of one runoff entry. A result is points, never a permission. `applicationDate`: known where the
 * dates of measures are compared with it.
 */
export function tallyOf(entry: RunoffEntry, applicationDate: string | null = null): TallyView {
  const state: TallyState = entry.exempt ? "exempt" : entry.status;
  return {
    system: entry.mitigationType,
    title: titleOf(entry.mitigationType),
    state,
    headline: headlineOf(entry, state),
    earned: entry.earnedPoints,
    required: entry.requiredPoints,
    gap: entry.gap,
    notes: [...notesOf(entry), ...lateNotes(entry, applicationDate)],
  };
}

function headlineOf({ mitigationType: system, earnedPoints, requiredPoints, gap }: RunoffEntry, state: TallyState) {
  const units = `${unitOf(system)}s`;
  if (state === "exempt") return `No ${units} needed: an exemption is claimed`;
  if (state === "met") {
    return requiredPoints === 0 ? `No ${units} needed` : `Enough ${units}: ${earnedPoints} of ${requiredPoints}`;
  }
  if (requiredPoints === null) return `How many ${units} are needed is not known`;
  const short = `${scoreInWords(gap ?? 0, system)} short`;
  if (state === "indeterminate")
    return gap === 0 ? "Cannot be judged yet" : `${short} so far, and not everything is known`;
  return short;
}

function notesOf(entry: RunoffEntry): string[] {
  const notes = entry.issues.map((found) => `${issueMessage(found)} ${issueRemedy(found.code)}`);
  const isShortOfCounty = entry.status === "indeterminate" && entry.issues.length === 0;
  if (!isShortOfCounty) return notes;
  return [`${issueMeaning("COUNTY_CLASS_UNRESOLVED")} ${issueRemedy("COUNTY_CLASS_UNRESOLVED")}`];
}

/** Measures that earn nothing only because of their date. */
export function lateNotes({ selectedMeasures, exempt }: RunoffEntry, applicationDate: string | null): string[] {
  if (applicationDate === null || exempt) return [];
  const late = selectedMeasures.filter(
    (measure) => measure.reason === "NOT_DERIVED" && measure.points !== null && isDatedAfter(measure, applicationDate),
  );
  if (late.length === 0) return [];
  const names = listInWords(late.map(({ label }) => `“${label}”`));
  const [are, count, dates] =
    late.length === 1 ? ["is", "does not count", "its date"] : ["are", "do not count", "their dates"];
  return [
    `${names} ${are} dated after the application on ${shortDayInWords(applicationDate)} and ${count}: a measure has to be in place by then. If it was, correct ${dates}.`,
  ];
}

/** The tally where nothing is asked in a system, or where there is no application that could ask. */
export function unaskedTally(system: RunoffSystem, earned: number, hasApplication: boolean): TallyView {
  return {
    system,
    title: titleOf(system),
    state: hasApplication ? "not_asked" : "no_application",
    headline: hasApplication ? "This application asks for none" : "No application yet to compare with",
    earned,
    required: null,
    gap: null,
    notes: hasApplication
      ? []
      : ["Measures are kept for the field and year, and count for the applications that are checked later."],
  };
}
