import type { IssueCode } from "@/lib/domain/issues";
import { nextHref, type NextStep, type StepView } from "@/lib/views/portal/overview";
import type { ShellView } from "@/lib/views/portal/frame";
import { DOWNSLOPE_ANCHOR, MACHINE_ANCHOR, pageHref, type PortalPageId } from "@/lib/views/portal/pages";
import { counted, scoreInWords } from "@/lib/views/words";
import { stepsOf } from "@/lib/pages/portal/overview/steps";
import { standingInWords } from "@/lib/pages/portal/overview/standing-words";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import type { NowStanding } from "@/lib/usecases/portal/overall-standing";
import type { PortalSession } from "@/lib/usecases/portal/session";

interface Found {
  now: NowStanding;
  steps: readonly StepView[];
  isAllRead: boolean;
}

/** What is left to do here, in order: where a gap can be closed, the wind, what only the applicator knows, the texts; then the record. */
export function nextSteps(
  place: OpenFieldYear,
  { saved, runoff, asked }: ScoredApplication,
  { now, steps, isAllRead }: Found,
): NextStep[] {
  // Without a check, or while it is locked, there is nothing here that the reader could do about it.
  if (!now.isChecked) return [];
  if (place.current?.isLocked === true) return [REPORT];
  const has = (...codes: IssueCode[]): boolean => now.issues.some(({ code }) => codes.includes(code));
  const isOpen = (page: StepView["page"]): boolean =>
    steps.some((step) => step.page === page && (step.standing === "indeterminate" || step.standing === "not_met"));
  const next = closeGap(runoff);
  const isShort = next.length > 0;
  if (has("LABEL_LIMIT_EXCEEDED") && now.drift !== "not_applicable") {
    next.push({ page: "drift", words: "See the rate and the spray volume" });
  }
  // The application is the provider's to correct: no page here mends it.
  if (has("LABEL_LIMIT_EXCEEDED", "ADJUVANT_REQUIREMENT_UNMET", "METHOD_NOT_PERMITTED")) return next;
  next.push(...windAndQuestions(isOpen("drift") ? [driftStep(now)] : [], asked));
  if (isOpen("limitations") && !isAllRead) next.push({ page: "limitations", words: "Read the limitation text" });
  if (isOpen("measures") && !isShort) next.push({ page: "measures", words: "See the runoff points" });
  return [...next, ...lastSteps(saved, now)];
}

/** Where a buffer was placed and the whole answer holds, so that nothing else is left, the files come first. */
const lastSteps = ({ drift }: ScoredApplication["saved"], now: NowStanding): NextStep[] =>
  now.status === "met" && now.drift === "met" && drift.lastComputation !== null ? [MACHINE, REPORT] : [REPORT];

const REPORT: NextStep = { page: "report", words: "Get the report" };
const MACHINE: NextStep = { page: "drift", part: MACHINE_ANCHOR, words: "Take it to the machine" };

/** What only the applicator can know is asked on the overview. */
function openQuestions(asked: ScoredApplication["asked"]): NextStep[] {
  const open = asked.filter(({ attestation }) => attestation === null).length;
  return open === 0 ? [] : [{ page: "overview", part: "questions", words: `Answer ${counted(open, "question")}` }];
}

/** The wind comes first, unless points and buffer are known only once a question is answered. */
function windAndQuestions(drift: readonly NextStep[], asked: ScoredApplication["asked"]): NextStep[] {
  const questions = openQuestions(asked);
  const isFirst = asked.some(
    ({ question, attestation }) => question.kind === "figures_on_label" && attestation === null,
  );
  return isFirst ? [...questions, ...drift] : [...drift, ...questions];
}

function closeGap(runoff: ScoredApplication["runoff"]): NextStep[] {
  const short = runoff.find(({ gap, exempt }) => !exempt && (gap ?? 0) > 0);
  if (short === undefined) return [];
  return [{ page: "measures", words: `Close the gap of ${scoreInWords(short.gap ?? 0, short.mitigationType)}` }];
}

/** What is left to do for the buffer; where it was worked out, not to work it out. */
function driftStep({ issues, isDriftOutdated }: NowStanding): NextStep {
  const has = (code: IssueCode): boolean => issues.some((found) => found.code === code);
  const isOpen = isDriftOutdated || has("DRIFT_CONDITIONS_UNVERIFIED");
  if (isOpen) return { page: "drift", words: "Work out the drift buffer" };
  if (has("DOWNSLOPE_UNVERIFIED")) return { page: "drift", part: DOWNSLOPE_ANCHOR, words: "Mark the downslope edges" };
  return { page: "drift", words: "See the drift buffer" };
}

/**
 * Where a page leads when its own work is done: to the first thing that is left on another page, else to the answer.
 * From the answer it goes on to the next field of a group.
 */
export function nextFrom(session: PortalSession, place: OpenFieldYear, here: PortalPageId): ShellView["next"] {
  const { address, scored, group } = place;
  const answer = { href: pageHref(address, "overview"), words: "See the answer for this field" };
  if (scored === null) return here === "overview" ? null : answer;
  const { now, limitations, isAllRead } = standingInWords(scored, place.notes, session.branding.name);
  const steps = nextSteps(place, scored, { now, steps: stepsOf({ scored, now, limitations }), isAllRead });
  // Files are no work that is left: the way goes on to the next field.
  const left = steps.find((step) => step.page !== here && step.page !== "report" && step !== MACHINE);
  if (left !== undefined) return { href: nextHref(address, left), words: left.words };
  if (here !== "overview") return answer;
  const neighbor = group?.next ?? null;
  if (neighbor !== null) {
    const { fieldId, fieldName, applicationEventId, applicationDate } = neighbor;
    const year = Number(applicationDate.slice(0, 4));
    return {
      href: pageHref({ ...address, fieldId, applicationEventId, year }, "overview"),
      words: `Next field: ${fieldName}`,
    };
  }
  return { href: pageHref(address, "report"), words: "Get the report" };
}
