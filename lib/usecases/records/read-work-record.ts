import { asProvider } from "@/lib/data/db";
import { findBoundaryText } from "@/lib/data/field-boundary-text";
import {
  additionsOf,
  type FilledRecord,
  type RecordAddition,
  type RecordFact,
  type RecordPart,
} from "@/lib/domain/application-record";
import type { NormalizedRate } from "@/lib/domain/compliance";
import { entriesInForce } from "@/lib/engine/record/facts";
import type { RecordedProduct } from "@/lib/engine/record/facts";
import { timeZoneAt } from "@/lib/usecases/fields/field-zone";
import { getRecord, type RecordContext } from "@/lib/usecases/records/read-record";
import { shownRecord, type ApplicationRecord } from "@/lib/usecases/records/record-facts";

/** A product of the mix, with its rate as the check sent it; null where that has no number per acre. */
export interface WorkProduct {
  name: string;
  epaNumber: string | null;
  isAdjuvant: boolean;
  /** How the catalog says it is measured; null: it does not, or it is not known. */
  form: "liquid" | "dry" | null;
  rate: NormalizedRate | null;
}

/** What a record of work for other programs is made of: of a signed record, what was signed. */
export interface WorkRecord {
  saved: Pick<ApplicationRecord["application"]["saved"], "applicationEventId" | "applicationId" | "providerFieldId">;
  shown: FilledRecord;
  fieldName: string;
  crop: string[];
  /** The application was sent again after the signature: of its products the names stand alone, and it has no boundary. */
  isSentAgain: boolean;
  /** What someone wrote down of each fact. */
  facts: ReadonlyMap<RecordFact, string | number>;
  signature: ApplicationRecord["ground"]["signature"];
  additions: RecordAddition[];
  products: WorkProduct[];
  /** The field as well-known text; null where it has none, or another one than was checked, or may be another than was signed. */
  boundaryText: string | null;
  timeZone: string;
}

const productOf = ({ rated }: RecordedProduct): WorkProduct => ({
  name: rated.submitted.productName,
  epaNumber: rated.submitted.epaNumber,
  isAdjuvant: rated.kind === "adjuvant",
  form: rated.record?.formulation ?? null,
  rate: rated.rate.normalized,
});

/** The texts that a signed record has of a part; the rules of several records repeat them. */
const signedTexts = ({ sets }: FilledRecord, part: RecordPart): string[] =>
  sets
    .flatMap(({ items }) => items.map(({ values }) => values.filter((value) => value.part === part)))
    .find((values) => values.length > 0)
    ?.map(({ text }) => text) ?? [];

const namedProduct = (name: string): WorkProduct => ({
  name,
  epaNumber: null,
  isAdjuvant: false,
  form: null,
  rate: null,
});

/** What was planned: as it is saved, or as it was signed where something else was sent since. */
function plannedOf({ application: { saved }, ground, mix, signed }: ApplicationRecord) {
  if (signed === null || !ground.isCheckedSinceSigned) {
    // Another application's check, or the call for fields, may have given the field another name since.
    const fieldName = signed?.fieldName ?? saved.fieldName;
    return { isSentAgain: false, fieldName, crop: saved.crop, products: mix.map(productOf) };
  }
  return {
    isSentAgain: true,
    fieldName: signed.fieldName,
    crop: signedTexts(signed.record, "crop"),
    products: signedTexts(signed.record, "product_names").map(namedProduct),
  };
}

/** The record of one application with its field, both of one moment. Refused when absent. */
export const readWorkRecord = (context: RecordContext, id: string): Promise<WorkRecord> =>
  asProvider(
    context.deps.db,
    context.provider.providerId,
    async (tx) => {
      const record = await getRecord(tx, context, id);
      const { ground, signed } = record;
      const { saved } = record.application;
      const planned = plannedOf(record);
      const hasBoundary = !saved.isOnChangedBoundary && !planned.isSentAgain;
      const standing = entriesInForce(ground.entries.filter(({ isAddition }) => signed === null || !isAddition));
      return {
        saved,
        shown: shownRecord(record),
        ...planned,
        facts: new Map([...standing.facts].map(([name, { value }]) => [name, value])),
        signature: ground.signature,
        additions: additionsOf(ground.entries),
        boundaryText: hasBoundary ? await findBoundaryText(tx, context.provider.providerId, id) : null,
        timeZone: timeZoneAt(ground.place),
      };
    },
    { isolation: "RepeatableRead" },
  );
