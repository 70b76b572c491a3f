import { z } from "zod";

const NO_CONTROL_CHARACTERS = /^[^\p{Cc}]*$/u;

/** A text of 1 to `most` characters without control characters. spec: decisions section 1, "Strings" */
export const text = (most = 200) =>
  z.string().min(1).max(most).regex(NO_CONTROL_CHARACTERS, "must not contain control characters");

export const emailText = z.email("must be a valid e-mail address").max(320);

/** A day that exists in the calendar, from 1900 to 2200, as `YYYY-MM-DD`. */
export const calendarDate = z.iso
  .date("must be a calendar date, YYYY-MM-DD")
  .refine((date) => date >= "1900-01-01" && date <= "2200-12-31", "must lie between 1900 and 2200");

/** A timestamp of an answer: UTC with `Z` and milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

export const isoTime = (date: Date): string => date.toISOString();
export const isoTimeOrNull = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Distances and areas are rounded here, at the edge, and nowhere inside. */
export const round2 = (value: number): number => Math.round(value * 100) / 100;

/** `true` and nothing else but `false`: a flag of a query string. */
export const queryFlag = z.enum(["true", "false"]).transform((flag) => flag === "true");
