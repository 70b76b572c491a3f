import { z } from "zod";
import type { AssessedProduct, AppliedPula } from "@/lib/domain/compliance";
import { MITIGATION_TYPES, PRODUCT_STATUSES } from "@/lib/domain/product";
import { geometrySchema } from "@/lib/contracts/v2/geometry";

export const limitationSchema = z
  .strictObject({
    limitation_id: z.int().positive(),
    code: z.string(),
    limitation: z.string(),
    mitigation_options: z.array(z.enum(MITIGATION_TYPES)),
  })
  .meta({ id: "Limitation" });

const pulaSchema = z
  .strictObject({
    pula_id: z.int(),
    event_name: z.string(),
    status: z.string(),
    effective_date: z.iso.date(),
    codes: z.string(),
    geometry: geometrySchema.nullable().optional(),
    limitations: z.array(limitationSchema),
  })
  .meta({ id: "Pula" });

export const assessedProductSchema = z
  .strictObject({
    epa_number: z.string().nullable(),
    product_name: z.string(),
    matched_product: z
      .strictObject({ registration: z.string(), name: z.string(), registrant: z.string().nullable() })
      .nullable()
      .meta({
        description: "The product of the catalogue that the number means. Null for an adjuvant and an unknown product.",
      }),
    pest: z.array(z.string()),
    product_status: z.enum(PRODUCT_STATUSES).nullable(),
    esa_required: z.boolean().nullable(),
    pulas: z.array(pulaSchema),
  })
  .meta({ id: "AssessedProduct" });

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
