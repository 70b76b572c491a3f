import type { FieldYearLive } from "@/lib/views/portal/field-year";

/**
 * Which of two readings of a field and year is of the later state; what is held where they are alike. Readings overtake
 * each other on their way, and an edit that was just saved must not be lost to the eye. The revision counts changes of
 * the measures; what it does not count is ordered by time: a reading is dated before it was read, the answer to an edit
 * after the edit was saved.
 */
export const laterOf = (held: FieldYearLive | undefined, read: FieldYearLive): FieldYearLive =>
  held !== undefined && (held.revision - read.revision || Date.parse(held.readAt) - Date.parse(read.readAt)) >= 0
    ? held
    : read;
