import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { isIncomplete, issue, ISSUE_CODES, ISSUES, issueEffect, type Issue, type IssueCode } from "@/lib/domain/issues";
import { mergeIssues } from "@/lib/domain/merge-issues";
import { overallStatus } from "@/lib/engine/overall";

const COMPONENTS = ["met", "not_met", "indeterminate", "not_applicable"] as const;
type Component = (typeof COMPONENTS)[number];
const codesWith = (effect: string) => ISSUE_CODES.filter((code) => ISSUES[code].effect === effect);
const anyIssue: fc.Arbitrary<Issue> = fc
  .record({
    code: fc.constantFrom(...ISSUE_CODES),
    productIndex: fc.option(fc.nat(1)),
    ruleId: fc.option(fc.constantFrom("rule:1", "rule:2")),
    particulars: fc.record(
      { productName: fc.constantFrom("A", "B"), notes: fc.subarray(["one", "two"], { minLength: 1 }) },
      { requiredKeys: [] },
    ),
    blocks: fc.boolean(),
  })
  .map(({ code, blocks, ...given }) => issue(code, { ...given, ...(blocks ? { blocks: true as const } : {}) }));

const VIOLATION = issue("METHOD_NOT_PERMITTED");
const OPEN = issue("SOIL_UNAVAILABLE");
const NOTICE = issue("SOIL_QUEUE_FAILED");

describe("the overall status", () => {
  test.each<{ components: Component[]; issues: Issue[]; want: Component }>([
    { components: [], issues: [], want: "not_applicable" },
    { components: ["not_applicable"], issues: [], want: "not_applicable" },
    { components: ["met"], issues: [], want: "met" },
    { components: ["met", "not_applicable"], issues: [], want: "met" },
    { components: ["not_applicable", "met"], issues: [], want: "met" },
    { components: ["indeterminate"], issues: [], want: "indeterminate" },
    { components: ["met", "indeterminate"], issues: [], want: "indeterminate" },
    { components: ["indeterminate", "not_applicable"], issues: [], want: "indeterminate" },
    { components: ["not_met"], issues: [], want: "not_met" },
    { components: ["not_met", "indeterminate"], issues: [], want: "not_met" },
    { components: ["indeterminate", "not_met"], issues: [], want: "not_met" },
    { components: ["met", "not_met"], issues: [], want: "not_met" },
    { components: ["met"], issues: [OPEN], want: "indeterminate" },
    { components: ["not_applicable"], issues: [OPEN], want: "indeterminate" },
    { components: [], issues: [OPEN], want: "indeterminate" },
    { components: ["met"], issues: [VIOLATION], want: "not_met" },
    { components: [], issues: [VIOLATION], want: "not_met" },
    { components: ["met"], issues: [OPEN, VIOLATION], want: "not_met" },
    { components: ["indeterminate"], issues: [VIOLATION], want: "not_met" },
    { components: ["not_met"], issues: [OPEN], want: "not_met" },
    { components: ["met"], issues: [NOTICE], want: "met" },
    { components: ["not_applicable"], issues: [NOTICE], want: "not_applicable" },
    { components: ["met"], issues: [{ ...NOTICE, blocks: true }], want: "indeterminate" },
    { components: ["not_applicable"], issues: [{ ...NOTICE, blocks: true }], want: "indeterminate" },
    { components: ["met"], issues: [{ ...VIOLATION, blocks: true }], want: "not_met" },
  ])("of $components with $issues is $want", ({ components, issues, want }) => {
    expect(overallStatus(components, issues)).toBe(want);
  });

  it.each(codesWith("not_met"))("is not met where %s is known", (code) => {
    expect(overallStatus(["met", "indeterminate"], [issue(code)])).toBe("not_met");
  });

  it.each(codesWith("indeterminate"))("is never a pass with %s", (code) => {
    expect(overallStatus(["met"], [issue(code)])).toBe("indeterminate");
    expect(overallStatus(["not_applicable"], [issue(code)])).toBe("indeterminate");
  });

  it("does not depend on the order of components or issues", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...COMPONENTS)), fc.array(anyIssue), (components, issues) => {
        expect(overallStatus(components.toReversed(), issues.toReversed())).toBe(overallStatus(components, issues));
      }),
    );
  });

  it("never grows better by a further component or issue", () => {
    const severity: Component[] = ["not_applicable", "met", "indeterminate", "not_met"];
    const rank = (status: Component) => severity.indexOf(status);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...COMPONENTS)),
        fc.array(anyIssue),
        fc.constantFrom(...COMPONENTS),
        anyIssue,
        (components, issues, component, added) => {
          const before = rank(overallStatus(components, issues));
          expect(rank(overallStatus([...components, component], issues))).toBeGreaterThanOrEqual(before);
          expect(rank(overallStatus(components, [...issues, added]))).toBeGreaterThanOrEqual(before);
        },
      ),
    );
  });
});

