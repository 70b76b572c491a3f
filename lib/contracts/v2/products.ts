import { z } from "zod";
import type { AssessedProduct, AppliedPula } from "@/lib/domain/compliance";
import { geometrySchema } from "@/lib/contracts/v2/geometry";
import { mitigationTypeSchema } from "@/lib/contracts/vocabulary/measures";
import { productStatusSchema } from "@/lib/contracts/vocabulary/statuses";

export const limitationSchema = z
  .strictObject({
    limitation_id: z
      .int()
      .positive()
      .describe("Identifier of the limitation, stable over imports while its text stays the same."),
    code: z.string().describe("EPA's code of it."),
    limitation: z.string().describe("Its full text. A person has to read it."),
    mitigation_options: z
      .array(mitigationTypeSchema)
      .describe("Systems the service counts for it. Empty: the text alone says what is required."),
  })
  .meta({ id: "Limitation", description: "What EPA limits inside a PULA for a product or ingredient." });

const pulaSchema = z
  .strictObject({
    pula_id: z.int().describe("Identifier of the PULA."),
    event_name: z.string().describe("EPA's name of the event that made it."),
    status: z.string().describe("Status in EPA's data."),
    effective_date: z.iso.date().describe("First day it holds."),
    codes: z.string().describe("Codes that limit this product there, comma-separated."),
    geometry: geometrySchema
      .nullable()
      .optional()
      .describe("Only when geometry was asked for: its part near the field. Null: not kept."),
    limitations: z.array(limitationSchema).describe("Limitations of this product and method on the application date."),
  })
  .meta({ id: "Pula", description: "A Pesticide Use Limitation Area that meets the field." });

export const assessedProductSchema = z
  .strictObject({
    epa_number: z.string().nullable().describe("As sent; null: an adjuvant."),
    product_name: z.string().describe("As sent, without blanks at its ends."),
    matched_product: z
      .strictObject({
        registration: z.string().describe("Registration number as EPA lists it."),
        name: z.string().describe("Name in the catalogue."),
        registrant: z.string().nullable().describe("Company that holds the registration; null: not listed."),
      })
      .meta({ id: "MatchedProduct", description: "A product of the catalogue." })
      .nullable()
      .meta({
        description: "The product of the catalogue that the number means. Null for an adjuvant and an unknown product.",
      })
      .describe("The product of the catalogue that the number means. Null for an adjuvant and an unknown product."),
    pest: z.array(z.string()).describe("Effective target pests."),
    product_status: productStatusSchema.nullable().describe("Null: unknown, or an adjuvant."),
    esa_required: z.boolean().nullable().describe("Whether its label has ESA language; null: unknown."),
    pulas: z.array(pulaSchema).describe("PULAs with limitations for it."),
  })
  .meta({ id: "AssessedProduct", description: "A product of the application and the PULAs that limit it." });

export type WireAssessedProduct = z.input<typeof assessedProductSchema>;

export const presentLimitation = (
  limitation: AppliedPula["limitations"][number],
): z.input<typeof limitationSchema> => ({
  limitation_id: limitation.limitationId,
  code: limitation.code,
  limitation: limitation.text,
  mitigation_options: limitation.mitigationOptions,
});

const presentPula = (pula: AppliedPula, withGeometry: boolean): z.input<typeof pulaSchema> => ({
  pula_id: pula.pulaId,
  event_name: pula.eventName,
  status: pula.status,
  effective_date: pula.effectiveDate,
  codes: pula.codes.join(","),
  ...(withGeometry ? { geometry: pula.geometry } : {}),
  limitations: pula.limitations.map(presentLimitation),
});

export const presentProduct = (product: AssessedProduct, withGeometry: boolean): WireAssessedProduct => ({
  epa_number: product.epaNumber,
  product_name: product.productName,
  matched_product: product.matchedProduct ?? null,
  pest: product.pest,
  product_status: product.productStatus,
  esa_required: product.esaRequired,
  pulas: product.pulas.map((pula) => presentPula(pula, withGeometry)),
});
