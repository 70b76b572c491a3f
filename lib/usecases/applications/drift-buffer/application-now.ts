import { z } from "zod";
import type { ComputeState } from "@/lib/data/drift/compute-state";
import {
  AIRCRAFT,
  BOOM_HEIGHTS,
  SUBMITTED_KINDS,
  RATE_UNIT_STATES,
  type ApplicationDetails,
  type ApplicationInput,
  type SubmittedProduct,
} from "@/lib/domain/application";
import { findApplicationMethod, findDropletSize } from "@/lib/domain/setup-words";
import { invalidRequest, ServiceError, type Fault } from "@/lib/domain/errors";
import { canonicalRegistration } from "@/lib/domain/registration";
import { needsRowSpacing } from "@/lib/domain/rate-units";
import type { RateUpdate, SetupPatch } from "@/lib/usecases/applications/drift-buffer/request";
import type { Patch } from "@/lib/usecases/esa-check/check";

const detailsSchema = z.object({
  nozzle: z.string().nullish(),
  nozzlePressurePsi: z.number().nullish(),
  plannedStartAt: z.string().nullish(),
  cropStage: z.string().nullish(),
  forecastHighF: z.number().nullish(),
  forecastNextDayHighF: z.number().nullish(),
  rainExpectedInHours: z.number().nullish(),
  aircraft: z.enum(AIRCRAFT).nullish(),
  aircraftBoomPercent: z.number().nullish(),
  releaseHeightFt: z.number().nullish(),
  swathDisplacement: z.number().nullish(),
});

/** What was sent beside what every check needs, as far as it can be read. */
export const readDetails = (details: unknown): ApplicationDetails | undefined => {
  const parsed = detailsSchema.nullish().safeParse(details);
  return parsed.success ? (parsed.data ?? undefined) : undefined;
};

const savedProductsSchema = z
  .array(
    z.object({
      productName: z.string(),
      epaNumber: z.string().nullable(),
      rate: z.number().nonnegative(),
      rateUnit: z.string(),
      rateUnitState: z.enum(RATE_UNIT_STATES).nullable(),
      rowSpacingInches: z.number().positive().nullable(),
      pest: z.array(z.string()),
      rateUsedThisYear: z.number().nonnegative().nullish(),
      applicationsThisYear: z.int().nonnegative().nullish(),
      lastAppliedOn: z.string().nullish(),
      labelDate: z.string().nullish(),
      kind: z.enum(SUBMITTED_KINDS).nullish(),
    }),
  )
  .min(1);

/** The mix of a saved application; null where it no longer parses. */
export const readSavedProducts = (products: unknown): SubmittedProduct[] | null =>
  savedProductsSchema.safeParse(products).data ?? null;

/** What a saved application must look like to be computed. Members of later versions do no harm. */
const savedSchema = z.object({
  products: savedProductsSchema,
  gpa: z.number().positive().nullable(),
  dropletSize: z
    .string()
    .nullable()
    .transform((text, context) => {
      const size = text === null ? null : findDropletSize(text);
      if (text !== null && size === null) context.addIssue("is no droplet size");
      return size;
    }),
  boomHeight: z.enum(BOOM_HEIGHTS).nullable(),
  details: detailsSchema.nullish(),
});

/** A setup that changes nothing. */
export const AS_SAVED: SetupPatch = {
  method: undefined,
  dropletSize: undefined,
  boomHeight: undefined,
  gpa: undefined,
  rateUpdates: [],
};

/**
 * The application as it is sprayed now: saved, with the request's setup and rates in place.
 *
 * Refuses one that waits for a check, that has none or no longer parses, a saved method that is none any more while the request
 * names no other, and a rate for another product than the saved one.
 */
export function applicationNow(state: ComputeState, setup: SetupPatch): ApplicationInput {
  if (state.application.processingStatus === "pending") {
    throw new ServiceError(
      "processingConflict",
      "A check of this application waits in a bulk job. Try again after it.",
    );
  }
  return applicationAsChecked(state, setup);
}

