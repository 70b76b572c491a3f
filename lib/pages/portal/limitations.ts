import type { SavedAssessment } from "@/lib/domain/saved-application";
import { readLimitations } from "@/lib/usecases/portal/read-limitations";
import type { LimitationsView, LimitationView } from "@/lib/views/portal/limitations";
import { dayInWords } from "@/lib/views/words";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";
import { hashOfText, type BindingLimitation } from "@/lib/usecases/portal/binding-limitations";
import type { PortalSession } from "@/lib/usecases/portal/session";

/** Where EPA publishes the bulletins themselves: what holds on the day is what stands there. */
const BULLETINS = "https://www.epa.gov/pesticides/bulletins";

/** The limitation texts that bind an application, word for word, with what is marked as read. */
export async function limitationsView(session: PortalSession, place: OpenFieldYear): Promise<LimitationsView> {
  const { scored, address, field } = place;
  const assessment = scored?.saved.lastAssessment ?? null;
  const { binding, shares } = await readLimitations(session, place);
  const products = (assessment?.products ?? []).map(({ productName, epaNumber }, productIndex) => ({
    name: productName,
    registration: epaNumber,
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

/** Rounded outward at both ends: a sliver is not nothing, and all but a sliver is not all. */
export function shareInWords(sharePct: number | null): string | null {
  if (sharePct === null) return null;
  if (sharePct >= 99.95) return "All of the field";
  if (sharePct < 0.05) return "The edge of the field";
  if (sharePct < 1) return "Less than 1 % of the field";
  if (sharePct > 99) return "More than 99 % of the field";
  return `About ${Math.round(sharePct)} % of the field`;
}

function nothingInWords(
  assessment: SavedAssessment | null,
  binding: readonly BindingLimitation[],
): LimitationsView["nothing"] {
  if (binding.length > 0) return null;
  if (assessment === null) {
    const text = "There is no finished check to show limitations of. Nothing found here means nothing.";
    return { title: "Not checked yet", text };
  }
  const isCovered = !assessment.issues.some(({ code }) => code === "PULA_COVERAGE_MISSING");
  if (!isCovered) {
    const text =
      "The loaded bulletins do not cover this field, so that nothing found here means nothing. Read EPA's bulletin for this place.";
    return { title: "Not known", text };
  }
  if (missingTexts(assessment).length > 0) {
    const text = "No text of the loaded bulletins names these products here, but texts are missing: see below.";
    return { title: "Not all texts are loaded", text };
  }
  const text = "No limitation of the loaded bulletins names these products on this field on this date.";
  return { title: "No limitation found", text };
}

const areasOf = (assessment: SavedAssessment | null) => (assessment?.products ?? []).flatMap(({ pulas }) => pulas);

/** Areas with a code whose text no one has loaded: there is something to read, and it is not here. */
const missingTexts = (assessment: SavedAssessment | null): string[] => [
  ...new Set(
    areasOf(assessment)
      .filter(({ codesWithoutLimitation }) => codesWithoutLimitation.length > 0)
      .map((area) => `${area.eventName} (area ${area.pulaId}): ${area.codesWithoutLimitation.join(", ")}`),
  ),
];

/** Areas the field lies in that limit none of its products: their codes are shown, so that no one takes them for nothing. */
const otherAreas = (assessment: SavedAssessment | null): string[] => [
  ...new Set(
    areasOf(assessment)
      .filter(({ limitations, codesWithoutLimitation }) => limitations.length + codesWithoutLimitation.length === 0)
      .map(({ pulaId, eventName, codes }) => `${eventName} (area ${pulaId}, codes ${codes.join(", ")})`),
  ),
];
