import { limitationGap, type LimitationGap } from "@/lib/domain/limitation-gaps";
import type { SavedAssessment } from "@/lib/domain/saved-application";
import { readLimitations } from "@/lib/usecases/portal/read-limitations";
import type { LimitationsView, LimitationView } from "@/lib/views/portal/limitations";
import { wordsIn } from "@/lib/views/language";
import { gapInWords, readTheLabel } from "@/lib/views/limitation-gaps";
import { dayInWords } from "@/lib/views/words";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import { hashOfText, type BindingLimitation } from "@/lib/usecases/portal/binding-limitations";
import type { PortalSession } from "@/lib/usecases/portal/session";

const words = wordsIn({
  en: {
    all: "All of the field",
    edge: "The edge of the field",
    lessThanOne: "Less than 1 % of the field",
    almostAll: "More than 99 % of the field",
    about: (sharePct: number) => `About ${sharePct} % of the field`,
    notChecked: "Not checked yet",
    notCheckedText: "There is no finished check to show limitations of. Nothing found here means nothing.",
    notKnown: "Not known",
    notKnownText:
      "The loaded bulletins do not cover this field, so that nothing found here means nothing. Read EPA's bulletin for this place.",
    productNotKnown:
      "We could not look for all limitations of these products, so nothing found here does not mean that there are none. Below, each product says why.",
    notLoaded: "Not all texts are loaded",
    notLoadedText: "No text of the loaded bulletins names these products here, but texts are missing: see below.",
    none: "No limitation found",
    noneText: "No limitation of the loaded bulletins names these products on this field on this date.",
    missingIn: (area: string, pulaId: number, codes: string) => `${area} (area ${pulaId}): ${codes}`,
    otherArea: (area: string, pulaId: number, codes: string) => `${area} (area ${pulaId}, codes ${codes})`,
  },
  es: {
    all: "Todo el campo",
    edge: "El borde del campo",
    lessThanOne: "Menos de 1 % del campo",
    almostAll: "Más de 99 % del campo",
    about: (sharePct) => `Cerca de ${sharePct} % del campo`,
    notChecked: "Todavía sin verificar",
    notCheckedText:
      "No hay una verificación terminada cuyas limitaciones mostrar. Que aquí no se encuentre nada no significa nada.",
    notKnown: "No se sabe",
    notKnownText:
      "Los boletines cargados no cubren este campo; por eso, que aquí no se encuentre nada no significa nada. Lea el boletín de la EPA para este lugar.",
    productNotKnown:
      "No pudimos buscar todas las limitaciones de estos productos; por eso, que aquí no se encuentre ninguna no significa que no las haya. Abajo dice por qué, producto por producto.",
    notLoaded: "No todos los textos están cargados",
    notLoadedText: "Ningún texto de los boletines cargados nombra estos productos aquí, pero faltan textos: vea abajo.",
    none: "No se encontró ninguna limitación",
    noneText: "Ninguna limitación de los boletines cargados nombra estos productos en este campo en esta fecha.",
    missingIn: (area, pulaId, codes) => `${area} (área ${pulaId}): ${codes}`,
    otherArea: (area, pulaId, codes) => `${area} (área ${pulaId}, códigos ${codes})`,
  },
});

/** Where EPA publishes the bulletins themselves: what holds on the day is what stands there. */
const BULLETINS = "https://www.epa.gov/pesticides/bulletins";

