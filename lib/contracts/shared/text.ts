import { z } from "zod";
import { describedAs } from "@/lib/contracts/shared/described";

/** Half of a surrogate pair counts as well: no database holds it, and what was saved would be another text. */
const NO_CONTROL_CHARACTERS = /^[^\p{Cc}\p{Cs}]*$/u;

/** A text of 1 to `most` characters without control characters. docs/contract.md, Conventions "Strings" */
export const text = (most = 200) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(NO_CONTROL_CHARACTERS, "must not contain control characters")
    // The same in a form that the engines of Python and Go read as well.
    .meta({ override: { pattern: "^[^\\x00-\\x1f\\x7f-\\x9f]*$" } });

/** An empty text has that one fault. */
const MORE_THAN_DOTS = /^$|[^\s.]/;

/**
 * An identifier of the caller's: a text with more than blanks and dots in it. Identifiers stand in paths, and no client
 * can ask for `/fields/../reports`.
 */
export const idText = () =>
  text()
    .regex(MORE_THAN_DOTS, "must have more in it than blanks and dots")
    .meta({
      override: describedAs({
        allOf: undefined,
        pattern: "^[^\\x00-\\x1f\\x7f-\\x9f]*[^\\s.\\x00-\\x1f\\x7f-\\x9f][^\\x00-\\x1f\\x7f-\\x9f]*$",
      }),
    });

/** The name of a person, as that person typed it: more than spaces. */
export const personName = text(200).refine((name) => /\p{L}/u.test(name), "must be a name");

export const emailText = z.email("must be a valid e-mail address").max(320);

const LOOKS_LIKE_A_DATE = /^\d{4}-\d{2}-\d{2}$/;
const isInRange = (date: string): boolean => date >= "1900-01-01" && date <= "2200-12-31";

/**
 * A day that exists in the calendar, from 1900 to 2200, as `YYYY-MM-DD`. What is no date at all has that one fault;
 * stopping there (`abort`) would also stop the rules between members (`always`).
 */
export const calendarDate = z.iso
  .date("must be a calendar date, YYYY-MM-DD")
  .refine((date) => !LOOKS_LIKE_A_DATE.test(date) || isInRange(date), "must lie between 1900 and 2200");

/** A timestamp of an answer: UTC with `Z` and milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

export const isoTime = (date: Date): string => date.toISOString();
export const isoTimeOrNull = (date: Date | null): string | null => date?.toISOString() ?? null;

/** `true` and nothing else but `false`: a flag of a query string, off where it is left out. */
export const queryFlag = z
  .enum(["true", "false"])
  .transform((flag) => flag === "true")
  .default(false)
  .meta({ override: describedAs({ type: "boolean", enum: undefined, default: false }) });
