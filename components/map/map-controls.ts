import {
  AttributionControl,
  FullscreenControl,
  GeolocateControl,
  NavigationControl,
  ScaleControl,
  type IControl,
  type Map as MapLibreMap,
} from "maplibre-gl";
import { wordsIn } from "@/lib/views/language";

const SVG = "http://www.w3.org/2000/svg";
const words = wordsIn({
  en: { fit: "Show the whole field", locate: "Find my location" },
  es: { fit: "Mostrar todo el campo", locate: "Buscar mi ubicación" },
});
/** Four corners round a square: the field in its frame. */
const FIT_DRAWING = "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M9 9h6v6H9z";

/** What one presses to come back to the field. */
class FitControl implements IControl {
  private readonly element = document.createElement("div");

  constructor(showField: () => void) {
    this.element.className = "maplibregl-ctrl maplibregl-ctrl-group";
    const button = document.createElement("button");
    button.type = "button";
    button.title = words().fit;
    button.setAttribute("aria-label", words().fit);
    button.append(drawing(FIT_DRAWING));
    button.addEventListener("click", showField);
    this.element.append(button);
  }

  onAdd(): HTMLElement {
    return this.element;
  }

  onRemove(): void {
    this.element.remove();
  }
}

function drawing(path: string): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("width", "24");
  svg.setAttribute("height", "24");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

export interface ControlsOf {
  showField: () => void;
  /** What fills the screen when asked to. */
  fullscreen: HTMLElement;
  /** Someone is to be named for the pictures or the ground under the map. */
  isAttributed: boolean;
}

/** Zoom, the whole field, where one is (asked of the device when pressed, never before), full screen, and a scale in feet. */
export function addControls(map: MapLibreMap, { showField, fullscreen, isAttributed }: ControlsOf): void {
  const partOf = (name: string): Element | null => map.getContainer().querySelector(`.maplibregl-ctrl-${name}`);
  map.addControl(new NavigationControl({ showCompass: false }), "top-right");
  map.addControl(new FitControl(showField), "top-right");
  map.addControl(new GeolocateControl({ positionOptions: { enableHighAccuracy: true } }), "top-right");
  // It names itself only when the device has said whether it knows its place, which may take a while.
  partOf("geolocate")?.setAttribute("aria-label", words().locate);
  map.addControl(new FullscreenControl({ container: fullscreen }), "top-right");
  map.addControl(new ScaleControl({ unit: "imperial", maxWidth: 96 }), "bottom-left");
  if (!isAttributed) return;
  map.addControl(new AttributionControl({ compact: false }), "bottom-right");
  // Publishers are named as they name themselves.
  partOf("attrib")?.setAttribute("translate", "no");
}
