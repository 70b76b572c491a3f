import type { Map as MapLibreMap } from "maplibre-gl";

/** The map's own step is a third of a phone: too long to bring an edge or a corner under the cross. */
const STEP_PX = 24;
const FINE_STEP_PX = 4;

const STEPS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** How far an arrow moves the map that is worked on by keys, with Shift a little; null: it is no arrow. */
export function stepOf({ key, shiftKey }: KeyboardEvent): [right: number, down: number] | null {
  const step = STEPS[key];
  if (step === undefined) return null;
  const stepPx = shiftKey ? FINE_STEP_PX : STEP_PX;
  return [step[0] * stepPx, step[1] * stepPx];
}

/**
 * Keys on the map while nothing is drawn on it, besides the library's own: Enter is a tap at the cross, and Shift with an
 * arrow moves the map a little, so that an edge comes under it.
 */
export function pressByKeys(map: MapLibreMap, { isOff, press }: { isOff: () => boolean; press: () => void }): void {
  map.getCanvas().addEventListener("keydown", (event) => {
    if (isOff() || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter") press();
    const step = event.shiftKey ? stepOf(event) : null;
    if (step === null) return;
    // The library would turn the map by these keys, and does nothing where it must not turn.
    event.preventDefault();
    event.stopPropagation();
    map.panBy(step, { animate: false });
  });
}
