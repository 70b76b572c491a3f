import { utcDay } from "@/lib/domain/calendar";
import type { FieldBoundary, County } from "@/lib/domain/field";
import { issue, type Issue } from "@/lib/domain/issues";
import type { AutoCreditSource, SubOption } from "@/lib/domain/mitigation";
import type { SoilSummary } from "@/lib/domain/soil";
import { autoCredits } from "@/lib/engine/runoff/auto-credits";
import { pointRange } from "@/lib/engine/runoff/readings";
import { isSandyGround } from "@/lib/engine/soil-texture";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { analyzeSoil } from "@/lib/usecases/fields/analyze-soil";
import type { SoilContext } from "@/lib/usecases/fields/soil-context";
import { classify, countyIssues, findFieldAreas, listedCounties } from "@/lib/usecases/fields/field-facts";
import { subOptionsOf } from "@/lib/usecases/mitigations/option-tree";

export interface RunoffBaseline {
  autoCredits: { subOptionId: number; label: string; points: number; source: AutoCreditSource }[];
  counties: County[];
  soil: SoilSummary | null;
  issues: Issue[];
}

/** The runoff credits a polygon earns by where it lies. Saves nothing of the caller's; no product is looked at. */
export async function computeRunoffBaseline(context: SoilContext, boundary: FieldBoundary): Promise<RunoffBaseline> {
  const { deps, signal } = context;
  const today = utcDay(deps.clock());
  const rulebook = rulebookAsOf(today);
  const areas = await findFieldAreas(deps, boundary, today);
  signal.throwIfAborted();
  const soil = await analyzeSoil(context, boundary);
  const counties = classify(areas, rulebook);
  const ground = { isSandyGround: isSandyGround(soil.summary) };
  const byId = new Map(subOptionsOf(rulebook.menus.epa_runoff).map((subOption) => [subOption.id, subOption]));
  const lowest = (subOption: SubOption | undefined): number =>
    subOption === undefined ? 0 : pointRange(subOption, ground).low;
  return {
    autoCredits: autoCredits(rulebook.autoCredits, { soil: soil.summary, counties, onDate: today }).map(
      ({ subOptionId, source }) => ({
        subOptionId,
        label: byId.get(subOptionId)?.label ?? "",
        points: lowest(byId.get(subOptionId)),
        source: source as AutoCreditSource,
      }),
    ),
    counties: listedCounties(counties),
    soil: soil.summary,
    issues: [...(soil.summary === null ? [issue("SOIL_UNAVAILABLE")] : []), ...countyIssues(counties)],
  };
}
