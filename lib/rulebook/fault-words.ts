import type { z } from "zod";

const KINDS: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "yes or no (`true` or `false` in JSON)",
  array: "a list",
  object: "an object with members",
  record: "an object with members",
  null: "`null`",
};

const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : JSON.stringify(value);
};

const COUNTED: Record<string, string> = { string: "characters", array: "entries", set: "entries" };

function limitWords(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig>): string {
  const isLow = issue.code === "too_small";
  const limit = isLow ? issue.minimum : issue.maximum;
  const counted = COUNTED[issue.origin];
  if (counted !== undefined) {
    return isLow && limit === 1 ? "is empty" : `must have at ${isLow ? "least" : "most"} ${limit} ${counted}`;
  }
  const strict = isLow ? "greater than" : "less than";
  const bound = issue.inclusive === false ? strict : `at ${isLow ? "least" : "most"}`;
  return `must be ${bound} ${limit}; got ${kindOf(issue.input)}`;
}

const listOf = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(", ");

const typeWords = ({ input, expected }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string =>
  input === undefined ? "is missing" : `must be ${KINDS[expected] ?? expected}; got ${kindOf(input)}`;

const FORMS: Record<string, string> = {
  date: "is not a date such as 2026-02-06",
  url: "is not an address that starts with https://",
};

const NO_FORM = "is in none of the forms that are known here";

/**
 * What is wrong at a place of a rulebook file or of a sheet of label facts, for the person who wrote it. A schema's own
 * message comes before it; the library's words, which speak of inputs and types, reach no one.
 */
export function ruleFaultWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return typeWords(issue);
    case "too_small":
    case "too_big":
      return limitWords(issue);
    case "invalid_value":
      return `must be one of ${listOf(issue.values)}; got ${kindOf(issue.input)}`;
    case "invalid_format":
      return `${FORMS[issue.format] ?? "is not in its form"}: ${kindOf(issue.input)}`;
    case "unrecognized_keys":
      return `has ${issue.keys.length === 1 ? "a member" : "members"} that no one reads: ${listOf(issue.keys)}`;
    case "invalid_union":
      return Array.isArray(issue.options) ? `must be one of ${listOf(issue.options)}` : NO_FORM;
    default:
      return NO_FORM;
  }
}
