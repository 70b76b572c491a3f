import { useSyncExternalStore } from "react";
import { MAP_THEMES, type MapTheme } from "@/components/map/palette";

const DARK = "(prefers-color-scheme: dark)";

/** The theme the page is in now: the one that was chosen, else the device's. */
export const useMapTheme = (): MapTheme => useSyncExternalStore(subscribe, readTheme, () => "light");

function readTheme(): MapTheme {
  const chosen = MAP_THEMES.find((theme) => theme === document.documentElement.dataset.theme);
  return chosen ?? (window.matchMedia(DARK).matches ? "dark" : "light");
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  const device = window.matchMedia(DARK);
  device.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    device.removeEventListener("change", changed);
  };
}
