import type { RunoffEntry } from "@/lib/domain/compliance";
import { decimalText } from "@/lib/domain/numbers";
import type { IssueParticulars } from "@/lib/domain/issue-particulars";
import { issueEffect, type Issue } from "@/lib/domain/issues";
import type { ShortRunoff } from "@/lib/domain/spray-windows";
import type { CheckNotes } from "@/lib/usecases/portal/field-year";
import { capital, counted, listInWords, scoreInWords } from "@/lib/views/words";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import { issueHeadline } from "@/lib/views/issues/issue-text";
import { bindingLimitations, type BindingLimitation } from "@/lib/usecases/portal/binding-limitations";
import { standingNow, type NowStanding } from "@/lib/usecases/portal/overall-standing";
import { wordsIn } from "@/lib/views/language";

interface Words {
  bufferAgain: string;
  followText: string;
  short: (gap: number, system: string) => string;
  met: string;
  nothingAsked: string;
  nothingAskedWhy: string;
  notSettled: string;
  also: (reasons: string) => string;
  cannotJudge: (provider: string) => string;
  pointsSoFar: (earned: string, required: string) => string;
  notMet: string;
  textAlone: (done: string) => string;
  open: string;
  pointsReached: string;
  exemptionClaimed: string;
  bufferDone: string;
  noneAsked: string;
  bySaved: (done: string) => string;
}

const words = wordsIn<Words>({
  en: {
    bufferAgain: "work out the drift buffer again",
    followText: "follow the limitation text",
    short: (gap, system) =>
      `${counted(gap, system === "trait_runoff" ? "trait program credit" : "runoff point")} short`,
    met: "What is scored here is met",
    nothingAsked: "Nothing is asked for",
    nothingAskedWhy: "No rule that this service scores asks anything of this application.",
    notSettled: "not settled yet",
    also: (reasons) => `Also: ${reasons}.`,
    cannotJudge: (provider) =>
      `Nothing can be judged before it is. ${provider} can send the check again; what you selected stays.`,
    pointsSoFar: (earned, required) => `You have ${earned} and need ${required}.`,
    notMet: "What is required is not met.",
    textAlone: (done) => `${done} No service can tell whether the text is followed, so this stays open here.`,
    open: "Something is open, so no one can say yet.",
    pointsReached: "the runoff points are reached",
    exemptionClaimed: "an exemption from EPA runoff points is claimed",
    bufferDone: "the drift buffer is worked out",
    noneAsked: "No points and no drift buffer are asked for.",
    bySaved: (done) => `${done}, by what is saved now.`,
  },
  es: {
    bufferAgain: "calcule de nuevo la zona de amortiguamiento por deriva",
    followText: "siga el texto de la limitación",
    short: (gap, system) =>
      `${gap === 1 ? "falta" : "faltan"} ${
        system === "trait_runoff"
          ? counted(gap, "crédito del programa de rasgos", "créditos del programa de rasgos")
          : counted(gap, "punto de escorrentía", "puntos de escorrentía")
      }`,
    met: "Lo que aquí se evalúa está cumplido",
    nothingAsked: "No se pide nada",
    nothingAskedWhy: "Ninguna regla de las que este servicio evalúa pide algo a esta aplicación.",
    notSettled: "aún por resolver",
    also: (reasons) => `Además: ${reasons}.`,
    cannotJudge: (provider) =>
      `Hasta que lo esté no se puede juzgar nada. ${provider} puede enviar la verificación de nuevo; lo que usted eligió se conserva.`,
    pointsSoFar: (earned, required) => `Usted tiene ${earned} y necesita ${required}.`,
    notMet: "Lo que se exige no está cumplido.",
    textAlone: (done) => `${done} Ningún servicio puede saber si se sigue el texto, así que aquí queda por resolver.`,
    open: "Queda algo por resolver, así que todavía nadie puede decirlo.",
    pointsReached: "se alcanzan los puntos de escorrentía",
    exemptionClaimed: "se declaró una exención de los puntos de escorrentía de la EPA",
    bufferDone: "la zona de amortiguamiento por deriva está calculada",
    noneAsked: "No se piden puntos ni zona de amortiguamiento por deriva.",
    bySaved: (done) => `${done}, según lo que está guardado ahora.`,
  },
});

export interface StandingWords {
  now: NowStanding;
  limitations: BindingLimitation[];
  /** Every limitation text is marked as read, and none is missing. */
  isAllRead: boolean;
  /** Nothing is left that this service could check: what remains open is for the applicator to follow. */
  isDone: boolean;
  headline: string;
  /** One or two sentences under the headline. */
  reason: string;
}

/** Where an application stands now, as the overview and the list of a group's fields say it. */
export function standingInWords(
  scored: ScoredApplication,
  { reviews, driftChangedAt }: CheckNotes,
  provider: string,
): StandingWords {
  const { saved, runoffAsComputed: runoff } = scored;
  const limitations = bindingLimitations(saved, reviews);
  const now = standingNow(scored, driftChangedAt);
  const isAllRead = isReadWhole(limitations, now);
  const reasons = reasonsOf(runoff, now, isAllRead);
  const around = { runoff, provider };
  return {
    now,
    limitations,
    isAllRead,
    isDone: isChecked(now) || (isAllRead && isTheRestDone(now, reasons, around)),
    ...headlineOf(now, reasons, around),
  };
}

