import { z } from "zod";
import { SUBMITTED_KINDS, type RateUnitState, type SubmittedProduct } from "@/lib/domain/application";
import { needsRowSpacing } from "@/lib/domain/rate-units";
import { canonicalRegistration, REGISTRATION_FORM } from "@/lib/domain/registration";
import { always, membersOf, type CrossRule } from "@/lib/contracts/shared/always";
import { calendarDate, nameText, text } from "@/lib/contracts/shared/text";

/** What a caller may say of a product's state, and what it means. */
export const RATE_UNIT_STATES = {
  L: "liquid",
  liquid: "liquid",
  S: "dry",
  D: "dry",
  solid: "dry",
  dry: "dry",
} as const satisfies Record<string, RateUnitState>;

export const rateUnitStateSchema = z.enum(["L", "S", "D", "liquid", "solid", "dry"]).meta({
  id: "RateUnitState",
  description: "Whether an ounce is of a liquid (`L`, `liquid`) or of a dry product (`S`, `D`, `solid`, `dry`).",
});

export const pestListSchema = z.array(nameText()).min(1).max(50);

const registrationIn = (form: string) =>
  text().pipe(z.string().refine((number) => canonicalRegistration(number) !== null, form));

/** A number that a product is asked for by. */
export const askedRegistration = registrationIn(REGISTRATION_FORM);
/** Kept as it was sent, so that a caller finds it again; whatever compares it brings it to one form. */
export const registrationText = registrationIn(`${REGISTRATION_FORM}. Leave it out for an adjuvant.`);

/** A row-length unit means nothing without the distance between the rows. */
const rowSpacingRule: CrossRule = (value) => {
  const { rate_unit: unit, row_spacing_inches: spacing } = membersOf(value);
  const isMissing = typeof unit === "string" && needsRowSpacing(unit) && spacing === undefined;
  return isMissing
    ? [{ path: ["row_spacing_inches"], message: `is required for the row-length unit ${unit.slice(0, 40)}` }]
    : [];
};

export const productSchema = z
  .strictObject({
    product_name: nameText().describe("Name on the label, 1 to 200 characters."),
    rate: z.number().nonnegative().describe("Rate, 0 or more, in `rate_unit`."),
    rate_unit: text().describe(
      "Unit of the rate, such as `fl oz/ac` or `lb/ac`. A rate per 100 gallons or 100 cubic feet needs `gpa`; a rate per row length needs `row_spacing_inches`. An unknown unit is accepted and leaves `UNRESOLVED_RATE`.",
    ),
    epa_number: registrationText
      .nullish()
      .describe("EPA registration number, such as `264-1241`. Null or left out: an adjuvant."),
    rate_unit_state: rateUnitStateSchema
      .optional()
      .describe("What an ounce is of: `L` or `liquid`, `S`, `D`, `solid`, or `dry`."),
    row_spacing_inches: z
      .number()
      .positive()
      .optional()
      .describe("Distance between rows, inches, above 0. Required for row-length units."),
    pest: pestListSchema.optional().describe("Target pests of this product, 1 to 50, in place of the application's."),
    kind: z
      .enum(SUBMITTED_KINDS)
      .nullish()
      .describe("What the product is. It never makes a pesticide of the catalogue anything else."),
    label_date: calendarDate.nullish().describe("Stamp date of the label in hand, where it is not the newest."),
    rate_used_this_year: z
      .number()
      .nonnegative()
      .nullish()
      .describe("What the field has had of it this year before this application, in `rate_unit`."),
    applications_this_year: z
      .int()
      .nonnegative()
      .max(1000)
      .nullish()
      .describe("How often the field has had it this year before this application, at most 1,000."),
    last_applied_on: calendarDate.nullish().describe("Day the field last had it."),
  })
  .check(always(rowSpacingRule))
  .meta({
    id: "Product",
    description:
      "A product in the tank. Sent without a registration number it is an adjuvant where its name or `kind` says so.",
  });

export const productsSchema = z.array(productSchema).min(1).max(100);

/** Every product needs pests: its own, or the application's. Reported on each product that has none. */
export const effectivePestRule: CrossRule = (value) => {
  const { products, pest } = membersOf(value);
  if (!Array.isArray(products) || pest !== undefined) return [];
  return products.flatMap((product: unknown, index) =>
    membersOf(product).pest === undefined && Object.keys(membersOf(product)).length > 0
      ? [{ path: ["products", index, "pest"], message: "is required where the application has no default pest list" }]
      : [],
  );
};

/** What both versions say of a product; the rest is version 2's. */
type WireProduct = Pick<z.output<typeof productSchema>, "product_name" | "rate" | "rate_unit" | "epa_number"> &
  Partial<z.output<typeof productSchema>>;

export const toSubmittedProduct = (wire: WireProduct, defaultPest: readonly string[]): SubmittedProduct => ({
  productName: wire.product_name,
  epaNumber: wire.epa_number ?? null,
  rate: wire.rate,
  rateUnit: wire.rate_unit,
  rateUnitState: wire.rate_unit_state === undefined ? null : RATE_UNIT_STATES[wire.rate_unit_state],
  rowSpacingInches: wire.row_spacing_inches ?? null,
  pest: wire.pest ?? [...defaultPest],
  ...sentOnly({
    kind: wire.kind,
    labelDate: wire.label_date,
    rateUsedThisYear: wire.rate_used_this_year,
    applicationsThisYear: wire.applications_this_year,
    lastAppliedOn: wire.last_applied_on,
  }),
});

/** Without what was left out or is null: a product that says no more than it had to is the product it always was. */
const sentOnly = <T extends object>(members: T): Partial<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value != null)) as Partial<T>;
