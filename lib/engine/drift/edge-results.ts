import type { Position } from "geojson";
import { isCalm } from "@/lib/domain/calm-air";
import type { EdgeReason, EdgeResult, Weather } from "@/lib/domain/drift";
import type { BufferType } from "@/lib/domain/product";
import { M_PER_FT } from "@/lib/domain/units";
import { isDownwind, type FieldEdge } from "@/lib/engine/drift/edges";
import { isSelected, setbackKey, type PlacedSetback, type PlacementField } from "@/lib/engine/drift/placement";
import type { RequiredSetback } from "@/lib/engine/drift/requirements";
import type { PreparedShape } from "@/lib/geo/shapes";

export interface EdgeFacts {
  wind: Pick<Weather, "windDirectionDeg" | "windSpeedMph">;
  /** Whether a mark as downslope runs along an edge. */
  isOnMark: (edge: FieldEdge) => boolean;
}

/**
 * Every edge of the field with the requirement that asks most of it: the widest after reduction, then the longest
 * before, then the first product.
 *
 * Units: feet, degrees clockwise from north, percent. Source: docs/contract.md, Retrieval `last_computation.edges`.
 * Missing data: with `placed` null (rules or setup unresolved) no edge has a requirement, and says so.
 * Throws Error as the kernel does.
 */
export function edgeResults(
  placement: PlacementField,
  { setbacks, placed }: { setbacks: readonly RequiredSetback[]; placed: readonly PlacedSetback[] | null },
  facts: EdgeFacts,
): EdgeResult[] {
  const creditOf = placed === null ? null : creditFinder(placement, placed);
  return placement.rings.flatMap((ring) =>
    ring
      .toSorted((a, b) => a.edgeIndex - b.edgeIndex)
      .map((edge) => {
        const downwind = isDownwind(edge, facts.wind);
        const base = {
          edgeIndex: edge.edgeIndex,
          ringIndex: edge.ringIndex,
          partIndex: edge.partIndex,
          bearingDeg: edge.bearingDeg,
          lengthFt: edge.lengthM / M_PER_FT,
          outwardBearingDeg: edge.outwardBearingDeg,
          downwind,
        };
        if (creditOf === null) return { ...base, ...NOTHING, reason: "unresolved" as const };
        const own = setbacks.filter(({ type }) => isSelected(type, edge, placement, facts.wind));
        const [first, ...others] = own;
        if (first === undefined) {
          return { ...base, ...NOTHING, reason: setbacks.length === 0 ? "no_requirement" : "not_selected" };
        }
        const most = others.reduce((widest, each) => (asksMore(each, widest) ? each : widest), first);
        return {
          ...base,
          bufferType: most.type,
          requiredFt: most.rawFt,
          reductionPercent: most.reductionPercent,
          bufferFt: most.widthFt,
          creditedOutsideFt: carriedFt(most, own, (each) => creditOf(edge, each)),
          productIndex: most.productIndex,
          reason: reasonOf(most.type, edge, facts),
        };
      }),
  );
}

const NOTHING = {
  bufferType: null,
  requiredFt: null,
  reductionPercent: null,
  bufferFt: null,
  creditedOutsideFt: null,
  productIndex: null,
};

/** Whether a setback binds rather than another, edge by edge and product by product alike. */
export const asksMore = (one: RequiredSetback, other: RequiredSetback): boolean =>
  one.widthFt > other.widthFt || (one.widthFt === other.widthFt && one.rawFt > other.rawFt);

function reasonOf(type: BufferType, edge: FieldEdge, { wind, isOnMark }: EdgeFacts): EdgeReason {
  if (type === "wind_directional") return isCalm(wind.windSpeedMph) ? "calm_air" : "downwind";
  if (type === "omni_directional") return "omni_directional";
  return isOnMark(edge) ? "downslope" : "downslope_unmarked";
}

/**
 * How much of the widest distance ground outside carries. A narrower distance may be left with more to keep inside, where
 * its label does not count that ground: what is left of the widest is then what is left of that one.
 */
function carriedFt(
  widest: RequiredSetback,
  all: readonly RequiredSetback[],
  creditOf: (setback: RequiredSetback) => number,
): number {
  const leftFt = all.reduce(
    (most, each) => (each.widthFt > most ? Math.max(most, each.widthFt - creditOf(each)) : most),
    widest.widthFt - creditOf(widest),
  );
  return widest.widthFt - leftFt;
}

/** Half a chord's tolerance: no one drives a boom to it. */
const CREDIT_STEP_FT = 0.05;
const TOUCH_FT = 0.05;
/** The corners of an edge belong to its neighbors too, whose ground must not take this edge's credit. */
const CORNER_FT = 0.2;

/**
 * How far managed ground outside an edge carries its distance: the widest strip along the edge that meets no protected
 * ground. It is looked for only where managed ground lies in the edge's way, so a field without any costs nothing.
 */
function creditFinder(
  placement: PlacementField,
  placed: readonly PlacedSetback[],
): (edge: FieldEdge, setback: RequiredSetback) => number {
  const { shapes, managedFor } = placement;
  const indexed = new Map(
    placed.map(({ setback, ground }) => {
      const managed = managedFor(setback.exclusionCategories);
      const index = managed === null ? null : { ground: shapes.prepare(ground), managed: shapes.prepare(managed) };
      return [setbackKey(setback), index];
    }),
  );
  return (edge, setback) => {
    const index = indexed.get(setbackKey(setback)) ?? null;
    if (index === null || setback.widthFt <= TOUCH_FT) return 0;
    const meets = (ground: PreparedShape, widthFt: number): boolean =>
      shapes.scoped((inner) => inner.intersects(ground, inner.polygons([[stripBeside(edge, widthFt)]])));
    return meets(index.managed, setback.widthFt) ? freeWidthFt(setback.widthFt, (ft) => meets(index.ground, ft)) : 0;
  };
}

function freeWidthFt(widthFt: number, isProtected: (widthFt: number) => boolean): number {
  if (isProtected(TOUCH_FT)) return 0;
  if (!isProtected(widthFt)) return widthFt;
  let [free, met] = [TOUCH_FT, widthFt];
  while (met - free > CREDIT_STEP_FT) {
    const middle = (free + met) / 2;
    if (isProtected(middle)) met = middle;
    else free = middle;
  }
  return free;
}

function stripBeside({ start, end, lengthM, outward }: FieldEdge, widthFt: number): Position[] {
  const cut = Math.min((CORNER_FT * M_PER_FT) / lengthM, 1 / 4);
  const along = (share: number): Position => [
    start[0] + (end[0] - start[0]) * share,
    start[1] + (end[1] - start[1]) * share,
  ];
  const beside = ([east = 0, north = 0]: Position): Position => [
    east + outward[0] * widthFt * M_PER_FT,
    north + outward[1] * widthFt * M_PER_FT,
  ];
  const [near, far] = [along(cut), along(1 - cut)];
  return [near, far, beside(far), beside(near), near];
}
