"use client";

import { useEffect, useRef, useState } from "react";
import { AreaList } from "@/components/map/drawing/area-list";
import { itemOf } from "@/lib/portal-client/items";
import { RefusedAreas } from "@/components/map/drawing/refused-areas";
import type { Drawing, DrawMode, ListedArea } from "@/components/map/drawing/use-drawing";
import { SaveState } from "@/components/portal/edits/save-state";
import { Button } from "@/components/ui/button";
import type { FieldMapModel } from "@/lib/views/portal/field-map";
import styles from "@/components/map/drawing/drawing.module.css";

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
  const heading = useFocusBack(drawing.mode);
  // Who was led to a tool finds here what came of it.
  const [isUsed, setUsed] = useState(false);
  if (!isUsed && drawing.mode !== "look") setUsed(true);
  return (
    <details className={styles.tools} open={isOpen || isUsed}>
      <summary>Draw areas beside the field, mark downslope edges</summary>
      <h3 ref={heading} tabIndex={-1}>
        Areas beside the field
      </h3>
      <AreaList fieldId={model.fieldId} drawing={drawing} isLocked={isLocked} onChange={change} />
      <RefusedAreas drawing={drawing} />
      <div className={styles.actions}>
        {TOOLS.map(({ mode, label, needsMap }) => (
          <Button key={mode} disabled={isBusy || (needsMap && !hasMap)} onClick={() => drawing.begin(mode)}>
            {label}
          </Button>
        ))}
      </div>
      <h3>Downslope edges</h3>
      <p>
        {marked === 0
          ? "No edge is marked, so every edge counts as downslope where a label asks for a downslope buffer."
          : `${marked} ${marked === 1 ? "edge is" : "edges are"} marked.`}
      </p>
      <SaveState state={drawing.edits.stateOf(itemOf({ kind: "downslope", fieldId: model.fieldId }))} />
      <Button disabled={isBusy} onClick={() => drawing.begin("downslope", model.downslope)}>
        Mark downslope edges
      </Button>
    </details>
  );
}

const TOOLS: readonly { mode: DrawMode; label: string; needsMap: boolean }[] = [
  { mode: "polygon", label: "Draw an outline", needsMap: true },
  { mode: "rectangle", label: "Draw a rectangle", needsMap: true },
  { mode: "line", label: "Draw a line with a width", needsMap: true },
  { mode: "strip", label: "Strip along the field", needsMap: false },
  { mode: "copy", label: "Copy from the map", needsMap: false },
  { mode: "corners", label: "Corners by number", needsMap: false },
];

/** What was taken up takes the focus along; when it is done, the focus comes back here and does not fall to the page's top. */
function useFocusBack(mode: DrawMode) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(mode);
  useEffect(() => {
    const isOver = before.current !== "look" && mode === "look";
    before.current = mode;
    if (isOver && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [mode]);
  return heading;
}
