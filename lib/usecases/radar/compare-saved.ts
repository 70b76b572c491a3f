import type { AttestationQuestion } from "@/lib/domain/attestation";
import type {
  Assessment,
  ConfirmedPart,
  DriftDistance,
  DriftSummary,
  RequirementRow,
  SettledTarget,
} from "@/lib/domain/compliance";
import { issueEffect, type Issue, type IssueCode } from "@/lib/domain/issues";
import type { RecheckChange } from "@/lib/domain/recheck";
import type { SavedApplicationRecord, SavedAssessment } from "@/lib/domain/saved-application";
import { OF_RUNOFF_TARGET } from "@/lib/engine/attestations/apply";
import { idOfAnyEdition } from "@/lib/engine/attestations/one-per-id";
import { attestedApplication } from "@/lib/usecases/attestations/asked";

/** What is known only at application time, or is found again whenever something saved is read. */
const FOUND_AGAIN: ReadonlySet<IssueCode> = new Set([
  ...OF_RUNOFF_TARGET,
  "APPLICATION_PROCESSING_INCOMPLETE",
  "DATA_SET_STALE",
  "DRIFT_CONDITIONS_UNVERIFIED",
] as const);

/**
 * What differs between the saved answer to an application and a check of today; null: a person who acts by them does the same. Earned
 * points and the year are judged of what is saved whenever it is read, and a buffer says itself by which rules it was placed, so neither counts
 * here. Nor does what only informs: an earlier release said less, or said it otherwise.
 *
 * What an application requires was saved as it was checked. What stands in its way, and what answers that are still to come would make it
 * require, was saved as it was last judged, which may be at its last computation: `form` says which of the two `now` is, or both.
 */
export function changeSince(
  saved: SavedApplicationRecord,
  now: Assessment,
  form: { isAsChecked: boolean; isAsLastJudged: boolean },
): RecheckChange | null {
  const attested = attestedApplication(saved).saved;
  const { lastAssessment, drift } = attested;
  // Without a check there is no answer that anyone could act by.
  if (lastAssessment === null || saved.processingStatus !== "completed" || saved.isOnChangedBoundary) return null;
  const said = lastAssessment.answered ?? lastAssessment;
  const isPlaced = drift.lastComputation !== null;
  const change: RecheckChange = {
    statusBefore: said.status,
    statusAfter: now.status,
    ...(form.isAsLastJudged ? changedFindings(lastAssessment, now, isPlaced) : NOTHING),
  };
  const { statusBefore: _, statusAfter: __, ...lists } = change;
  if (Object.values(lists).some((list) => list.length > 0)) return change;
  const isAlike =
    (!form.isAsChecked || isAskedAlike(attested, now)) &&
    (!form.isAsLastJudged || isAlikeOnceAnswered(lastAssessment, now));
  return isAlike ? null : change;
}

type Findings = Omit<RecheckChange, "statusBefore" | "statusAfter">;
const NOTHING: Findings = { issuesAdded: [], issuesRemoved: [], pulasAdded: [], pulasRemoved: [], pulasChanged: [] };

function changedFindings(last: SavedAssessment, now: Assessment, isPlaced: boolean): Findings {
  const before = blockingOf((last.answered ?? last).issues, isPlaced);
  const after = blockingOf(now.issues, isPlaced);
  const [areasBefore, areasAfter] = [areasOf(last.products), areasOf(now.products)];
  return {
    issuesAdded: without(after, before),
    issuesRemoved: without(before, after),
    pulasAdded: [...areasAfter].filter((id) => !areasBefore.has(id)),
    pulasRemoved: [...areasBefore].filter((id) => !areasAfter.has(id)),
    pulasChanged: [],
  };
}

/** By what they are about and block: the words and particulars of an earlier release may be others. */
const blockingOf = (issues: readonly Issue[], isPlaced: boolean): Map<string, string> =>
  new Map(
    issues
      .filter((issue) => issueEffect(issue) !== "none" && !FOUND_AGAIN.has(issue.code))
      .filter(({ about }) => !(isPlaced && about === "drift"))
      .map(({ code, productIndex }) => [JSON.stringify([code, productIndex]), code]),
  );

const without = (all: ReadonlyMap<string, string>, gone: ReadonlyMap<string, string>): string[] => [
  ...new Set([...all].filter(([key]) => !gone.has(key)).map(([, code]) => code)),
];

