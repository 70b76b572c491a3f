import { z } from "zod";
import { meaningsOf } from "@/lib/contracts/shared/choices";
import { placesElsewhere } from "@/lib/contracts/shared/elsewhere";
import { didYouMean, shownValue as shown } from "@/lib/views/sent-values";

const MOST_CHOICES = 40;
/** So few words come with what they mean; of more, the reference tells. */
const MOST_TOLD = 3;
/** Enough to mend a request by: a body of nothing but unknown members is not sent back to its sender, three times over. */
export const MOST_KEYS = 50;

const KINDS: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
  null: "null",
};

const FORMS: Record<string, string> = {
  date: "a calendar date as YYYY-MM-DD",
  datetime: "a time as YYYY-MM-DDTHH:MM:SSZ",
  email: "an e-mail address",
  uuid: "a UUID",
  url: "an absolute address",
};

type Limit = z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall> | z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>;

/** What an amount is counted in: letters of a string, entries of an array, or nothing for a number. */
const COUNTED: Record<string, string> = { string: " characters", array: " entries", set: " entries" };

function limitWords(issue: Limit): string {
  const isLow = issue.code === "too_small";
  const limit = isLow ? issue.minimum : issue.maximum;
  const counted = COUNTED[issue.origin];
  if (counted !== undefined) {
    if (isLow && limit === 1) return "must not be empty";
    return `must have at ${isLow ? "least" : "most"} ${limit}${counted}`;
  }
  const strict = isLow ? "greater than" : "less than";
  const bound = issue.inclusive === false ? strict : `at ${isLow ? "least" : "most"}`;
  return `must be ${bound} ${limit}; got ${shown(issue.input)}`;
}

/** ` (above 2 feet)` of the word "high": what it means in few words, where its schema says so. */
const meaningOf = (word: unknown, meanings: Readonly<Record<string, string>>): string => {
  const meaning = typeof word === "string" && Object.hasOwn(meanings, word) ? meanings[word] : undefined;
  return meaning === undefined ? "" : ` (${meaning.replace(/\.$/, "")})`;
};

function choiceWords({
  values,
  input,
  inst,
}: Pick<z.core.$ZodRawIssue<z.core.$ZodIssueInvalidValue>, "values" | "input" | "inst">): string {
  const meanings = inst instanceof z.ZodType && values.length <= MOST_TOLD ? meaningsOf(inst) : {};
  const choices = values.slice(0, MOST_CHOICES).map((value) => `${shown(value)}${meaningOf(value, meanings)}`);
  const got = input === undefined ? "it is missing" : `got ${shown(input)}`;
  return `must be ${choices.length === 1 ? "" : "one of "}${choices.join(", ")}; ${got}${didYouMean(input, values.map(String))}`;
}

const NO_FORM = "is not in any form that this route takes";

/** An object whose kind says which members it has, with a kind that there is none of: the kinds there are. */
function kindWords({
  discriminator,
  options,
  input,
}: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion> & { options?: unknown }): string {
  if (typeof discriminator !== "string" || !Array.isArray(options)) return NO_FORM;
  const sent = typeof input === "object" && input !== null ? (input as Record<string, unknown>)[discriminator] : input;
  return choiceWords({ values: options as z.core.util.Primitive[], input: sent });
}

/** A sentence a line, one for each member that the object does not know: each is a fault of its own. */
function unknownWords({ keys, inst }: z.core.$ZodRawIssue<z.core.$ZodIssueUnrecognizedKeys>): string {
  const known = inst instanceof z.ZodObject ? Object.keys(inst.shape) : [];
  const elsewhere = inst instanceof z.ZodObject ? placesElsewhere(inst) : {};
  return keys
    .slice(0, MOST_KEYS)
    .map((key) => {
      const place = Object.hasOwn(elsewhere, key) ? elsewhere[key] : undefined;
      if (place !== undefined) return `has the member ${shown(key)}, which belongs ${place}`;
      return `has a member that this route does not know: ${shown(key)}${didYouMean(key, known)}`;
    })
    .join("\n");
}

/**
 * What is wrong with a member, as the end of a sentence that begins with its name: "is required". A schema's own
 * message comes before it. Zod's words never reach a caller: they speak of inputs and types, not of the request.
 */
function faultWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is required";
      return `must be ${KINDS[issue.expected] ?? issue.expected}; got ${shown(issue.input)}`;
    case "too_small":
    case "too_big":
      return limitWords(issue);
    case "invalid_value":
      return choiceWords(issue);
    case "invalid_format":
      return `must be ${FORMS[issue.format] ?? "in the documented form"}; got ${shown(issue.input)}`;
    case "unrecognized_keys":
      return unknownWords(issue);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}; got ${shown(issue.input)}`;
    case "invalid_union":
      return kindWords(issue);
    default:
      return NO_FORM;
  }
}

z.config({ customError: faultWords });
