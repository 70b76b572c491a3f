import type { Metadata } from "next";
import { PROBLEMS, type ErrorCode } from "@/lib/domain/errors";
import { ISSUE_CODES, ISSUES } from "@/lib/domain/issues";
import { errorMeaning, errorRemedy } from "@/lib/views/errors/error-text";
import { issueMeaning, issueRemedy } from "@/lib/views/issues/issue-text";

export const metadata: Metadata = { title: "Errors and issues · Hedgerow" };

const EFFECTS = {
  not_met: "a known violation: not met",
  indeterminate: "blocks a pass: indeterminate",
  none: "informs only",
} as const;

/** One row a wire code: a code that stands for several problems lists each of its statuses. */
const codes = new Map<ErrorCode, (typeof PROBLEMS)[keyof typeof PROBLEMS][]>();
for (const problem of Object.values(PROBLEMS)) codes.set(problem.code, [...(codes.get(problem.code) ?? []), problem]);

/** What every error and issue code means: where `doc_url` of an error leads. */
export default function ErrorDocumentation() {
  return (
    <main className="wide">
      <h1>Errors and issues</h1>
      <p>
        An error means that a request was not done. An issue stands in a successful answer: the work was done, and this
        is what stands in the way of a pass.
      </p>
      <h2>Error codes</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Status</th>
            <th scope="col">Meaning</th>
            <th scope="col">What to do</th>
            <th scope="col">Trying again can help</th>
          </tr>
        </thead>
        <tbody>
          {[...codes].map(([code, problems]) => (
            <tr key={code} id={code.toLowerCase()}>
              <th scope="row">{code}</th>
              <td>{[...new Set(problems.map(({ status }) => status))].join(", ")}</td>
              <td>{errorMeaning(code)}</td>
              <td>{errorRemedy(code)}</td>
              <td>{problems.some(({ retryable }) => retryable) ? "yes, where retryable is true" : "no"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <IssueTable />
    </main>
  );
}

function IssueTable() {
  return (
    <>
      <h2>Issue codes</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Meaning</th>
            <th scope="col">What to do</th>
            <th scope="col">Effect</th>
          </tr>
        </thead>
        <tbody>
          {ISSUE_CODES.map((code) => (
            <tr key={code} id={code.toLowerCase()}>
              <th scope="row">{code}</th>
              <td>{issueMeaning(code)}</td>
              <td>{issueRemedy(code)}</td>
              <td>{EFFECTS[ISSUES[code].effect]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
