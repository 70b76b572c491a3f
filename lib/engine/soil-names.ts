/** Between the names of units that share a symbol. */
export const BETWEEN_NAMES = " / ";

/**
 * Ground without a hydrologic group that is no soil: what the survey calls its miscellaneous areas, less those that fields are made
 * of as well (playas, slick spots, gullied land, riverwash, and land that was filled or leveled).
 */
const NO_SOIL =
  /(?:^|\s)(?:water|urban land|pits?|quarry|quarries|dumps?|dams?|landfills?|lagoons?|rock outcrops?|rubble land|lava flows?|badland|beach|beaches|glaciers?|ponds?|levees?)$/;

/** The same by the whole name, which is not made of parts: "Sand and gravel pits", "Water greater than 40 acres". */
const NO_SOIL_WHOLE = /^(?:sand and gravel pits?|water bodies|water (?:greater|less) than .*|bodies of water)$/;

/** A unit of ground that no one has surveyed, or whose data no one may see: `NOTCOM`, "No Digital Data Available". */
const UNSURVEYED =
  /^not(?:com|pub)$|no digital data|not (?:yet )?(?:completed|mapped|surveyed)|access denied|denied access/i;

/**
 * Whether a map unit without a group is known to be no soil, by its name: "Pits, gravel", "Urban land-Water complex". A complex with
 * a soil in it is one, and so is what has no name: it lacks a group that it may have.
 */
export const isNoSoil = (muname: string | null): boolean =>
  muname
    ?.split(BETWEEN_NAMES)
    .every(
      (name) => NO_SOIL_WHOLE.test(name.trim().toLowerCase()) || partsOf(name).every((part) => NO_SOIL.test(part)),
    ) === true;

/** What a map unit is made of, by the part of its name before its texture and slopes. */
function partsOf(muname: string): string[] {
  const [name = ""] = muname
    .toLowerCase()
    .replaceAll(/\([^()]*\)/g, " ")
    .split(",");
  return name
    .replace(/\s(?:complex|association|undifferentiated group)\s*$/, "")
    .split(/-|\sand\s/)
    .map((part) => part.trim());
}

/** Whether a map unit stands for ground that the survey has no data of. */
export const isUnsurveyed = ({ musym, muname }: { musym: string | null; muname: string | null }): boolean =>
  [musym, muname].some((text) => text !== null && UNSURVEYED.test(text.trim()));
