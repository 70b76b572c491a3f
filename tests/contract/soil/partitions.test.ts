import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { SOIL_GROUPS, type SoilGroup } from "@/lib/domain/soil";
import { effectiveGroup } from "@/lib/engine/soil-group";
import { analyzeSoilWithFeatures } from "@/lib/usecases/fields/analyze-soil";
import { emptySoilStore } from "@/tests/support/soil-database";
import { type Box, boxBoundary, connectStub, groundOf, type Soil } from "@/tests/support/soil-ground";

/** Random ground through the whole way: survey, squares, PostGIS, summary. */
const signal = new AbortController().signal;
const SOUTH = 41.003;
const NORTH = 41.027;
const WEST = -90.051;
/** Strips of this many degrees; a field of twenty lies over three squares by two. */
const STEP_DEG = 0.0025;

interface Strip {
  group: SoilGroup | null;
  slope: number | null;
  isMapped: boolean;
  width: number;
}
const strip = fc.record<Strip>({
  group: fc.constantFrom<(SoilGroup | null)[]>(...SOIL_GROUPS, null),
  slope: fc.option(fc.integer({ min: 0, max: 30 })),
  isMapped: fc.constant(true),
  width: fc.integer({ min: 1, max: 5 }),
});
const unmapped = strip.map((each) => ({ ...each, isMapped: false }));
const partition = fc.array(fc.oneof({ weight: 6, arbitrary: strip }, { weight: 1, arbitrary: unmapped }), {
  minLength: 1,
  maxLength: 6,
});

function soilsOf(strips: readonly Strip[]): { soils: Soil[]; field: Box; all: number } {
  let at = 0;
  const soils = strips.map(({ group, slope, isMapped, width }, index): Soil => {
    const box: Box = [WEST + at * STEP_DEG, SOUTH - 0.01, WEST + (at + width) * STEP_DEG, NORTH + 0.01];
    at += width;
    return { box, mukey: String(1000 + index), group, slope, musym: isMapped ? `S${index}` : null };
  });
  return { soils, field: [WEST, SOUTH, WEST + at * STEP_DEG, NORTH], all: at };
}

/** Strips run from south to north, so their areas are as their widths. */
function expectedGroup(strips: readonly Strip[]): SoilGroup[] | null {
  const widthOf = (wanted: (strip: Strip) => boolean) =>
    strips.filter(wanted).reduce((sum, { width }) => sum + width, 0);
  const widths = SOIL_GROUPS.map((group) => widthOf((each) => each.isMapped && each.group === group));
  const largest = Math.max(...widths);
  if (largest === 0 || widthOf((each) => !each.isMapped || each.group === null) > largest) return null;
  const candidates = SOIL_GROUPS.filter((_, index) => widths[index] === largest);
  const wettest = candidates
    .map((group) => effectiveGroup(group) ?? "")
    .toSorted()
    .at(-1);
  return candidates.filter((group) => effectiveGroup(group) === wettest);
}

afterAll(() => emptySoilStore());

it("random partitions: shares as drawn, sums of 100, dominance as decided, features that fill the field", async () => {
  await fc.assert(
    fc.asyncProperty(partition, async (strips) => {
      await emptySoilStore();
      const { soils, field, all } = soilsOf(strips);
      const connected = await connectStub(groundOf(soils));
      const soil = await analyzeSoilWithFeatures({ deps: connected.deps, signal }, boxBoundary(field));
      expect(connected.failures()).toEqual([]);
      await connected.close();
      if (soil.summary === null) throw new Error("no soil");
      for (const shown of [soil.summary.byGroup, soil.summary.byMapUnit]) {
        const sum = Object.values(shown).reduce((total, { percentage }) => total + percentage, 0);
        expect(Math.abs(sum - 100)).toBeLessThan(0.1);
      }
      const wanted = expectedGroup(strips);
      if (wanted === null) expect(soil.summary.dominantGroup).toBeNull();
      else expect(wanted).toContain(soil.summary.dominantGroup);
      for (const [index, { width }] of strips.entries()) {
        const feature = soil.features.find(({ mukey }) => mukey === String(1000 + index));
        expect(Math.abs((feature?.percentage ?? 0) - (100 * width) / all)).toBeLessThan(0.01);
      }
    }),
    { numRuns: 30 },
  );
});
