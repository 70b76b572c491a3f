import type { FieldBoundary } from "@/lib/domain/field";
import type { SoilOutcomeWithFeatures } from "@/lib/domain/soil-survey";
import { analyzeSoilWithFeatures } from "@/lib/usecases/fields/analyze-soil";
import { noSoil } from "@/lib/usecases/fields/no-soil";
import type { SoilContext } from "@/lib/usecases/fields/soil-context";

export type ProcessedSoil = Exclude<SoilOutcomeWithFeatures, { status: "unavailable" }>;

/** The soil of a polygon with the map units clipped to it, or a failed dependency. Saves nothing of the caller's. */
export async function processSoil(context: SoilContext, boundary: FieldBoundary): Promise<ProcessedSoil> {
  const soil = await analyzeSoilWithFeatures(context, boundary);
  if (soil.status === "unavailable") throw noSoil(soil.failure);
  return soil;
}
