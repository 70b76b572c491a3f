import { z } from "zod";
import { round2 } from "@/lib/domain/rounding";
import type { SoilSummary } from "@/lib/domain/soil";

const share = {
  area_sqm: z.number().nonnegative().describe("Area, square meters."),
  percentage: z.number().min(0).max(100).describe("Share of the field, percent."),
};

/** What the survey says of one boundary; null group and slope are real. */
export const soilSummarySchema = z
  .strictObject({
    dominant_hydgrpdcd: z
      .string()
      .nullable()
      .describe(
        "Hydrologic soil group of the largest share: A, B, C, D, or a dual group such as B/D. Null: most of it has none.",
      ),
    weighted_avg_slopegradwta: z
      .number()
      .nullable()
      .describe("Area-weighted average slope, percent. Null: the survey has none."),
    total_area_sqm: z.number().nonnegative().describe("Area of the field, square meters."),
    hydgrpdcd_analysis: z
      .record(z.string(), z.strictObject(share).meta({ id: "SoilShare", description: "A share of the field." }))
      .describe(
        "Shares by group; `none` is ground without a group (water, urban land, some soils), `no_data` is ground without survey data.",
      ),
    musym_analysis: z
      .record(
        z.string(),
        z
          .strictObject({ ...share, muname: z.string().nullable().describe("Name of the map unit; null: none.") })
          .meta({ id: "MapUnitShare", description: "A map unit's share of the field." }),
      )
      .describe("Shares by map-unit symbol."),
  })
  .meta({ id: "SoilSummary", description: "What the soil survey says of the field." });

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
