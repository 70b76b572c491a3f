import { errorExamples } from "@/lib/contracts/openapi-examples";
import { docUrlOf } from "@/lib/contracts/v2/issues";
import { ERROR_CODES, PROBLEMS, type ErrorCode, type Problem } from "@/lib/domain/errors";
import { ISSUE_CODES, ISSUES, type IssueCode } from "@/lib/domain/issues";
import { pageOf, type DocPage } from "@/lib/documentation/page";
import { errorMeaning, errorRemedy } from "@/lib/views/errors/error-text";
import { issueMeaning, issueRemedy } from "@/lib/views/issues/issue-text";

const problemsOf = (code: ErrorCode): Problem[] =>
  (Object.keys(PROBLEMS) as Problem[]).filter((problem) => PROBLEMS[problem].code === code);

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

function errorSection(code: ErrorCode): string {
  const problems = problemsOf(code);
  const statuses = [...new Set(problems.map((problem) => PROBLEMS[problem].status))].join(", ");
  const retry = problems.map((problem) => PROBLEMS[problem].retryable);
  const isSometimes = retry.includes(true) && retry.includes(false);
  const again = isSometimes ? "where `retryable` is true" : retry.includes(true) ? "yes, after `Retry-After`" : "no";
  const [example] = Object.values(errorExamples(problems.slice(0, 1)));
  return [
    `### ${code}`,
    errorMeaning(code),
    `**Effect:** nothing was done. Status ${statuses}. Trying again can help: ${again}.`,
    `**What to do:** ${errorRemedy(code)}`,
    json(example?.value),
  ].join("\n\n");
}

const EFFECTS = {
  not_met: "a known violation: the status is `not_met`",
  indeterminate: "blocks a pass: the status is `indeterminate`",
  none: "informs only; where it has grown into something that blocks, its `effect` says so",
} as const;

function issueSection(code: IssueCode): string {
  const { effect, incomplete } = ISSUES[code];
  return [
    `### ${code}`,
    issueMeaning(code),
    `**Effect:** ${EFFECTS[effect]}.${incomplete ? " `processing_complete` is false." : ""}`,
    `**What to do:** ${issueRemedy(code)}`,
    json({
      code,
      message: issueMeaning(code),
      product_index: null,
      effect: effect === "none" ? "informs" : "blocks",
      remedy: issueRemedy(code),
      doc_url: docUrlOf(code),
    }),
  ].join("\n\n");
}

const linkOf = (code: string): string => `[\`${code}\`](#${code.toLowerCase()})`;

/** Every code with its meaning, effect, remedy, and an example: where `doc_url` leads. */
export const codesPage = (): DocPage =>
  pageOf(
    "/docs/errors",
    "Codes",
    [
      "# Errors and issues",
      "An error means that a request was not done. An issue stands in a successful answer: the work was done, and this is in " +
        "the way of a pass, or should be known.",
      "As data: `ErrorCode` and `IssueCode` of the [OpenAPI document](/api/v2/openapi.json) list every code with its meaning.",
      "## Error codes",
      ERROR_CODES.map(linkOf).join(", "),
      ...ERROR_CODES.map(errorSection),
      "## Issue codes",
      ISSUE_CODES.map(linkOf).join(", "),
      ...ISSUE_CODES.map(issueSection),
    ].join("\n\n"),
  );
