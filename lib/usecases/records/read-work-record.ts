import { asProvider } from "@/lib/data/db";
import { findBoundaryText } from "@/lib/data/field-boundary-text";
import { additionsOf, type FilledRecord, type RecordAddition, type RecordFact } from "@/lib/domain/application-record";
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
  /** How the catalog says it is measured; null: it does not. */
  form: "liquid" | "dry" | null;
  rate: NormalizedRate | null;
}

/** What a record of work for other programs is made of: of a signed record, what was signed. */
export interface WorkRecord {
  saved: ApplicationRecord["application"]["saved"];
  shown: FilledRecord;
  /** What someone wrote down of each fact. */
  facts: ReadonlyMap<RecordFact, string | number>;
  signature: ApplicationRecord["ground"]["signature"];
  additions: RecordAddition[];
  products: WorkProduct[];
  /** The field as well-known text; null where it has none, or another one than the application was checked on. */
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

/** The record of one application with its field, both of one moment. Refused when absent. */
export const readWorkRecord = (context: RecordContext, id: string): Promise<WorkRecord> =>
  asProvider(
    context.deps.db,
    context.provider.providerId,
    async (tx) => {
      const record = await getRecord(tx, context, id);
      const { application, ground, mix, signed } = record;
      const { saved } = application;
      const standing = entriesInForce(ground.entries.filter(({ isAddition }) => signed === null || !isAddition));
      return {
        saved,
        shown: shownRecord(record),
        facts: new Map([...standing.facts].map(([name, { value }]) => [name, value])),
        signature: ground.signature,
        additions: additionsOf(ground.entries),
        products: mix.map(productOf),
        boundaryText: saved.isOnChangedBoundary ? null : await findBoundaryText(tx, context.provider.providerId, id),
        timeZone: timeZoneAt(ground.place),
      };
    },
    { isolation: "RepeatableRead" },
  );
