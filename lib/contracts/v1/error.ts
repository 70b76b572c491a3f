import { z } from "zod";

const detailSchema = z
  .strictObject({
    loc: z.array(z.union([z.string(), z.number()])).describe("Part of the request and place within it."),
    msg: z.string().describe("What is wrong, for people."),
    type: z.string().describe("Kind of the fault."),
  })
  .meta({ id: "V1ErrorDetail", description: "One fault of a request." });

/** The body of every version 1 error. */
export const v1ErrorBodySchema = z
  .strictObject({
    detail: z
      .union([z.string().min(1), z.array(detailSchema).min(1)])
      .describe("What is wrong: a sentence, or for invalid input a list of faults."),
  })
  .meta({ id: "V1Error", description: "The body of every version 1 error." });
