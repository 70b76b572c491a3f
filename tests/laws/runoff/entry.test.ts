import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EXEMPTION_REASONS } from "@/lib/domain/mitigation";
import { RUNOFF_SYSTEMS, type RunoffRule } from "@/lib/domain/product";
import { SOIL_GROUPS } from "@/lib/domain/soil";
import { runoffEntry, type EntryFacts } from "@/lib/engine/runoff/entry";
import { scoreRunoff, type RunoffScore } from "@/lib/engine/runoff/score";
import { runoffTargets, type RunoffSource } from "@/lib/engine/runoff/target";
import { rulebook, soilSummary } from "@/tests/unit/engine/facts";
import { anyFacts } from "@/tests/unit/engine/runoff/menus";

const { epa_runoff: epa, trait_runoff: trait } = rulebook.menus;
const maxPoints = { epa_runoff: epa.maxRequiredPoints, trait_runoff: trait.maxRequiredPoints };

const points = fc.nat({ max: 12 });
const anyRule = fc.oneof(
  fc.record({ points: fc.option(points), pointsBySoil: fc.constant(null) }),
  fc.record({ points: fc.constant(null), pointsBySoil: fc.record({ A_B: points, C_D: points }) }),
);
const anySource: fc.Arbitrary<RunoffSource> = fc
  .record({
    system: fc.constantFrom(...RUNOFF_SYSTEMS),
    rule: fc.option(anyRule, { freq: 5 }),
    applicability: fc.constantFrom<RunoffRule["applicability"]>("required", "optional_unconfirmed"),
    evidence: fc.constantFrom<RunoffRule["evidence"]>("primary", "secondary", "computed", "unverified"),
  })
  .map(({ system, rule, applicability, evidence }) => ({
    ruleId: "source",
    system,
    rule: rule === null ? null : { system, ...rule, applicability, evidence, cite: [] },
  }));
const anySoil = fc.option(fc.option(fc.constantFrom(...SOIL_GROUPS)).map((group) => soilSummary(group)));
const anyTargets = fc
  .tuple(fc.array(anySource, { maxLength: 5 }), anySoil)
  .map(([sources, soil]) => ({ sources, targets: runoffTargets(sources, { soil, maxPoints }) }));

const anyScore: fc.Arbitrary<RunoffScore> = anyFacts(epa).map((facts) => scoreRunoff(epa, facts));
const anyEntryFacts: fc.Arbitrary<EntryFacts> = fc.record({
  year: fc.constant(2026),
  hasSoil: fc.boolean(),
  hasUnknownProduct: fc.boolean(),
  hasUnresolvedCounty: fc.boolean(),
  mayLackSoilCredit: fc.boolean(),
  exemption: fc.option(
    fc.record({
      required: fc.boolean(),
      evaluatedAt: fc.option(fc.constant(new Date("2026-04-01T12:00:00Z"))),
      reasons: fc.option(fc.subarray<string>([...EXEMPTION_REASONS])),
      treatedAcres: fc.option(fc.constantFrom(0.05, 0.1)),
    }),
  ),
});
const isExemption = ({ exemption }: EntryFacts): boolean =>
  exemption !== null && !exemption.required && exemption.evaluatedAt !== null;

describe("required points", () => {
  it("stay unresolved when one source is: an unresolved demand never becomes a number", () => {
    fc.assert(
      fc.property(anyTargets, ({ sources, targets }) => {
        for (const target of targets) {
          const own = sources.filter(({ system }) => system === target.system);
          const isOpen = own.some(
            ({ rule }) =>
              rule === null || rule.evidence === "unverified" || (rule.points === null && rule.pointsBySoil === null),
          );
          if (isOpen) expect(target.points).toBeNull();
          if (target.points === null) expect(target.issues).toContain("RUNOFF_REQUIREMENT_UNRESOLVED");
        }
      }),
    );
  });

  it("do not depend on the order of sources, nor on hearing one of them twice", () => {
    fc.assert(
      fc.property(fc.array(anySource, { maxLength: 5 }), anySoil, (sources, soil) => {
        const resolve = (heard: readonly RunoffSource[]) =>
          runoffTargets(heard, { soil, maxPoints }).map(({ issues, ...target }) => ({
            ...target,
            issues: issues.toSorted(),
          }));
        expect(resolve(sources.toReversed())).toEqual(resolve(sources));
        expect(resolve([...sources, ...sources])).toEqual(resolve(sources));
      }),
    );
  });

  it("never fall when a source is added", () => {
    fc.assert(
      fc.property(fc.array(anySource, { maxLength: 4 }), anySource, anySoil, (sources, added, soil) => {
        const before = runoffTargets(sources, { soil, maxPoints });
        const after = runoffTargets([...sources, added], { soil, maxPoints });
        for (const { system, points: earlier } of before) {
          const later = after.find((target) => target.system === system);
          expect(later).toBeDefined();
          if (earlier === null) expect(later?.points).toBeNull();
          else if (later?.points != null) expect(later.points).toBeGreaterThanOrEqual(earlier);
        }
      }),
    );
  });
});

describe("an entry", () => {
  const given = fc.record({ found: anyTargets, score: anyScore, facts: anyEntryFacts }).map((all) => ({
    ...all,
    entries: all.found.targets.map((target) => ({ target, entry: runoffEntry(target, all.score, all.facts) })),
  }));

  it("that is exempt is met with gap 0 and keeps its label points", () => {
    fc.assert(
      fc.property(given, ({ entries, facts }) => {
        for (const { target, entry } of entries) {
          expect(entry.exempt).toBe(target.system === "epa_runoff" && isExemption(facts));
          expect(entry.required).toBe(!entry.exempt);
          expect(entry.labelRequiredPoints).toBe(target.points);
          if (entry.exempt) expect(entry).toMatchObject({ status: "met", requiredPoints: 0, gap: 0, issues: [] });
        }
      }),
    );
  });

  it("with an unresolved target has no number and no verdict, unless it is exempt", () => {
    fc.assert(
      fc.property(given, ({ entries }) => {
        for (const { target, entry } of entries) {
          if (target.points !== null || entry.exempt) continue;
          expect(entry).toMatchObject({ requiredPoints: null, gap: null, status: "indeterminate" });
        }
      }),
    );
  });

  it("is met only where the points suffice and nothing stands in the way", () => {
    fc.assert(
      fc.property(given, ({ entries, facts }) => {
        for (const { entry } of entries) {
          if (entry.exempt || entry.status !== "met") continue;
          expect(entry.gap).toBe(0);
          expect(entry.issues).toEqual([]);
          expect([facts.hasSoil, facts.hasUnknownProduct]).toEqual([true, false]);
        }
      }),
    );
  });

  it("is not met only where the points fall short and every fact is known", () => {
    fc.assert(
      fc.property(given, ({ entries }) => {
        for (const { entry } of entries) {
          if (entry.status !== "not_met") continue;
          expect(entry.gap).toBeGreaterThan(0);
          expect(entry.issues).toEqual([]);
        }
      }),
    );
  });

  it("never has a negative gap", () => {
    fc.assert(
      fc.property(given, ({ entries }) => {
        for (const { entry } of entries) if (entry.gap !== null) expect(entry.gap).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
