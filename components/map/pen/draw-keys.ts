import type { Map as MapLibreMap } from "maplibre-gl";
import { stepOf } from "@/components/map/map-keys";

export interface DrawKeys {
  place: () => void;
  undo: () => void;
  finish: () => void;
}

/**
 * Drawing by keys on the map: arrows move the map under the cross (with Shift a little), Space puts a corner there,
 * Backspace takes the last one back, Enter closes. Returns how to stop.
 */
export function drawByKeys(map: MapLibreMap, { place, undo, finish }: DrawKeys): () => void {
  const acts: Readonly<Record<string, () => void>> = {
    " ": place,
    Backspace: undo,
    Enter: finish,
    "+": () => void map.zoomIn({ animate: false }),
    "-": () => void map.zoomOut({ animate: false }),
  };
  const press = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = stepOf(event);
    const act = acts[event.key];
    if (step !== null) map.panBy(step, { animate: false });
    else if (act === undefined) return;
    else act();
    event.preventDefault();
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
