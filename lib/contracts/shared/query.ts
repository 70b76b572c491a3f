import { z } from "zod";

/** A whole number of a query string: digits only, within bounds. `1e3`, ` 5`, `5.0` and `+5` are refused. */
export const queryInteger = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(least).max(most));
