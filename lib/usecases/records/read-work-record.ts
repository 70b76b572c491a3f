import { asProvider } from "@/lib/data/db";
import { findBoundaryText } from "@/lib/data/field-boundary-text";
import { getRecord, type RecordContext } from "@/lib/usecases/records/read-record";
import type { ApplicationRecord } from "@/lib/usecases/records/record-facts";
import { timeZoneAt } from "@/lib/usecases/reports/field-zone";

/** What a record of work for other programs is made of. */
export interface WorkRecord {
  record: ApplicationRecord;
  /** The field as well-known text; null where it has none, or another one than the application was checked on. */
  boundaryText: string | null;
  timeZone: string;
}

/** The record of one application with its field, both of one moment. Refused when absent. */
export const readWorkRecord = (context: RecordContext, id: string): Promise<WorkRecord> =>
  asProvider(
    context.deps.db,
    context.provider.providerId,
    async (tx) => {
      const record = await getRecord(tx, context, id);
      const { isOnChangedBoundary } = record.application.saved;
      return {
        record,
        boundaryText: isOnChangedBoundary ? null : await findBoundaryText(tx, context.provider.providerId, id),
        timeZone: timeZoneAt(record.ground.place),
      };
    },
    { isolation: "RepeatableRead" },
  );
