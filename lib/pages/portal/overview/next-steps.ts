import { issueEffect, type IssueCode } from "@/lib/domain/issues";
import { nextHref, type NextStep, type StepView } from "@/lib/views/portal/overview";
import type { ShellView } from "@/lib/views/portal/frame";
import { wordsIn } from "@/lib/views/language";
import { DOWNSLOPE_ANCHOR, MACHINE_ANCHOR, pageHref, type PortalPageId } from "@/lib/views/portal/pages";
import { counted, scoreInWords } from "@/lib/views/words";
import { hidesBuffer, otherDay, stepsOf, windReadAt } from "@/lib/pages/portal/overview/steps";
import { standingInWords } from "@/lib/pages/portal/overview/standing-words";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import type { NowStanding } from "@/lib/usecases/portal/overall-standing";
import { groupNav } from "@/lib/pages/portal/group-steps";
import type { PortalSession } from "@/lib/usecases/portal/session";

const words = wordsIn({
  en: {
    seeRate: "See the rate and the spray volume",
    readTexts: "Read the limitation text",
    seePoints: "See the runoff points",
    report: "Get the report",
    machine: "Take it to the machine",
    answer: (count: number) => `Answer ${counted(count, "question")}`,
    closeGap: (score: string) => `Close the gap of ${score}`,
    workOut: "Work out the drift buffer",
    markEdges: "Mark the downslope edges",
    seeBuffer: "See the drift buffer",
    seeAnswer: "See the answer for this field",
    nextField: (name: string) => `Next field: ${name}`,
  },
  es: {
    seeRate: "Ver la dosis y el volumen de caldo",
    readTexts: "Leer el texto de la limitación",
    seePoints: "Ver los puntos de escorrentía",
    report: "Obtener el informe",
    machine: "Llevar a la máquina",
    answer: (count) => `Responder ${counted(count, "pregunta")}`,
    closeGap: (score) => `Cubrir lo que falta: ${score}`,
    workOut: "Calcular la zona de amortiguamiento",
    markEdges: "Marcar los bordes pendiente abajo",
    seeBuffer: "Ver la zona de amortiguamiento",
    seeAnswer: "Ver la respuesta para este campo",
    nextField: (name) => `Campo siguiente: ${name}`,
  },
});

interface Found {
  now: NowStanding;
  steps: readonly StepView[];
  isAllRead: boolean;
}

/** What is left to do here, in order, and what comes after it. */
export const nextSteps = (place: OpenFieldYear, scored: ScoredApplication, found: Found): NextStep[] => [
  ...stepsLeft(place, scored, found),
  ...lastSteps(place, scored.saved, found.now),
];

/** Where a gap can be closed, the wind, what only the applicator knows, the texts. */
function stepsLeft(
  place: OpenFieldYear,
  { saved, runoffAsComputed: runoff, asked }: ScoredApplication,
  { now, steps, isAllRead }: Found,
): NextStep[] {
  // Without a check, or while it is locked, there is nothing here that the reader could do about it.
  if (!now.isChecked || isLocked(place)) return [];
  const has = (...codes: IssueCode[]): boolean => now.issues.some(({ code }) => codes.includes(code));
  const isOpen = (page: StepView["page"]): boolean =>
    steps.some((step) => step.page === page && (step.standing === "indeterminate" || step.standing === "not_met"));
  const next = closeGap(runoff);
  const isShort = next.length > 0;
  if (has("LABEL_LIMIT_EXCEEDED") && now.drift !== "not_applicable") {
    next.push({ page: "drift", words: words().seeRate });
  }
  if (isToBeCorrected(now)) return next;
  next.push(...windAndQuestions(isOpen("drift") ? [driftStep(now)] : [], { saved, asked }, now));
  if (isOpen("limitations") && isReadingLeft(now, isAllRead)) {
    next.push({ page: "limitations", words: words().readTexts });
  }
  if (isOpen("measures") && !isShort) next.push({ page: "measures", words: words().seePoints });
  return next;
}

const isLocked = ({ current }: OpenFieldYear): boolean => current?.isLocked === true;

const FOR_THE_PROVIDER: readonly IssueCode[] = [
  "LABEL_LIMIT_EXCEEDED",
  "ADJUVANT_REQUIREMENT_UNMET",
  "METHOD_NOT_PERMITTED",
];
/** The application is the provider's to correct: no page here mends it. */
const isToBeCorrected = ({ issues }: NowStanding): boolean =>
  issues.some(({ code }) => FOR_THE_PROVIDER.includes(code));

/** Of a product that no one knows the row is open too, and there is no text to read. */
const isReadingLeft = ({ issues }: NowStanding, isAllRead: boolean): boolean =>
  !isAllRead && issues.some(({ code }) => code === "LIMITATIONS_REVIEW_REQUIRED" || code === "PULA_COVERAGE_MISSING");

