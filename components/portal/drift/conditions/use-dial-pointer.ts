import { useRef, type PointerEvent, type RefObject } from "react";
import { turned } from "@/components/portal/drift/conditions/conditions";

/** Lengths are those of the dial's own drawing, a square of twice `DIAL_CENTER`. */
export const DIAL_CENTER = 130;
export const DIAL_RADIUS = 96;
/** A press this near to the knob's center takes hold of it: a target of about 56 px on a phone. */
export const KNOB_REACH = 26;
/** Nearer to the center a press says too little about a direction. */
const INNER_RADIUS = 50;
/** A finger that moves farther, pixels, is not tapping. */
const TAP_SLOP_PX = 12;
interface Options {
  fromDeg: number | null;
  isDisabled: boolean;
  onTurn: (fromDeg: number) => void;
}

interface Spot {
  deg: number;
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
      tap.current = { pointerId, x, y, deg: spot.deg };
      return;
    }
    currentTarget.setPointerCapture(pointerId);
    onTurn(spot.deg);
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
  const toKnob = Math.hypot(east - DIAL_RADIUS * Math.sin(knob), north - DIAL_RADIUS * Math.cos(knob));
  return {
    deg: Math.round(turned((Math.atan2(east, north) * 180) / Math.PI)) % 360,
    isOnRing: Math.hypot(east, north) >= INNER_RADIUS,
    isOnKnob: fromDeg !== null && toKnob <= KNOB_REACH,
  };
}
