import { z } from "zod";
import type { DataVersions } from "@/lib/domain/compliance";
import { countyPrecisionSchema } from "@/lib/contracts/vocabulary/statuses";

export const dataVersionsSchema = z
  .strictObject({
    pula: z.string().nullable().describe("PULA data set; null: none is loaded, or nothing asked for it."),
    county: z.string().nullable().describe("County data set; null likewise."),
    county_precision: countyPrecisionSchema.nullable().describe("Precision of the county borders used."),
    soil: z.string().nullable().describe("Version of the soil analysis used."),
    catalogue: z.string().nullable().describe("Product catalogue."),
    mitigation_menu: z.string().describe("Edition of the runoff menu in force on the application date."),
  })
  .meta({ id: "DataVersions", description: "The data sets behind the answer. Keep them with your record." });

export const presentDataVersions = (versions: DataVersions): z.input<typeof dataVersionsSchema> => ({
  pula: versions.pula,
  county: versions.county,
  county_precision: versions.countyPrecision,
  soil: versions.soil,
  catalogue: versions.catalogue,
  mitigation_menu: versions.mitigationMenu,
});