/** The limitation texts that bind an application, word for word, with what is marked as read. */
export async function limitationsView(session: PortalSession, place: OpenFieldYear): Promise<LimitationsView> {
  const { scored, address, field } = place;
  const assessment = scored?.saved.lastAssessment ?? null;
  const { binding, shares } = await readLimitations(session, place);
  const gaps = gapsOf(assessment);
  const products = (assessment?.products ?? []).map(({ productName, epaNumber }, productIndex) => ({
    name: productName,
    registration: epaNumber,
    gap: gapText(gaps[productIndex] ?? null, productName),
    limitations: binding
      .map((each, index) => ({ each, view: toView(each, shares, index) }))
      .filter(({ each }) => each.productIndex === productIndex)
      .map(({ view }) => view),
  }));
  return {
    address,
    products,
    action: `/portal/g/${address.grant}/${field.fieldId}/limitations/review`,
    total: binding.length,
    reviewed: binding.filter(({ reviewedAt }) => reviewedAt !== null).length,
    isLocked: place.current?.isLocked === true,
    nothing: nothingInWords(assessment, binding),
    missingTexts: missingTexts(assessment),
    otherAreas: otherAreas(assessment),
    bulletinLink: BULLETINS,
  };
}

const toView = (
  { pula, limitation, key, reviewedAt }: BindingLimitation,
  shares: ReadonlyMap<number, number>,
  index: number,
): LimitationView => ({
  id: `limitation-${index + 1}`,
  ...key,
  textHash: hashOfText(limitation.text),
  code: limitation.code,
  text: limitation.text,
  eventName: pula.eventName,
  effective: dayInWords(pula.effectiveDate),
  share: shareInWords(pula.sharePct ?? shares.get(pula.pulaId) ?? null),
  reviewedAt: reviewedAt?.toISOString() ?? null,
});

/** For each product, why nothing found under it may mean nothing. */
const gapsOf = (assessment: SavedAssessment | null): (LimitationGap | null)[] =>
  (assessment?.products ?? []).map((product, index) => limitationGap(product, index, assessment?.issues ?? []));

function gapText(gap: LimitationGap | null, product: string): string | null {
  if (gap === null) return null;
  const text = gapInWords(product, gap);
  return gap === "answered" ? text : `${text} ${readTheLabel()}`;
}

/** Rounded outward at both ends: a sliver is not nothing, and all but a sliver is not all. */
export function shareInWords(sharePct: number | null): string | null {
  if (sharePct === null) return null;
  if (sharePct >= 99.95) return words().all;
  if (sharePct < 0.05) return words().edge;
  if (sharePct < 1) return words().lessThanOne;
  if (sharePct > 99) return words().almostAll;
  return words().about(Math.round(sharePct));
}

function nothingInWords(
  assessment: SavedAssessment | null,
  binding: readonly BindingLimitation[],
): LimitationsView["nothing"] {
  if (binding.length > 0) return null;
  if (assessment === null) return { title: words().notChecked, text: words().notCheckedText };
  const isCovered = !assessment.issues.some(({ code }) => code === "PULA_COVERAGE_MISSING");
  if (!isCovered) return { title: words().notKnown, text: words().notKnownText };
  if (missingTexts(assessment).length > 0) return { title: words().notLoaded, text: words().notLoadedText };
  const isOpen = gapsOf(assessment).some((gap) => gap !== null && gap !== "answered");
  return isOpen
    ? { title: words().notKnown, text: words().productNotKnown }
    : { title: words().none, text: words().noneText };
}

const areasOf = (assessment: SavedAssessment | null) => (assessment?.products ?? []).flatMap(({ pulas }) => pulas);

/** Areas with a code whose text no one has loaded: there is something to read, and it is not here. */
const missingTexts = (assessment: SavedAssessment | null): string[] => [
  ...new Set(
    areasOf(assessment)
      .filter(({ codesWithoutLimitation }) => codesWithoutLimitation.length > 0)
      .map((area) => words().missingIn(area.eventName, area.pulaId, area.codesWithoutLimitation.join(", "))),
  ),
];

/** Areas the field lies in that limit none of its products: their codes are shown, so that no one takes them for nothing. */
const otherAreas = (assessment: SavedAssessment | null): string[] => [
  ...new Set(
    areasOf(assessment)
      .filter(({ limitations, codesWithoutLimitation }) => limitations.length + codesWithoutLimitation.length === 0)
      .map(({ pulaId, eventName, codes }) => words().otherArea(eventName, pulaId, codes.join(", "))),
  ),
];
