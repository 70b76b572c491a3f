import { edgeName, type EdgeResult } from "@/lib/domain/drift";
import { decimalText } from "@/lib/domain/numbers";
import type { FieldSide } from "@/lib/views/portal/field-map";
import { listInWords } from "@/lib/views/words";

/** What of an edge says how much ground has to be left inside it. */
export type KeptEdge = Pick<
  EdgeResult,
  "partIndex" | "ringIndex" | "edgeIndex" | "lengthFt" | "bufferFt" | "creditedOutsideFt" | "reason"
>;

/** Edges of one direction, in the parts of the field that have it. */
interface Stretch {
  /** One of eight compass points; null for the edge of ground that is left out inside the field. */
  facing: string | null;
  partIndex: number;
  leaveFt: number;
  lengthFt: number;
  keptFt: number;
}

/** A side of which less than this is kept is said to be kept in part. */
const WHOLE_SHARE = 0.5;
/** What rounding leaves of a distance that managed ground carries whole. */
const LEAST_FT = 0.1;
/** More distances than this are one sentence too long: the picture shows which is where. */
const MOST_DISTANCES = 3;

/**
 * Where ground has to be left along the field, as one would say it: "70 ft along the north and east sides". Edges that
 * face about the same way are one side, in however many pieces they were drawn; a side asks what the most of its edges
 * does. Ground outside that carries part of a distance is taken off, and an edge that it carries whole is not named.
 *
 * Units: feet, rounded up to whole ones. Source: none, plain geometry. Missing data: null where it is not known of some
 * edge what it keeps, and where nothing has to be left. Throws: never.
 */
export function leaveInWords(edges: readonly KeptEdge[], sides: readonly FieldSide[]): string | null {
  if (edges.some(({ reason }) => reason === "unresolved")) return null;
  const all = stretchesOf(edges, sides);
  const kept = all.filter(({ keptFt }) => keptFt > 0);
  if (kept.length === 0) return null;
  const distances = [...new Set(kept.map(({ leaveFt }) => leaveFt))].sort((a, b) => b - a);
  const [most = 0] = distances;
  if (distances.length > MOST_DISTANCES) return `up to ${decimalText(most, 0)} ft along ${placesInWords(kept, all)}`;
  return listInWords(
    distances.map((distance) => {
      const own = kept.filter(({ leaveFt }) => leaveFt === distance);
      return `${decimalText(distance, 0)} ft along ${placesInWords(own, all)}`;
    }),
  );
}

const leaveOf = ({ bufferFt, creditedOutsideFt }: KeptEdge): number => {
  const leaveFt = (bufferFt ?? 0) - (creditedOutsideFt ?? 0);
  // Hundredths are what the answer is rounded to.
  return leaveFt < LEAST_FT ? 0 : Math.ceil(Math.round(leaveFt * 100) / 100);
};

/** One for each direction of each part, clockwise from north; ground left out inside comes last. */
function stretchesOf(edges: readonly KeptEdge[], sides: readonly FieldSide[]): Stretch[] {
  const facingOf = new Map(
    sides.flatMap(({ partIndex, ringIndex, edgeIndexes, facing }) =>
      edgeIndexes.map((edgeIndex): [string, string] => [edgeName({ partIndex, ringIndex, edgeIndex }), facing]),
    ),
  );
  const stretches = new Map<string, Stretch>();
  for (const edge of edges) {
    const facing = edge.ringIndex > 0 ? null : (facingOf.get(edgeName(edge)) ?? UNKNOWN);
    const key = `${edge.partIndex} ${facing ?? ""}`;
    const known = stretches.get(key) ?? { facing, partIndex: edge.partIndex, leaveFt: 0, lengthFt: 0, keptFt: 0 };
    const leaveFt = leaveOf(edge);
    stretches.set(key, {
      ...known,
      leaveFt: Math.max(known.leaveFt, leaveFt),
      lengthFt: known.lengthFt + edge.lengthFt,
      keptFt: known.keptFt + (leaveFt > 0 ? edge.lengthFt : 0),
    });
  }
  return [...stretches.values()].sort((a, b) => orderOf(a) - orderOf(b) || a.partIndex - b.partIndex);
}

const UNKNOWN = "other";
const CLOCKWISE = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest", UNKNOWN, null];
const orderOf = ({ facing }: Stretch): number => CLOCKWISE.indexOf(facing);

const isWhole = ({ keptFt, lengthFt }: Stretch): boolean => keptFt >= lengthFt * WHOLE_SHARE;

/** "the north and east sides", "every side", "the north side of part 2 and the ground left out inside". */
function placesInWords(kept: readonly Stretch[], all: readonly Stretch[]): string {
  const outer = all.filter(({ facing }) => facing !== null);
  const isEverySide = outer.every((stretch) => kept.includes(stretch) && isWhole(stretch));
  const inside = kept.some(({ facing }) => facing === null) ? ["the ground left out inside"] : [];
  if (isEverySide) return listInWords(["every side", ...inside]);
  const isEverywhere = ({ facing }: Stretch): boolean => {
    const same = all.filter((stretch) => stretch.facing === facing);
    return same.every((stretch) => kept.includes(stretch) && isWhole(stretch));
  };
  const named = kept.filter(({ facing }) => facing !== null);
  const whole = [...new Set(named.filter(isEverywhere).map(({ facing }) => facing ?? ""))];
  const rest = named.filter((stretch) => !isEverywhere(stretch)).map((stretch) => stretchInWords(stretch, all));
  const sides = whole.length === 0 ? [] : [`the ${listInWords(whole)} ${whole.length === 1 ? "side" : "sides"}`];
  return listInWords([...sides, ...rest, ...inside]);
}

function stretchInWords(stretch: Stretch, all: readonly Stretch[]): string {
  const isOneOfSeveral = new Set(all.map(({ partIndex }) => partIndex)).size > 1;
  const of = isOneOfSeveral ? ` of part ${stretch.partIndex + 1}` : "";
  return `${isWhole(stretch) ? "" : "part of "}the ${stretch.facing ?? UNKNOWN} side${of}`;
}
