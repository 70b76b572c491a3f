import { isCalm } from "@/lib/domain/calm-air";
import type { EdgeResult } from "@/lib/domain/drift";
import type { SavedComputation } from "@/lib/domain/drift-saved";
import { issueEffect, type Issue } from "@/lib/domain/issues";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import { decimalText } from "@/lib/domain/numbers";
import { compassLetters } from "@/lib/views/figures";
import { fieldSides } from "@/lib/pages/portal/map/sides";
import { leaveInWords } from "@/lib/pages/portal/overview/kept-sides";
import { otherDay, windReadAt } from "@/lib/pages/portal/overview/steps";
import { standingInWords, type StandingWords } from "@/lib/pages/portal/overview/standing-words";
import { figureInWords } from "@/lib/pages/reports/figure";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import { readCabGround, type CabGround } from "@/lib/usecases/portal/read-cab-ground";
import type { PortalSession } from "@/lib/usecases/portal/session";
import { drawFigure } from "@/lib/usecases/reports/figure/draw";
import { frameAround } from "@/lib/usecases/reports/figure/frame";
import { checklistByProduct } from "@/lib/views/checklist";
import { drawnInWords } from "@/lib/views/ground";
import { issueHeadline } from "@/lib/views/issues/issue-text";
import { wordsIn } from "@/lib/views/language";
import type { CabCardView } from "@/lib/views/portal/cab-card";
import { isWindOld } from "@/lib/views/portal/wind-age";
import { nextHref, type OverviewView, type RecheckView } from "@/lib/views/portal/overview";
import { answerAtRates, holdsForInWords, otherRatesInWords } from "@/lib/views/other-rates";
import { MACHINE_ANCHOR, pageHref } from "@/lib/views/portal/pages";
import { acresInWords, counted, listInWords, shortDayInWords, small } from "@/lib/views/words";

/** As wide as a phone, and no higher than leaves room for the sentence above it. */
const CARD_FIGURE = { width: 320, leastHeight: 140, mostHeight: 210 };

interface Words {
  stop: (fact: string) => string;
  stopYet: (headline: string) => string;
  openYet: (headline: string) => string;
  wind: (mph: string, limit: string) => string;
  temperature: (deg: string, limit: string) => string;
  between: (least: string, most: string) => string;
  atMost: (most: string) => string;
  atLeast: (least: string) => string;
  noBuffer: string;
  hatched: string;
  leave: (places: string, acres: string) => string;
  blows: (letters: string, mph: string) => string;
  calm: string;
  followTexts: (count: number) => string;
  onWord: (what: string) => string;
  answers: (count: number) => string;
  asDrawn: (areas: string) => string;
  picture: string;
  pictureWith: (leave: string) => string;
}

const words = wordsIn<Words>({
  en: {
    stop: (fact) => `Do not spray: ${fact}`,
    stopYet: (headline) => `Do not spray yet: ${small(headline)}`,
    openYet: (headline) => `No answer yet: ${small(headline)}`,
    wind: (mph, limit) => `wind ${mph} mph, label ${limit}`,
    temperature: (deg, limit) => `${deg} °F, label ${limit}`,
    between: (least, most) => `${least} to ${most}`,
    atMost: (most) => `at most ${most}`,
    atLeast: (least) => `at least ${least}`,
    noBuffer: "No part of the field is buffer in this wind",
    hatched: "what is hatched in the picture",
    leave: (places, acres) => `Leave ${places} (${acres})`,
    blows: (letters, mph) => `Wind ${letters} ${mph} mph`,
    calm: "Calm air",
    followTexts: (count) => `Follow ${counted(count, "limitation text")} of EPA's bulletins.`,
    onWord: (what) => `It rests on your word: ${what}. No one has verified that.`,
    answers: (count) => (count === 1 ? "your answer to a question" : `your answers to ${count} questions`),
    asDrawn: (areas) => `ground that was drawn by hand, ${areas}`,
    picture: "The field, north up",
    pictureWith: (leave) => `The field, north up, with what to leave: ${leave}`,
  },
  es: {
    stop: (fact) => `No aplique: ${fact}`,
    stopYet: (headline) => `No aplique todavía: ${small(headline)}`,
    openYet: (headline) => `Todavía sin respuesta: ${small(headline)}`,
    wind: (mph, limit) => `viento de ${mph} mph, etiqueta: ${limit}`,
    temperature: (deg, limit) => `${deg} °F, etiqueta: ${limit}`,
    between: (least, most) => `de ${least} a ${most}`,
    atMost: (most) => `como máximo ${most}`,
    atLeast: (least) => `como mínimo ${least}`,
    noBuffer: "Con este viento, ninguna parte del campo es zona de amortiguamiento",
    hatched: "lo que está rayado en la imagen",
    leave: (places, acres) => `Deje sin tratar ${places} (${acres})`,
    blows: (letters, mph) => `Viento del ${letters}, ${mph} mph`,
    calm: "Aire en calma",
    followTexts: (count) =>
      `Siga ${counted(count, "texto de limitación", "textos de limitación")} de los boletines de la EPA.`,
    onWord: (what) => `Se apoya en lo que usted declara: ${what}. Nadie lo ha verificado.`,
    answers: (count) => (count === 1 ? "su respuesta a una pregunta" : `sus respuestas a ${count} preguntas`),
    asDrawn: (areas) => `terreno dibujado a mano, ${areas}`,
    picture: "El campo, con el norte arriba",
    pictureWith: (leave) => `El campo, con el norte arriba y lo que debe dejar sin tratar: ${leave}`,
  },
});

