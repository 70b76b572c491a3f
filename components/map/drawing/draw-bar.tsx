"use client";

import type { ReactNode } from "react";
import type { PenMode } from "@/components/map/drawing/use-drawing";
import type { Pen } from "@/components/map/drawing/use-pen";
import { Button } from "@/components/ui/button";
import { counted } from "@/lib/views/words";
import styles from "@/components/map/drawing/drawing.module.css";
import { wordsIn } from "@/lib/views/language";

const FEWEST: Readonly<Record<PenMode, number>> = { polygon: 3, rectangle: 2, line: 2 };

const words = wordsIn({
  en: {
    how: {
      polygon: "Tap the corners, the first one again to close.",
      rectangle: "Tap one corner, then the opposite one.",
      line: "Tap along its middle, the last corner again to end.",
    },
    corners: (count: number) => ` ${counted(count, "corner")}.`,
    here: "Corner here",
    undo: "Undo corner",
    close: "Close outline",
    end: "End line",
    stop: "Stop drawing",
    // One line at a desk: with a second the bar would cover the ground below the field, where people draw.
    keys: "Keys on the map: arrows move it, with Shift a little. Space puts a corner, Backspace takes one back, Enter closes, Escape stops.",
    pickKeys: "Keys on the map: arrows move it, with Shift a little. Enter picks what lies at the cross, Escape stops.",
    none: "Drawing is loading.",
    failed: "Drawing could not be loaded. A strip or corners can be entered instead.",
  },
  es: {
    how: {
      polygon: "Toque las esquinas, y otra vez la primera para cerrar.",
      rectangle: "Toque una esquina y luego la opuesta.",
      line: "Toque a lo largo de su centro, y otra vez la última esquina para terminar.",
    },
    corners: (count) => ` ${counted(count, "esquina")}.`,
    here: "Esquina aquí",
    undo: "Deshacer esquina",
    close: "Cerrar contorno",
    end: "Terminar línea",
    stop: "Dejar de dibujar",
    keys: "Teclas en el mapa: las flechas lo mueven, con Shift un poco. Espacio pone una esquina, Retroceso la quita, Enter cierra, Esc cancela.",
    pickKeys:
      "Teclas en el mapa: las flechas lo mueven, con Shift un poco. Enter elige lo que está en la cruz, Esc cancela.",
    none: "El dibujo se está cargando.",
    failed: "El dibujo no se pudo cargar. Puede usar una franja o escribir las esquinas.",
  },
});

/** What the keys do while corners are placed: said of the map, which takes them. */
export const PEN_KEYS = "pen-keys";

/** What the keys do while something that is on the map is picked. */
export const PickKeys = () => <p className={styles.keys}>{words().pickKeys}</p>;

/** The tools of what is being drawn, at the map's lower edge: in sight as long as the map is. */
export function DrawBar({ mode, pen, onStop }: { mode: PenMode; pen: Pen; onStop: () => void }) {
  const { phase, corners, engine } = pen;
  return (
    <Bar>
      <p role="status">
        {phase === "ready" ? `${words().how[mode]}${corners === 0 ? "" : words().corners(corners)}` : words()[phase]}
      </p>
      <div className={styles.penTools}>
        <Button disabled={engine === null} onClick={() => engine?.placeInMiddle()}>
          {words().here}
        </Button>
        {/* It keeps the focus as it takes the last corner back. */}
        <Button aria-disabled={corners === 0} onClick={() => (corners === 0 ? undefined : engine?.undo())}>
          {words().undo}
        </Button>
        {mode === "rectangle" ? null : (
          <Button kind="primary" disabled={corners < FEWEST[mode]} onClick={() => engine?.finish()}>
            {mode === "polygon" ? words().close : words().end}
          </Button>
        )}
        <Button onClick={onStop}>{words().stop}</Button>
      </div>
      <p id={PEN_KEYS} className={styles.keys}>
        {words().keys}
      </p>
    </Bar>
  );
}

/** Stays at the foot of the screen while the map is in sight. */
export const Bar = ({ children }: { children: ReactNode }) => (
  <div className={styles.bar} data-draw-bar="pen">
    {children}
  </div>
);
