import type { LineString, MultiPolygon } from "geojson";
import { isCalm } from "@/lib/domain/calm-air";
import type { FeatureFacts, Weather } from "@/lib/domain/drift";
import type { Rulebook } from "@/lib/domain/tables";
import { MOST_DIRECTIONS, treatableByDirection } from "@/lib/engine/drift/directions";
import { downslopeEdges } from "@/lib/engine/drift/downslope";
import { picksEdges, type FieldEdge } from "@/lib/engine/drift/edges";
import { countFeatures } from "@/lib/engine/drift/managed";
import { farthest, layOut, type PlacementField, type Setback } from "@/lib/engine/drift/placement";
import type { ShapeKernel } from "@/lib/geo/kernel";

/** Widths to keep in one wind. */
export interface WindQuestion {
  setbacks: readonly Setback[];
  wind: Pick<Weather, "windDirectionDeg" | "windSpeedMph">;
}

/** A field and the winds it is asked about; plain data, so that a thread can be sent it. */
export interface WindsFacts {
  boundary: MultiPolygon;
  features: FeatureFacts;
  downslopeLines: readonly LineString[];
  questions: readonly WindQuestion[];
}

export interface WindsAnswer {
  fieldSqm: number;
  /** What is left to treat, in the order of the questions. */
  treatableSqm: number[];
}

/**
 * How much of a field could be treated in each of many winds.
 *
 * Winds with the same widths are placed together, and of those that pick the same edges one stands for all, so that
 * a week of hours costs a few times one. An area may differ by a ten-thousandth of the field from what one computation
 * with that wind gives, because the ground is put together in another order, and by some ten-thousandths where a computation fills shallow dents.
 *
 * Units: feet for widths, degrees the wind comes from, mph, square meters; WGS84. Source: docs/rules.md, Drift.
 * Missing data: no width leaves the whole field to treat. Throws Error as the kernel does.
 */
export function placeByWinds(
  kernel: ShapeKernel,
  { boundary, features, downslopeLines, questions }: WindsFacts,
  crops: Rulebook["crops"],
): WindsAnswer {
  const { isDownslope } = downslopeEdges(boundary, downslopeLines);
  return kernel.withShapes((shapes) => {
    const placement = layOut(shapes, { boundary, counted: countFeatures(features, crops), isDownslope });
    const areas = new Map<WindQuestion, number>();
    for (const alike of groupsBy(questions, ({ setbacks }) => widthsKey(setbacks))) {
      placeAlike(placement, alike, areas);
    }
    return { fieldSqm: placement.areaSqm, treatableSqm: questions.map((each) => areas.get(each) ?? 0) };
  });
}

const widthsKey = (setbacks: readonly Setback[]): string =>
  farthest(setbacks)
    .map(({ type, widthFt, exclusionCategories }) => `${type} ${widthFt} ${exclusionCategories.toSorted().join()}`)
    .toSorted()
    .join(";");

function groupsBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** Questions with the same widths: those that pick the same edges are one, and calm air picks them all. */
function placeAlike(placement: PlacementField, alike: readonly WindQuestion[], areas: Map<WindQuestion, number>): void {
  const [first] = alike;
  if (first === undefined) return;
  const doesWindMatter = first.setbacks.some(({ type, widthFt }) => type === "wind_directional" && widthFt > 0);
  const edgesOf = edgesByWind(placement);
  const classes = groupsBy(alike, ({ wind }) => (doesWindMatter ? edgesOf(wind) : ""));
  const isStill = ([one]: WindQuestion[]): boolean => one !== undefined && isCalm(one.wind.windSpeedMph);
  const calm = classes.filter(isStill);
  const blowing = classes.filter((each) => !isStill(each)).toSorted(byDirection);
  const lots = split(blowing, Math.ceil(blowing.length / MOST_DIRECTIONS));
  for (const lot of calm.length === 0 ? lots : [calm, ...lots]) {
    const directionsDeg = lot.map(([one]) => one?.wind.windDirectionDeg ?? 0);
    const windSpeedMph = lot[0]?.[0]?.wind.windSpeedMph ?? 0;
    const left = treatableByDirection(placement, first.setbacks, { directionsDeg, windSpeedMph, withGround: false });
    lot.forEach((group, index) => group.forEach((each) => areas.set(each, left[index]?.treatableSqm ?? 0)));
  }
}

const byDirection = ([a]: WindQuestion[], [b]: WindQuestion[]): number =>
  (a?.wind.windDirectionDeg ?? 0) - (b?.wind.windDirectionDeg ?? 0);

/** As many lots of neighbors, as even as can be. */
const split = <Item>(items: readonly Item[], lots: number): Item[][] =>
  Array.from({ length: lots }, (_unused, lot) =>
    items.slice(Math.floor((lot * items.length) / lots), Math.floor(((lot + 1) * items.length) / lots)),
  );

/** Names which edges a wind picks. Hours of the same wind are looked at once. */
function edgesByWind({ rings }: PlacementField): (wind: WindQuestion["wind"]) => string {
  const known = new Map<number, string>();
  return (wind) => {
    if (isCalm(wind.windSpeedMph)) return "calm";
    const found = known.get(wind.windDirectionDeg) ?? rings.map((ring) => ring.map(digit(wind)).join("")).join(" ");
    known.set(wind.windDirectionDeg, found);
    return found;
  };
}

function digit(wind: WindQuestion["wind"]): (edge: FieldEdge) => string {
  const picks = picksEdges(wind);
  return (edge) => (picks(edge) ? "1" : "0");
}
