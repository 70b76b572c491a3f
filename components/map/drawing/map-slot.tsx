"use client";

import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import { AreaForm } from "@/components/map/drawing/area-form";
import { CopyForm } from "@/components/map/drawing/copy-form";
import { CornersForm, OutlineCorners } from "@/components/map/drawing/corners-form";
import { outlineOf } from "@/components/map/drawing/edit-bodies";
import { DownslopeBar } from "@/components/map/drawing/downslope-form";
import { DrawBar, PEN_KEYS } from "@/components/map/drawing/draw-bar";
import { GapNote } from "@/components/map/drawing/gap-note";
import { LineForm, StripForm } from "@/components/map/drawing/strip-form";
import type { MappedAreas } from "@/components/map/drawing/use-mapped-areas";
import { isPenMode, type Drawing } from "@/components/map/drawing/use-drawing";
import type { Pen } from "@/components/map/drawing/use-pen";
import type { FieldMapModel } from "@/lib/views/portal/field-map";
import styles from "@/components/map/drawing/drawing.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    slot: "Drawing on the map",
    shown: "The area is shown on the map.",
    drag: "Drag the corners on the map to change the outline, or write them below.",
  },
  es: {
    slot: "Dibujo en el mapa",
    shown: "El área se muestra en el mapa.",
    drag: "Arrastre las esquinas en el mapa para cambiar el contorno, o escríbalas abajo.",
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
  useEffect(() => {
    if (place.current !== null) bringToSight(place.current, { step, mode, phase });
  }, [step, mode, phase]);
  useEscape(place, { isOn: step === "pen" || isPicking(drawing), stop });
  return (
    <div ref={place} className={styles.slot} tabIndex={-1} role="group" aria-label={words().slot} data-map-column>
      <Step {...props} />
    </div>
  );
}

/** Nothing is drawn yet: a strip, corners, a copy, or marks are being chosen. An area that is there is discarded by its button alone. */
const isPicking = ({ mode, draft, line }: Drawing): boolean =>
  draft === null && line === null && mode !== "look" && mode !== "reshape" && !isPenMode(mode);

/** Escape calls off what is taken up, from its form and buttons and from the map beside them, where the pen hears it first. */
function useEscape(place: RefObject<HTMLElement | null>, { isOn, stop }: { isOn: boolean; stop: () => void }): void {
  const callOff = useEffectEvent(stop);
  useEffect(() => {
    const slot = place.current;
    if (!isOn || slot === null) return undefined;
    const press = (event: KeyboardEvent): void => {
      const { key, target, defaultPrevented, isComposing } = event;
      if (key !== "Escape" || defaultPrevented || isComposing || !(target instanceof HTMLElement)) return;
      if (slot.contains(target) || target.matches("canvas[tabindex]") || target.closest("[data-map-column]") !== null)
        callOff();
    };
    const { parentElement: frame } = slot;
    frame?.addEventListener("keydown", press);
    return () => frame?.removeEventListener("keydown", press);
  }, [place, isOn]);
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
