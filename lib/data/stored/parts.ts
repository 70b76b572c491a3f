import { z } from "zod";
import type { DataVersions } from "@/lib/domain/compliance";
import { COUNTY_PRECISIONS, type FieldGround } from "@/lib/domain/field";
import { SOIL_GROUPS } from "@/lib/domain/soil";

const textOrNull = z.string().nullable();

const dataVersions: z.ZodType<DataVersions> = z.object({
  pula: textOrNull,
  county: textOrNull,
  countyPrecision: z.enum(COUNTY_PRECISIONS).nullable(),
  soil: textOrNull,
  catalogue: textOrNull,
  mitigationMenu: z.string(),
});

const soilShare = z.object({ areaSqm: z.number(), percentage: z.number() });

const ground: z.ZodType<FieldGround> = z.object({
  soil: z
    .object({
      dominantGroup: z.enum(SOIL_GROUPS).nullable(),
      slopePct: z.number().nullable(),
      totalAreaSqm: z.number(),
      byGroup: z.record(z.string(), soilShare),
      byMapUnit: z.record(z.string(), soilShare.extend({ muname: textOrNull, group: z.enum(SOIL_GROUPS).nullish() })),
    })
    .nullable(),
  areaSqm: z.number().optional(),
  derivedByYear: z.record(z.string(), z.array(z.int())),
  derivedOn: z.record(z.string(), z.string()).optional(),
  hasUnresolvedCounty: z.boolean(),
});

/** Which data a saved answer rests on; null where it was not kept. Throws where the row holds something else. */
export const readDataVersions = (json: unknown): DataVersions | null => dataVersions.nullable().parse(json ?? null);

/** What a field's ground gives; null before its first check. Throws where the row holds something else. */
export const readGround = (json: unknown): FieldGround | null => ground.nullable().parse(json ?? null);
