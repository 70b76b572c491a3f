import { z } from "zod";
import { ERROR_CODES } from "@/lib/domain/errors";
import { errorMeaning } from "@/lib/views/errors/error-text";

const detailSchema = z
  .strictObject({
    path: z
      .array(z.union([z.string(), z.number()]))
      .describe(
        "Where the fault is: member names and list positions. Query, path, and header faults begin with the name.",
      ),
    pointer: z
      .string()
      .describe(
        "The same as a JSON pointer. Of a member that the route does not know: the pointer of the member itself.",
      ),
    code: z
      .string()
      .describe(
        "Kind of the fault, such as `invalid_type`, `too_small`, `unrecognized_keys`, `duplicate_key`, `custom`.",
      ),
    message: z.string().describe("What is wrong and what to send, for people."),
    keys: z
      .array(z.string())
      .optional()
      .describe("The member that the route does not know. Only with `unrecognized_keys`, one fault for each."),
    expected: z.string().optional().describe("Type the route takes. Only with `invalid_type`."),
    received: z.string().optional().describe("Type that was sent. Only with `invalid_type`."),
  })
  .meta({ id: "ErrorDetail", description: "One fault of a request." });

export const errorCodeSchema = z.enum(ERROR_CODES).meta({
  id: "ErrorCode",
  description: [
    "Why a request was not done.",
    "",
    ...ERROR_CODES.map((code) => `- \`${code}\`: ${errorMeaning(code)}`),
  ].join("\n"),
});

const shared = {
  code: errorCodeSchema,
  retryable: z.boolean().describe("Whether the same request can succeed later. Wait for `Retry-After` first."),
  request_id: z.string().describe("The `X-Request-ID` of this answer. Send it to support."),
};

/** The body of every version 2 error. */
export const errorBodySchema = z
  .strictObject({
    success: z.literal(false).describe("False on every error."),
    error: z
      .strictObject({
        ...shared,
        message: z.string().min(1).describe("For people. Do not parse it."),
        details: z
          .array(detailSchema)
          .min(1)
          .optional()
          .describe("Every fault of the request at once. Only with `INVALID_REQUEST`."),
        doc_url: z.string().describe("Page that explains the code."),
      })
      .meta({ id: "ErrorFacts", description: "Why a request was not done." }),
  })
  .meta({ id: "Error", description: "The body of every version 2 error." });

/** The same facts as RFC 9457, for callers that ask for `application/problem+json`. */
export const problemBodySchema = z
  .strictObject({
    ...shared,
    type: z.string().describe("Page that explains the code."),
    title: z.string().describe("The code."),
    status: z.int().describe("The HTTP status."),
    detail: z.string().describe("For people. Do not parse it."),
    details: z
      .array(detailSchema)
      .min(1)
      .optional()
      .describe("Every fault of the request at once. Only with `INVALID_REQUEST`."),
  })
  .meta({ id: "Problem", description: "The same facts as RFC 9457, for `Accept: application/problem+json`." });
