import { z } from "zod";
import { MOST_BULK_ITEMS } from "@/lib/domain/bulk-job";
import { dropletSchema, gpaSchema, methodSchema } from "@/lib/contracts/shared/application";
import { always, membersOf, type CrossRule } from "@/lib/contracts/shared/always";
import type { ParseContext } from "@/lib/contracts/shared/contract";
import { withPlaces } from "@/lib/contracts/shared/elsewhere";
import { detailShape } from "@/lib/contracts/shared/details";
import { fieldBoundarySchema, judgeBoundaryAhead } from "@/lib/contracts/shared/field-boundary";
import { pestListSchema, productsSchema } from "@/lib/contracts/shared/product";
import { calendarDate, emailText, idText, nameText, text } from "@/lib/contracts/shared/text";
import { includeShape, toCheckRequest } from "@/lib/contracts/v2/esa-check-request";
import type { CheckRequest } from "@/lib/usecases/esa-check/check";
import { boomHeightSchema } from "@/lib/contracts/vocabulary/drift";

/** Members that a field may have, or the top level for all fields that have none of their own. */
const eitherLevel = {
  products: productsSchema.optional().describe("Everything in the tank, 1 to 100 products, adjuvants included."),
  crop: z.array(nameText()).max(50).optional().describe("Crops on the field, at most 50. An empty list is accepted."),
  application_date: calendarDate.optional().describe("Day of application, `YYYY-MM-DD`, 1900 to 2200."),
  application_method: methodSchema.optional(),
  pest: pestListSchema.optional().describe("Target pests for products without a list of their own, 1 to 50."),
  gpa: gpaSchema.nullish().describe("Spray volume, US gallons an acre, above 0. Null on a field clears the default."),
  droplet_size: dropletSchema.nullish().describe("Droplet class. Null on a field clears the default."),
  boom_height: boomHeightSchema.nullish().describe("Height of the ground boom. Null on a field clears the default."),
  ...detailShape,
  user_email: emailText
    .nullish()
    .describe("E-mail address of the applicator or grower. Null on a field clears the default."),
};

const NEEDED = ["products", "crop", "application_date", "application_method"] as const;

const fieldsOf = (value: unknown): Record<string, unknown>[] => {
  const { fields } = membersOf(value);
  return Array.isArray(fields) ? fields.map(membersOf) : [];
};

/** What a single check requires, each field has to have or inherit. */
const inheritedRule: CrossRule = (value) => {
  const top = membersOf(value);
  return fieldsOf(value).flatMap((field, index) =>
    NEEDED.filter((name) => field[name] === undefined && top[name] === undefined).map((name) => ({
      path: ["fields", index, name],
      message: "is required where the top level has no default",
    })),
  );
};

/** Pests resolve product, field, top level. A product of the top level that finds none is reported on the field. */
const pestRule: CrossRule = (value) => {
  const top = membersOf(value);
  return fieldsOf(value).flatMap((field, index) => {
    if (field.pest !== undefined || top.pest !== undefined) return [];
    const isOwn = field.products !== undefined;
    const products = isOwn ? field.products : top.products;
    if (!Array.isArray(products)) return [];
    const without = products.flatMap((product: unknown, place) => {
      const members = membersOf(product);
      return members.pest === undefined && Object.keys(members).length > 0 ? [place] : [];
    });
    const message = "is required where neither product, field nor top level has pests";
    if (isOwn) return without.map((place) => ({ path: ["fields", index, "products", place, "pest"], message }));
    return without.length === 0 ? [] : [{ path: ["fields", index, "pest"], message }];
  });
};

/** One application and one field stand at most once in a job. Reported on the later of the two. */
const duplicateRule: CrossRule = (value) => {
  const applications = new Set<unknown>();
  const fieldIds = new Set<unknown>();
  return fieldsOf(value).flatMap(({ application_id: application, provider_field_id: own }, index) => {
    if (typeof application !== "string") return [];
    const faults: ReturnType<CrossRule> = [];
    const fieldId = own ?? application;
    const isRepeated = applications.has(application);
    if (isRepeated) {
      faults.push({ path: ["fields", index, "application_id"], message: "is the application of an earlier field" });
    }
    const isOwn = typeof own === "string";
    if (fieldIds.has(fieldId) && (isOwn || !isRepeated)) {
      const name = isOwn ? "provider_field_id" : "application_id";
      faults.push({ path: ["fields", index, name], message: "is the provider field id of an earlier field" });
    }
    applications.add(application);
    fieldIds.add(fieldId);
    return faults;
  });
};

