import type { SavedComputation } from "@/lib/domain/drift-saved";
import { issueEffect, type Issue } from "@/lib/domain/issues";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import { decimalText } from "@/lib/domain/numbers";
import { compassLetters } from "@/lib/views/figures";
import { fieldSides } from "@/lib/pages/portal/map/sides";
import { leaveInWords } from "@/lib/pages/portal/overview/kept-sides";
import { otherDay } from "@/lib/pages/portal/overview/steps";
import { standingInWords, type StandingWords } from "@/lib/pages/portal/overview/standing-words";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import { readCabGround, type CabGround } from "@/lib/usecases/portal/read-cab-ground";
import type { PortalSession } from "@/lib/usecases/portal/session";
import { drawFigure } from "@/lib/usecases/reports/figure/draw";
import { frameAround } from "@/lib/usecases/reports/figure/frame";
import { checklistByProduct } from "@/lib/views/checklist";
import { issueHeadline } from "@/lib/views/issues/issue-text";
import type { CabCardView } from "@/lib/views/portal/cab-card";
import { nextHref, type OverviewView } from "@/lib/views/portal/overview";
import { pageHref } from "@/lib/views/portal/pages";
import { acresInWords, counted } from "@/lib/views/words";

/** As wide as a phone, and no higher than leaves room for the sentence above it. */
const CARD_FIGURE = { width: 320, leastHeight: 140, mostHeight: 210 };

/** The answer at the top of the overview; null for a year without an application. */
export async function readCabCard(
  session: PortalSession,
  place: OpenFieldYear,
  overview: OverviewView,
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
    ...sentenceOf(overview, standing, leave),
    ...windFacts(scored.saved, computed),
    standing: standing.now.status,
    fieldName: field.fieldName,
    isDone: standing.isDone,
    checklist: checklistByProduct(scored.saved.lastAssessment?.unjudged ?? [], scored.saved.products),
    followTexts: followTexts(standing),
    next: overview.next && { href: nextHref(place.address, overview.next), words: overview.next.words },
    driftHref: `${pageHref(place.address, "drift")}#conditions`,
    limitationsHref: pageHref(place.address, "limitations"),
    figure: ground && figureOf(ground, placed, leave),
  };
}

/** The last computation, unless the check or something that it rests on was changed since. */
const computationInForce = ({ drift }: SavedApplicationRecord, { now }: StandingWords): SavedComputation | null =>
  now.isChecked && !now.isDriftOutdated ? drift.lastComputation : null;

/** What must not happen comes before what is missing, and that before what to leave. */
function sentenceOf(
  { headline, reason }: OverviewView,
  { now, isDone }: StandingWords,
  leave: string | null,
): Pick<CabCardView, "kind" | "headline" | "reason" | "leave"> {
  const against = now.issues.find(isAgainstSpraying);
  if (against !== undefined)
    return { kind: "stop", headline: `Do not spray: ${factInWords(against)}`, reason, leave: null };
  if (now.status === "not_met") return { kind: "stop", headline: `Do not spray yet: ${headline}`, reason, leave };
  if (!isDone) return { kind: "open", headline, reason, leave };
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
    if (windSpeedMph !== undefined && limit !== null) return `wind ${decimalText(windSpeedMph, 1)} mph, label ${limit}`;
  }
  if (found.code === "TEMPERATURE_OUTSIDE_LABEL_RANGE") {
    const { temperatureF, minF, maxF } = found.particulars;
    const limit = limitInWords(minF, maxF);
    if (temperatureF !== undefined && limit !== null) return `${decimalText(temperatureF, 1)} °F, label ${limit}`;
  }
  return issueHeadline(found.code);
}

function limitInWords(least: number | undefined, most: number | undefined): string | null {
  if (least !== undefined && most !== undefined) return `${decimalText(least, 1)} to ${decimalText(most, 1)}`;
  if (most !== undefined) return `at most ${decimalText(most, 1)}`;
  return least === undefined ? null : `at least ${decimalText(least, 1)}`;
}

function leaveSentence(computation: SavedComputation, { boundary, buffer, bufferSqm }: CabGround): string | null {
  if (computation.edges.some(({ reason }) => reason === "unresolved")) return null;
  if (buffer === null || bufferSqm === null) return "No part of the field is buffer in this wind";
  const places = leaveInWords(computation.edges, fieldSides(boundary)) ?? "what is hatched in the picture";
  return `Leave ${places} (${acresInWords(bufferSqm)})`;
}

function windFacts(
  { drift, applicationDate }: SavedApplicationRecord,
  computed: SavedComputation | null,
): Pick<CabCardView, "wind" | "otherDay"> {
  if (computed === null) return { wind: null, otherDay: null };
  const { windSpeedMph, windDirectionDeg } = computed.inputs;
  const blows = `Wind ${compassLetters(windDirectionDeg)} ${decimalText(windSpeedMph, 1)} mph`;
  const at = (drift.weather?.observedAt ?? computed.checkedAt).toISOString();
  const other = otherDay(computed.checkedAt, applicationDate).trim();
  return { wind: { words: windSpeedMph === 0 ? "Calm air" : blows, at }, otherDay: other === "" ? null : other };
}

function followTexts({ limitations, now }: StandingWords): string | null {
  const isAsked = now.issues.some(({ code }) => code === "LIMITATIONS_REVIEW_REQUIRED");
  if (limitations.length === 0 || !isAsked) return null;
  return `Follow ${counted(limitations.length, "limitation text")} of EPA's bulletins.`;
}

function figureOf(
  { boundary, buffer }: CabGround,
  computation: SavedComputation | null,
  leave: string | null,
): CabCardView["figure"] {
  const buffers = buffer === null || computation === null ? [] : [{ label: "", geometry: buffer }];
  const figure = drawFigure({ field: boundary, pulas: [], soils: [], buffers }, frameAround(boundary, CARD_FIGURE));
  const isBlowing = computation !== null && computation.inputs.windSpeedMph > 0;
  return {
    figure,
    description: leave === null ? "The field, north up" : `The field, north up, with what to leave: ${leave}`,
    windFromDeg: isBlowing ? computation.inputs.windDirectionDeg : null,
  };
}
