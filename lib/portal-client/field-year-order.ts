import type { FieldYearLive } from "@/lib/views/portal/field-year";

/**
 * Which of two readings of a field and year is of a later state: above zero, the first. Readings overtake each other on
 * their way. The revision counts changes of the measures; what it does not count is ordered by time: a reading is dated
 * before it was read, the answer to an edit after the edit was saved.
 */
export const compareAge = (a: FieldYearLive, b: FieldYearLive): number =>
  a.revision - b.revision || Date.parse(a.readAt) - Date.parse(b.readAt);

/** A reading, or what is held already where that is as late: an edit that was just saved must not be lost to the eye. */
export const laterOf = (held: FieldYearLive | undefined, read: FieldYearLive): FieldYearLive =>
  held === undefined || compareAge(read, held) > 0 ? read : held;
