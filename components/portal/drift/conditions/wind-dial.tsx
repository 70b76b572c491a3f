"use client";

import { useRef, type KeyboardEvent } from "react";
import { turned } from "@/components/portal/drift/conditions/conditions";
import {
  DIAL_CENTER as CENTER,
  DIAL_RADIUS as RADIUS,
  KNOB_REACH,
  useDialPointer,
} from "@/components/portal/drift/conditions/use-dial-pointer";
import { round1 } from "@/lib/domain/rounding";
import { compassWord } from "@/lib/geo/format";
import styles from "./wind-dial.module.css";

interface Props {
  /** Where the wind comes from, degrees clockwise from north; null: not set. */
  fromDeg: number | null;
  isDisabled: boolean;
  onTurn: (fromDeg: number) => void;
}

const KNOB_RADIUS = 17;
const POINTS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
/** Arrow keys turn by one degree, a page key from one compass point to the next. */
const STEP_DEG = 1;
const PAGE_DEG = 22.5;

const KEYS: Record<string, (fromDeg: number) => number> = {
  ArrowRight: (deg) => deg + STEP_DEG,
  ArrowUp: (deg) => deg + STEP_DEG,
  ArrowLeft: (deg) => deg - STEP_DEG,
  ArrowDown: (deg) => deg - STEP_DEG,
  PageUp: (deg) => (Math.floor(deg / PAGE_DEG) + 1) * PAGE_DEG,
  PageDown: (deg) => (Math.ceil(deg / PAGE_DEG) - 1) * PAGE_DEG,
  Home: () => 0,
  End: () => 180,
};

export const directionInWords = (fromDeg: number): string => `from ${round1(fromDeg)}°, ${compassWord(fromDeg)}`;

/** Says where the wind comes from: a finger taps the ring or drags the knob; the mouse and the keys turn it. */
export function WindDial({ fromDeg, isDisabled, onTurn }: Props) {
  const drawing = useRef<SVGSVGElement>(null);
  const pointer = useDialPointer(drawing, { fromDeg, isDisabled, onTurn });
  const key = (event: KeyboardEvent): void => {
    const next = KEYS[event.key];
    if (isDisabled || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onTurn(round1(turned(next(fromDeg ?? 0))));
  };
  return (
    <div
      className={styles.dial}
      role="slider"
      tabIndex={isDisabled ? -1 : 0}
      aria-label="Where the wind comes from"
      aria-valuemin={0}
      aria-valuemax={360}
      aria-valuenow={fromDeg ?? 0}
      aria-valuetext={fromDeg === null ? "Not set" : directionInWords(fromDeg)}
      aria-disabled={isDisabled}
      aria-describedby="wind-dial-how"
      onKeyDown={key}
      {...pointer}
    >
      <Drawing ref={drawing} fromDeg={fromDeg} isDisabled={isDisabled} />
    </div>
  );
}

interface DrawingProps extends Pick<Props, "fromDeg" | "isDisabled"> {
  ref: React.Ref<SVGSVGElement>;
}

function Drawing({ ref, fromDeg, isDisabled }: DrawingProps) {
  return (
    <svg ref={ref} viewBox={`0 0 ${CENTER * 2} ${CENTER * 2}`} className={styles.drawing} aria-hidden="true">
      <circle cx={CENTER} cy={CENTER} r={RADIUS} className={styles.ring} />
      {POINTS.map((point, index) => (
        <CompassPoint key={point} point={point} fromDeg={(index * 360) / POINTS.length} />
      ))}
      {fromDeg === null ? null : (
        <g transform={`rotate(${fromDeg} ${CENTER} ${CENTER})`}>
          <path
            d={`M${CENTER} ${CENTER - RADIUS + 22} V${CENTER + 34} m-16 -20 l16 22 l16 -22`}
            className={styles.arrow}
          />
          <circle cx={CENTER} cy={CENTER - RADIUS} r={KNOB_RADIUS} className={styles.knob} />
          <path d={`M${CENTER - 6} ${CENTER - RADIUS - 4} l6 9 l6 -9`} className={styles.knobMark} />
          {isDisabled ? null : (
            <circle ref={holdPage} cx={CENTER} cy={CENTER - RADIUS} r={KNOB_REACH} className={styles.grip} />
          )}
        </g>
      )}
    </svg>
  );
}

/** A finger on the knob does not scroll the page, even where a browser reads no `touch-action` inside a drawing. */
function holdPage(grip: SVGCircleElement): () => void {
  const hold = (event: TouchEvent): void => {
    if (event.cancelable) event.preventDefault();
  };
  grip.addEventListener("touchmove", hold, { passive: false });
  return () => grip.removeEventListener("touchmove", hold);
}

function CompassPoint({ point, fromDeg }: { point: string; fromDeg: number }) {
  const angle = (fromDeg * Math.PI) / 180;
  const reach = RADIUS + (point.length === 1 ? 24 : 33);
  return (
    <text
      x={(CENTER + reach * Math.sin(angle)).toFixed(1)}
      y={(CENTER - reach * Math.cos(angle) + 6).toFixed(1)}
      textAnchor="middle"
      className={point.length === 1 ? styles.mainPoint : styles.point}
    >
      {point}
    </text>
  );
}