/** Every text is marked, and none is missing: an area whose text is not loaded has to be read at EPA's. */
const isReadWhole = (limitations: readonly BindingLimitation[], { issues }: NowStanding): boolean =>
  limitations.length > 0 &&
  limitations.every(({ reviewedAt }) => reviewedAt !== null) &&
  issues.every((found) => found.code !== "LIMITATIONS_REVIEW_REQUIRED" || !hasUnreadArea(found.particulars));

const hasUnreadArea = ({
  areasWithoutText,
  mayName,
  notes,
}: IssueParticulars<"LIMITATIONS_REVIEW_REQUIRED">): boolean => (areasWithoutText ?? mayName ?? notes) !== undefined;

function reasonOf(found: Issue, { isDriftOutdated }: NowStanding, isAllRead: boolean): string {
  if (found.code === "DRIFT_CONDITIONS_UNVERIFIED" && isDriftOutdated) return words().bufferAgain;
  if (found.code === "LIMITATIONS_REVIEW_REQUIRED" && isAllRead) return words().followText;
  return issueHeadline(found.code);
}

/** What stands in the way, the worst first: points that are short, then violations, then what is open. */
function reasonsOf(runoff: readonly RunoffEntry[], now: NowStanding, isAllRead: boolean): string[] {
  const open = now.issues
    .filter((found) => issueEffect(found) !== "none")
    .map((found) => reasonOf(found, now, isAllRead));
  return [...new Set([...shortOf(runoff), ...open])];
}

const isShort = ({ status, gap }: RunoffEntry): boolean => status === "not_met" && (gap ?? 0) > 0;

const shortOf = (runoff: readonly RunoffEntry[]): string[] =>
  runoff.filter(isShort).map(({ gap, mitigationType }) => shortInWords({ gap: gap ?? 0, mitigationType }));

/** "4 runoff points short". */
export const shortInWords = ({ gap, mitigationType }: ShortRunoff): string => words().short(gap, mitigationType);

/** What the headline's gap is a gap of: "You have 2 points and need 6." Null: no points are short. */
function pointsSoFar(runoff: readonly RunoffEntry[]): string | null {
  const first = runoff.find(isShort);
  if (first === undefined || first.requiredPoints === null) return null;
  const { earnedPoints, requiredPoints, mitigationType } = first;
  return words().pointsSoFar(scoreInWords(earnedPoints, mitigationType), decimalText(requiredPoints));
}

interface Around {
  runoff: readonly RunoffEntry[];
  provider: string;
}

function headlineOf(
  now: NowStanding,
  reasons: readonly string[],
  around: Around,
): Pick<StandingWords, "headline" | "reason"> {
  const { status } = now;
  const [first, ...more] = reasons;
  if (status === "met") return { headline: words().met, reason: doneInWords(now, around) };
  if (status === "not_applicable") {
    return { headline: words().nothingAsked, reason: words().nothingAskedWhy };
  }
  const headline = capital(first ?? words().notSettled);
  const also = more.length === 0 ? null : words().also(more.join("; "));
  return { headline, reason: [openInWords(now, reasons, around), also].filter((text) => text !== null).join(" ") };
}

function openInWords(now: NowStanding, reasons: readonly string[], around: Around): string {
  if (!now.isChecked) {
    return words().cannotJudge(around.provider);
  }
  if (now.status === "not_met") return pointsSoFar(around.runoff) ?? words().notMet;
  return isTheRestDone(now, reasons, around) ? words().textAlone(doneInWords(now, around)) : words().open;
}

const isChecked = ({ status, isChecked: isFinished }: NowStanding): boolean =>
  isFinished && (status === "met" || status === "not_applicable");

/** Points and buffers are settled, and only limitation texts stand in the way. */
function isTheRestDone(now: NowStanding, reasons: readonly string[], around: Around): boolean {
  const isTextAlone = now.issues.every(
    (found) => found.code === "LIMITATIONS_REVIEW_REQUIRED" || issueEffect(found) === "none",
  );
  return now.isChecked && isTextAlone && reasons.length === 1 && isSettled(now, around);
}

const isSettled = ({ drift }: NowStanding, { runoff }: Around): boolean =>
  (drift === "met" || drift === "not_applicable") && runoff.every(({ status }) => status === "met");

/** What is settled of what is scored, and nothing that is not asked for. */
function doneInWords({ drift }: NowStanding, { runoff }: Around): string {
  const isScored = runoff.some(({ exempt }) => !exempt);
  const parts = [
    ...(isScored ? [words().pointsReached] : []),
    ...(runoff.some(({ exempt }) => exempt) ? [words().exemptionClaimed] : []),
    ...(drift === "met" ? [words().bufferDone] : []),
  ];
  if (parts.length === 0) return words().noneAsked;
  return words().bySaved(capital(listInWords(parts)));
}
