"use client";

import { useRef, type KeyboardEvent, type PointerEvent } from "react";
import { turned } from "@/components/portal/drift/conditions/conditions";
import { compassWord } from "@/lib/geo/format";
import styles from "./wind-dial.module.css";

interface Props {
  /** Where the wind comes from, degrees clockwise from north; null: not set. */
  fromDeg: number | null;
  isDisabled: boolean;
  onTurn: (fromDeg: number) => void;
}

const CENTRE = 130;
const RADIUS = 96;
const KNOB_RADIUS = 17;
const FULL_TURN_DEG = 360;
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
  End: () => FULL_TURN_DEG / 2,
};

export const directionInWords = (fromDeg: number): string => `from ${round(fromDeg)}°, ${compassWord(fromDeg)}`;
const round = (deg: number): number => Math.round(deg * 10) / 10;

/** Says where the wind comes from, by turning: with a finger, the mouse or the keys. */
export function WindDial({ fromDeg, isDisabled, onTurn }: Props) {
  const drawing = useRef<SVGSVGElement>(null);
  const turnTo = (event: PointerEvent): void => {
    const box = drawing.current?.getBoundingClientRect();
    if (box === undefined) return;
    const east = event.clientX - (box.left + box.width / 2);
    const north = box.top + box.height / 2 - event.clientY;
    onTurn(Math.round(turned((Math.atan2(east, north) * 180) / Math.PI)) % FULL_TURN_DEG);
  };
  const press = (event: PointerEvent<HTMLDivElement>): void => {
    if (isDisabled || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.focus();
    turnTo(event);
  };
  const move = (event: PointerEvent<HTMLDivElement>): void => {
    if (!isDisabled && event.currentTarget.hasPointerCapture(event.pointerId)) turnTo(event);
  };
  const key = (event: KeyboardEvent): void => {
    const next = KEYS[event.key];
    if (isDisabled || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onTurn(round(turned(next(fromDeg ?? 0))));
  };
  return (
    <div
      className={styles.dial}
      role="slider"
      tabIndex={isDisabled ? -1 : 0}
      aria-label="Where the wind comes from"
      aria-valuemin={0}
      aria-valuemax={FULL_TURN_DEG}
      aria-valuenow={fromDeg ?? 0}
      aria-valuetext={fromDeg === null ? "Not set" : directionInWords(fromDeg)}
      aria-disabled={isDisabled}
      aria-describedby="wind-dial-how"
      onPointerDown={press}
      onPointerMove={move}
      onKeyDown={key}
    >
      <Drawing ref={drawing} fromDeg={fromDeg} />
    </div>
  );
}

function Drawing({ ref, fromDeg }: { ref: React.Ref<SVGSVGElement>; fromDeg: number | null }) {
  return (
    <svg ref={ref} viewBox={`0 0 ${CENTRE * 2} ${CENTRE * 2}`} className={styles.drawing} aria-hidden="true">
      <circle cx={CENTRE} cy={CENTRE} r={RADIUS} className={styles.ring} />
      {POINTS.map((point, index) => (
        <CompassPoint key={point} point={point} fromDeg={(index * FULL_TURN_DEG) / POINTS.length} />
      ))}
      {fromDeg === null ? null : (
        <g transform={`rotate(${fromDeg} ${CENTRE} ${CENTRE})`}>
          <path
            d={`M${CENTRE} ${CENTRE - RADIUS + 22} V${CENTRE + 34} m-16 -20 l16 22 l16 -22`}
            className={styles.arrow}
          />
          <circle cx={CENTRE} cy={CENTRE - RADIUS} r={KNOB_RADIUS} className={styles.knob} />
          <path d={`M${CENTRE - 6} ${CENTRE - RADIUS - 4} l6 9 l6 -9`} className={styles.knobMark} />
        </g>
      )}
    </svg>
  );
}

function CompassPoint({ point, fromDeg }: { point: string; fromDeg: number }) {
  const angle = (fromDeg * Math.PI) / 180;
  const reach = RADIUS + (point.length === 1 ? 24 : 33);
  return (
    <text
      x={(CENTRE + reach * Math.sin(angle)).toFixed(1)}
      y={(CENTRE - reach * Math.cos(angle) + 6).toFixed(1)}
      textAnchor="middle"
      className={point.length === 1 ? styles.mainPoint : styles.point}
    >
      {point}
    </text>
  );
}
