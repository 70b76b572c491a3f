import type { WorkProduct, WorkRecord } from "@/lib/usecases/records/read-work-record";
import { weatherFacts } from "@/lib/views/record-weather";
import { additionText } from "@/lib/contracts/v2/added-to-record";
import { ADAPT_VERSION, type AdaptDataset } from "@/lib/contracts/v2/adapt/dataset";
import { operationOf, peopleOf, productId } from "@/lib/contracts/v2/adapt/operation";

const PLANNED_RATES = "Rates are those that were planned. No machine measured them.";
const SENT_AGAIN =
  "The application was sent again after the signature. Rates, registration numbers, and the boundary of what was sent since are left out.";
const NO_CLEARANCE = "A record is never a clearance to apply.";

type Catalog = AdaptDataset["catalog"];

const FORMS = { liquid: "LIQUID", dry: "SOLID" } as const;

/** A pesticide's type is not known here; a form is where the catalog says how the product is measured. */
const productOf = ({ name, epaNumber, isAdjuvant, form }: WorkProduct, index: number): Catalog["products"][number] => ({
  id: { referenceId: productId(index) },
  name,
  productTypeCode: isAdjuvant ? "SPRAY_ADJUVANT" : "NOT_SPECIFIED",
  productFormCode: form === null ? "UNKNOWN" : FORMS[form],
  ...(epaNumber === null
    ? {}
    : { contextItems: [{ definitionCode: "US-EPA-RegistrationNumber", valueText: epaNumber }] }),
});

/** What the standard has no member for, one sentence each: every item of the record, limits, signature, additions, weather. */
function notesOf({ shown, signature, additions, isSentAgain }: WorkRecord): string[] {
  const items = shown.sets.flatMap(({ title, items: of }) =>
    of.map(({ no, text, values, missing }) => {
      const number = no === null ? "" : `${no}. `;
      const known = values.map((value) => `${value.text} (${value.source})`).join("; ");
      return `${title}: ${number}${text} ${missing.length > 0 ? `Missing: ${missing.join(", ")}. ` : ""}${known}`.trim();
    }),
  );
  const signed =
    signature === null
      ? ["Not signed."]
      : [
          `Signed by ${signature.signedBy}, ${signature.signedAt.toISOString()}, SHA-256 ${signature.recordHash}.`,
          ...(isSentAgain ? [SENT_AGAIN] : []),
          ...additions.map((added) => `Added after the signature: ${additionText(added)}`),
        ];
  return [
    NO_CLEARANCE,
    PLANNED_RATES,
    ...signed,
    `To be kept until ${shown.keptUntil}.`,
    ...shown.flags.map(({ sent, limit }) => `Outside a limit, or not as it was checked: ${sent}: ${limit}`),
    ...items,
    ...weatherFacts(shown.weather, (time) => time).map(({ label, value }) => `${label}: ${value}`),
  ];
}

/** A crop zone names one crop: a mix of crops has none. */
function cropsOf({ crop, fieldName }: WorkRecord): Pick<Catalog, "crops" | "cropZones"> {
  const crops = crop.map((name, index) => ({ id: { referenceId: `crop-${index + 1}` }, name }));
  const [only, other] = crops;
  if (only === undefined || other !== undefined) return { crops, cropZones: [] };
  const zone = {
    id: { referenceId: "crop-zone" },
    name: `${fieldName}, ${only.name}`,
    fieldId: "field",
    cropId: only.id.referenceId,
    seasonIds: ["season"],
  };
  return { crops, cropZones: [zone] };
}

/** The record as a dataset of the ADAPT Standard with one work record. */
export function adaptDatasetOf(record: WorkRecord): AdaptDataset {
  const { saved, shown, fieldName, boundaryText, timeZone } = record;
  const { crops, cropZones } = cropsOf(record);
  const hasBoundary = boundaryText !== null;
  return {
    rootSchemaVersion: ADAPT_VERSION,
    dataTypeDefinitionVersion: ADAPT_VERSION,
    catalog: {
      fields: [
        {
          id: { referenceId: "field", uniqueIds: [{ idText: saved.providerFieldId, idTypeCode: "STRING" }] },
          name: fieldName,
          ...(hasBoundary ? { activeBoundaryId: "boundary" } : {}),
          timeZone,
        },
      ],
      fieldBoundaries: hasBoundary
        ? [
            {
              id: { referenceId: "boundary" },
              name: fieldName,
              fieldId: "field",
              boundary: { geometry: boundaryText },
            },
          ]
        : [],
      seasons: [{ id: { referenceId: "season" }, name: shown.appliedOn.slice(0, 4) }],
      crops,
      cropZones,
      parties: peopleOf(record).parties,
      products: record.products.map(productOf),
    },
    documents: {
      workRecords: [
        {
          id: { referenceId: "record", uniqueIds: [{ idText: saved.applicationEventId, idTypeCode: "UUID" }] },
          name: `Record of application ${saved.applicationId}`,
          fieldId: "field",
          seasonId: "season",
          ...(cropZones.length === 0 ? {} : { cropZoneId: "crop-zone" }),
          notes: notesOf(record),
          operations: [operationOf(record)],
        },
      ],
    },
  };
}
