import { errorCodes, issueCodes, type ErrorCodeEntry, type IssueCodeEntry } from "@/lib/contracts/v2/codes";
import { pageOf, type DocPage } from "@/lib/documentation/page";

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

const ERROR_EFFECTS: Readonly<Record<ErrorCodeEntry["effect"], string>> = {
  not_done: "nothing was done",
  may_be_done: "the work may have been saved all the same",
};

function errorSection({ code, meaning, remedy, effect, cases, example }: ErrorCodeEntry): string {
  const statuses = [...new Set(cases.map(({ status }) => status))].join(", ");
  const retry = cases.map(({ retryable }) => retryable);
  const isSometimes = retry.includes(true) && retry.includes(false);
  const again = isSometimes ? "where `retryable` is true" : retry.includes(true) ? "yes, after `Retry-After`" : "no";
  return [
    `### ${code}`,
    meaning,
    `**Effect:** ${ERROR_EFFECTS[effect]}. Status ${statuses}. Trying again can help: ${again}.`,
    `**What to do:** ${remedy}`,
    json(example),
  ].join("\n\n");
}

const EFFECTS: Readonly<Record<IssueCodeEntry["effect"], string>> = {
  not_met: "a known violation: the status is `not_met`",
  indeterminate: "blocks a pass: the status is `indeterminate`",
  none: "informs only; where it has grown into something that blocks, its `effect` says so",
};

const issueSection = (entry: IssueCodeEntry): string =>
  [
    `### ${entry.code}`,
    entry.meaning,
    `**Effect:** ${EFFECTS[entry.effect]}.${entry.leaves_processing_incomplete ? " `processing_complete` is false." : ""}`,
    `**What to do:** ${entry.remedy}`,
    json(entry.example),
  ].join("\n\n");

const linkOf = ({ code }: { code: string }): string => `[\`${code}\`](#${code.toLowerCase()})`;

/** Every code with its meaning, effect, remedy, and an example: where `doc_url` leads. */
export function codesPage(): DocPage {
  const { error_codes: errors } = errorCodes();
  const { issue_codes: issues } = issueCodes();
  return pageOf(
    "/docs/errors",
    "Codes",
    [
      "# Errors and issues",
      "An error means that a request was not done. An issue stands in a successful answer: the work was done, and this is in " +
        "the way of a pass, or should be known.",
      "As data, without a key: [`GET /api/v2/error-codes`](/docs/reference/listErrorCodes) and " +
        "[`GET /api/v2/issue-codes`](/docs/reference/listIssueCodes).",
      "## Error codes",
      errors.map(linkOf).join(", "),
      ...errors.map(errorSection),
      "## Issue codes",
      issues.map(linkOf).join(", "),
      ...issues.map(issueSection),
    ].join("\n\n"),
  );
}
