import { describe, expect, it, test } from "vitest";
import type { CreditSource } from "@/lib/domain/mitigation";
import { runoffEntry, type ExemptionClaim } from "@/lib/engine/runoff/entry";
import { runoffTargets, type RunoffSource } from "@/lib/engine/runoff/target";
import { caseFiles, readCases, type Case } from "../cases";
import { catalogue, productOf, rulebook, subOptionsOf } from "../facts";
import {
  scoreOf,
  sourceOf,
  summaryOf,
  type CaseSoil,
  type EntryExpected,
  type EntryInput,
  type ScoreExpected,
  type ScoreInput,
  type SourceInput,
} from "./run-case";

const FOLDER = "runoff";
const { epa_runoff: epa, trait_runoff: trait } = rulebook.menus;
const maxPoints = { epa_runoff: epa.maxRequiredPoints, trait_runoff: trait.maxRequiredPoints };

describe.each(caseFiles(FOLDER, "score-"))("earned points: %s", (file) => {
  test.each(readCases<Case<ScoreInput, ScoreExpected>>(FOLDER, file))("$name", ({ input, expected }) => {
    const score = scoreOf(input);
    const dropped = score.selected.filter(({ credited }) => !credited);
    expect(score.earnedPoints).toBe(expected.earned);
    expect(Object.fromEntries(score.credited.map(({ code, points }) => [code, points]))).toEqual(expected.credited);
    expect(score.credited).toHaveLength(Object.keys(expected.credited).length);
    expect(Object.fromEntries(dropped.map(({ code, reason }) => [code, reason]))).toEqual(expected.notCredited ?? {});
    expect(dropped).toHaveLength(Object.keys(expected.notCredited ?? {}).length);
    if (expected.needsSoil !== undefined) expect(score.needsSoil).toBe(expected.needsSoil);
  });
});

interface TargetInput {
  soil: CaseSoil;
  sources: SourceInput[];
}
type TargetCase = Case<TargetInput, { system: string; points: number | null; issues: string[] }[]>;

describe("required points", () => {
  test.each(readCases<TargetCase>(FOLDER, "targets.json"))("$name", ({ input, expected }) => {
    const facts = { soil: summaryOf(input.soil), maxPoints };
    expect(runoffTargets(input.sources.map(sourceOf), facts)).toEqual(expected);
  });

  test.each(readCases<TargetCase>(FOLDER, "targets.json"))("in any order of sources: $name", ({ input, expected }) => {
    const facts = { soil: summaryOf(input.soil), maxPoints };
    expect(runoffTargets(input.sources.map(sourceOf).toReversed(), facts)).toEqual(expected);
  });
});

const claimOf = ({ exemption }: EntryInput): ExemptionClaim | null =>
  exemption == null
    ? null
    : {
        ...exemption,
        treatedAcres: null,
        evaluatedAt: exemption.evaluatedAt === null ? null : new Date(exemption.evaluatedAt),
      };

describe.each(caseFiles(FOLDER, "entries"))("entries: %s", (file) => {
  test.each(readCases<Case<EntryInput, EntryExpected>>(FOLDER, file))("$name", ({ input, expected }) => {
    const target = { system: input.system, points: input.target, issues: input.targetIssues ?? [] };
    const entry = runoffEntry(target, scoreOf(input), {
      year: 2026,
      hasSoil: input.soil !== "unavailable",
      hasUnknownProduct: input.unknownProduct ?? false,
      hasUnresolvedCounty: input.unresolvedCounty ?? false,
      mayLackSoilCredit: false,
      exemption: claimOf(input),
    });
    expect({
      status: entry.status,
      required: entry.required,
      exempt: entry.exempt,
      requiredPoints: entry.requiredPoints,
      labelRequiredPoints: entry.labelRequiredPoints,
      earned: entry.earnedPoints,
      gap: entry.gap,
      issues: entry.issues.map(({ code }) => code),
      claimedAt: entry.runoffExemptionClaimedAt?.toISOString() ?? null,
      reasons: entry.runoffExemptionReasons,
    }).toEqual(expected);
    expect(entry.mitigationType).toBe(input.system);
    expect(entry.year).toBe(2026);
  });
});

interface WorkedInput {
  products: string[];
  bulletins: string[];
  soil: CaseSoil;
  selected?: string[];
  automatic?: Record<string, CreditSource>;
  mapUnit?: string;
}
type WorkedCase = Case<
  WorkedInput,
  { system: string; requiredPoints: number | null; earned: number; gap: number | null; status: string }[]
>;

const labelSources = (registration: string): RunoffSource[] =>
  (productOf(registration).rules?.runoff ?? []).map((rule) => ({
    ruleId: `product:${registration}`,
    system: rule.system,
    rule,
  }));
const bulletinSources = (wanted: string): RunoffSource[] =>
  catalogue.limitationRules
    .filter(({ code }) => code === wanted)
    .flatMap(({ ruleId, runoff }) => runoff.map((rule) => ({ ruleId, system: rule.system, rule })));

describe("worked examples of real labels", () => {
  test.each(readCases<WorkedCase>(FOLDER, "worked-examples.json"))("$name", ({ input, expected }) => {
    const sources = [...input.products.flatMap(labelSources), ...input.bulletins.flatMap(bulletinSources)];
    const targets = runoffTargets(sources, { soil: summaryOf(input.soil), maxPoints });
    const entries = targets.map((target) => {
      const codes = new Set(subOptionsOf(rulebook.menus[target.system]).map(({ code }) => code));
      const score = scoreOf({
        system: target.system,
        soil: input.soil,
        ...(input.mapUnit === undefined ? {} : { mapUnit: input.mapUnit }),
        selected: (input.selected ?? []).filter((code) => codes.has(code)),
        automatic: Object.fromEntries(Object.entries(input.automatic ?? {}).filter(([code]) => codes.has(code))),
      });
      return runoffEntry(target, score, {
        year: 2026,
        hasSoil: input.soil !== "unavailable",
        hasUnknownProduct: false,
        hasUnresolvedCounty: false,
        mayLackSoilCredit: false,
        exemption: null,
      });
    });
    expect(
      entries.map(({ mitigationType, requiredPoints, earnedPoints, gap, status }) => ({
        system: mitigationType,
        requiredPoints,
        earned: earnedPoints,
        gap,
        status,
      })),
    ).toEqual(expected);
  });
});

describe("the case files", () => {
  const all = caseFiles(FOLDER).flatMap((file) => readCases<Case<Partial<ScoreInput>, unknown>>(FOLDER, file));

  it("hold at least 80 cases, each with a source and a name of its own", () => {
    expect(all.length).toBeGreaterThanOrEqual(80);
    expect(all.filter(({ source }) => source === "")).toEqual([]);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  it.each([epa, trait])("try every measure of the $system menu", (menu) => {
    const tried = new Set(
      all.flatMap(({ input }) => [...(input.selected ?? []), ...Object.keys(input.automatic ?? {})]),
    );
    expect(subOptionsOf(menu).filter(({ code }) => !tried.has(code))).toEqual([]);
  });
});
