import { describe, expect, it } from "vitest";
import type { RunoffEntry } from "@/lib/domain/compliance";
import { adviceOf } from "@/lib/pages/portal/field-year/advice";
import { factsFor } from "../engine/runoff/menus";
import { rulebook } from "../engine/facts";

const menu = rulebook.menus.epa_runoff;
const facts = factsFor(menu);
const PAM = 208;
const SPECIALIST = 239;
const COSTLY = [201, 202, 203, 204, 205, 206];

function setsFor(requiredPoints: number, usedElsewhere: number[] = []) {
  const entry = { gap: requiredPoints, requiredPoints, exempt: false, issues: [] };
  const around = { menu, facts, system: "epa_runoff" as const, rulebook, usedElsewhere };
  return adviceOf(entry as unknown as RunoffEntry, around)[0]?.sets ?? [];
}
const idsOf = ({ measures }: ReturnType<typeof setsFor>[number]): number[] => measures.map(({ id }) => id);

describe("ways to close a gap", () => {
  it.each([1, 2, 3, 4, 5, 6, 9])("of %d points never begin with a cut of the rate or of the treated ground", (gap) => {
    const sets = setsFor(gap);
    expect(sets.length).toBeGreaterThan(0);
    expect(sets[0]?.isCostly).toBe(false);
    for (const set of sets) expect(set.isCostly).toBe(idsOf(set).some((id) => COSTLY.includes(id)));
    const firstCostly = sets.findIndex(({ isCostly }) => isCostly);
    if (firstCostly >= 0) expect(sets.slice(firstCostly).every(({ isCostly }) => isCostly)).toBe(true);
  });

  it("begin with what other fields of the account have, and say so", () => {
    const sets = setsFor(3, [PAM, SPECIALIST, 201]);
    expect(idsOf(sets[0] ?? { measures: [], earned: 0, result: "", why: null, isCostly: false })).toEqual([
      PAM,
      SPECIALIST,
    ]);
    expect(sets[0]?.why).toBe("In place on other fields of this account");
    expect(sets.slice(1).every(({ why }) => why === null)).toBe(true);
  });

  it("hold no set twice, and each closes the gap", () => {
    const sets = setsFor(4, [PAM]);
    expect(new Set(sets.map((set) => idsOf(set).toSorted().join())).size).toBe(sets.length);
    for (const { earned } of sets) expect(earned).toBeGreaterThanOrEqual(4);
  });
});
