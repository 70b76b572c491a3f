import { z } from "zod";
import { ISSUE_CODES, issueEffect, type Issue } from "@/lib/domain/issues";
import { issueMessage, issueRemedy } from "@/lib/views/issues/issue-text";

export const issueCodeSchema = z.enum(ISSUE_CODES).meta({ id: "IssueCode" });
export const issueSchema = z
  .strictObject({
    code: issueCodeSchema,
    message: z.string(),
    product_index: z.int().nonnegative().nullable(),
    effect: z.enum(["blocks", "informs"]),
    remedy: z.string(),
    doc_url: z.string(),
  })
  .meta({ id: "Issue" });

export type WireIssue = z.input<typeof issueSchema>;

/** An issue with its sentence. The sentence is for people: programs go by the code, the product and the effect. */
export const presentIssue = (found: Issue): WireIssue => ({
  code: found.code,
  message: issueMessage(found),
  product_index: found.productIndex,
  effect: issueEffect(found) === "none" ? "informs" : "blocks",
  remedy: issueRemedy(found.code),
  doc_url: docUrlOf(found.code),
});

/** Relative, as the addresses of a bulk job are: a stored answer holds behind whatever host it is read from. */
export const docUrlOf = (code: string): string => `/docs/errors#${code.toLowerCase()}`;
