"use client";

import { useEffect, useRef } from "react";
import { AreaForm } from "@/components/map/drawing/area-form";
import { AreaList } from "@/components/map/drawing/area-list";
import { CornersForm } from "@/components/map/drawing/corners-form";
import { DownslopeForm } from "@/components/map/drawing/downslope-form";
import { itemOf } from "@/lib/portal-client/items";
import { RefusedAreas } from "@/components/map/drawing/refused-areas";
import { StripForm } from "@/components/map/drawing/strip-form";
import type { Drawing, ListedArea } from "@/components/map/drawing/use-drawing";
import { SaveState } from "@/components/portal/edits/save-state";
import { Button } from "@/components/ui/button";
import type { FieldMapModel } from "@/lib/views/portal/field-map";
import styles from "@/components/map/drawing/drawing.module.css";

/**
 * What draws on the map comes when someone begins to, and a click before it is there would be lost. None: nothing can
 * be drawn now, such as without a map or for an area of several parts.
 */
export type PenPhase = "none" | "loading" | "ready" | "failed";

export interface DrawToolsProps {
  model: FieldMapModel;
  grantPath: string;
  drawing: Drawing;
  /** Nothing can be changed: the application or a sibling is locked. */
  isLocked: boolean;
  /** The map is there to be drawn on. */
  hasMap: boolean;
  pen: PenPhase;
  /** The tools are laid out at once, not behind their title. */
  isOpen: boolean;
}

/** Everything that puts areas beside a field and marks its edges, below the map. */
export function DrawTools({ model, grantPath, drawing, isLocked, hasMap, pen, isOpen }: DrawToolsProps) {
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
  const { place, heading } = useFocusKept(drawing);
  return (
    <details ref={place} className={styles.tools} open={isOpen}>
      <summary>Draw areas beside the field, mark downslope edges</summary>
      <h3 ref={heading} tabIndex={-1}>
        Areas beside the field
      </h3>
      <AreaList fieldId={model.fieldId} drawing={drawing} isLocked={isLocked} onChange={change} />
      <RefusedAreas drawing={drawing} />
      <Adding {...{ model, grantPath, drawing, isLocked, hasMap, pen }} />
      <h3>Downslope edges</h3>
      <p>
        {marked === 0
          ? "No edge is marked, so every edge counts as downslope where a label asks for a downslope buffer."
          : `${marked} ${marked === 1 ? "edge is" : "edges are"} marked.`}
      </p>
      <SaveState state={drawing.edits.stateOf(itemOf({ kind: "downslope", fieldId: model.fieldId }))} />
      {drawing.mode === "downslope" ? (
        <DownslopeForm model={model} drawing={drawing} />
      ) : (
        <Button
          disabled={isLocked || drawing.mode !== "look"}
          onClick={() => drawing.begin("downslope", model.downslope)}
        >
          Mark downslope edges
        </Button>
      )}
    </details>
  );
}

/** A form that is done goes away with its buttons: the focus stays with the tools and does not fall to the page's top. */
function useFocusKept({ mode, draft, areas }: Drawing) {
  const place = useRef<HTMLDetailsElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const wasInside = useRef(false);
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      wasInside.current = target instanceof Node && place.current?.contains(target) === true;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    if (wasInside.current && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [mode, draft, areas]);
  return { place, heading };
}

function Adding({ model, grantPath, drawing, isLocked, hasMap, pen }: Omit<DrawToolsProps, "isOpen">) {
  const { mode, draft, begin, stop, shape, setDraft, save, chosen, toggleEdges } = drawing;
  if (draft !== null) {
    return (
      <>
        <p role="status">{mode === "reshape" ? penWords(mode, pen) : WORDS[mode]}</p>
        <AreaForm draft={draft} onChange={setDraft} onSave={save} onCancel={stop} />
      </>
    );
  }
  if (mode === "strip") {
    return <StripForm {...{ model, grantPath, chosen }} onToggle={toggleEdges} onShape={shape} onCancel={stop} />;
  }
  if (mode === "corners") return <CornersForm onShape={shape} onCancel={stop} />;
  if (mode === "polygon" || mode === "rectangle") {
    return (
      <div className={styles.form}>
        <p role="status">{penWords(mode, pen)}</p>
        <Button onClick={stop}>Stop drawing</Button>
      </div>
    );
  }
  const isBusy = isLocked || mode !== "look";
  return (
    <div className={styles.actions}>
      <Button disabled={isBusy || !hasMap} onClick={() => begin("polygon")}>
        Draw an outline
      </Button>
      <Button disabled={isBusy || !hasMap} onClick={() => begin("rectangle")}>
        Draw a rectangle
      </Button>
      <Button disabled={isBusy} onClick={() => begin("strip")}>
        Strip along the field
      </Button>
      <Button disabled={isBusy} onClick={() => begin("corners")}>
        Corners by number
      </Button>
    </div>
  );
}

/** What to do on the map, once it can be done. */
function penWords(mode: "polygon" | "rectangle" | "reshape", pen: PenPhase): string {
  if (pen === "failed") return "Drawing could not be loaded. A strip or corners can be entered instead.";
  if (mode === "reshape" && pen === "none") return "Below you change what it is.";
  return pen === "ready" ? WORDS[mode] : "Drawing is loading.";
}

const WORDS = {
  polygon:
    "Click or tap the corners on the map one after the other; the first one again, or Enter, closes the outline.",
  rectangle: "Click or tap one corner of the rectangle on the map, then the opposite one.",
  reshape: "Drag the corners on the map to change the outline. Below you change what it is.",
  strip: "The strip is shown on the map.",
  corners: "The area is shown on the map.",
  look: "",
  downslope: "",
} satisfies Record<Drawing["mode"], string>;
