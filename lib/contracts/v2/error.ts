import { z } from "zod";
import { ERROR_CODES } from "@/lib/domain/errors";

const detailSchema = z.strictObject({
  path: z.array(z.union([z.string(), z.number()])),
  pointer: z.string(),
  code: z.string(),
  message: z.string(),
  keys: z.array(z.string()).optional(),
  expected: z.string().optional(),
  received: z.string().optional(),
});

const shared = { code: z.enum(ERROR_CODES), retryable: z.boolean(), request_id: z.string() };

/** The body of every version 2 error. */
export const errorBodySchema = z
  .strictObject({
    success: z.literal(false),
    error: z.strictObject({
      ...shared,
      message: z.string().min(1),
      details: z.array(detailSchema).min(1).optional(),
      doc_url: z.string(),
    }),
  })
  .meta({ id: "Error" });

/** The same facts as RFC 9457, for callers that ask for `application/problem+json`. */
export const problemBodySchema = z
  .strictObject({
    ...shared,
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    details: z.array(detailSchema).min(1).optional(),
  })
  .meta({ id: "Problem" });
