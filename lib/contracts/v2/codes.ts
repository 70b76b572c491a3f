import { z } from "zod";
import { errorExamples } from "@/lib/contracts/openapi-examples";
import { docUrlOf, issueCodeSchema, issueSchema, type WireIssue } from "@/lib/contracts/v2/issues";
import { errorBodySchema, errorCodeSchema } from "@/lib/contracts/v2/error";
import { ERROR_CODES, PROBLEMS, type ErrorCode, type Problem } from "@/lib/domain/errors";
import { ISSUE_CODES, ISSUE_SUBJECTS, ISSUES, type IssueCode } from "@/lib/domain/issues";
import { errorMeaning, errorRemedy } from "@/lib/views/errors/error-text";
import { issueMeaning, issueRemedy } from "@/lib/views/issues/issue-text";

const shared = {
  meaning: z.string().describe("What happened, for people."),
  remedy: z.string().describe("What to do, for people."),
  doc_url: z.string().describe("Path of the page that explains the code."),
};

const issueCodeEntrySchema = z
  .strictObject({
    code: issueCodeSchema,
    about: z.enum(ISSUE_SUBJECTS).describe("What the code is about."),
    ...shared,
    effect: z
      .enum(["not_met", "indeterminate", "none"])
      .describe(
        "What the code does to a status. `not_met`: a known violation. `indeterminate`: no pass while it stands. `none`: " +
          "informs; where it has grown into something that blocks, the issue's own `effect` says so.",
      ),
    leaves_processing_incomplete: z
      .boolean()
      .describe("Whether `processing_complete` is false with it: an input or a supported calculation is missing."),
    example: issueSchema,
  })
  .meta({ id: "IssueCodeEntry", description: "One issue code with its meaning, effect, and remedy." });

const errorCaseSchema = z
  .strictObject({
    status: z.int().describe("The HTTP status."),
    retryable: z.boolean().describe("Whether the same request can succeed later."),
    retry_after_seconds: z
      .int()
      .nullable()
      .describe(
        "The usual `Retry-After`; null where the answer has none. A rate limit says what is left of its minute.",
      ),
  })
  .meta({ id: "ErrorCase", description: "One status that an error code comes with." });

const errorCodeEntrySchema = z
  .strictObject({
    code: errorCodeSchema,
    ...shared,
    effect: z
      .enum(["not_done", "may_be_done"])
      .describe(
        "`not_done`: nothing was saved. `may_be_done`: the answer came too late or not at all, and the work may have been " +
          "saved; the same request again refreshes rather than duplicates.",
      ),
    cases: z.array(errorCaseSchema).describe("Every status of the code, each with whether trying again can help."),
    example: errorBodySchema,
  })
  .meta({ id: "ErrorCodeEntry", description: "One error code with its meaning, effect, and remedy." });

export const issueCodesResponse = z
  .strictObject({ issue_codes: z.array(issueCodeEntrySchema).describe("Every issue code.") })
  .meta({ id: "IssueCodes", description: "The catalog of issue codes." });

export const errorCodesResponse = z
  .strictObject({ error_codes: z.array(errorCodeEntrySchema).describe("Every error code.") })
  .meta({ id: "ErrorCodes", description: "The catalog of error codes of version 2." });

export type IssueCodeEntry = z.input<typeof issueCodeEntrySchema>;
export type ErrorCodeEntry = z.input<typeof errorCodeEntrySchema>;

function issueCodeEntry(code: IssueCode): IssueCodeEntry {
  const { about, effect, incomplete } = ISSUES[code];
  const [meaning, remedy, docUrl] = [issueMeaning(code, "en"), issueRemedy(code, "en"), docUrlOf(code)];
  const example: WireIssue = {
    code,
    message: meaning,
    product_index: null,
    effect: effect === "none" ? "informs" : "blocks",
    remedy,
    doc_url: docUrl,
  };
  return { code, about, meaning, remedy, doc_url: docUrl, effect, leaves_processing_incomplete: incomplete, example };
}

const problemsOf = (code: ErrorCode): Problem[] =>
  (Object.keys(PROBLEMS) as Problem[]).filter((problem) => PROBLEMS[problem].code === code);

/** Answers of these say nothing about what was saved before them. */
const UNCERTAIN = new Set<ErrorCode>(["DEADLINE_EXCEEDED", "REQUEST_CANCELLED", "INTERNAL_ERROR"]);

function errorCodeEntry(code: ErrorCode): ErrorCodeEntry {
  const problems = problemsOf(code);
  const cases = problems.map((problem) => {
    const { status, retryable, retryAfterS } = PROBLEMS[problem];
    return { status, retryable, retry_after_seconds: retryAfterS };
  });
  const [example] = Object.values(errorExamples(problems.slice(0, 1)));
  return {
    code,
    meaning: errorMeaning(code),
    remedy: errorRemedy(code),
    doc_url: docUrlOf(code),
    effect: UNCERTAIN.has(code) ? "may_be_done" : "not_done",
    cases,
    example: example?.value as ErrorCodeEntry["example"],
  };
}

/** The catalogs as data. The page of codes under /docs is written from them. */
export const issueCodes = (): z.input<typeof issueCodesResponse> => ({ issue_codes: ISSUE_CODES.map(issueCodeEntry) });
export const errorCodes = (): z.input<typeof errorCodesResponse> => ({ error_codes: ERROR_CODES.map(errorCodeEntry) });