/** The answer at the top of the overview; null for a year without an application. */
export async function readCabCard(
  session: PortalSession,
  place: OpenFieldYear,
  { overview, recheck }: { overview: OverviewView; recheck: RecheckView | null },
): Promise<CabCardView | null> {
  const { scored, field } = place;
  if (scored === null) return null;
  const { applicationEventId } = scored.saved;
  const ground = await readCabGround(session, { fieldId: field.fieldId, applicationEventId });
  const standing = standingInWords(scored, place.notes, session.branding.name);
  const computed = computationInForce(scored.saved, standing);
  const placed = standing.now.drift === "met" ? computed : null;
  const leave = placed !== null && ground !== null ? leaveSentence(placed, ground) : null;
  return {
    ...withRates(sentenceOf(overview, standing, leave), scored.saved, computed),
    ...windFacts(scored.saved, computed, { now: session.pass.deps.clock(), timeZone: place.timeZone }),
    standing: standing.now.status,
    onWord: onWordInWords(standing, placed),
    fieldName: field.fieldName,
    timeZone: place.timeZone ?? "UTC",
    servedAt: session.pass.deps.clock().toISOString(),
    application: applicationOf(place, scored.saved),
    recheck: recheck?.title ?? null,
    isDone: standing.isDone,
    checklist: checklistByProduct(scored.saved.lastAssessment?.unjudged ?? [], scored.saved.products),
    followTexts: followTexts(standing),
    next: overview.next && {
      href: nextHref(place.address, overview.next),
      words: overview.next.words,
      isMachine: overview.next.part === MACHINE_ANCHOR,
    },
    driftHref: `${pageHref(place.address, "drift")}#conditions`,
    limitationsHref: pageHref(place.address, "limitations"),
    figure: ground && figureOf(ground, placed, leave),
  };
}

/** What of a pass no one but the applicator knows: a green card does not look like one that the service verified. */
export function onWordInWords(
  { now, isDone }: { now: Pick<StandingWords["now"], "issues">; isDone: boolean },
  placed: (Pick<SavedComputation, "drawnGround"> & { edges: readonly Pick<EdgeResult, "creditedOutsideFt">[] }) | null,
): string | null {
  if (!isDone) return null;
  const attested = now.issues.flatMap((found) => (found.code === "ATTESTED" ? (found.particulars.attested ?? []) : []));
  const isCarried = placed?.edges.some(({ creditedOutsideFt }) => (creditedOutsideFt ?? 0) > 0) === true;
  const drawn = isCarried ? (placed.drawnGround ?? []) : [];
  const parts = [
    ...(attested.length === 0 ? [] : [words().answers(attested.length)]),
    ...(drawn.length === 0 ? [] : [words().asDrawn(drawnInWords(drawn))]),
  ];
  return parts.length === 0 ? null : words().onWord(listInWords(parts));
}

/** The last computation, unless the check or something that it rests on was changed since. */
const computationInForce = ({ drift }: SavedApplicationRecord, { now }: StandingWords): SavedComputation | null =>
  now.isChecked && !now.isDriftOutdated ? drift.lastComputation : null;

const applicationOf = (
  { applications }: OpenFieldYear,
  { products, applicationDate, applicationId }: SavedApplicationRecord,
): CabCardView["application"] => ({
  products: [...new Set(products.map(({ productName }) => productName))],
  date: applicationDate,
  day: shortDayInWords(applicationDate),
  id: applications.length > 1 ? applicationId : null,
});

type Sentence = Pick<CabCardView, "kind" | "headline" | "reason" | "leave">;

/** A buffer holds for the rates it was computed with: where they are not those of the check, the answer names both. */
export function withRates(
  sentence: Sentence,
  { products }: Pick<SavedApplicationRecord, "products">,
  computed: Pick<SavedComputation, "effectiveRates"> | null,
): Sentence & Pick<CabCardView, "rates"> {
  const facts = { products, rates: computed?.effectiveRates ?? [] };
  if (sentence.kind !== "done") return { ...sentence, rates: holdsForInWords(facts) };
  return { ...sentence, headline: answerAtRates(sentence.headline, otherRatesInWords(facts)), rates: null };
}