const areasOf = (products: Assessment["products"]): Set<number> =>
  new Set(products.flatMap(({ pulas }) => pulas.map(({ pulaId }) => pulaId)));

/** Points by system, and the widest buffers, as they count now. */
function isAskedAlike({ requirements }: SavedApplicationRecord, { runoff, drift }: Assessment): boolean {
  const points = new Map(requirements.map(({ mitigationType, requiredPoints }) => [mitigationType, requiredPoints]));
  return (
    runoff.every(({ mitigationType, labelRequiredPoints }) => points.get(mitigationType) === labelRequiredPoints) &&
    widestIn(requirements) === widestOf(drift.configuration?.summary)
  );
}

/** The same as answers that are still to come would make them count: they are given to the questions that were saved. */
const isAlikeOnceAnswered = (
  last: SavedAssessment,
  { questions, settledTargets, whenConfirmed }: Assessment,
): boolean =>
  last.questions.every((saved) => questions.some((now) => isNoStricter(now, saved))) &&
  areLike(last.settledTargets, settledTargets, pointsBySystem) &&
  areLike(last.whenConfirmed, whenConfirmed, askedWhenConfirmed);

/** The same question in the same words, of whichever edition, about the same entries of the mix. */
const isSameQuestion = (now: AttestationQuestion, saved: AttestationQuestion): boolean =>
  idOfAnyEdition(now.questionId) === idOfAnyEdition(saved.questionId) &&
  now.version === saved.version &&
  entriesOf(now).join() === entriesOf(saved).join();

const entriesOf = ({ productIndex, entries = [productIndex] }: AttestationQuestion): number[] =>
  entries.toSorted((a, b) => a - b);

/**
 * Whether an answer to today's question opens and finds nothing that is not opened and found by the same answer to the saved one, and may have been
 * given as early.
 */
function isNoStricter(now: AttestationQuestion, saved: AttestationQuestion): boolean {
  if (!isSameQuestion(now, saved) || (now.keptFrom ?? "") > (saved.keptFrom ?? "")) return false;
  return (["yes", "no"] as const).every((answer) => {
    const [today, before] = [now.effects[answer], saved.effects[answer]];
    return (
      (["frees", "unlimited", "confirms", "settles"] as const).every((does) => isPart(before[does], today[does])) &&
      isPart(codesOf(before.lifts), codesOf(today.lifts)) &&
      isPart(today.opens, before.opens) &&
      isPart(codesOf(today.finds), codesOf(before.finds))
    );
  });
}

const isPart = (some: readonly (string | number)[], all: readonly (string | number)[]): boolean =>
  some.every((each) => all.includes(each));

const codesOf = (issues: readonly Issue[]): IssueCode[] => issues.map(({ code }) => code);

/** What was not saved gives an answer nothing to count by, and what is not asked about any more is noticed by its question. */
const areLike = <Of>(before: Of | null | undefined, now: Of | null, asText: (each: Of) => string): boolean =>
  before == null || now === null || asText(before) === asText(now);

const pointsBySystem = (targets: readonly SettledTarget[]): string =>
  asSorted(targets.map(({ system, points }) => [system, points]));

const askedWhenConfirmed = ({ requirements, settledTargets }: ConfirmedPart): string =>
  JSON.stringify([
    asSorted(requirements.map(({ mitigationType, requiredPoints }) => [mitigationType, requiredPoints])),
    settledTargets === null ? null : pointsBySystem(settledTargets),
    widestIn(requirements),
  ]);

const asSorted = (entries: readonly (readonly [string, unknown])[]): string =>
  JSON.stringify(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));

const widestIn = (requirements: readonly Pick<RequirementRow, "driftConfiguration">[]): string =>
  widestOf(requirements.find((each) => each.driftConfiguration !== null)?.driftConfiguration?.summary);

const widestOf = (summary: DriftSummary | undefined): string =>
  JSON.stringify(
    Object.entries(summary ?? {})
      .flatMap(([type, widest]) =>
        widest === null ? [] : [[type, feetOf(widest.mitigatable), feetOf(widest.nonMitigatable)]],
      )
      .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  );

const feetOf = (distance: DriftDistance | null): number | null => distance?.distanceFt ?? null;
