"use client";

import { useEffect, useRef } from "react";
import { AreaForm } from "@/components/map/drawing/area-form";
import { CopyForm } from "@/components/map/drawing/copy-form";
import { cornersInWords } from "@/components/map/drawing/corners";
import { CornersForm, OutlineCorners } from "@/components/map/drawing/corners-form";
import { isChanged, outlineOf, type Draft } from "@/components/map/drawing/edit-bodies";
import { DownslopeBar } from "@/components/map/drawing/downslope-form";
import { DrawBar, PEN_KEYS } from "@/components/map/drawing/draw-bar";
import { GapNote } from "@/components/map/drawing/gap-note";
import { LineForm, StripForm } from "@/components/map/drawing/strip-form";
import { useEscape } from "@/components/map/drawing/use-escape";
import type { MappedAreas } from "@/components/map/drawing/use-mapped-areas";
import { isPenMode, type Drawing } from "@/components/map/drawing/use-drawing";
import type { Pen } from "@/components/map/drawing/use-pen";
import { edgeName } from "@/lib/domain/drift";
import type { FieldMapModel } from "@/lib/views/portal/field-map";
import styles from "@/components/map/drawing/drawing.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    slot: "Drawing on the map",
    shown: "The area is shown on the map.",
    drag: "Drag the corners on the map to change the outline, or write them below.",
    ask: "Press Escape again to discard what you made here, or go on.",
  },
  es: {
    slot: "Dibujo en el mapa",
    shown: "El área se muestra en el mapa.",
    drag: "Arrastre las esquinas en el mapa para cambiar el contorno, o escríbalas abajo.",
    ask: "Presione Esc otra vez para descartar lo que hizo aquí, o siga.",
  },
});

export interface MapSlotProps {
  model: FieldMapModel;
  grantPath: string;
  drawing: Drawing;
  pen: Pen;
  mapped: MappedAreas;
}

/** What is being drawn or marked, right below the map: it comes into sight with the map, and takes the focus. */
export function MapSlot(props: MapSlotProps) {
  const { drawing, pen } = props;
  const place = useRef<HTMLDivElement>(null);
  const step = stepOf(drawing);
  const { phase } = pen;
  const { mode, stop } = drawing;
  const isOn = step !== "look";
  useEffect(() => {
    if (place.current !== null) bringToSight(place.current, { step, mode, phase });
  }, [step, mode, phase]);
  const isAsking = useEscape(place, { isOn, hasUnsavedWork: (slot) => hasUnsavedWork(props, slot), stop });
  const question = useRef<HTMLParagraphElement>(null);
  // Who types far below the map is asked where they can see it.
  useEffect(() => {
    if (isAsking) question.current?.scrollIntoView({ block: "nearest", behavior: "instant" });
  }, [isAsking]);
  return (
    <div ref={place} className={styles.slot} tabIndex={-1} role="group" aria-label={words().slot} data-map-column>
      {isOn ? (
        <p ref={question} className={styles.ask} role="status">
          {isAsking ? words().ask : ""}
        </p>
      ) : null}
      <Step {...props} />
    </div>
  );
}

/** Corners of a saved area were written, and not used yet. */
function hasOtherCorners({ geometry }: Draft, slot: HTMLElement): boolean {
  const outline = outlineOf(geometry);
  const written = slot.querySelector("textarea");
  return outline !== null && written !== null && written.value !== cornersInWords(outline);
}

/** Whether Escape would take something away that its maker would have to make again. */
function hasUnsavedWork({ drawing, pen, model }: MapSlotProps, slot: HTMLElement): boolean {
  const { mode, draft, line, chosen } = drawing;
  if (draft !== null) return isChanged(draft) || hasOtherCorners(draft, slot);
  if (line !== null || pen.corners > 0) return true;
  const before = new Set((mode === "downslope" ? model.downslope : []).map(edgeName));
  if (chosen.length !== before.size || chosen.some((edge) => !before.has(edgeName(edge)))) return true;
  const written = slot.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input:not([type=checkbox]), textarea");
  return [...written].some(({ value }) => value.trim() !== "");
}

interface Shown {
  step: ReturnType<typeof stepOf>;
  mode: Drawing["mode"];
  phase: Pen["phase"];
}

/** The map with what stands below it comes into sight, and what is to be done next takes the focus. */
function bringToSight(slot: HTMLElement, { step, mode, phase }: Shown): void {
  // Who writes corners stays where the writing is: the pen is begun again with each of them.
  if (step === "look" || (step === "form" && slot.contains(document.activeElement))) return;
  // The map itself takes the keys while corners are placed.
  const isDrawing = step === "pen" && phase === "ready";
  const canvas = isDrawing ? slot.parentElement?.querySelector<HTMLElement>("canvas[tabindex]") : null;
  canvas?.setAttribute("aria-describedby", PEN_KEYS);
  (canvas ?? slot).focus({ preventScroll: true });
  slot.parentElement?.scrollIntoView({ block: "start", behavior: "instant" });
  // A form may be longer than what is left of the screen below the map. Corners are dragged on the map, which stays.
  if (step === "form" && mode !== "reshape") slot.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/** `pen`: corners are placed on the map. `edges`: edges are picked on it. `form`: something is written. */
function stepOf({ mode, draft, line }: Drawing): "look" | "pen" | "edges" | "form" {
  if (draft !== null || line !== null) return "form";
  if (mode === "look" || mode === "reshape") return "look";
  if (isPenMode(mode)) return "pen";
  return mode === "corners" ? "form" : "edges";
}

function Step({ model, grantPath, drawing, pen, mapped }: MapSlotProps) {
  const { mode, draft, line, stop, shape, replace, setDraft, save, chosen, toggleEdges, copy } = drawing;
  const stripPath = `${grantPath}/api/fields/${model.fieldId}/strip`;
  if (draft !== null) {
    const outline = mode === "reshape" ? outlineOf(draft.geometry) : null;
    return (
      <AreaForm draft={draft} onChange={setDraft} onSave={save} onCancel={stop}>
        <p role="status">{shapeWords(mode, pen)}</p>
        {outline === null ? null : <OutlineCorners outline={outline} onShape={replace} />}
        <GapNote draft={draft} model={model} drawing={drawing} />
      </AreaForm>
    );
  }
  if (line !== null) return <LineForm path={stripPath} line={line} onShape={shape} onCancel={stop} />;
  if (isPenMode(mode)) return <DrawBar mode={mode} pen={pen} onStop={stop} />;
  switch (mode) {
    case "strip":
      return (
        <StripForm
          path={stripPath}
          sides={model.sides}
          {...{ chosen }}
          onToggle={toggleEdges}
          onShape={shape}
          onCancel={stop}
        />
      );
    case "corners":
      return <CornersForm onShape={shape} onCancel={stop} />;
    case "copy":
      return <CopyForm mapped={mapped} onPick={copy} onCancel={stop} />;
    case "downslope":
      return <DownslopeBar {...drawing} />;
    default:
      return null;
  }
}

function shapeWords(mode: Drawing["mode"], { phase }: Pen): string {
  if (mode !== "reshape") return words().shown;
  return phase === "ready" ? words().drag : "";
}
