import { z } from "zod";

/** Where an edit is made: members that every kind has. */
export const placeMembers = {
  field_id: z.uuid(),
  year: z.int().min(1900).max(2200),
  /** The application of the page; null where it shows none. */
  application_event_id: z.uuid().nullable(),
};

export const toPlace = (wire: { field_id: string; year: number; application_event_id: string | null }) => ({
  fieldId: wire.field_id,
  year: wire.year,
  applicationEventId: wire.application_event_id,
});