/** The same of one that may wait for a check: as it was checked last. */
export function applicationAsChecked({ application }: ComputeState, setup: SetupPatch): ApplicationInput {
  const parsed = savedSchema.safeParse(application);
  if (application.processingStatus === "failed" || !parsed.success) {
    throw new ServiceError(
      "invalidApplication",
      "The application has no completed check to go on from. Submit it to esa-check again.",
      parsed.success ? {} : { cause: parsed.error },
    );
  }
  const method = setup.method ?? findApplicationMethod(application.method);
  if (method === null) {
    throw new ServiceError(
      "unsupportedApplicationMethod",
      "The saved application method is not supported any more. Send application_method, or check the application again.",
    );
  }
  const saved = parsed.data;
  return {
    applicationId: application.applicationId,
    accountId: application.accountId,
    providerGroupId: application.providerGroupId,
    userEmail: application.userEmail,
    method,
    applicationDate: application.applicationDate,
    products: withRates(saved.products, setup.rateUpdates).map((product, index) =>
      withUsedAsSaid(product, saved.products[index], saved.gpa),
    ),
    crop: application.crop,
    pest: application.pest,
    gpa: patched(setup.gpa, saved.gpa),
    dropletSize: patched(setup.dropletSize, saved.dropletSize),
    boomHeight: patched(setup.boomHeight, saved.boomHeight),
    details: { ...saved.details, ...setup.details },
  };
}

const patched = <T>(patch: Patch<T>, saved: T | null): T | null => (patch === undefined ? saved : patch);

function withRates(products: readonly SubmittedProduct[], updates: readonly RateUpdate[]): SubmittedProduct[] {
  const byIndex = new Map<number, RateUpdate>();
  for (const update of updates) {
    refuseOther(products, update, byIndex.has(update.productIndex));
    byIndex.set(update.productIndex, update);
  }
  const updated = products.map((product, index) => withRate(product, byIndex.get(index)));
  const faults = updates.flatMap(({ productIndex }, index) => rowSpacingFault(updated[productIndex], index));
  if (faults.length > 0) throw invalidRequest(faults);
  return updated;
}

function refuseOther(products: readonly SubmittedProduct[], update: RateUpdate, isRepeated: boolean): void {
  const { productIndex, epaNumber } = update;
  const product = products[productIndex];
  if (product !== undefined && !isRepeated && isSameNumber(product.epaNumber, epaNumber)) return;
  const why = isRepeated
    ? `rate_updates names product ${productIndex} twice.`
    : product === undefined
      ? `The application has no product ${productIndex}; counted from 0, its last is ${products.length - 1}.`
      : `Product ${productIndex} of the application has the registration number ${product.epaNumber}, not ${epaNumber}.`;
  throw new ServiceError("productMismatch", why);
}

function isSameNumber(saved: string | null, sent: string | null): boolean {
  if (saved === null || sent === null) return saved === sent;
  return (canonicalRegistration(saved) ?? saved) === (canonicalRegistration(sent) ?? sent);
}

const withRate = (product: SubmittedProduct, update: RateUpdate | undefined): SubmittedProduct =>
  update === undefined
    ? product
    : {
        ...product,
        rate: update.rate,
        rateUnit: update.rateUnit,
        rateUnitState: update.rateUnitState ?? product.rateUnitState,
        rowSpacingInches: update.rowSpacingInches ?? product.rowSpacingInches,
      };

/** What the year had was said in the saved unit and volume, whatever the rate is given in now. */
function withUsedAsSaid(
  product: SubmittedProduct,
  saved: SubmittedProduct | undefined,
  gpa: number | null,
): SubmittedProduct {
  if (saved?.rateUsedThisYear == null) return product;
  const { rateUnit, rateUnitState, rowSpacingInches } = saved;
  return { ...product, rateUsedIn: { rateUnit, rateUnitState, rowSpacingInches, gpa } };
}

const rowSpacingFault = (product: SubmittedProduct | undefined, index: number): Fault[] =>
  product !== undefined && needsRowSpacing(product.rateUnit) && product.rowSpacingInches === null
    ? [
        {
          path: ["rate_updates", index, "row_spacing_inches"],
          code: "custom",
          message: `is required for the row-length unit ${product.rateUnit.slice(0, 40)}`,
        },
      ]
    : [];
