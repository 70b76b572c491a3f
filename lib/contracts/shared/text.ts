import { z } from "zod";
import { describedAs } from "@/lib/contracts/shared/described";

/** Half of a surrogate pair counts as well: no database holds it, and what was saved would be another text. */
const NO_CONTROL_CHARACTERS = /^[^\p{Cc}\p{Cs}]*$/u;

/** What no one sees, from the first sign on: blanks, marks of zero width or of the direction of writing, and letters that are drawn as nothing. */
const UNSEEN = /^[\u034f\s\u17b4-\u17b5\p{Cf}\u115f-\u1160\u2800\u3164\uffa0]+/u;
/** Longer than any text may be: not worth a look from its end. */
const FAR_TOO_LONG = 20_000;

/**
 * A name without what no one sees at its ends. The end is looked at sign by sign: a pattern for it would begin again at each blank
 * within the text, which takes the square of its length.
 */
function withoutUnseenEnds(name: string): string {
  if (name.length > FAR_TOO_LONG) return name;
  const begun = name.replace(UNSEEN, "");
  let end = begun.length;
  while (end > 0) {
    const start = isPairAt(begun, end - 2) ? end - 2 : end - 1;
    if (!UNSEEN.test(begun.slice(start, end))) break;
    end = start;
  }
  return begun.slice(0, end);
}

const isPairAt = (text: string, at: number): boolean => (text.codePointAt(at) ?? 0) > 0xffff;

interface Rule {
  /** An empty text has that one fault, and this one passes it. */
  holds: RegExp;
  message: string;
  /** Characters of which it takes others, as a class of patterns in the form that the engines of Python and Go read as well. */
  besides: string;
}

const SEEN: Rule = {
  holds: /^$|[^\u034f\s\u17b4-\u17b5\p{Cf}\u115f-\u1160\u2800\u3164\uffa0]/u,
  message: "must have a character that can be seen",
  besides: "\\s",
};
const MORE_THAN_DOTS: Rule = {
  holds: /^$|[^\u034f.\s\u17b4-\u17b5\p{Cf}\u115f-\u1160\u2800\u3164\uffa0]/u,
  message: "must have more in it than blanks and dots",
  besides: "\\s.",
};

const CONTROLS = "\\x00-\\x1f\\x7f-\\x9f";

const readable = (schema: z.ZodString, most: number, { holds, message, besides }: Rule) =>
  schema
    .min(1)
    .max(most)
    .regex(NO_CONTROL_CHARACTERS, "must not contain control characters")
    .regex(holds, message)
    .meta({
      override: describedAs({
        allOf: undefined,
        pattern: `^[^${CONTROLS}]*[^${besides}${CONTROLS}][^${CONTROLS}]*$`,
      }),
    });

/** A text of 1 to `most` characters without control characters, one of them at least to be seen. docs/contract.md, Conventions "Strings" */
export const text = (most = 200) => readable(z.string(), most, SEEN);

/** A name for people: blanks and marks at its ends, which no one sees, are cut off before it is judged and kept. */
export const nameText = (most = 200) => readable(z.string().overwrite(withoutUnseenEnds), most, SEEN);

/**
 * An identifier of the caller's: a text with more than blanks and dots in it, kept as it was sent. Identifiers stand in paths, and no
 * client can ask for `/fields/../reports`.
 */
export const idText = () => readable(z.string(), 200, MORE_THAN_DOTS);

/** The name of a person, as that person typed it. */
export const personName = nameText(200).refine((name) => name === "" || /\p{L}/u.test(name), "must be a name");

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
