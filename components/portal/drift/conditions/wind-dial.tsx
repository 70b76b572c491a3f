"use client";

import { useRef, type KeyboardEvent, type ReactNode } from "react";
import { turned } from "@/components/portal/drift/conditions/conditions";
import {
  DIAL_RADIUS as RADIUS,
  KNOB_REACH,
  useDialPointer,
} from "@/components/portal/drift/conditions/use-dial-pointer";
import { DIAL_CENTER as CENTER } from "@/lib/views/portal/drift";
import { round1 } from "@/lib/domain/rounding";
import type { DriftPageWords } from "@/lib/views/portal/drift-page-words";
import { compassLetters, compassWord } from "@/lib/views/figures";
import styles from "./wind-dial.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    from: (deg: number, point: string) => `from ${deg}°, ${point}`,
  },
  es: {
    from: (deg, point) => `desde ${deg}°, ${point}`,
  },
});

interface Props {
  text: Pick<DriftPageWords["form"], "dial" | "dialNotSet">;
  /** Where the wind comes from, degrees clockwise from north; null: not set. */
  fromDeg: number | null;
  isDisabled: boolean;
  onTurn: (fromDeg: number) => void;
  /** The field inside the ring, north up. */
  children?: ReactNode;
}

const KNOB_RADIUS = 15;
const POINTS = Array.from({ length: 16 }, (_unused, index) => (index * 360) / 16);
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

/** Blows from the knob over the edge of the field's picture, drawn for wind from north. */
const ARROW = `M${CENTER} ${CENTER - RADIUS + 19} V${CENTER - 36} m-11 -13 l11 15 l11 -15`;

export const directionInWords = (fromDeg: number): string => words().from(round1(fromDeg), compassWord(fromDeg));

/** Says where the wind comes from: a finger taps the ring or drags the knob; the mouse and the keys turn it. */
export function WindDial({ text, fromDeg, isDisabled, onTurn, children }: Props) {
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
      aria-label={text.dial}
      aria-valuemin={0}
      aria-valuemax={360}
      aria-valuenow={fromDeg ?? 0}
      aria-valuetext={fromDeg === null ? text.dialNotSet : directionInWords(fromDeg)}
      aria-disabled={isDisabled}
      aria-describedby="wind-dial-how"
      onKeyDown={key}
      {...pointer}
    >
      <Drawing ref={drawing} fromDeg={fromDeg} isDisabled={isDisabled}>
        {children}
      </Drawing>
    </div>
  );
}

interface DrawingProps extends Pick<Props, "fromDeg" | "isDisabled" | "children"> {
  ref: React.Ref<SVGSVGElement>;
}

function Drawing({ ref, fromDeg, isDisabled, children }: DrawingProps) {
  return (
    <svg ref={ref} viewBox={`0 0 ${CENTER * 2} ${CENTER * 2}`} className={styles.drawing} aria-hidden="true">
      <circle cx={CENTER} cy={CENTER} r={RADIUS} className={styles.ring} />
      {children}
      {POINTS.map((deg) => (
        <CompassPoint key={deg} fromDeg={deg} />
      ))}
      {fromDeg === null ? null : (
        <g transform={`rotate(${fromDeg} ${CENTER} ${CENTER})`}>
          <path d={ARROW} className={styles.arrowEdge} />
          <path d={ARROW} className={styles.arrow} />
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

/** Letters at eight points, and a tick at each point between two of them. */
function CompassPoint({ fromDeg }: { fromDeg: number }) {
  const point = compassLetters(fromDeg);
  if (point.length === 3) {
    return (
      <path
        d={`M${CENTER} ${CENTER - RADIUS - 8}V${CENTER - RADIUS - 20}`}
        transform={`rotate(${fromDeg} ${CENTER} ${CENTER})`}
        className={styles.tick}
      />
    );
  }
  const angle = (fromDeg * Math.PI) / 180;
  const reach = RADIUS + 22;
  return (
    <text
      x={(CENTER + reach * Math.sin(angle)).toFixed(1)}
      y={(CENTER - reach * Math.cos(angle) + 5.5).toFixed(1)}
      textAnchor="middle"
      className={point.length === 1 ? styles.mainPoint : styles.point}
    >
      {point}
    </text>
  );
}