/** What must not happen comes before what is missing, and that before what to leave. */
function sentenceOf(
  { headline, reason }: OverviewView,
  { now, isDone }: StandingWords,
  leave: string | null,
): Sentence {
  const against = now.issues.find(isAgainstSpraying);
  if (against !== undefined) return { kind: "stop", headline: words().stop(factInWords(against)), reason, leave: null };
  if (now.status === "not_met") return { kind: "stop", headline: words().stopYet(headline), reason, leave };
  // Someone in a cab asks whether to spray: what is open is no answer to that, and says so.
  if (!isDone) return { kind: "open", headline: words().openYet(headline), reason, leave };
  return leave === null
    ? { kind: "done", headline, reason, leave }
    : { kind: "done", headline: leave, reason: "", leave: null };
}

/** Known violations, and wind that no buffer of the label covers. */
const isAgainstSpraying = (found: Issue): boolean =>
  issueEffect(found) === "not_met" || (found.code === "WIND_SPEED_UNRESOLVED" && issueEffect(found) !== "none");

/** "wind 12 mph, label 3 to 10": the figure and its limit where both are known. */
export function factInWords(found: Issue): string {
  if (found.code === "WIND_OUTSIDE_LABEL_RANGE") {
    const { windSpeedMph, minMph, maxMph } = found.particulars;
    const limit = limitInWords(minMph, maxMph);
    if (windSpeedMph !== undefined && limit !== null) return words().wind(decimalText(windSpeedMph, 1), limit);
  }
  if (found.code === "TEMPERATURE_OUTSIDE_LABEL_RANGE") {
    const { temperatureF, minF, maxF } = found.particulars;
    const limit = limitInWords(minF, maxF);
    if (temperatureF !== undefined && limit !== null) return words().temperature(decimalText(temperatureF, 1), limit);
  }
  return issueHeadline(found.code);
}

function limitInWords(least: number | undefined, most: number | undefined): string | null {
  if (least !== undefined && most !== undefined) return words().between(decimalText(least, 1), decimalText(most, 1));
  if (most !== undefined) return words().atMost(decimalText(most, 1));
  return least === undefined ? null : words().atLeast(decimalText(least, 1));
}

function leaveSentence(computation: SavedComputation, { boundary, buffer, bufferSqm }: CabGround): string | null {
  if (computation.edges.some(({ reason }) => reason === "unresolved")) return null;
  if (buffer === null || bufferSqm === null) return words().noBuffer;
  const places = leaveInWords(computation.edges, fieldSides(boundary)) ?? words().hatched;
  return words().leave(places, acresInWords(bufferSqm));
}

function windFacts(
  saved: SavedApplicationRecord,
  computed: SavedComputation | null,
  { now, timeZone }: { now: Date; timeZone: string | null },
): Pick<CabCardView, "wind" | "otherDay"> {
  if (computed === null) return { wind: null, otherDay: null };
  const { windSpeedMph, windDirectionDeg } = computed.inputs;
  const blows = words().blows(compassLetters(windDirectionDeg), decimalText(windSpeedMph, 1));
  const readAt = windReadAt(saved, computed.checkedAt);
  const at = readAt.toISOString();
  const other = otherDay(readAt, saved.applicationDate, timeZone).trim();
  const isOld = isWindOld({ at }, now.getTime());
  return {
    wind: { words: isCalm(windSpeedMph) ? words().calm : blows, at, isOld },
    otherDay: other === "" ? null : other,
  };
}

function followTexts({ limitations, now }: StandingWords): string | null {
  const isAsked = now.issues.some(({ code }) => code === "LIMITATIONS_REVIEW_REQUIRED");
  if (limitations.length === 0 || !isAsked) return null;
  return words().followTexts(limitations.length);
}

function figureOf(
  { boundary, buffer }: CabGround,
  computation: SavedComputation | null,
  leave: string | null,
): CabCardView["figure"] {
  const buffers = buffer === null || computation === null ? [] : [{ label: "", geometry: buffer }];
  const drawn = drawFigure({ field: boundary, pulas: [], soils: [], buffers }, frameAround(boundary, CARD_FIGURE));
  const isBlowing = computation !== null && !isCalm(computation.inputs.windSpeedMph);
  return {
    figure: figureInWords(drawn),
    description: leave === null ? words().picture : words().pictureWith(leave),
    windFromDeg: isBlowing ? computation.inputs.windDirectionDeg : null,
  };
}
