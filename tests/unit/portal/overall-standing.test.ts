import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMPONENT_STATUSES, OVERALL_STATUSES, type OverallStatus, type RunoffEntry } from "@/lib/domain/compliance";
import { ISSUE_CODES, issue, issueEffect, type IssueCode } from "@/lib/domain/issues";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import { mergeIssues } from "@/lib/domain/merge-issues";
import { overallStatus } from "@/lib/engine/overall";
import { standingNow } from "@/lib/usecases/portal/overall-standing";

const CHECKED = new Date("2026-05-01T12:00:00Z");
const COMPUTED = new Date("2026-05-20T12:00:00Z");
const LATER = new Date("2026-05-20T12:00:01Z");

/** "Met" and "not applicable" both say that nothing stands in the way. */
const WEIGHT: Record<OverallStatus, number> = { not_met: 0, indeterminate: 1, met: 2, not_applicable: 2 };
const mostCheerful = (statuses: readonly OverallStatus[]): number => Math.min(2, ...statuses.map((s) => WEIGHT[s]));
const isPass = (status: OverallStatus): boolean => WEIGHT[status] === 2;

interface Facts {
  runoff: { status: RunoffEntry["status"]; codes: IssueCode[] }[];
  /** Null: a check was never finished. */
  codes: IssueCode[] | null;
  /** Null: no computation. "unknown": one of an earlier form, without a status. */
  computed: OverallStatus | "unknown" | null;
  isDriftAsked: boolean;
  processing: "completed" | "pending" | "failed";
  isOnChangedBoundary: boolean;
  driftChangedAt: Date | null;
}

const entryOf = ({ status, codes }: Facts["runoff"][number]): RunoffEntry =>
  ({ status, issues: codes.map((code) => issue(code)) }) as unknown as RunoffEntry;

/** As the last check saved it, or the computation that came after it and refreshed it. */
function statusThen(facts: Facts): OverallStatus {
  const issues = mergeIssues(
    [...(facts.codes ?? []), ...facts.runoff.flatMap(({ codes }) => codes)].map((c) => issue(c)),
  );
  const { computed, isDriftAsked } = facts;
  const open = isDriftAsked || computed === "unknown" ? "indeterminate" : "not_applicable";
  const drift = computed === null || computed === "unknown" ? open : computed;
  return overallStatus([...facts.runoff.map(({ status }) => status), drift], issues);
}

function savedOf(facts: Facts): SavedApplicationRecord {
  const { computed, codes } = facts;
  return {
    processingStatus: facts.processing,
    isOnChangedBoundary: facts.isOnChangedBoundary,
    requirements: facts.isDriftAsked ? [{ driftConfiguration: {} }] : [],
    drift: {
      lastComputation:
        computed === null ? null : { checkedAt: COMPUTED, driftStatus: computed === "unknown" ? null : computed },
    },
    lastAssessment:
      codes === null
        ? null
        : {
            calculatedAt: CHECKED,
            status: statusThen(facts),
            issues: [...codes, ...facts.runoff.flatMap((entry) => entry.codes)].map((code) => issue(code)),
          },
  } as unknown as SavedApplicationRecord;
}

const standing = (facts: Facts) =>
  standingNow(
    { saved: savedOf(facts), runoffAsComputed: facts.runoff.map(entryOf), yearIssues: [] },
    facts.driftChangedAt,
  );

const codeArb = fc.constantFrom(...ISSUE_CODES);
const factsArb: fc.Arbitrary<Facts> = fc.record({
  runoff: fc.array(
    fc.record({ status: fc.constantFrom(...COMPONENT_STATUSES), codes: fc.array(codeArb, { maxLength: 2 }) }),
    { maxLength: 3 },
  ),
  codes: fc.option(fc.uniqueArray(codeArb, { maxLength: 4 })),
  computed: fc.option(fc.constantFrom(...OVERALL_STATUSES, "unknown" as const)),
  isDriftAsked: fc.boolean(),
  processing: fc.constantFrom("completed", "pending", "failed"),
  isOnChangedBoundary: fc.boolean(),
  driftChangedAt: fc.constantFrom(null, CHECKED, COMPUTED, LATER),
});

const AGAIN: IssueCode[] = ["SOIL_UNAVAILABLE", "RUNOFF_REQUIREMENT_UNRESOLVED", "RUNOFF_APPLICABILITY_UNVERIFIED"];

/** Everything that a reader of the compliance answer sees in the way, told apart from the code under test. */
function inTheWay(facts: Facts): OverallStatus[] {
  const { computed, codes } = facts;
  const isScored = facts.runoff.length > 0;
  const effects = [
    ...(codes ?? []).filter((code) => !isScored || !AGAIN.includes(code)),
    ...facts.runoff.flatMap((entry) => entry.codes),
  ].map((code) => issueEffect(issue(code)));
  return [
    ...facts.runoff.map(({ status }) => status),
    ...effects.map((effect): OverallStatus => (effect === "none" ? "met" : effect)),
    ...(computed === null ? [] : ([computed === "unknown" ? "indeterminate" : computed] as const)),
    ...(computed === null && facts.isDriftAsked ? (["indeterminate"] as const) : []),
    ...(codes === null || facts.processing !== "completed" || facts.isOnChangedBoundary
      ? (["indeterminate"] as const)
      : []),
    ...(computed !== null && facts.driftChangedAt === LATER ? (["indeterminate"] as const) : []),
  ];
}

