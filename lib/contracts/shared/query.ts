import { z } from "zod";
import { describedAs } from "@/lib/contracts/shared/described";

/** A whole number of a query string: digits only, within bounds. `1e3`, ` 5`, `5.0` and `+5` are refused. */
export const queryInteger = (least: number, most: number) =>
  wholeNumber(least, most).meta({ override: describedAs(described(least, most)) });

/** The same with a value for where it is left out, and with what to send in place of a greater one. */
export const queryIntegerOr = (fallback: number, least: number, most: number, inPlace?: string) =>
  wholeNumber(least, most, inPlace)
    .default(fallback)
    .meta({ override: describedAs({ ...described(least, most), default: fallback }) });

const wholeNumber = (least: number, most: number, inPlace?: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number, ${least} to ${most}`)
    .transform(Number)
    .pipe(
      z
        .int()
        .min(least)
        .max(most, inPlace === undefined ? undefined : `must be at most ${most}: ${inPlace}`),
    );

/** Clients see a number: what a query string makes of it is their library's matter. */
const described = (least: number, most: number) => ({
  type: "integer" as const,
  minimum: least,
  maximum: most,
  pattern: undefined,
});
