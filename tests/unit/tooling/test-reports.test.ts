import { describe, expect, it } from "vitest";
import {
  filesToLookAtAgain,
  judgeSecondLook,
  readPlaywright,
  readVitest,
  type Failure,
  type Report,
} from "@/scripts/setup/test-reports.mjs";

const failure = (suite: string, file: string | null, name = `${file ?? "all"} > a test`): Failure => ({
  ...{ suite, file, name },
  cause: "expected 1 to be 2",
});
const CONTRACT = failure("contract", "tests/contract/a.test.ts");
const BROWSER = failure("e2e", "portal.spec.ts");
const report = (more: Partial<Report> = {}): Report => ({ passed: 3, failed: 0, skipped: 0, failures: [], ...more });

const vitestFile = (more: object) => ({ name: `${process.cwd()}/tests/contract/a.test.ts`, status: "failed", ...more });
const VITEST = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 1, numFailedTestSuites: 0 };

describe("what a suite's report says", () => {
  it("is each failed test of Vitest with its file and cause", () => {
    const test = { status: "failed", fullName: "a > b", failureMessages: ["\u001B[31mexpected\u001B[39m 1"] };
    const passed = { status: "passed", fullName: "a > c", failureMessages: [] };
    const results = [vitestFile({ assertionResults: [test, passed] })];
    expect(readVitest("contract", { ...VITEST, numFailedTests: 1, testResults: results })).toEqual({
      ...{ passed: 7, failed: 1, skipped: 1 },
      failures: [
        {
          ...{ suite: "contract", file: "tests/contract/a.test.ts" },
          ...{ name: "tests/contract/a.test.ts > a > b", cause: "expected 1" },
        },
      ],
    });
  });

  it("is a failure for a file that could not be loaded", () => {
    const results = [vitestFile({ assertionResults: [], message: "Cannot find module" })];
    const read = readVitest("unit", { ...VITEST, numFailedTestSuites: 1, testResults: results });
    expect(read.failed).toBe(1);
    expect(read.failures).toMatchObject([{ file: "tests/contract/a.test.ts", cause: "Cannot find module" }]);
  });

  it("is each failed or flaky test of Playwright, and what went wrong beside the tests", () => {
    const spec = (title: string, ok: boolean, status: string) => ({
      ...{ title, ok, file: "portal.spec.ts", line: 9 },
      tests: [{ status, results: [{ error: { message: `${title} timed out` } }] }],
    });
    const read = readPlaywright("e2e", {
      stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 },
      errors: [{ message: "no browser" }],
      suites: [{ specs: [spec("fails", false, "unexpected")], suites: [{ specs: [spec("flaky", true, "flaky")] }] }],
    });
    expect(read).toMatchObject({ passed: 4, failed: 3, skipped: 2 });
    expect(read.failures.map(({ file, name, cause }) => [file, name, cause])).toEqual([
      ["portal.spec.ts", "portal.spec.ts:9 > fails", "fails timed out"],
      ["portal.spec.ts", "portal.spec.ts:9 > flaky", "flaky timed out"],
      [null, "the suite", "no browser"],
    ]);
  });
});

describe("a second look", () => {
  it("is taken of the files of a few contract and browser tests, each file once", () => {
    const twice = { ...CONTRACT, name: "another test of it" };
    expect([...filesToLookAtAgain([CONTRACT, twice, BROWSER], 3)]).toEqual([
      ["contract", ["tests/contract/a.test.ts"]],
      ["e2e", ["portal.spec.ts"]],
    ]);
  });

  it.each<[string, Failure[], number]>([
    ["nothing failed", [], 0],
    ["six tests failed", Array.from({ length: 6 }, () => CONTRACT), 6],
    ["a check failed", [CONTRACT, failure("check", null)], 2],
    ["a unit test failed", [failure("unit", "tests/unit/a.test.ts")], 1],
    ["an attack succeeded", [failure("attack", "tests/attack/a.test.ts"), CONTRACT], 2],
    ["a suite could not run", [failure("e2e", null)], 1],
    ["more failed than is named", [CONTRACT], 2],
  ])("is not taken where %s", (_title, failures, failed) => {
    expect(filesToLookAtAgain(failures, failed).size).toBe(0);
  });

  it("settles what passes, and leaves what fails again", () => {
    const again = new Map([
      ["contract", report()],
      ["e2e", report({ failed: 1, failures: [BROWSER] })],
    ]);
    expect(judgeSecondLook([CONTRACT, BROWSER], again)).toEqual({ settled: [CONTRACT], standing: [BROWSER] });
  });

  it("adds what failed for the first time, and settles nothing of that suite", () => {
    const later = failure("contract", "tests/contract/a.test.ts", "another test");
    const again = new Map([["contract", report({ failed: 1, failures: [later] })]]);
    expect(judgeSecondLook([CONTRACT], again)).toEqual({ settled: [], standing: [CONTRACT, later] });
  });

  it.each([
    ["could not run", null],
    ["ran nothing", report({ passed: 0 })],
  ])("that %s settles nothing", (_title, second) => {
    expect(judgeSecondLook([CONTRACT], new Map([["contract", second]]))).toEqual({ settled: [], standing: [CONTRACT] });
  });

  it("that was not taken leaves every failure", () => {
    expect(judgeSecondLook([CONTRACT, BROWSER], new Map())).toEqual({ settled: [], standing: [CONTRACT, BROWSER] });
  });
});