describe("merged issues", () => {
  it("hold one of each code, in order of first appearance", () => {
    const merged = mergeIssues([OPEN, VIOLATION, OPEN, NOTICE, VIOLATION]);
    expect(merged).toEqual([OPEN, VIOLATION, NOTICE]);
  });

  it("stay apart by product, in order of first appearance", () => {
    const unknown = [2, 0, 2].map((productIndex) => issue("UNKNOWN_PRODUCT", { productIndex }));
    expect(mergeIssues(unknown).map(({ productIndex }) => productIndex)).toEqual([2, 0]);
  });

  it("join the lists of particulars, each member once", () => {
    const silent = [5, 7, 5].map((pulaId) =>
      issue("LIMITATIONS_REVIEW_REQUIRED", { particulars: { areasWithoutText: [{ pulaId, codes: ["ZZ9"] }] } }),
    );
    expect(mergeIssues(silent)).toMatchObject([{ particulars: { areasWithoutText: [{ pulaId: 5 }, { pulaId: 7 }] } }]);
  });

  it("lose nothing: entries whose figures or rules differ stay apart", () => {
    const windy = [10, 15].map((maxMph) =>
      issue("WIND_OUTSIDE_LABEL_RANGE", { productIndex: 0, particulars: { maxMph } }),
    );
    const ruled = ["rule:1", "rule:2"].map((ruleId) => issue("CROP_NOT_ON_LABEL", { productIndex: 0, ruleId }));
    expect(mergeIssues([...windy, ...ruled])).toEqual([...windy, ...ruled]);
  });

  it("keep what is particular whichever of two comes first", () => {
    const bare = issue("UNKNOWN_PRODUCT");
    const named = issue("UNKNOWN_PRODUCT", { productIndex: 0, particulars: { productName: "A" } });
    expect(mergeIssues([bare, named])).toEqual([named]);
    expect(mergeIssues([named, bare])).toEqual([named]);
  });

  it("block when one of them blocks", () => {
    const stale = issue("DATA_SET_STALE");
    expect(mergeIssues([stale, { ...stale, blocks: true }])).toEqual([{ ...stale, blocks: true }]);
    expect(mergeIssues([{ ...stale, blocks: true }, stale])).toEqual([{ ...stale, blocks: true }]);
    expect(mergeIssues([stale, stale])).toEqual([stale]);
    // One without a product goes, and what it blocks does not.
    const newer = issue("NEWER_LABEL_EXISTS", { productIndex: 0 });
    const bare = issue("NEWER_LABEL_EXISTS");
    expect(mergeIssues([newer, { ...bare, blocks: true }])).toEqual([{ ...newer, blocks: true }]);
    expect(mergeIssues([newer, bare])).toEqual([newer]);
  });

  it("have the rule that one of them names, whichever comes first", () => {
    const [plain, ruled] = [null, "rule:1"].map((ruleId) => issue("CROP_NOT_ON_LABEL", { productIndex: 0, ruleId }));
    expect(mergeIssues([plain, ruled].flatMap((one) => one ?? []))).toEqual([ruled]);
    expect(mergeIssues([ruled, plain].flatMap((one) => one ?? []))).toEqual([ruled]);
  });

  it("leave the overall status as it was, and are not merged further by a second time", () => {
    fc.assert(
      fc.property(fc.array(anyIssue), (issues) => {
        const merged = mergeIssues(issues);
        expect(overallStatus(["met"], merged)).toBe(overallStatus(["met"], issues));
        expect(mergeIssues(merged)).toEqual(merged);
        expect(new Set(merged.map(({ code }) => code))).toEqual(new Set(issues.map(({ code }) => code)));
      }),
    );
  });
});

describe("the catalogue of issues", () => {
  const EFFECTS: Record<string, IssueCode[]> = {
    not_met: [
      "DROPLET_BELOW_LABEL_MINIMUM",
      "DROPLET_BELOW_BUFFER_TIER",
      "BOOM_HEIGHT_EXCEEDS_LIMIT",
      "MANUAL_DRIFT_OPTION_DISALLOWED",
      "NO_TREATABLE_AREA",
      "METHOD_NOT_PERMITTED",
      "LABEL_LIMIT_EXCEEDED",
      "ADJUVANT_REQUIREMENT_UNMET",
      "WIND_OUTSIDE_LABEL_RANGE",
      "TEMPERATURE_OUTSIDE_LABEL_RANGE",
      "CROP_NOT_ON_LABEL",
      "STATE_NOT_ON_LABEL",
      "DATE_OUTSIDE_LABEL_WINDOW",
      "REGISTRATION_NOT_ACTIVE",
      "PROHIBITED_IN_AREA",
    ],
    none: ["SOIL_QUEUE_FAILED", "DATA_SET_STALE", "LABEL_CONDITIONS_NOT_CHECKED", "ATTESTED", "NEWER_LABEL_EXISTS"],
  };

  it("counts a violation as not met and a notice as nothing; every other code blocks a pass", () => {
    expect(codesWith("not_met").toSorted()).toEqual(EFFECTS.not_met?.toSorted());
    expect(codesWith("none").toSorted()).toEqual(EFFECTS.none?.toSorted());
  });

  it("makes processing incomplete for missing inputs, never for reviews and shortfalls", () => {
    const incomplete = ISSUE_CODES.filter((code) => isIncomplete(issue(code)));
    for (const code of ["SOIL_UNAVAILABLE", "UNKNOWN_PRODUCT", "ESA_STATUS_UNKNOWN", "UNRESOLVED_RATE"] as const) {
      expect(incomplete).toContain(code);
    }
    expect(ISSUE_CODES.filter((code) => code.endsWith("_UNRESOLVED") && !incomplete.includes(code))).toEqual([]);
    for (const code of ["LIMITATIONS_REVIEW_REQUIRED", "DRIFT_CONDITIONS_UNVERIFIED", "BULLETIN_EXPIRES"] as const) {
      expect(incomplete).not.toContain(code);
    }
    expect(incomplete.filter((code) => code.endsWith("_UNVERIFIED"))).toEqual([]);
  });

  it("lets only a notice grow into something that blocks", () => {
    for (const code of ISSUE_CODES) {
      const effect = issueEffect({ ...issue(code), blocks: true });
      expect(effect).toBe(ISSUES[code].effect === "none" ? "indeterminate" : ISSUES[code].effect);
    }
  });
});
