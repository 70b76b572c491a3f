"use client";

import { useEffect, useRef, useState } from "react";
import { AreaList } from "@/components/map/drawing/area-list";
import { itemOf } from "@/lib/portal-client/items";
import { RefusedAreas } from "@/components/map/drawing/refused-areas";
import type { ListedArea } from "@/components/map/drawing/listed-areas";
import type { Drawing, DrawMode } from "@/components/map/drawing/use-drawing";
import { SaveState } from "@/components/portal/edits/save-state";
import { Button } from "@/components/ui/button";
import type { FieldMapModel } from "@/lib/views/portal/field-map";
import styles from "@/components/map/drawing/drawing.module.css";
import { wordsIn } from "@/lib/views/language";
import { counted } from "@/lib/views/words";

export interface DrawToolsProps {
  model: FieldMapModel;
  drawing: Drawing;
  /** Nothing can be changed: the application or a sibling is locked. */
  isLocked: boolean;
  /** The map is there to be drawn on. */
  hasMap: boolean;
  /** The tools are laid out at once, not behind their title. */
  isOpen: boolean;
}

/** The areas beside a field, what adds one, and the way to mark edges. What is taken up then stands beside the map. */
export function DrawTools({ model, drawing, isLocked, hasMap, isOpen }: DrawToolsProps) {
  const change = (area: ListedArea): void => {
    drawing.setDraft({
      featureId: area.featureId,
      base: area,
      category: area.category,
      label: area.label ?? "",
      geometry: area.geometry,
    });
    drawing.begin("reshape");
  };
  const marked = model.downslope.length;
  const isBusy = isLocked || drawing.mode !== "look";
  const heading = useFocusBack(drawing.mode, drawing.areas.length);
  // Who was led to a tool finds here what came of it.
  const [isUsed, setUsed] = useState(false);
  if (!isUsed && drawing.mode !== "look") setUsed(true);
  return (
    <details className={styles.tools} open={isOpen || isUsed}>
      <summary>{words().summary}</summary>
      <h3 ref={heading} tabIndex={-1}>
        {words().areas}
      </h3>
      <AreaList fieldId={model.fieldId} drawing={drawing} isLocked={isLocked} onChange={change} />
      <RefusedAreas drawing={drawing} focusBack={() => heading.current?.focus({ preventScroll: true })} />
      <div className={styles.actions}>
        {TOOLS.map(({ mode, needsMap }) => (
          <Button key={mode} disabled={isBusy || (needsMap && !hasMap)} onClick={() => drawing.begin(mode)}>
            {words().tools[mode]}
          </Button>
        ))}
      </div>
      <h3>{words().downslope}</h3>
      <p>{marked === 0 ? words().noneMarked : words().marked(marked)}</p>
      <SaveState state={drawing.edits.stateOf(itemOf({ kind: "downslope", fieldId: model.fieldId }))} />
      <Button disabled={isBusy} onClick={() => drawing.begin("downslope", model.downslope)}>
        {words().mark}
      </Button>
    </details>
  );
}

type Tool = Exclude<DrawMode, "look" | "reshape" | "downslope">;
const TOOLS: readonly { mode: Tool; needsMap: boolean }[] = [
  { mode: "polygon", needsMap: true },
  { mode: "rectangle", needsMap: true },
  { mode: "line", needsMap: true },
  { mode: "strip", needsMap: false },
  { mode: "copy", needsMap: false },
  { mode: "corners", needsMap: false },
];

interface Words {
  summary: string;
  areas: string;
  tools: Record<Tool, string>;
  downslope: string;
  noneMarked: string;
  marked: (edges: number) => string;
  mark: string;
}

const words = wordsIn<Words>({
  en: {
    summary: "Draw areas beside the field, mark downslope edges",
    areas: "Areas beside the field",
    tools: {
      polygon: "Draw an outline",
      rectangle: "Draw a rectangle",
      line: "Draw a line with a width",
      strip: "Strip along the field",
      copy: "Copy from the map",
      corners: "Corners by number",
    },
    downslope: "Downslope edges",
    noneMarked: "No edge is marked, so every edge counts as downslope where a label asks for a downslope buffer.",
    marked: (edges) => `${edges} ${edges === 1 ? "edge is" : "edges are"} marked.`,
    mark: "Mark downslope edges",
  },
  es: {
    summary: "Dibujar áreas junto al campo, marcar bordes pendiente abajo",
    areas: "Áreas junto al campo",
    tools: {
      polygon: "Dibujar un contorno",
      rectangle: "Dibujar un rectángulo",
      line: "Dibujar una línea con ancho",
      strip: "Franja a lo largo del campo",
      copy: "Copiar del mapa",
      corners: "Esquinas por números",
    },
    downslope: "Bordes pendiente abajo",
    noneMarked:
      "Ningún borde está marcado, así que todos cuentan como pendiente abajo donde una etiqueta pide una zona de amortiguamiento pendiente abajo.",
    marked: (edges) => `${counted(edges, "borde está marcado", "bordes están marcados")}.`,
    mark: "Marcar bordes pendiente abajo",
  },
});

/**
 * What was taken up takes the focus along, and an area that is removed its buttons: then the focus comes back here and does
 * not fall to the page's top.
 */
function useFocusBack(mode: DrawMode, areas: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef({ mode, areas });
  useEffect(() => {
    const isOver = mode === "look" && (before.current.mode !== "look" || areas < before.current.areas);
    before.current = { mode, areas };
    if (isOver && isFocusGone(document.activeElement)) heading.current?.focus({ preventScroll: true });
  }, [mode, areas]);
  return heading;
}

/** What has the focus is gone, or is the empty place of what was taken up, which goes with the next frame. */
const isFocusGone = (element: Element | null): boolean =>
  element === null || element === document.body || element.matches("[data-map-column]:empty");
