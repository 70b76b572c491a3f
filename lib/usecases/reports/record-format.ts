import type { FilledRecord } from "@/lib/domain/application-record";

/** How a record is written down before it is hashed; raised when the same state would be written in another way. */
export const RECORD_FORMAT = 8;
/** As format 8 with values as text alone; still written where no value has a meaning, so that those hashes hold. */
export const FORMAT_OF_TEXT_ALONE = 7;

/** The format of a report with these application records in it: 8 where a value of theirs has its meaning beside its text. */
export const formatOf = (records: readonly FilledRecord[]): number =>
  records.some(hasMeaning) ? RECORD_FORMAT : FORMAT_OF_TEXT_ALONE;

const hasMeaning = ({ sets, flags }: FilledRecord): boolean =>
  flags.some(({ meaning }) => meaning !== undefined) ||
  sets.some(({ items }) => items.some(({ values }) => values.some(({ meaning }) => meaning !== undefined)));
