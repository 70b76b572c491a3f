import fc from "fast-check";
import { expect, it } from "vitest";
import { SOIL_GROUPS, type SoilGroup, type SoilSummary } from "@/lib/domain/soil";
import type { MapUnitShare } from "@/lib/domain/soil-survey";
import { summarizeSoil } from "@/lib/engine/soil-analysis";
import { mayLackSoilCredit } from "@/lib/engine/runoff/auto-credits";
import { countedGroup, soilSplit } from "@/lib/engine/soil-group";
import { rulebookAsOf } from "@/lib/rulebook/load";

const LETTERS = ["A", "B", "C", "D"];
/** What no one has seen: ground without a map unit, one that was not surveyed, and a soil without a group. */
const UNSEEN = [
  { hasMapUnit: false, muname: null },
  { hasMapUnit: true, muname: "No Digital Data Available" },
  { hasMapUnit: true, muname: "Udorthents, loamy" },
] as const;

const unit = (index: number, areaSqm: number, more: Partial<MapUnitShare>): MapUnitShare => ({
  ...{ mukey: String(index), hasMapUnit: true, musym: `S${index}`, muname: "Water", hydgrpdcd: null, slopegradwta: 1 },
  ...more,
  areaSqm,
});

const area = fc.integer({ min: 1, max: 40 });
const ground = fc.record({
  seen: fc.array(fc.record({ group: fc.constantFrom<SoilGroup | null>(...SOIL_GROUPS, null), area }), { maxLength: 8 }),
  unseen: fc.array(fc.record({ of: fc.constantFrom(...UNSEEN), group: fc.constantFrom(...SOIL_GROUPS), area }), {
    minLength: 1,
    maxLength: 4,
  }),
});

const { autoCredits } = rulebookAsOf("2026-06-01");
const EARNING = autoCredits.rows.flatMap(({ when }) => when.hydrologicGroupIn ?? []);
const earns = (soil: SoilSummary): boolean => EARNING.includes(countedGroup(soil) ?? "D");

it("however unseen ground turns out, the field is no wetter than it counted as, and no credit is lost unsaid", () => {
  let counted = 0;
  let open = 0;
  fc.assert(
    fc.property(ground, fc.boolean(), ({ seen, unseen: found }, isAlike) => {
      const unseen = found.map((each) => ({ ...each, group: (isAlike ? found[0] : each)?.group ?? each.group }));
      const known = seen.map((each, index) => unit(index, each.area, { hydgrpdcd: each.group }));
      const total = [...seen, ...unseen].reduce((sum, each) => sum + each.area, 0);
      const before = summarizeSoil(total, [
        ...known,
        ...unseen.map((each, index) => unit(100 + index, each.area, each.of)),
      ]);
      const turnedOut = summarizeSoil(total, [
        ...known,
        ...unseen.map(({ group, area: sqm }, index) =>
          unit(100 + index, sqm, { hydgrpdcd: group, muname: "Miami silt loam" }),
        ),
      ]);
      const [was, is] = [countedGroup(before), countedGroup(turnedOut)];
      if (was !== null) {
        counted += 1;
        expect(LETTERS.indexOf(is ?? "D")).toBeLessThanOrEqual(LETTERS.indexOf(was));
      }
      // Earned only by how the unseen ground turned out, all of it of one group.
      if (isAlike && earns(turnedOut) && !earns(before)) {
        open += 1;
        expect(mayLackSoilCredit(autoCredits, before)).toBe(true);
      }
      if (soilSplit(before) === "A_B") expect(soilSplit(turnedOut)).toBe("A_B");
    }),
    { numRuns: 3000 },
  );
  expect(counted).toBeGreaterThan(100);
  expect(open).toBeGreaterThan(100);
});
