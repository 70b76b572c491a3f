import { useRef, type PointerEvent, type RefObject } from "react";
import { turned } from "@/components/portal/drift/conditions/conditions";
import { DIAL_CENTER } from "@/lib/views/portal/drift";

/** Lengths are those of the dial's own drawing, a square of twice `DIAL_CENTER`. */
export const DIAL_RADIUS = 98;
/** Beyond the ring a tap picks the nearest of the 16 compass points whose letters and ticks stand there. */
const POINTS_RADIUS = DIAL_RADIUS + 10;
const POINT_STEP_DEG = 360 / 16;
/** A press this near to the knob's center takes hold of it: a target of about 56 px on a phone. */
export const KNOB_REACH = 26;
/** Nearer to the center a press says too little about a direction. */
const INNER_RADIUS = 58;
/** A finger that moves farther, pixels, is not tapping. */
const TAP_SLOP_PX = 12;
interface Options {
  fromDeg: number | null;
  isDisabled: boolean;
  onTurn: (fromDeg: number) => void;
}

interface Spot {
  deg: number;
  /** The compass point whose letters or tick lie there, degrees; null nearer to the center. */
  pointDeg: number | null;
  isOnRing: boolean;
  isOnKnob: boolean;
}

/** A finger that came down on the ring and may yet turn out to scroll. */
interface Tap {
  pointerId: number;
  x: number;
  y: number;
  deg: number;
}

/**
 * What a pointer does on the dial. The mouse turns it from anywhere on the ring. A finger drags the knob, or taps the
 * ring: every other movement of a finger scrolls the page and leaves the direction as it is.
 */
export function useDialPointer(drawing: RefObject<SVGSVGElement | null>, { fromDeg, isDisabled, onTurn }: Options) {
  const tap = useRef<Tap | null>(null);
  const press = (event: PointerEvent<HTMLElement>): void => {
    tap.current = null;
    const spot = spotOf(event, drawing.current, fromDeg);
    if (isDisabled || event.button !== 0 || !event.isPrimary || spot?.isOnRing !== true) return;
    const { pointerId, clientX: x, clientY: y, currentTarget } = event;
    if (event.pointerType !== "mouse" && !spot.isOnKnob) {
      tap.current = { pointerId, x, y, deg: spot.pointDeg ?? spot.deg };
      return;
    }
    currentTarget.setPointerCapture(pointerId);
    onTurn(spot.isOnKnob ? spot.deg : (spot.pointDeg ?? spot.deg));
    takeFocus(currentTarget);
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    if (isDisabled || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const spot = spotOf(event, drawing.current, fromDeg);
    if (spot !== null) onTurn(spot.deg);
  };
  const lift = (event: PointerEvent<HTMLElement>): void => {
    const begun = tap.current;
    tap.current = null;
    if (begun?.pointerId !== event.pointerId || isDisabled) return;
    if (Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > TAP_SLOP_PX) return;
    onTurn(begun.deg);
    takeFocus(event.currentTarget);
  };
  const cancel = (): void => {
    tap.current = null;
  };
  return { onPointerDown: press, onPointerMove: move, onPointerUp: lift, onPointerCancel: cancel };
}

/** The page stays where it is: a dial that moves under the finger reads another direction. */
const takeFocus = (dial: HTMLElement): void => dial.focus({ preventScroll: true });

function spotOf(
  { clientX, clientY }: PointerEvent,
  drawing: SVGSVGElement | null,
  fromDeg: number | null,
): Spot | null {
  const box = drawing?.getBoundingClientRect();
  if (box === undefined || box.width === 0) return null;
  const scale = (2 * DIAL_CENTER) / box.width;
  const east = (clientX - (box.left + box.width / 2)) * scale;
  const north = (box.top + box.height / 2 - clientY) * scale;
  const knob = ((fromDeg ?? 0) * Math.PI) / 180;
  const reach = Math.hypot(east, north);
  const deg = turned((Math.atan2(east, north) * 180) / Math.PI);
  const toKnob = Math.hypot(east - DIAL_RADIUS * Math.sin(knob), north - DIAL_RADIUS * Math.cos(knob));
  return {
    deg: Math.round(deg) % 360,
    pointDeg: reach > POINTS_RADIUS ? (Math.round(deg / POINT_STEP_DEG) * POINT_STEP_DEG) % 360 : null,
    isOnRing: reach >= INNER_RADIUS,
    isOnKnob: fromDeg !== null && toKnob <= KNOB_REACH,
  };
}
