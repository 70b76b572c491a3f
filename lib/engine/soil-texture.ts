import type { SoilSummary } from "@/lib/domain/soil";
import { BETWEEN_NAMES } from "@/lib/engine/soil-analysis";

/** Share of the field that has to be mapped with a sandy texture before the field counts as sandy. */
const SANDY_SHARE_PERCENT = 50;

/**
 * Surveys end the name of a map unit's soil with the texture of its surface: "Chelsea loamy fine sand, 2 to 9 percent
 * slopes". "Sandy clay loam" and "sandy clay" are not sandy textures; a complex names none.
 */
const SANDY_TEXTURE = /(?:^|\s)(?:sands?|sandy loams?)$/;
/** "Loam over sand" is loam where the rain falls. */
const LAYERED = /\bover\b/;

/** Units of two survey areas that share a symbol are one entry with both names: how much is of which is not known. */
const areAllSandy = (munames: string): boolean => munames.split(BETWEEN_NAMES).every(isSandy);

function isSandy(muname: string): boolean {
  const name = (muname.split(",")[0] ?? "").trim().toLowerCase();
  return SANDY_TEXTURE.test(name) && !LAYERED.test(name);
}

/**
 * Whether the survey says that a field lies on sand, loamy sand or sandy loam.
 *
 * Units: percent of the field's area. Source: EPA's menu speaks of texture where codings of it speak of the hydrologic
 * group alone; the textures are those that extension material names. Missing data: a map unit whose name has no texture
 * counts as not sandy, so a field is sandy only where the survey says so for at least half of it. Throws: never.
 */
export function hasSandyTexture(soil: SoilSummary | null): boolean {
  if (soil === null) return false;
  const sandyPercent = Object.values(soil.byMapUnit)
    .filter(({ muname }) => muname !== null && areAllSandy(muname))
    .reduce((sum, { percentage }) => sum + percentage, 0);
  return sandyPercent >= SANDY_SHARE_PERCENT;
}
