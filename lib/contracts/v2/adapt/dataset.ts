import { z } from "zod";

/**
 * The part of the ADAPT Standard that a work record of ours uses, written out from its root schema and data type definitions,
 * both 2.0.2 (https://github.com/ADAPT/Standard): members, which of them have to be there, and the codes that we write. It is
 * stricter than theirs, which allows any other member.
 */
export const ADAPT_VERSION = "2.0.2";

const name = z.string();
/** Names an object within the dataset. */
const reference = z.string().min(1);
const id = z.strictObject({
  referenceId: reference,
  uniqueIds: z.array(z.strictObject({ idText: z.string(), idTypeCode: z.enum(["UUID", "STRING"]) })).optional(),
});
const time = z.iso.datetime({ offset: true });
const timeScope = z.strictObject({
  dateContextCode: z.enum(["ACTUAL", "PROPOSED"]),
  start: time.optional(),
  end: time.optional(),
});
const contextItem = z.strictObject({
  definitionCode: z.enum(["US-EPA-RegistrationNumber", "AppliedArea"]),
  valueText: z.string(),
});

/** What a variable measures. Each has one unit: l/ha, kg/ha, m/s, degrees clockwise from north, °C. */
export const ADAPT_VARIABLES = [
  "AppliedVolumePerAreaTarget",
  "AppliedMassPerAreaTarget",
  "WindSpeed",
  "WindDirection",
  "AirTemperature",
] as const;

const variable = z.strictObject({
  id,
  name,
  definitionCode: z.enum(ADAPT_VARIABLES),
  productId: reference.optional(),
});

const operation = z.strictObject({
  id,
  name,
  operationTypeCode: z.literal("APPLICATION_CROP_PROTECTION"),
  contextItems: z.array(contextItem).optional(),
  productIds: z.array(reference),
  variables: z.array(variable),
  summaryValues: z.array(z.strictObject({ variableId: reference, valueText: z.string() })),
  timeScopes: z.array(timeScope),
  partyRoles: z.array(z.strictObject({ roleCode: z.enum(["OPERATOR", "UNKNOWN"]), partyId: reference })),
});

const product = z.strictObject({
  id,
  name,
  productTypeCode: z.enum(["NOT_SPECIFIED", "SPRAY_ADJUVANT"]),
  productFormCode: z.enum(["UNKNOWN", "LIQUID", "SOLID"]),
  contextItems: z.array(contextItem).optional(),
});

export const adaptDatasetSchema = z.strictObject({
  rootSchemaVersion: z.literal(ADAPT_VERSION),
  dataTypeDefinitionVersion: z.literal(ADAPT_VERSION),
  catalog: z.strictObject({
    fields: z.tuple([z.strictObject({ id, name, activeBoundaryId: reference.optional(), timeZone: z.string() })]),
    fieldBoundaries: z
      .array(z.strictObject({ id, name, fieldId: reference, boundary: z.strictObject({ geometry: z.string() }) }))
      .max(1),
    seasons: z.tuple([z.strictObject({ id, name })]),
    crops: z.array(z.strictObject({ id, name })),
    cropZones: z
      .array(z.strictObject({ id, name, fieldId: reference, cropId: reference, seasonIds: z.array(reference).min(1) }))
      .max(1),
    parties: z.array(z.strictObject({ id, name, partyTypeCode: z.literal("INDIVIDUAL") })),
    products: z.array(product),
  }),
  documents: z.strictObject({
    workRecords: z.tuple([
      z.strictObject({
        id,
        name,
        fieldId: reference,
        seasonId: reference,
        cropZoneId: reference.optional(),
        notes: z.array(z.string()),
        operations: z.tuple([operation]),
      }),
    ]),
  }),
});

export type AdaptDataset = z.output<typeof adaptDatasetSchema>;
export type AdaptOperation = z.output<typeof operation>;
export type AdaptVariable = (typeof ADAPT_VARIABLES)[number];
