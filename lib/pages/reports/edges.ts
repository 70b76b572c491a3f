import type { EdgeResult } from "@/lib/domain/drift";
import type { ReportTable } from "@/lib/domain/report";
import { compassWord } from "@/lib/views/figures";
import { column, count, EDGE_WORDS, feetText, NONE, numberText, table } from "@/lib/pages/reports/words";

/** A boundary of more edges than this is described by the direction its edges face: a circle drawn by hand has thousands. */
const MOST_EDGES = 40;

const facing = ({ outwardBearingDeg }: EdgeResult): string => compassWord(outwardBearingDeg, 8);

/** Edges by part, ring and number, each with what it asks for. */
const edgeRow = (edge: EdgeResult): string[] => [
  `${edge.partIndex + 1}.${edge.ringIndex + 1}.${edge.edgeIndex + 1}`,
  `${facing(edge)} (${numberText(edge.outwardBearingDeg, 0)}°)`,
  feetText(edge.lengthFt),
  EDGE_WORDS[edge.reason],
  feetText(edge.requiredFt),
  feetText(edge.bufferFt),
  feetText(edge.creditedOutsideFt),
];

const EDGE_COLUMNS = [
  column("Edge", 12),
  column("Faces", 26),
  column("Length", 17, "right"),
  column("Why", 36),
  column("Required", 17, "right"),
  column("After reductions", 20, "right"),
  column("Credited outside", 20, "right"),
];

const rangeText = (values: readonly (number | null)[]): string => {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return NONE;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return least === most ? feetText(least) : `${numberText(least, 1)} to ${feetText(most)}`;
};

const GROUP_COLUMNS = [
  column("Faces", 18),
  column("Edges", 14, "right"),
  column("Length", 18, "right"),
  column("Why", 36),
  column("Required", 24, "right"),
  column("After reductions", 24, "right"),
  column("Credited outside", 24, "right"),
];

function groupRow(edges: readonly EdgeResult[]): string[] {
  const [first] = edges;
  if (first === undefined) throw new RangeError("a group of edges holds one at least");
  return [
    facing(first),
    numberText(edges.length, 0),
    feetText(edges.reduce((sum, { lengthFt }) => sum + lengthFt, 0)),
    EDGE_WORDS[first.reason],
    rangeText(edges.map(({ requiredFt }) => requiredFt)),
    rangeText(edges.map(({ bufferFt }) => bufferFt)),
    rangeText(edges.map(({ creditedOutsideFt }) => creditedOutsideFt)),
  ];
}

/** What each edge of the field asks for; with very many edges, what the edges that face one way do. */
export function edgeTable(edges: readonly EdgeResult[]): ReportTable {
  if (edges.length <= MOST_EDGES) {
    return table("Edges of the field (part, ring, number)", EDGE_COLUMNS, edges.map(edgeRow));
  }
  const groups = new Map<string, EdgeResult[]>();
  for (const edge of edges) {
    const key = `${facing(edge)} ${edge.reason}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [edge]);
    else group.push(edge);
  }
  return table(
    `The field's ${count(edges.length, "edge")}, by the way they face`,
    GROUP_COLUMNS,
    [...groups.values()].map(groupRow),
  );
}
