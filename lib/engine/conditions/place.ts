import { cropKey, type CropTable } from "@/lib/domain/crops";
import type { CropCondition, PlaceCondition } from "@/lib/domain/label-conditions";
import type { Regions, ProductFacts } from "@/lib/engine/conditions/facts";
import { broken, KEPT, open, UNJUDGED, type Outcome } from "@/lib/engine/conditions/outcome";

/**
 * Where a label may be used. A field in two states has to satisfy the label in both.
 *
 * Missing data: without a county under the field, or with one that does not say where it is, the state is not known, and the condition is
 * listed; such a county has an issue of its own, which blocks a pass. So near a line that the field may lie on either side of it, the
 * condition is open, unless it is broken on both. Throws: never.
 */
export function judgePlace(condition: PlaceCondition, { states, geoIds, pulaIds }: ProductFacts): Outcome {
  switch (condition.kind) {
    case "states": {
      if (states === null) return UNJUDGED;
      const isOnly = condition.rule === "only";
      return judgePlaces(states, (region) => condition.states.some((state) => state === region) !== isOnly);
    }
    case "counties": {
      if (geoIds === null) return UNJUDGED;
      return judgePlaces(geoIds, (geoId) => condition.geoIds.includes(geoId));
    }
    case "pulas": {
      const against = pulaIds.filter((pulaId) => condition.pulaIds.includes(pulaId));
      return against.length === 0 ? KEPT : broken("PROHIBITED_IN_AREA", { areas: against.map((id) => `PULA ${id}`) });
    }
  }
}

/** Forbidden where the field surely lies, or wherever it may lie; open where it only may lie in a forbidden place. */
function judgePlaces<Region extends string>(
  { possible, sure, isWhole }: Regions<Region>,
  isForbidden: (place: Region) => boolean,
): Outcome {
  const against = possible.filter(isForbidden);
  if (against.length === 0) return isWhole ? KEPT : UNJUDGED;
  const known = isWhole && against.length === possible.length ? against : sure.filter(isForbidden);
  return known.length > 0
    ? broken("STATE_NOT_ON_LABEL", { places: known })
    : open("LABEL_CONDITIONS_NOT_CHECKED", { possiblePlaces: against });
}

/**
 * The crops of an application against those of the label. Every crop that is sent has to be on it.
 *
 * Missing data: a word that is no crop of the table, or no crop at all, leaves a label that names crops open. Throws: never.
 */
export function judgeCrops(condition: Extract<CropCondition, { kind: "crops" }>, facts: ProductFacts): Outcome {
  const { known, unknown } = facts.crops;
  const isOnly = condition.rule === "only";
  const against = known.filter((crop) => condition.crops.includes(crop) !== isOnly);
  const named = (ids: readonly string[]) => ids.map((id) => facts.cropTable.find((row) => row.id === id)?.name ?? id);
  if (against.length > 0)
    return broken("CROP_NOT_ON_LABEL", { crops: named(against), labelCrops: named(condition.crops) });
  if (unknown.length > 0 || known.length === 0) {
    return open("CROP_UNRECOGNIZED", { crops: unknown, labelCrops: named(condition.crops) });
  }
  return KEPT;
}

/**
 * The varieties of an application against those that tolerate the product. A word that names another trait than the label's leaves the
 * answer open: a variety may have more traits than its name says.
 *
 * Missing data: a crop without a trait in its name is for the applicator to check. Throws: never.
 */
export function judgeVarieties(
  { traits }: Extract<CropCondition, { kind: "varieties" }>,
  { application, cropTable }: ProductFacts,
): Outcome {
  const named = application.crop.map(cropKey).filter((key) => isTraitNamed(cropTable, key));
  const isOwn = (key: string): boolean => traits.some((trait) => key.startsWith(`${cropKey(trait)} `));
  return named.every(isOwn) ? UNJUDGED : open("LABEL_CONDITIONS_NOT_CHECKED", {});
}

const isTraitNamed = (table: CropTable, key: string): boolean =>
  table.some(({ traits = [] }) => traits.some((trait) => cropKey(trait) === key));

const VEGETATIVE = ["VE", "VC"];

/** The stages of a row crop in order: VE, VC, V1 ..., R1 ...; null for what is none of these. */
function stageOrder(stage: string): number | null {
  const text = stage.replaceAll(/\s+/g, "").toUpperCase();
  const early = VEGETATIVE.indexOf(text);
  if (early >= 0) return early;
  const [, letter, digits] = /^([VR])(\d{1,2})$/.exec(text) ?? [];
  if (letter === undefined) return null;
  return (letter === "V" ? VEGETATIVE.length : 100) + Number(digits);
}

/** What stands between the stages of a field that is not all of one: "V3-V4", "R1 to R2". */
const BETWEEN_STAGES = /\s*(?:[-–/,]|\bto\b|\band\b)\s*/i;

/** The latest of the stages that a text names; null where a part of it is none. */
function latestStage(text: string): number | null {
  const orders = text.split(BETWEEN_STAGES).map(stageOrder);
  return orders.includes(null) ? null : Math.max(...orders.map((order) => order ?? 0));
}

/**
 * The crop's growth stage against the last one the label allows. Not sent: not judged. What was sent and is no stage that can be
 * read may be a later one.
 */
export function judgeCropStage(
  { latest }: Extract<CropCondition, { kind: "crop_stage" }>,
  { application }: ProductFacts,
): Outcome {
  const cropStage = application.details?.cropStage ?? null;
  const last = stageOrder(latest);
  if (cropStage === null || last === null) return UNJUDGED;
  const sent = latestStage(cropStage);
  if (sent === null) return open("LABEL_CONDITIONS_NOT_CHECKED", {});
  return sent <= last ? KEPT : broken("DATE_OUTSIDE_LABEL_WINDOW", { cropStage, lastStage: latest });
}
