import { expect, it } from "vitest";
import { placeByWinds } from "@/lib/engine/drift/winds";
import { box, ground } from "./fields";
import { kernel, place, setback, wind } from "./placing";

/**
 * Two parts of 300 ft to the side, the second 115 ft east and north of the first one's corner. In wind from the southwest the spray of
 * the first leaves over its north and east edges. Straight off those edges nothing comes as near to the second as the width of
 * 100 ft; the ground around the corner between them does.
 */
const WIDTH_FT = 100;
const OFF_FT = 115;
const NEAR = box(-300, -300, 0, 0);
const FAR = box(OFF_FT, OFF_FT, OFF_FT + 300, OFF_FT + 300);
const FROM_SOUTHWEST = wind(225);
const SQM_PER_SQ_FT = 0.3048 ** 2;

/** Along north and east edge of a part by itself, square feet. */
const ALONG_EDGES = WIDTH_FT * (2 * 300 - WIDTH_FT);

/** What lies east and north of a corner's offset, and no farther from the corner than a radius: an integral of a circle. */
function ofDisc(radius: number): number {
  const under = (x: number): number =>
    (x * Math.sqrt(radius ** 2 - x ** 2) + radius ** 2 * Math.asin(x / radius)) / 2 - OFF_FT * x;
  return under(Math.sqrt(radius ** 2 - OFF_FT ** 2)) - under(OFF_FT);
}

it("ground around a corner of one part of a field is kept away from in another part", () => {
  const wanted = (2 * ALONG_EDGES + ofDisc(2 * WIDTH_FT)) * SQM_PER_SQ_FT;
  const boundary = ground([[NEAR], [FAR]]);
  const placed = place(boundary, [setback(WIDTH_FT)], FROM_SOUTHWEST);
  expect(Math.abs(placed.bufferSqm - wanted)).toBeLessThan(5);
  const { fieldSqm, treatableSqm } = placeByWinds(
    kernel,
    {
      boundary,
      features: { hasGlobalSet: true, features: [] },
      downslopeLines: [],
      questions: [{ setbacks: [setback(WIDTH_FT)], wind: FROM_SOUTHWEST }],
    },
    [],
  );
  expect(Math.abs(fieldSqm - (treatableSqm[0] ?? 0) - wanted)).toBeLessThan(5);
});
