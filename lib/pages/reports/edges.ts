import { feetToKeepOrNull } from "@/lib/domain/rounding";
import type { EdgeResult } from "@/lib/domain/drift";
import type { ReportTable } from "@/lib/domain/report";
import { compassWord } from "@/lib/views/figures";
import { wordsIn } from "@/lib/views/language";
import { edgeWords } from "@/lib/pages/reports/reasons";
import { column, count, feetText, feetToKeepText, NONE, numberText, table } from "@/lib/pages/reports/words";

const words = wordsIn({
  en: {
    edge: "Edge",
    faces: "Faces",
    edges: "Edges",
    length: "Length",
    why: "Why",
    required: "Required",
    after: "After reductions",
    outside: "Credited outside",
    range: (least: string, most: string) => `${least} to ${most}`,
    each: "Edges of the field (part, ring, number)",
    grouped: (n: number) => `The field's ${count(n, "edge")}, by the way they face`,
  },
  es: {
    edge: "Borde",
    faces: "Da al",
    edges: "Bordes",
    length: "Largo",
    why: "Por qué",
    required: "Exigida",
    after: "Tras las reducciones",
    outside: "Acreditada afuera",
    range: (least, most) => `${least} a ${most}`,
    each: "Bordes del campo (parte, anillo, número)",
    grouped: (n) => `Los ${count(n, "borde")} del campo, según hacia dónde dan`,
  },
});

/** A boundary of more edges than this is described by the direction its edges face: a circle drawn by hand has thousands. */
const MOST_EDGES = 40;

const facing = ({ outwardBearingDeg }: EdgeResult): string => compassWord(outwardBearingDeg, 8);

/** Edges by part, ring and number, each with what it asks for. */
const edgeRow = (edge: EdgeResult): string[] => [
  `${edge.partIndex + 1}.${edge.ringIndex + 1}.${edge.edgeIndex + 1}`,
  `${facing(edge)} (${numberText(edge.outwardBearingDeg, 0)}°)`,
  feetText(edge.lengthFt),
  edgeWords()[edge.reason],
  feetToKeepText(edge.requiredFt),
  feetToKeepText(edge.bufferFt),
  feetText(edge.creditedOutsideFt),
];

const edgeColumns = () => [
  column(words().edge, 12),
  column(words().faces, 26),
  column(words().length, 17, "right"),
  column(words().why, 36),
  column(words().required, 17, "right"),
  column(words().after, 20, "right"),
  column(words().outside, 20, "right"),
];

const rangeText = (values: readonly (number | null)[]): string => {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return NONE;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return least === most ? feetText(least) : words().range(numberText(least, 1), feetText(most));
};
const rangeToKeepText = (values: readonly (number | null)[]): string => rangeText(values.map(feetToKeepOrNull));

const groupColumns = () => [
  column(words().faces, 18),
  column(words().edges, 14, "right"),
  column(words().length, 18, "right"),
  column(words().why, 36),
  column(words().required, 24, "right"),
  column(words().after, 24, "right"),
  column(words().outside, 24, "right"),
];

function groupRow(edges: readonly EdgeResult[]): string[] {
  const [first] = edges;
  if (first === undefined) throw new RangeError("a group of edges holds one at least");
  return [
    facing(first),
    numberText(edges.length, 0),
    feetText(edges.reduce((sum, { lengthFt }) => sum + lengthFt, 0)),
    edgeWords()[first.reason],
    rangeToKeepText(edges.map(({ requiredFt }) => requiredFt)),
    rangeToKeepText(edges.map(({ bufferFt }) => bufferFt)),
    rangeText(edges.map(({ creditedOutsideFt }) => creditedOutsideFt)),
  ];
}

/** What each edge of the field asks for; with very many edges, what the edges that face one way do. */
export function edgeTable(edges: readonly EdgeResult[]): ReportTable {
  if (edges.length <= MOST_EDGES) {
    return table(words().each, edgeColumns(), edges.map(edgeRow));
  }
  const groups = new Map<string, EdgeResult[]>();
  for (const edge of edges) {
    const key = `${facing(edge)} ${edge.reason}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [edge]);
    else group.push(edge);
  }
  return table(words().grouped(edges.length), groupColumns(), [...groups.values()].map(groupRow));
}