/**
 * Where a buffer was placed and the whole answer holds, so that nothing else is left, the files come first. With the wind of another day than
 * the application's, its own is left, after all that can be done before that day.
 */
function lastSteps(place: OpenFieldYear, saved: ScoredApplication["saved"], now: NowStanding): NextStep[] {
  if (!now.isChecked) return [];
  if (isLocked(place)) return [report()];
  if (isToBeCorrected(now)) return [];
  const { lastComputation } = saved.drift;
  if (now.drift !== "met" || lastComputation === null) return [report()];
  if (otherDay(windReadAt(saved, lastComputation.checkedAt), saved.applicationDate, place.timeZone) !== "") {
    return [{ page: "drift", words: words().workOut }, report()];
  }
  return now.status === "met" ? [machine(), report()] : [report()];
}

const report = (): NextStep => ({ page: "report", words: words().report });
const machine = (): NextStep => ({ page: "drift", part: MACHINE_ANCHOR, words: words().machine });

/** What only the applicator can know is asked on the overview. */
function openQuestions(asked: ScoredApplication["asked"]): NextStep[] {
  const open = asked.filter(({ attestation }) => attestation === null).length;
  return open === 0 ? [] : [{ page: "overview", part: "questions", words: words().answer(open) }];
}

/** The wind comes first, unless points and buffer are known only once a question is answered, or no wind settles what is open. */
function windAndQuestions(
  drift: readonly NextStep[],
  { saved, asked }: Pick<ScoredApplication, "saved" | "asked">,
  now: NowStanding,
): NextStep[] {
  const questions = openQuestions(asked);
  const isFigureAsked = asked.some(
    ({ question, attestation }) => question.kind === "figures_on_label" && attestation === null,
  );
  const isFirst = isFigureAsked || (now.drift === "indeterminate" && isHidden(now, saved));
  return isFirst ? [...questions, ...drift] : [...drift, ...questions];
}

function closeGap(runoff: ScoredApplication["runoffAsComputed"]): NextStep[] {
  const short = runoff.find(({ gap, exempt }) => !exempt && (gap ?? 0) > 0);
  if (short === undefined) return [];
  return [{ page: "measures", words: words().closeGap(scoreInWords(short.gap ?? 0, short.mitigationType)) }];
}

/** Codes that another computation settles, in a wind or with a setup that the label has a buffer for. */
const SETTLED_BY_WIND: readonly IssueCode[] = [
  "DRIFT_CONDITIONS_UNVERIFIED",
  "WIND_SPEED_UNRESOLVED",
  "BOOM_HEIGHT_MISSING",
  "DROPLET_SIZE_MISSING",
];

const isWindLeft = ({ issues, isDriftOutdated }: NowStanding): boolean =>
  isDriftOutdated || issues.some((found) => SETTLED_BY_WIND.includes(found.code) && issueEffect(found) !== "none");
const areEdgesLeft = ({ issues }: NowStanding): boolean => issues.some(({ code }) => code === "DOWNSLOPE_UNVERIFIED");

/** Whether it is not known which buffer is asked for, and nothing is left on the drift page that could settle one. */
const isHidden = (now: NowStanding, { products }: ScoredApplication["saved"]): boolean =>
  !isWindLeft(now) && !areEdgesLeft(now) && now.issues.some((found) => hidesBuffer(found, products, now.issues));

/** What is left to do for the buffer; where it was worked out, not to work it out. */
function driftStep(now: NowStanding): NextStep {
  if (isWindLeft(now)) return { page: "drift", words: words().workOut };
  if (areEdgesLeft(now)) return { page: "drift", part: DOWNSLOPE_ANCHOR, words: words().markEdges };
  return { page: "drift", words: words().seeBuffer };
}

/**
 * Where a page leads when its own work is done: to the first thing that is left on another page, else to the answer.
 * From the answer it goes on to the next field of a group.
 */
export function nextFrom(session: PortalSession, place: OpenFieldYear, here: PortalPageId): ShellView["next"] {
  const { address, scored } = place;
  const answer = { href: pageHref(address, "overview"), words: words().seeAnswer };
  if (scored === null) return here === "overview" ? null : answer;
  const { now, limitations, isAllRead } = standingInWords(scored, place.notes, session.branding.name);
  const steps = stepsOf({ scored, now, limitations, timeZone: place.timeZone });
  // Files, and the wind of a day that has not come, are no work that is left: the way goes on to the next field.
  const left = stepsLeft(place, scored, { now, steps, isAllRead }).find(({ page }) => page !== here);
  if (left !== undefined) return { href: nextHref(address, left), words: left.words };
  if (here !== "overview") return answer;
  const onward = groupNav(place, session.pass.deps.clock())?.next ?? null;
  if (onward !== null) {
    return { href: pageHref(onward.address, "overview"), words: words().nextField(onward.name) };
  }
  return { href: pageHref(address, "report"), words: words().report };
}
