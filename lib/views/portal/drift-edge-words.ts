import type { EdgeReason } from "@/lib/domain/drift";
import { wordsIn } from "@/lib/views/language";

/** What the table of edges says whatever the answer is: with the page, as `drift-page-words.ts`. */
export interface EdgesWords {
  title: string;
  how: string;
  filter: string;
  none: string;
  /** The heads of its columns, in their order. */
  columns: { edge: string; faces: string; length: string; keeps: string; credited: string; why: string };
  notKnown: string;
  nothing: string;
  reasons: Record<EdgeReason, string>;
  earlier: string;
  later: string;
  noScript: string;
  /** Before the number of an edge. */
  backTo: string;
  /** Around the number of an edge. */
  show: [before: string, after: string];
  /** After the name of a side. */
  byEdge: string;
  /** Before the name of a side. */
  pagesOf: string;
  page: string;
  of: string;
  /** Before the name of a product. */
  askedBy: string;
  /** Before what is taken off. */
  less: string;
}

export const driftEdgeWords = wordsIn<EdgesWords>({
  en: {
    title: "Edge by edge",
    how: "Pick an edge to find it on the map; pick it on the map to find it here.",
    filter: "Only edges that keep a distance",
    none: "No edge keeps a distance in these conditions.",
    columns: {
      edge: "Edge",
      faces: "Faces",
      length: "Length",
      keeps: "Keeps",
      credited: "Credited outside",
      why: "Why",
    },
    notKnown: "Not known",
    nothing: "Nothing",
    reasons: {
      downwind: "Downwind",
      calm_air: "Calm air: every edge counts",
      omni_directional: "Asked of every edge, whatever the wind",
      downslope: "Marked as downslope",
      downslope_unmarked: "No edge is marked as downslope, so each counts",
      not_selected: "Not downwind",
      no_requirement: "No buffer is asked for",
      unresolved: "Not known: a rule or the set-up is open",
    },
    earlier: "Earlier",
    later: "Later",
    noScript: "The further edges of this side need JavaScript.",
    backTo: "Back to edge",
    show: ["Edge ", ": show on the map"],
    byEdge: ", edge by edge",
    pagesOf: "Pages of",
    page: "Page",
    of: "of",
    askedBy: "Asked by",
    less: "less",
  },
  es: {
    title: "Borde por borde",
    how: "Elija un borde para hallarlo en el mapa; elíjalo en el mapa para hallarlo aquí.",
    filter: "Solo los bordes que guardan una distancia",
    none: "En estas condiciones, ningún borde guarda una distancia.",
    columns: {
      edge: "Borde",
      faces: "Da al",
      length: "Largo",
      keeps: "Guarda",
      credited: "Acreditada afuera",
      why: "Por qué",
    },
    notKnown: "No se sabe",
    nothing: "Nada",
    reasons: {
      downwind: "A favor del viento (hacia donde sopla)",
      calm_air: "Aire en calma: cuentan todos los bordes",
      omni_directional: "Se pide a todos los bordes, con cualquier viento",
      downslope: "Marcado como pendiente abajo",
      downslope_unmarked: "Ningún borde está marcado como pendiente abajo, así que cuentan todos",
      not_selected: "No está a favor del viento",
      no_requirement: "No se pide zona de amortiguamiento",
      unresolved: "No se sabe: una regla o la configuración está por resolver",
    },
    earlier: "Anteriores",
    later: "Siguientes",
    noScript: "Los demás bordes de este lado necesitan JavaScript.",
    backTo: "Volver al borde",
    show: ["Borde ", ": mostrar en el mapa"],
    byEdge: ", borde por borde",
    pagesOf: "Páginas de",
    page: "Página",
    of: "de",
    askedBy: "Lo pide",
    less: "menos",
  },
});
