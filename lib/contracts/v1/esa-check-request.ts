import { z } from "zod";
import { boomHeightSchema, dropletSchema, gpaSchema } from "@/lib/contracts/shared/application";
import type { ParseContext } from "@/lib/contracts/shared/contract";
import { fieldBoundarySchema } from "@/lib/contracts/shared/field-boundary";
import { registrationText, toSubmittedProduct } from "@/lib/contracts/shared/product";
import { calendarDate, emailText, text } from "@/lib/contracts/shared/text";
import { METHOD_CHOICES, readMethod } from "@/lib/contracts/v1/method-words";
import type { CheckRequest } from "@/lib/usecases/esa-check/check";

const MOST_MILES = 10;
const DEFAULT_MILES = 1;

function faultOf({ classes, methods }: { classes: readonly string[]; methods: readonly string[] }): string {
  const [only, ...more] = classes;
  if (only === undefined) return `names no application method that is known; ${METHOD_CHOICES}`;
  if (more.length > 0) return `names several classes of application method (${classes.join(", ")}); ${METHOD_CHOICES}`;
  if (methods.length > 1) return `names several application methods (${methods.join(", ")}); send one of them`;
  return `may mean ${only} or the contrary of it; ${METHOD_CHOICES}`;
}

/** Free words for the method. */
const methodWords = text().transform((words, context) => {
  const read = readMethod(words);
  if ("method" in read) return read.method;
  context.issues.push({ code: "custom", message: faultOf(read), input: words });
  return z.NEVER;
});

const product = z.object({
  product_name: text(),
  epa_number: registrationText.nullish(),
  rate: z.number().nonnegative(),
  rate_unit: text(),
});

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
      account_id: text(),
      provider_id: text(),
      field_name: text(500),
      application_id: text(),
      application_method: methodWords.meta({
        description:
          "In free words, read as a method or as aerial, ground or airblast; refused where they leave that open.",
        override: { type: "string" },
      }),
      application_date: calendarDate,
      field_boundary: fieldBoundarySchema(context),
      products: z.array(product).min(1).max(100),
      crop: z.array(text()).max(50),
      pest: z.array(text()).max(50),
      provider_field_id: text().nullish(),
      user_email: emailText.nullish(),
      gpa: gpaSchema.nullish(),
      include_geometry: z.boolean().default(false),
      buffer_distance_miles: z.number().default(DEFAULT_MILES),
      droplet_size: dropletSchema.nullish(),
      boom_height: boomHeightSchema.nullish(),
      include_soil_analysis: ignored,
      include_mitigations: ignored,
    })
    .meta({ id: "V1EsaCheckRequest" });

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
