import type { Map as MapLibreMap } from "maplibre-gl";

export interface DrawKeys {
  place: () => void;
  undo: () => void;
  finish: () => void;
  cancel: () => void;
}

/** The map's own step is a third of a phone: too long to bring a corner under the cross. */
const STEP_PX = 24;
const FINE_STEP_PX = 4;

const STEPS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Drawing by keys on the map: arrows move the map under the cross (with Shift a little), Space puts a corner there,
 * Backspace takes the last one back, Enter closes, Escape calls off. Returns how to stop.
 */
export function drawByKeys(map: MapLibreMap, { place, undo, finish, cancel }: DrawKeys): () => void {
  const acts: Readonly<Record<string, () => void>> = {
    " ": place,
    Backspace: undo,
    Enter: finish,
    Escape: cancel,
    "+": () => void map.zoomIn({ animate: false }),
    "-": () => void map.zoomOut({ animate: false }),
  };
  const press = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const [right, down] = STEPS[event.key] ?? [0, 0];
    const act = acts[event.key];
    if (act === undefined && right === 0 && down === 0) return;
    event.preventDefault();
    const stepPx = event.shiftKey ? FINE_STEP_PX : STEP_PX;
    if (act === undefined) map.panBy([right * stepPx, down * stepPx], { animate: false });
    else act();
  };
  const canvas = map.getCanvas();
  map.keyboard.disable();
  canvas.addEventListener("keydown", press);
  return () => {
    canvas.removeEventListener("keydown", press);
    map.keyboard.enable();
    map.keyboard.disableRotation();
  };
}
