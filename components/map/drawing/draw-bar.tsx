"use client";

import type { ReactNode } from "react";
import type { PenMode } from "@/components/map/drawing/use-drawing";
import type { Pen } from "@/components/map/drawing/use-pen";
import { Button } from "@/components/ui/button";
import { counted } from "@/lib/views/words";
import styles from "@/components/map/drawing/drawing.module.css";

const FEWEST: Readonly<Record<PenMode, number>> = { polygon: 3, rectangle: 2, line: 2 };

const HOW: Readonly<Record<PenMode, string>> = {
  polygon: "Tap the corners, the first one again to close.",
  rectangle: "Tap one corner, then the opposite one.",
  line: "Tap along its middle, the last corner again to end.",
};

/** The tools of what is being drawn, at the map's lower edge: in sight as long as the map is. */
export function DrawBar({ mode, pen, onStop }: { mode: PenMode; pen: Pen; onStop: () => void }) {
  const { phase, corners, engine } = pen;
  return (
    <Bar>
      <p role="status">
        {phase === "ready" ? `${HOW[mode]}${corners === 0 ? "" : ` ${counted(corners, "corner")}.`}` : LOADING[phase]}
      </p>
      <div className={styles.penTools}>
        <Button disabled={engine === null} onClick={() => engine?.placeInMiddle()}>
          Corner here
        </Button>
        <Button disabled={corners === 0} onClick={() => engine?.undo()}>
          Undo corner
        </Button>
        {mode === "rectangle" ? null : (
          <Button kind="primary" disabled={corners < FEWEST[mode]} onClick={() => engine?.finish()}>
            {mode === "polygon" ? "Close outline" : "End line"}
          </Button>
        )}
        <Button onClick={onStop}>Stop drawing</Button>
      </div>
      <p className={styles.keys}>
        Keys on the map: arrows move it, Space puts a corner at the cross, Backspace takes one back, Enter closes.
      </p>
    </Bar>
  );
}

const LOADING = {
  none: "Drawing is loading.",
  failed: "Drawing could not be loaded. A strip or corners can be entered instead.",
} as const;

/** Stays at the foot of the screen while the map is in sight. */
export const Bar = ({ children }: { children: ReactNode }) => (
  <div className={styles.bar} data-draw-bar="pen">
    {children}
  </div>
);
