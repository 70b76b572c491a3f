import { findCrop, type CropTable } from "@/lib/domain/crops";
import { pathText, type RuleFault } from "@/lib/rulebook/schema-shared";

/** A crop id of a file, with the place it stands in. */
interface NamedCrop {
  path: (string | number)[];
  crop: string;
}

/** Members of label and limitation rules that list crop ids. */
const CROP_LISTS: readonly string[] = ["crops", "toleratedCrops"];

/** Crop ids at any depth; a fact of `tolerated_crops` lists them as its value. */
function cropsIn(value: unknown, path: (string | number)[], isList = false): NamedCrop[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) =>
      isList && typeof item === "string" ? [{ path: [...path, index], crop: item }] : cropsIn(item, [...path, index]),
    );
  }
  if (typeof value !== "object" || value === null) return [];
  const isTolerated = "fact" in value && value.fact === "tolerated_crops";
  return Object.entries(value).flatMap(([key, member]) =>
    cropsIn(member, [...path, key], CROP_LISTS.includes(key) || (isTolerated && key === "value")),
  );
}

/**
 * Crop ids that the crop table does not have: a condition on them would bind no application, or every one. A fault names
 * the id that the table has for the word, if there is one.
 */
export const unknownCrops = (file: string, content: object, table: CropTable): RuleFault[] =>
  cropsIn(content, []).flatMap(({ path, crop }) => {
    if (table.some(({ id }) => id === crop)) return [];
    const meant = findCrop(table, crop.replaceAll("_", " "))?.id;
    const advice = meant === undefined ? "add it to the crop table, or use an id of it" : `write ${meant}`;
    return [{ file, path: pathText(path), reason: `the crop table has no crop ${crop}; ${advice}` }];
  });
