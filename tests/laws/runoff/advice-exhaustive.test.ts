import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { gapAdvice } from "@/lib/engine/runoff/advice";
import type { ScoreFacts } from "@/lib/engine/runoff/score-facts";
import { rulebook } from "@/tests/unit/engine/facts";
import { exhaustiveAdvice } from "./exhaustive-advice";
import { anyFacts, anyMenuWithFacts, besideOtherSystem, factsFor } from "@/tests/unit/engine/runoff/menus";

const { epa_runoff: epa, trait_runoff: trait } = rulebook.menus;
const automaticIds = new Set(rulebook.autoCredits.rows.map(({ subOptionId }) => subOptionId));

const TABLES = join(import.meta.dirname, "../../../lib/rulebook/tables");

const anyOfYear = anyMenuWithFacts.chain(({ menu, facts }) =>
  fc.record({ menu: fc.constant(menu), facts: besideOtherSystem(menu, facts) }),
);

const tableSchema = z.object({
  categories: z.array(
    z.object({
      options: z.array(
        z.object({
          code: z.string(),
          subOptions: z.array(
            z.object({
              id: z.number(),
              code: z.string(),
              points: z.number().nullable(),
              isDerived: z.boolean().default(false),
              isActive: z.boolean().default(true),
              evidence: z.string(),
              hydrologicSoilGroup: z.string().nullable().default(null),
              claims: z.record(z.string(), z.unknown()).default({}),
            }),
          ),
        }),
      ),
    }),
  ),
});
type TableRow = z.infer<typeof tableSchema>["categories"][0]["options"][0]["subOptions"][0] & { option: string };

/** The rows of a menu's file, without the service's own parsing. */
const rowsOfTable = (name: string): TableRow[] =>
  tableSchema
    .parse(JSON.parse(readFileSync(join(TABLES, `${name}.json`), "utf8")))
    .categories.flatMap(({ options }) =>
      options.flatMap(({ code, subOptions }) => subOptions.map((row) => ({ ...row, option: code }))),
    );

/** docs/rules.md, Runoff: why a measure would earn nothing when it is the only one, and what the ground alone gives. */
const REFUSALS: readonly ((row: TableRow, facts: ScoreFacts) => boolean)[] = [
  ({ isActive, isDerived, evidence }) => !isActive || isDerived || evidence === "unverified",
  ({ points }) => points === null || points === 0,
  ({ code }) => GROUND.includes(code),
  ({ claims }, { application }) => claims.partialTreatment === true && application?.treatsWholeField === true,
  ({ claims }, { application }) => Number(claims.annualShareAtMost) < (application?.annualShare ?? 0),
  ({ claims }, { application }) => Number(claims.applicationsAtMost) < (application?.traitApplications ?? 0),
  ({ hydrologicSoilGroup }, { split }) => hydrologicSoilGroup !== null && hydrologicSoilGroup !== split,
  ({ code, option }, { disallowed }) => disallowed.some((rule) => [code, option].includes(rule.code)),
];

/** Tracking, slope, county class, and sandy soil: the rules derive them, and no one chooses them. */
const GROUND = [
  "digital_tracking",
  "low_slope",
  "runoff_vulnerability_very_low",
  "runoff_vulnerability_low",
  "runoff_vulnerability_medium",
  "runoff_vulnerability_high",
  "predominantly_sandy_soil",
  "moderately_sandy_soil",
];

describe("gap advice and the exhaustive search", () => {
  it("give the same sets in the same order on made menus with every kind of limit", () => {
    fc.assert(
      fc.property(anyOfYear, fc.integer({ min: 1, max: 12 }), ({ menu, facts }, target) => {
        const options = { target, automaticIds: new Set<number>() };
        expect(gapAdvice(menu, facts, options)).toEqual(exhaustiveAdvice(menu, facts, options));
      }),
      { numRuns: 3000 },
    );
  });

  it("give the same sets in the same order on the real menus", () => {
    const given = fc
      .constantFrom(epa, trait)
      .chain((menu) =>
        fc.record({ menu: fc.constant(menu), facts: anyFacts(menu), target: fc.integer({ min: 1, max: 22 }) }),
      );
    fc.assert(
      fc.property(given, ({ menu, facts, target }) => {
        const options = { target, automaticIds };
        expect(gapAdvice(menu, facts, options)).toEqual(exhaustiveAdvice(menu, facts, options));
      }),
      { numRuns: 80 },
    );
  });

  it("name a measure of the tables exactly where the rules as they are written let it count", () => {
    for (const [menu, file] of [
      [epa, "epa-runoff-menu-2025-04-30"],
      [trait, "trait-runoff-menu-2022-01-01"],
    ] as const) {
      const given = fc.record({ around: anyFacts(menu), row: fc.constantFrom(...rowsOfTable(file)) });
      fc.assert(
        fc.property(given, ({ around, row }) => {
          const facts = { ...around, selections: [] };
          const among = ({ id }: { id: number }) => id === row.id;
          const sets = gapAdvice(menu, facts, { target: 1, automaticIds, among });
          expect(sets.map(({ measures }) => measures.map(({ code }) => code))).toEqual(
            REFUSALS.some((isRefused) => isRefused(row, facts)) ? [] : [[row.code]],
          );
        }),
        { numRuns: 500 },
      );
    }
  });

  it("is kept under all that it hangs on, and not under notes beside it", () => {
    const given = fc.record({
      facts: fc.array(anyFacts(epa), { minLength: 2, maxLength: 4 }),
      targets: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
      notes: fc.string(),
    });
    fc.assert(
      fc.property(given, ({ facts, targets, notes }) => {
        for (const target of [...targets, ...targets]) {
          for (const own of facts) {
            const noted = { ...own, selections: own.selections.map((one) => ({ ...one, notes })) };
            const fresh = gapAdvice(epa, own, { target, automaticIds, among: () => true });
            expect(gapAdvice(epa, own, { target, automaticIds })).toEqual(fresh);
            expect(gapAdvice(epa, noted, { target, automaticIds })).toEqual(fresh);
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  it.each([8, 9])("takes a small part of the exhaustive search's time for a gap of %i points", (target) => {
    const facts = factsFor(epa);
    // The quick one takes a millisecond, and is compiled only after some rounds.
    const msOf = (search: typeof gapAdvice, rounds: number): number => {
      const times = Array.from({ length: rounds }, () => {
        const started = performance.now();
        // Made of all measures, and so looked for each time: what was found for all of them is kept.
        search(epa, facts, { target, automaticIds, among: () => true });
        return performance.now() - started;
      });
      return Math.min(...times);
    };
    expect(msOf(gapAdvice, 30) / msOf(exhaustiveAdvice, 3)).toBeLessThan(0.25);
  });
});
