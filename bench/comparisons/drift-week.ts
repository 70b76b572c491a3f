import type { MultiPolygon } from "geojson";
import { askDrift, type DriftFacts } from "@/lib/engine/drift/compute";
import { placeByWinds } from "@/lib/engine/drift/winds";
import type { ShapeKernel } from "@/lib/geo/kernel";
import {
  BUFFERS,
  factsOf,
  type MixBuffer,
  NONE_INSIDE,
  outlineOf,
  OUTLINES,
  rulebook,
  timed,
  WIND,
} from "@/bench/support/drift-facts";
import type { Row } from "@/bench/support/report";
import { inRounds, timeEach } from "@/bench/support/rounds";

const ROUNDS = 4;
const WEEK_HOURS = 168;

/** A week of hours: wind from every tenth degree in turn, as forecasts have it, below and above a humidity that counts. */
const weekOf = (boundary: MultiPolygon, mix: readonly MixBuffer[]): DriftFacts[] =>
  Array.from({ length: WEEK_HOURS }, (_unused, hour) => {
    const weather = { ...WIND, windDirectionDeg: (hour * 70) % 360, humidityPercent: hour % 24 < 8 ? 80 : 40 };
    return factsOf(boundary, { weather }, mix);
  });

function placeWeek(geos: ShapeKernel, boundary: MultiPolygon, mix: readonly MixBuffer[]): number {
  const hours = weekOf(boundary, mix).map((facts) => ({ facts, asked: askDrift(facts) }));
  const { features, downslopeLines } = factsOf(boundary);
  const questions = hours.map(({ facts, asked }) => ({ setbacks: asked.setbacks ?? [], wind: facts.weather }));
  const placed = placeByWinds(geos, { boundary, features, downslopeLines, questions }, rulebook.crops);
  const left = hours.map(({ asked }, hour) => asked.answer(placed.fieldSqm, placed.treatableSqm[hour] ?? null));
  return left.filter(({ treatableSqm }) => treatableSqm !== null).length;
}

const MIXES = { "a mix of three buffers": BUFFERS, "three, none inside another": NONE_INSIDE };

/** Against one computation, and by the clock, which says something on a quiet machine alone. */
async function byHours(
  geos: ShapeKernel,
  what: string,
  boundary: MultiPolygon,
  mix: readonly MixBuffer[],
): Promise<Row[]> {
  const rounds = await inRounds(ROUNDS, {
    work: () => timeEach([boundary], async (field) => Promise.resolve(placeWeek(geos, field, mix))),
    base: timed(geos, [boundary]),
  });
  const work = `168 hours of a week, 5,000 positions ${what}`;
  const figures = { ...rounds };
  return [
    { work, comparedWith: "one computation", ratio: rounds.ratio, target: { bound: "at most", value: 12 }, figures },
    { work, comparedWith: "1 s", ratio: rounds.work.p50Ms / 1000, target: { bound: "at most", value: 2 }, figures },
  ];
}

/** A week of hours on outlines of 5,000 positions, the largest that a field may have. */
export async function weeks(geos: ShapeKernel): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, radius] of Object.entries(OUTLINES))
    for (const [mixed, mix] of Object.entries(MIXES))
      rows.push(...(await byHours(geos, `${name}, ${mixed}`, outlineOf(radius, 5000), mix)));
  return rows;
}
