import { leftToKeepFt } from "@/lib/domain/rounding";
import { edgeName, type EdgeResult } from "@/lib/domain/drift";
import { decimalText } from "@/lib/domain/numbers";
import type { FieldSide } from "@/lib/views/portal/field-map";
import { listInWords } from "@/lib/views/words";
import { pointWord, type CompassPoint } from "@/lib/views/figures";
import { wordsIn } from "@/lib/views/language";

/** What of an edge says how much ground has to be left inside it. */
export type KeptEdge = Pick<
  EdgeResult,
  "partIndex" | "ringIndex" | "edgeIndex" | "lengthFt" | "bufferFt" | "creditedOutsideFt" | "reason"
>;

/** One of eight compass points; an edge of no side is of another. */
type Facing = CompassPoint | typeof UNKNOWN;

/** Edges of one direction, in the parts of the field that have it. */
interface Stretch {
  /** Null for the edge of ground that is left out inside the field. */
  facing: Facing | null;
  partIndex: number;
  leaveFt: number;
  lengthFt: number;
  keptFt: number;
}

const UNKNOWN = "other";

interface Words {
  along: (feet: string, places: string) => string;
  /** For more distances than a sentence holds. */
  upTo: (feet: string, places: string) => string;
  inside: string;
  everySide: string;
  /** Whole sides, in every part of the field. */
  sides: (facing: readonly Facing[]) => string;
  partOf: (side: string) => string;
  ofPart: (side: string, part: number) => string;
}

const facingWord = (facing: Facing, other: string): string => (facing === UNKNOWN ? other : pointWord(facing));
const SPANISH_OTHER = "el otro lado";
/** Spanish draws "de el" into one word. */
const ofPlaces = (places: string): string => (places.startsWith("el ") ? `d${places}` : `de ${places}`);

const words = wordsIn<Words>({
  en: {
    along: (feet, places) => `${feet} ft along ${places}`,
    upTo: (feet, places) => `up to ${feet} ft along ${places}`,
    inside: "the ground left out inside",
    everySide: "every side",
    sides: (facing) =>
      `the ${listInWords(facing.map((each) => facingWord(each, UNKNOWN)))} ${facing.length === 1 ? "side" : "sides"}`,
    partOf: (side) => `part of ${side}`,
    ofPart: (side, part) => `${side} of part ${part}`,
  },
  es: {
    along: (feet, places) => `${feet} pies a lo largo ${ofPlaces(places)}`,
    upTo: (feet, places) => `hasta ${feet} pies a lo largo ${ofPlaces(places)}`,
    inside: "el terreno interior que no es del campo",
    everySide: "todos los lados",
    sides: (facing) => {
      const named = facing.filter((each) => each !== UNKNOWN).map(pointWord);
      const sides = named.length === 1 ? `el lado ${listInWords(named)}` : `los lados ${listInWords(named)}`;
      return listInWords([
        ...(named.length === 0 ? [] : [sides]),
        ...(facing.includes(UNKNOWN) ? [SPANISH_OTHER] : []),
      ]);
    },
    partOf: (side) => `un tramo ${ofPlaces(side)}`,
    ofPart: (side, part) => `${side} de la parte ${part}`,
  },
});

/** A side of which less than this is kept is said to be kept in part. */
const WHOLE_SHARE = 0.5;
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
  if (distances.length > MOST_DISTANCES) return words().upTo(decimalText(most, 0), placesInWords(kept, all));
  return listInWords(
    distances.map((distance) => {
      const own = kept.filter(({ leaveFt }) => leaveFt === distance);
      return words().along(decimalText(distance, 0), placesInWords(own, all));
    }),
  );
}

const leaveOf = ({ bufferFt, creditedOutsideFt }: KeptEdge): number =>
  // What is left may be of a foot or of tenths; the sentence has whole feet.
  Math.ceil(leftToKeepFt(bufferFt ?? 0, creditedOutsideFt ?? 0));

/** One for each direction of each part, clockwise from north; ground left out inside comes last. */
function stretchesOf(edges: readonly KeptEdge[], sides: readonly FieldSide[]): Stretch[] {
  const facingOf = new Map(
    sides.flatMap(({ partIndex, ringIndex, edgeIndexes, facing }) =>
      edgeIndexes.map((edgeIndex): [string, CompassPoint] => [edgeName({ partIndex, ringIndex, edgeIndex }), facing]),
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

const CLOCKWISE: readonly (Facing | null)[] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW", UNKNOWN, null];
const orderOf = ({ facing }: Stretch): number => CLOCKWISE.indexOf(facing);

const isWhole = ({ keptFt, lengthFt }: Stretch): boolean => keptFt >= lengthFt * WHOLE_SHARE;

/** "the north and east sides", "every side", "the north side of part 2 and the ground left out inside". */
function placesInWords(kept: readonly Stretch[], all: readonly Stretch[]): string {
  const outer = all.filter(({ facing }) => facing !== null);
  const isEverySide = outer.every((stretch) => kept.includes(stretch) && isWhole(stretch));
  const inside = kept.some(({ facing }) => facing === null) ? [words().inside] : [];
  if (isEverySide) return listInWords([words().everySide, ...inside]);
  const isEverywhere = ({ facing }: Stretch): boolean => {
    const same = all.filter((stretch) => stretch.facing === facing);
    return same.every((stretch) => kept.includes(stretch) && isWhole(stretch));
  };
  const named = kept.filter(({ facing }) => facing !== null);
  const whole = [...new Set(named.filter(isEverywhere).map(({ facing }) => facing ?? UNKNOWN))];
  const rest = named.filter((stretch) => !isEverywhere(stretch)).map((stretch) => stretchInWords(stretch, all));
  const sides = whole.length === 0 ? [] : [words().sides(whole)];
  return listInWords([...sides, ...rest, ...inside]);
}

function stretchInWords(stretch: Stretch, all: readonly Stretch[]): string {
  const isOneOfSeveral = new Set(all.map(({ partIndex }) => partIndex)).size > 1;
  const side = words().sides([stretch.facing ?? UNKNOWN]);
  const ofPart = isOneOfSeveral ? words().ofPart(side, stretch.partIndex + 1) : side;
  return isWhole(stretch) ? ofPart : words().partOf(ofPart);
}