describe("standingNow", () => {
  it("is never better than anything the compliance answer shows, and makes nothing up", () => {
    fc.assert(
      fc.property(factsArb, (facts) => {
        const now = standing(facts);
        expect(WEIGHT[now.status]).toBeLessThanOrEqual(mostCheerful(inTheWay(facts)));
        // What blocks is named: no reader sees "not settled" without a component or an issue that says why.
        if (!isPass(now.status)) expect(mostCheerful(inTheWay(facts))).toBeLessThan(2);
      }),
      { numRuns: 1000 },
    );
  });

  it("is never better than the last check while nothing was changed since", () => {
    fc.assert(
      fc.property(factsArb, (facts) => {
        // Where a system is scored, its entry is the only one to say these three, at the check as at a reading.
        const codes =
          facts.runoff.length === 0 ? facts.codes : (facts.codes?.filter((c) => !AGAIN.includes(c)) ?? null);
        const untouched = { ...facts, codes, driftChangedAt: null };
        expect(WEIGHT[standing(untouched).status]).toBeLessThanOrEqual(WEIGHT[statusThen(untouched)]);
      }),
      { numRuns: 1000 },
    );
  });

  it("shows every blocking issue of the last check that scoring does not say again", () => {
    fc.assert(
      fc.property(factsArb, (facts) => {
        const shown = new Set(standing(facts).issues.map(({ code }) => code));
        const codes = (facts.codes ?? []).filter((code) => !code.startsWith("RUNOFF_") && code !== "SOIL_UNAVAILABLE");
        for (const code of codes) expect(shown).toContain(code);
      }),
    );
  });

  it("says met only where something was asked for and all of it is met", () => {
    fc.assert(
      fc.property(factsArb, (facts) => {
        const now = standing(facts);
        if (now.status !== "met") return;
        const parts: string[] = [...facts.runoff.map(({ status }) => status), now.drift];
        expect(parts).toContain("met");
        expect(parts.every((part) => part === "met" || part === "not_applicable")).toBe(true);
        expect(now.isChecked).toBe(true);
        expect(now.issues.every((found) => issueEffect(found) === "none")).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

/** Every combination of what two runoff systems, the computation and the check can say. */
const runoffSets = [
  [],
  ...COMPONENT_STATUSES.map((status) => [status]),
  ...COMPONENT_STATUSES.flatMap((a) => COMPONENT_STATUSES.map((b) => [a, b])),
];
const combinations = runoffSets.flatMap((statuses) =>
  [null, "unknown" as const, ...OVERALL_STATUSES].flatMap((computed) =>
    [true, false].flatMap((isDriftAsked) =>
      (["completed", "pending", "failed"] as const).flatMap((processing) =>
        [true, false].map((isOnChangedBoundary): Facts => ({
          runoff: statuses.map((status) => ({ status, codes: [] })),
          codes: [],
          computed,
          isDriftAsked,
          processing,
          isOnChangedBoundary,
          driftChangedAt: null,
        })),
      ),
    ),
  ),
);

describe("every combination of standings", () => {
  it("comes to the worst of its parts", () => {
    expect(combinations).toHaveLength(13 * 6 * 2 * 3 * 2);
    for (const facts of combinations) {
      expect(WEIGHT[standing(facts).status], JSON.stringify(facts)).toBe(mostCheerful(inTheWay(facts)));
    }
  });

  it("never calls drift settled on an unfinished check, an unknown computation or one that was overtaken", () => {
    for (const facts of combinations) {
      const isUnfinished = facts.processing !== "completed" || facts.isOnChangedBoundary;
      if (isUnfinished || facts.computed === "unknown") expect(isPass(standing(facts).drift)).toBe(false);
      if (facts.computed !== null) expect(isPass(standing({ ...facts, driftChangedAt: LATER }).drift)).toBe(false);
    }
  });

  it("a change before the computation is in it and leaves it standing", () => {
    const facts = combinations.find(({ computed, runoff, processing, isOnChangedBoundary }) =>
      [computed === "met", runoff.length === 0, processing === "completed", !isOnChangedBoundary].every(Boolean),
    );
    if (facts === undefined) throw new Error("no such combination");
    expect(standing({ ...facts, driftChangedAt: CHECKED }).drift).toBe("met");
  });

  it("a check that was never made is not settled, whatever else is saved", () => {
    for (const facts of combinations) expect(isPass(standing({ ...facts, codes: null }).status)).toBe(false);
  });
});
