import { z } from "zod";

const detailSchema = z.strictObject({
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  type: z.string(),
});

/** The body of every version 1 error. */
export const v1ErrorBodySchema = z
  .strictObject({ detail: z.union([z.string().min(1), z.array(detailSchema).min(1)]) })
  .meta({ id: "V1Error" });
