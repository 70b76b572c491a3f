import { z } from "zod";
import { dropletSchema, gpaSchema, methodSchema } from "@/lib/contracts/shared/application";
import { always } from "@/lib/contracts/shared/always";
import type { ParseContext } from "@/lib/contracts/shared/contract";
import { detailShape, toDetails } from "@/lib/contracts/shared/details";
import { fieldBoundarySchema } from "@/lib/contracts/shared/field-boundary";
import { effectivePestRule, pestListSchema, productsSchema, toSubmittedProduct } from "@/lib/contracts/shared/product";
import { calendarDate, emailText, idText, nameText, text } from "@/lib/contracts/shared/text";
import type { CheckRequest } from "@/lib/usecases/esa-check/check";
import { boomHeightSchema } from "@/lib/contracts/vocabulary/drift";

const MOST_MILES = 10;

/** What an answer holds beside the assessment, and how far around the field it looks. */
export const includeShape = {
  include_geometry: z.boolean().default(false).describe("Whether to return the geometry of PULAs."),
  include_soil_analysis: z.boolean().default(false).describe("Whether to return the soil analysis."),
  include_mitigations: z
    .boolean()
    .default(false)
    .describe("Whether to return the mitigation menu with what is selected."),
  buffer_distance_miles: z
    .number()
    .default(1)
    .describe("How far around the field to look for nearby PULAs, miles. Clamped to 0 to 10."),
};

/** The body of a single check. Optional members that are `null` are as if left out, unless said otherwise. */
export const esaCheckBody = (context: ParseContext) =>
  z
    .strictObject({
      provider_id: text().describe("Your provider. It must be the provider of the API key."),
      account_id: idText().describe("The customer of yours whose field it is, 1 to 200 characters."),
      field_name: nameText(500).describe("Name of the field for the portal and reports, 1 to 500 characters."),
      application_id: idText().describe(
        "Your identifier of the application, unique within the account. Sending it again refreshes the saved assessment.",
      ),
      application_method: methodSchema,
      application_date: calendarDate.describe(
        "Day of application, `YYYY-MM-DD`, 1900 to 2200. The rules in force on that day apply.",
      ),
      field_boundary: fieldBoundarySchema(context),
      products: productsSchema.describe("Everything in the tank, 1 to 100 products, adjuvants included."),
      crop: z.array(nameText()).max(50).describe("Crops on the field, at most 50. An empty list is accepted."),
      provider_field_id: idText()
        .nullish()
        .describe("Your identifier of the field. Left out or null: the `application_id`."),
      provider_group_id: idText()
        .nullish()
        .describe(
          "A group of applications of yours, to read and lock together. Left out on a resubmission: the saved one stays.",
        ),
      pest: pestListSchema
        .optional()
        .describe(
          "Target pests for products without a list of their own, 1 to 50. Every product needs one or the other.",
        ),
      user_email: emailText
        .nullish()
        .describe("E-mail address of the applicator or grower. Left out on a resubmission: the saved one stays."),
      gpa: gpaSchema
        .nullish()
        .describe("Spray volume, US gallons an acre, above 0. Needed for rates per 100 gallons or 100 cubic feet."),
      droplet_size: dropletSchema.nullish(),
      boom_height: boomHeightSchema.nullish().describe("Height of the ground boom."),
      ...detailShape,
      ...includeShape,
    })
    .check(always(effectivePestRule))
    .meta({
      id: "EsaCheckRequest",
      description: "One application on one field. Optional members that are null are as if left out.",
    });

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
