import { decimalText } from "@/lib/domain/numbers";
import { wordsIn } from "@/lib/views/language";
import { counted } from "@/lib/views/words";
import { keptFt, type EdgeView } from "@/lib/views/portal/drift";
import type { FieldSide } from "@/lib/views/portal/field-map";
import { edgeName } from "@/lib/domain/drift";
import { compassWord, formatFeet } from "@/lib/views/figures";

/** An edge with the number that people know it by. */
export interface NumberedEdge extends EdgeView {
  /** `edgeName`: its place in the boundary. */
  name: string;
  /** From one, in the order of the boundary's positions. */
  number: number;
}

/** The edges of one side of the field. */
export interface EdgeGroup {
  name: string;
  lengthFt: number;
  edges: NumberedEdge[];
  /** The most that an edge of it keeps, feet; null when it is not known of one of them. */
  mostFt: number | null;
  /** How many of its edges keep a distance, or may. */
  buffered: number;
}

interface Words {
  otherEdges: string;
  long: (edges: number, feet: string) => string;
  notKnown: string;
  keepsNone: string;
  keeps: (of: { edges: number; buffered: number; feet: string }) => string;
}

const words = wordsIn<Words>({
  en: {
    otherEdges: "Edges of the field",
    long: (edges, feet) => `${counted(edges, "edge")}, ${feet} long`,
    notKnown: "what it keeps is not known",
    keepsNone: "keeps no distance",
    keeps: ({ edges, buffered, feet }) =>
      `${buffered === edges ? "" : `${decimalText(buffered)} of them `}${buffered === 1 ? "keeps" : "keep"} ${feet}${
        edges > 1 ? " at most" : ""
      }`,
  },
  es: {
    otherEdges: "Bordes del campo",
    long: (edges, feet) => `${counted(edges, "borde")}, ${feet} de largo`,
    notKnown: "no se sabe qué distancia guarda",
    keepsNone: "no guarda ninguna distancia",
    keeps: ({ edges, buffered, feet }) =>
      `${buffered === edges ? "" : `${decimalText(buffered)} de ellos `}${buffered === 1 ? "guarda" : "guardan"} ${
        edges > 1 ? "como máximo " : ""
      }${feet}`,
  },
});

/** A distance is kept in the field, or no one can say that none is. */
export const keepsDistance = (edge: EdgeView): boolean => edge.reason === "unresolved" || keptFt(edge) > 0;

/** Edges side by side, so that thousands of them are a dozen lines. Edges of no known side come last, together. */
export function groupEdges(edges: readonly EdgeView[], sides: readonly FieldSide[]): EdgeGroup[] {
  const sideOf = new Map(
    sides.flatMap(({ name, partIndex, ringIndex, edgeIndexes }) =>
      edgeIndexes.map((edgeIndex): [string, string] => [edgeName({ partIndex, ringIndex, edgeIndex }), name]),
    ),
  );
  const groups = new Map<string, NumberedEdge[]>(sides.map(({ name }) => [name, []]));
  for (const [index, edge] of edges.entries()) {
    const name = edgeName(edge);
    const side = sideOf.get(name) ?? words().otherEdges;
    const group = groups.get(side) ?? [];
    group.push({ ...edge, name, number: index + 1 });
    groups.set(side, group);
  }
  return [...groups].filter(([, group]) => group.length > 0).map(([name, group]) => summed(name, group));
}

function summed(name: string, edges: NumberedEdge[]): EdgeGroup {
  const isUnknown = edges.some(({ reason }) => reason === "unresolved");
  return {
    name,
    edges,
    lengthFt: edges.reduce((sum, { lengthFt }) => sum + lengthFt, 0),
    mostFt: isUnknown ? null : Math.max(0, ...edges.map(keptFt)),
    buffered: edges.filter(keepsDistance).length,
  };
}

/** A side in one line. */
export function groupInWords({ edges, lengthFt, mostFt, buffered }: EdgeGroup): string {
  const feet = mostFt === null ? null : formatFeet(mostFt);
  const keeps =
    feet === null
      ? words().notKnown
      : buffered === 0
        ? words().keepsNone
        : words().keeps({ edges: edges.length, buffered, feet });
  return `${words().long(edges.length, formatFeet(lengthFt))}; ${keeps}`;
}

export const facingInWords = ({ outwardBearingDeg }: EdgeView): string =>
  `${compassWord(outwardBearingDeg)} (${Math.round(outwardBearingDeg) % 360}°)`;

/** The page of a list on which something stands. */
export const pageOf = (index: number, pageSize: number): number => Math.floor(Math.max(0, index) / pageSize);
