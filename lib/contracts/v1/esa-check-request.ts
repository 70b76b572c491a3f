import { z } from "zod";
import { dropletSchema, gpaSchema } from "@/lib/contracts/shared/application";
import type { ParseContext } from "@/lib/contracts/shared/contract";
import { fieldBoundarySchema } from "@/lib/contracts/shared/field-boundary";
import { registrationText, toSubmittedProduct } from "@/lib/contracts/shared/product";
import { calendarDate, emailText, idText, nameText, text } from "@/lib/contracts/shared/text";
import { METHOD_CHOICES, readMethod } from "@/lib/contracts/v1/method-words";
import type { CheckRequest } from "@/lib/usecases/esa-check/check";
import { boomHeightSchema } from "@/lib/contracts/vocabulary/drift";

const MOST_MILES = 10;
const DEFAULT_MILES = 1;

function faultOf({ classes, methods }: { classes: readonly string[]; methods: readonly string[] }): string {
  const [only, ...more] = classes;
  if (only === undefined) return `names no application method that is known; ${METHOD_CHOICES}`;
  if (more.length > 0) return `names several classes of application method (${classes.join(", ")}); ${METHOD_CHOICES}`;
  if (methods.length > 1) return `names several application methods (${methods.join(", ")}); send one of them`;
  return `leaves open whether it means ${only} or something else; ${METHOD_CHOICES}`;
}

/** Free words for the method. */
const methodWords = text().transform((words, context) => {
  const read = readMethod(words);
  if ("method" in read) return read.method;
  context.issues.push({ code: "custom", message: faultOf(read), input: words });
  return z.NEVER;
});

const product = z
  .object({
    product_name: nameText().describe("Name on the label."),
    epa_number: registrationText.nullish().describe("EPA registration number; null or left out: an adjuvant."),
    rate: z.number().nonnegative().describe("Rate, 0 or more, in `rate_unit`."),
    rate_unit: text().describe("Unit of the rate, such as `fl oz/ac`."),
  })
  .meta({ id: "V1Product", description: "A product in the tank." });

const ignored = z
  .unknown()
  .optional()
  .meta({ description: "Ignored.", override: { type: "boolean" } });

/**
 * The body of a version 1 check. Members it does not know are ignored, in products too. Optional members that are null
 * are as if left out.
 */
export const esaCheckBody = (context: ParseContext) =>
  z
    .object({
      account_id: idText().describe("The customer of yours whose field it is."),
      provider_id: text().describe("Your provider. It must be the provider of the API key."),
      field_name: nameText(500).describe("Name of the field for the portal and reports."),
      application_id: idText().describe(
        "Your identifier of the application. Sending it again updates rather than duplicates.",
      ),
      application_method: methodWords.meta({
        description:
          "In free words, read as a method or as aerial, ground or airblast; refused where they leave that open.",
        override: { type: "string" },
      }),
      application_date: calendarDate.describe("Day of application, `YYYY-MM-DD`, 1900 to 2200."),
      field_boundary: fieldBoundarySchema(context),
      products: z.array(product).min(1).max(100).describe("Everything in the tank, 1 to 100 products."),
      crop: z.array(nameText()).max(50).describe("Crops on the field, at most 50."),
      pest: z.array(nameText()).max(50).describe("Target pests, at most 50."),
      provider_field_id: idText()
        .nullish()
        .describe("Your identifier of the field. Left out or null: the `application_id`."),
      user_email: emailText.nullish().describe("E-mail address of the applicator or grower."),
      gpa: gpaSchema.nullish().describe("Spray volume, US gallons an acre, above 0."),
      include_geometry: z.boolean().default(false).describe("Whether to return the geometry of PULAs."),
      buffer_distance_miles: z
        .number()
        .default(DEFAULT_MILES)
        .describe("How far around the field geometry reaches, miles. Clamped to 0 to 10; counts only with geometry."),
      droplet_size: dropletSchema.nullish(),
      boom_height: boomHeightSchema.nullish().describe("Height of the ground boom."),
      include_soil_analysis: ignored,
      include_mitigations: ignored,
    })
    .meta({ id: "V1EsaCheckRequest", description: "One application on one field. Unknown members are ignored." });

export type EsaCheckBody = z.output<ReturnType<typeof esaCheckBody>>;

/** The distance counts only with geometry, and then within bounds. */
const searchMiles = (wire: EsaCheckBody): number =>
  wire.include_geometry ? Math.min(MOST_MILES, Math.max(0, wire.buffer_distance_miles)) : DEFAULT_MILES;

/** The check a request asks for: the same as version 2's, with a link that lives as long as the portal. */
export const toCheckRequest = (wire: EsaCheckBody): CheckRequest => ({
  accountId: wire.account_id,
  providerFieldId: wire.provider_field_id ?? wire.application_id,
  fieldName: wire.field_name,
  boundary: wire.field_boundary,
  application: {
    applicationId: wire.application_id,
    accountId: wire.account_id,
    method: wire.application_method,
    applicationDate: wire.application_date,
    products: wire.products.map((each) => toSubmittedProduct(each, wire.pest)),
    crop: wire.crop,
    pest: wire.pest,
    gpa: wire.gpa ?? null,
    dropletSize: wire.droplet_size ?? null,
    boomHeight: wire.boom_height ?? null,
  },
  providerGroupId: undefined,
  userEmail: wire.user_email,
  withGeometry: wire.include_geometry,
  withSoilAnalysis: false,
  withOptions: false,
  withExplanation: false,
  searchMiles: searchMiles(wire),
  linkLife: "portal",
});
