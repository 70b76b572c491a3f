import { z } from "zod";
import { boomHeightSchema, dropletSchema, gpaSchema, methodSchema } from "@/lib/contracts/shared/application";
import { always } from "@/lib/contracts/shared/always";
import type { ParseContext } from "@/lib/contracts/shared/contract";
import { detailShape, toDetails } from "@/lib/contracts/shared/details";
import { fieldBoundarySchema } from "@/lib/contracts/shared/field-boundary";
import { effectivePestRule, pestListSchema, productsSchema, toSubmittedProduct } from "@/lib/contracts/shared/product";
import { calendarDate, emailText, text } from "@/lib/contracts/shared/text";
import type { CheckRequest } from "@/lib/usecases/esa-check/check";

const MOST_MILES = 10;

/** The body of a single check. Optional members that are `null` are as if left out, unless said otherwise. */
export const esaCheckBody = (context: ParseContext) =>
  z
    .strictObject({
      provider_id: text(),
      account_id: text(),
      field_name: text(500),
      application_id: text(),
      application_method: methodSchema,
      application_date: calendarDate,
      field_boundary: fieldBoundarySchema(context),
      products: productsSchema,
      crop: z.array(text()).max(50),
      provider_field_id: text().nullish(),
      provider_group_id: text().nullish(),
      pest: pestListSchema.optional(),
      user_email: emailText.nullish(),
      gpa: gpaSchema.nullish(),
      droplet_size: dropletSchema.nullish(),
      boom_height: boomHeightSchema.nullish(),
      ...detailShape,
      include_geometry: z.boolean().default(false),
      include_soil_analysis: z.boolean().default(false),
      include_mitigations: z.boolean().default(false),
      buffer_distance_miles: z.number().default(1),
    })
    .check(always(effectivePestRule))
    .meta({ id: "EsaCheckRequest" });

export type EsaCheckBody = z.output<ReturnType<typeof esaCheckBody>>;

/** The check a request asks for. An omitted field id is the application's. */
export const toCheckRequest = (wire: EsaCheckBody, withExplanation: boolean): CheckRequest => ({
  accountId: wire.account_id,
  providerFieldId: wire.provider_field_id ?? wire.application_id,
  fieldName: wire.field_name,
  boundary: wire.field_boundary,
  application: {
    applicationId: wire.application_id,
    accountId: wire.account_id,
    method: wire.application_method,
    applicationDate: wire.application_date,
    products: wire.products.map((product) => toSubmittedProduct(product, wire.pest ?? [])),
    crop: wire.crop,
    pest: wire.pest ?? [],
    gpa: wire.gpa ?? null,
    dropletSize: wire.droplet_size ?? null,
    boomHeight: wire.boom_height ?? null,
    details: toDetails(wire),
  },
  providerGroupId: wire.provider_group_id,
  userEmail: wire.user_email,
  withGeometry: wire.include_geometry,
  withSoilAnalysis: wire.include_soil_analysis,
  withOptions: wire.include_mitigations,
  withExplanation,
  searchMiles: Math.min(MOST_MILES, Math.max(0, wire.buffer_distance_miles)),
});
