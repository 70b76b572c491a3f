import { type BoxDeg, locateShapes, type Location } from "@/lib/data/imports/location";
import type { ImportClient } from "@/lib/data/imports/sets";
import type { Check } from "@/lib/imports/checks";

/** Where any reference data of the United States may lie. Exchanged longitude and latitude never fall into one of them. */
const US_GROUND: readonly BoxDeg[] = [
  [-125.5, 24, -66.5, 49.7], // the lower 48
  [-180, 51, -129, 72], // Alaska
  [172, 51, 180, 54], // the Aleutians beyond the 180th meridian
  [-179, 18.5, -154, 29], // Hawaii
  [-68.5, 17, -64, 19], // Puerto Rico and the Virgin Islands
  [144, 13, 147, 21], // Guam and the Northern Marianas
  [-172, -15, -168, -10.5], // American Samoa
];

/** Past this share of shapes outside the United States, the source as a whole is in the wrong place. */
const LARGEST_ELSEWHERE_PCT = 1;
/** EPA's national layer has areas in Alaska and Hawaii, which its coverage leaves out; they are never most of it. */
const LARGEST_UNCOVERED_PCT = 50;
const MOST_NAMED = 5;

/**
 * Shapes that lie where the set speaks for nothing are found by no check of a field: the ground they belong to would
 * look free of them. A few shapes beyond the coverage are named; shapes outside the United States, or most shapes beyond
 * the coverage, fail.
 */
export async function checkLocation(
  client: ImportClient,
  set: { dataSetId: number; kind: "pula" | "county" | "features" },
): Promise<Check> {
  return judgeLocation(await locateShapes(client, set, US_GROUND, MOST_NAMED));
}

function judgeLocation({ shapes, outsideCoverage, outsideBoxes, named }: Location): Check {
  const name = "location";
  if (shapes === 0) return { name, outcome: "not_applicable", detail: "nothing was loaded" };
  if (outsideCoverage === 0 && outsideBoxes === 0)
    return { name, outcome: "passed", detail: `none of ${shapes} shapes lies elsewhere` };
  const isElsewhere = outsideBoxes * 100 > shapes * LARGEST_ELSEWHERE_PCT;
  const isUncovered = outsideCoverage * 100 > shapes * LARGEST_UNCOVERED_PCT;
  const said = [
    ...(outsideBoxes > 0 ? [`${outsideBoxes} of ${shapes} lie wholly outside the United States`] : []),
    ...(outsideCoverage > 0 ? [`${outsideCoverage} of ${shapes} lie wholly outside the coverage`] : []),
    namesOf(named, Math.max(outsideCoverage, outsideBoxes)),
    ...(isElsewhere ? ["are longitude and latitude exchanged?"] : []),
    ...(isUncovered && !isElsewhere ? ["is --coverage the ground of this source?"] : []),
  ];
  return { name, outcome: isElsewhere || isUncovered ? "failed" : "passed", detail: said.join("; ") };
}

function namesOf(named: Location["named"], count: number): string {
  const places = named.map(({ name, lon, lat }) => `${name} at ${lon}, ${lat}`).join(", ");
  return count > named.length ? `${places}, and more` : places;
}