/** Judges the boundaries of a submission, one at each step. */
export function* judgeBoundaries(raw: unknown, context: ParseContext): Generator<undefined> {
  for (const field of fieldsOf(raw).slice(0, MOST_BULK_ITEMS)) {
    judgeBoundaryAhead(context, field.field_boundary);
    yield;
  }
}

/** Members of a field alone. */
const ofField = (context: ParseContext) => ({
  application_id: idText().describe("Your identifier of the application. At most once in a job."),
  field_name: nameText(500).describe("Name of the field, 1 to 500 characters."),
  field_boundary: fieldBoundarySchema(context),
  provider_field_id: idText()
    .nullish()
    .describe("Your identifier of the field. Left out or null: the `application_id`. At most once in a job."),
});

/** Members of the top level alone. */
const ofTop = {
  provider_id: text().describe("Your provider. It must be the provider of the API key."),
  account_id: idText().describe("The customer of yours whose fields they are, 1 to 200 characters."),
  provider_group_id: idText().describe("The group that all applications of the job join."),
  ...includeShape,
};

/** The body of a bulk submission: defaults for all fields, and the fields. */
export const bulkBody = (context: ParseContext) => {
  const own = ofField(context);
  const field = withPlaces(
    z.strictObject({ ...own, ...eitherLevel }).meta({ id: "BulkField", description: "One check of a submission." }),
    Object.keys(ofTop),
    "at the top level, for all fields",
  );
  const whole = z
    .strictObject({
      ...ofTop,
      ...eitherLevel,
      fields: z
        .array(field)
        .min(1)
        .max(MOST_BULK_ITEMS)
        .describe("The checks, 1 to 100. A member that a field has stands for the whole default; lists never merge."),
    })
    .check(always(inheritedRule), always(pestRule), always(duplicateRule))
    .meta({
      id: "BulkRequest",
      description: "Up to 100 checks with defaults for all of them. One invalid field refuses the whole submission.",
    });
  return withPlaces(whole, Object.keys(own), "in each of `fields`");
};

export type BulkBody = z.output<ReturnType<typeof bulkBody>>;

/** A field's value stands for the whole member; null clears what the top level has. */
const either = <T>(own: T | undefined, byDefault: T | undefined): T | undefined =>
  // oxlint-disable-next-line typescript/prefer-nullish-coalescing -- `T` may hold null, which stands
  own === undefined ? byDefault : own;

function needed<T>(own: T | undefined, byDefault: T | undefined): T {
  const value = either(own, byDefault);
  if (value === undefined) throw new RangeError("a bulk field without a required member was not refused");
  return value;
}

/** The single checks that a submission asks for, in its order. */
export const toCheckRequests = (body: BulkBody): CheckRequest[] =>
  body.fields.map((field) => {
    const pest = either(field.pest, body.pest);
    return toCheckRequest(
      {
        provider_id: body.provider_id,
        account_id: body.account_id,
        provider_group_id: body.provider_group_id,
        include_geometry: body.include_geometry,
        include_soil_analysis: body.include_soil_analysis,
        include_mitigations: body.include_mitigations,
        buffer_distance_miles: body.buffer_distance_miles,
        application_id: field.application_id,
        field_name: field.field_name,
        field_boundary: field.field_boundary,
        provider_field_id: field.provider_field_id,
        products: needed(field.products, body.products),
        crop: needed(field.crop, body.crop),
        application_date: needed(field.application_date, body.application_date),
        application_method: needed(field.application_method, body.application_method),
        ...(pest === undefined ? {} : { pest }),
        gpa: either(field.gpa, body.gpa),
        droplet_size: either(field.droplet_size, body.droplet_size),
        boom_height: either(field.boom_height, body.boom_height),
        nozzle: either(field.nozzle, body.nozzle),
        nozzle_pressure_psi: either(field.nozzle_pressure_psi, body.nozzle_pressure_psi),
        planned_start_at: either(field.planned_start_at, body.planned_start_at),
        crop_stage: either(field.crop_stage, body.crop_stage),
        forecast_high_f: either(field.forecast_high_f, body.forecast_high_f),
        forecast_next_day_high_f: either(field.forecast_next_day_high_f, body.forecast_next_day_high_f),
        rain_expected_in_hours: either(field.rain_expected_in_hours, body.rain_expected_in_hours),
        aircraft: either(field.aircraft, body.aircraft),
        aircraft_boom_percent: either(field.aircraft_boom_percent, body.aircraft_boom_percent),
        release_height_ft: either(field.release_height_ft, body.release_height_ft),
        swath_displacement: either(field.swath_displacement, body.swath_displacement),
        user_email: either(field.user_email, body.user_email),
      },
      false,
    );
  });
