import { z } from "zod";
import type { SoilSummary } from "@/lib/domain/soil";
import { round2 } from "@/lib/contracts/shared/text";

const share = { area_sqm: z.number().nonnegative(), percentage: z.number().min(0).max(100) };

/** What the survey says of one boundary; null group and slope are real. */
export const soilSummarySchema = z
  .strictObject({
    dominant_hydgrpdcd: z.string().nullable(),
    weighted_avg_slopegradwta: z.number().nullable(),
    total_area_sqm: z.number().nonnegative(),
    hydgrpdcd_analysis: z.record(z.string(), z.strictObject(share)),
    musym_analysis: z.record(z.string(), z.strictObject({ ...share, muname: z.string().nullable() })),
  })
  .meta({ id: "SoilSummary" });

const roundShare = ({ areaSqm, percentage }: { areaSqm: number; percentage: number }) => ({
  area_sqm: round2(areaSqm),
  percentage: round2(percentage),
});

export const presentSoilSummary = (soil: SoilSummary): z.input<typeof soilSummarySchema> => ({
  dominant_hydgrpdcd: soil.dominantGroup,
  weighted_avg_slopegradwta: soil.slopePct === null ? null : round2(soil.slopePct),
  total_area_sqm: round2(soil.totalAreaSqm),
  hydgrpdcd_analysis: Object.fromEntries(Object.entries(soil.byGroup).map(([group, own]) => [group, roundShare(own)])),
  musym_analysis: Object.fromEntries(
    Object.entries(soil.byMapUnit).map(([musym, own]) => [musym, { ...roundShare(own), muname: own.muname }]),
  ),
});
