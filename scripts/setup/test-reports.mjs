import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./run.mjs";

/**
 * What a suite's report says.
 *
 * @typedef {{ suite: string, file: string | null, name: string, cause: string }} Failure `file`: what the suite's program takes to
 *   run the test's file alone; null: no file failed, the suite did.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: Failure[] }} Report
 */

export const LONGEST_CAUSE = 1500;

/** More failures than these are no matter of a busy machine. */
const MOST_LOOKED_AT_AGAIN = 5;

/** Suites of real servers, browsers, and databases. What computes alone says the same however busy the machine is. */
const TIMED_BY_THE_MACHINE = new Set(["contract", "e2e"]);

/** @returns {string} */
export const causeOf = (message) =>
  stripVTControlCharacters(message ?? "no message")
    .trim()
    .slice(0, LONGEST_CAUSE);

/** @returns {Report} */
export function readVitest(
  suite,
  { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites, testResults },
) {
  return {
    passed: numPassedTests,
    // A file that could not be loaded has no tests to fail and is a failure all the same.
    failed:
      numFailedTests +
      (numFailedTests === 0
        ? Math.min(numFailedTestSuites, testResults.filter((file) => file.status === "failed").length)
        : 0),
    skipped: numPendingTests,
    failures: testResults.flatMap((file) => vitestFailures(suite, file)),
  };
}

/** The failed tests of one file of a Vitest report, or the file's own fault where it could not be loaded. */
function vitestFailures(suite, result) {
  const file = relative(root, result.name);
  const failed = result.assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0 && result.status === "failed")
    return [{ suite, file, name: file, cause: causeOf(result.message) }];
  return failed.map((test) => ({
    ...{ suite, file },
    name: `${file} > ${test.fullName}`,
    cause: causeOf(test.failureMessages[0]),
  }));
}

/** @returns {Report} */
export function readPlaywright(suite, { stats, errors, suites }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [
      ...suites.flatMap((each) => playwrightFailures(suite, each)),
      ...errors.map((error) => ({ suite, file: null, name: "the suite", cause: causeOf(error.message) })),
    ],
  };
}

/** The failed tests of one suite of a Playwright report and of the suites within it. */
function playwrightFailures(suite, { specs = [], suites = [] }) {
  const own = specs.filter((spec) => !spec.ok || spec.tests.some((test) => test.status === "flaky"));
  return [
    ...own.map((spec) => {
      const error = spec.tests.flatMap((test) => test.results).find((result) => result.error)?.error;
      return {
        ...{ suite, file: spec.file },
        name: `${spec.file}:${spec.line} > ${spec.title}`,
        cause: causeOf(error?.message),
      };
    }),
    ...suites.flatMap((each) => playwrightFailures(suite, each)),
  ];
}

/**
 * The files to run again by suite, when nothing else works: those of a few tests that failed while four processes shared two
 * processors. Empty: what failed is no matter of time, or too much for it (docs/decisions/0054-a-second-look.md).
 *
 * @param {readonly Failure[]} failures
 * @param {number} failed How many failed as the total counts.
 * @returns {Map<string, string[]>}
 */
export function filesToLookAtAgain(failures, failed) {
  const isForIt = ({ suite, file }) => file !== null && TIMED_BY_THE_MACHINE.has(suite);
  const files = new Map();
  if (failed !== failures.length || failed > MOST_LOOKED_AT_AGAIN || !failures.every(isForIt)) return files;
  for (const { suite, file } of failures) files.set(suite, [...new Set([...(files.get(suite) ?? []), file])]);
  return files;
}

/**
 * Which failures stand after the files were run again: those that failed again, and those of a file whose second run
 * shows less than the whole of it. What failed for the first time in the second run stands as well.
 *
 * @param {readonly Failure[]} first
 * @param {ReadonlyMap<string, Report | null>} again By suite; null: it could not run.
 * @returns {{ standing: Failure[], settled: Failure[] }}
 */
export function judgeSecondLook(first, again) {
  const settled = first.filter(({ suite }) => {
    const report = again.get(suite);
    return report != null && report.failed === 0 && report.passed > 0;
  });
  const later = [...again.values()].flatMap((report) => report?.failures ?? []);
  const isKnown = ({ suite, name }) => first.some((each) => each.suite === suite && each.name === name);
  return {
    standing: [...first.filter((each) => !settled.includes(each)), ...later.filter((each) => !isKnown(each))],
    settled,
  };
}
