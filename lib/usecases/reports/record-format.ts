import type { FilledRecord, RecordFlag } from "@/lib/domain/application-record";
import { DEPARTURE_KINDS } from "@/lib/domain/record-meaning";

/** How a record is written down before it is hashed; raised when the same state would be written in another way. */
export const RECORD_FORMAT = 9;
/** As format 9 without flags of what is not as it was checked; still written where there are none, so that those hashes hold. */
export const FORMAT_OF_MEANINGS = 8;
/** As format 8 with values as text alone; still written where no value has a meaning. */
export const FORMAT_OF_TEXT_ALONE = 7;

/** Whether a flag says that an application was made otherwise than it was checked. */
export const isDeparture = ({ meaning }: RecordFlag): boolean =>
  meaning !== undefined && DEPARTURE_KINDS.has(meaning.kind);

/** The format of a report with these application records in it: the earliest that can say all that is in them. */
export function formatOf(records: readonly FilledRecord[]): number {
  if (records.some(({ flags }) => flags.some(isDeparture))) return RECORD_FORMAT;
  return records.some(hasMeaning) ? FORMAT_OF_MEANINGS : FORMAT_OF_TEXT_ALONE;
}

const hasMeaning = ({ sets, flags }: FilledRecord): boolean =>
  flags.some(({ meaning }) => meaning !== undefined) ||
  sets.some(({ items }) => items.some(({ values }) => values.some(({ meaning }) => meaning !== undefined)));
