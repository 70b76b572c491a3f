import { SOIL_GROUPS, type MapUnitSummary, type SoilShare, type SoilSummary } from "@/lib/domain/soil";
import { countedGroup, isAsDry, type SoilLetter } from "@/lib/engine/soil-group";
import { BETWEEN_NAMES } from "@/lib/engine/soil-names";

/** Share of the field that has to be mapped with a sandy texture before the field counts as sandy. */
const SANDY_SHARE_PERCENT = 50;
const WHOLE_PERCENT = 100;

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

/** Whether the survey names sand, loamy sand or sandy loam for half of a field, whatever its soil group. */
export const hasSandyTexture = (soil: SoilSummary | null): boolean =>
  soil !== null && percentOf(sandyUnits(soil)) >= SANDY_SHARE_PERCENT;

const sandyUnits = ({ byMapUnit }: SoilSummary): MapUnitSummary[] =>
  Object.values(byMapUnit).filter(({ muname }) => muname !== null && areAllSandy(muname));

/**
 * Whether the survey says that a field lies on sand, loamy sand or sandy loam of the soil group that it counts as.
 *
 * Units: percent of the field's area. Source: EPA's menu asks for a soil group and a texture where codings of it speak of
 * the group alone, and means one soil by both; the textures are those that extension material names. Missing data: a map
 * unit whose name has no texture, or without a group, counts as not sandy, so a field is sandy only where the survey says
 * so for at least half of it. Of an analysis that does not name the groups of its units, what is sandy counts less all
 * that may be of a wetter group. Throws: never.
 */
export function isSandyGround(soil: SoilSummary | null): boolean {
  const group = countedGroup(soil);
  if (soil === null || (group !== "A" && group !== "B")) return false;
  const sandy = sandyUnits(soil);
  const isKnown = sandy.every((unit) => unit.group !== undefined);
  const sandyPercent = isKnown
    ? percentOf(sandy.filter((unit) => isAsDry(unit.group ?? null, group)))
    : percentOf(sandy) - wetterPercent(soil, group);
  return sandyPercent >= SANDY_SHARE_PERCENT;
}

const percentOf = (shares: readonly SoilShare[]): number => shares.reduce((sum, { percentage }) => sum + percentage, 0);

/** How much of the field is of a wetter group than a letter, or of none. */
const wetterPercent = ({ byGroup }: SoilSummary, letter: SoilLetter): number =>
  WHOLE_PERCENT -
  percentOf(SOIL_GROUPS.filter((group) => isAsDry(group, letter)).flatMap((group) => byGroup[group] ?? []));
