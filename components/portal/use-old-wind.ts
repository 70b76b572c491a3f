import { useSyncExternalStore } from "react";
import { isWindOld } from "@/lib/views/portal/wind-age";

const MINUTE_MS = 60_000;

/** A device that slept, or a page that was gone back to, has missed minutes: they count as soon as someone looks again. */
const everyMinute = (changed: () => void): (() => void) => {
  const timer = setInterval(changed, MINUTE_MS);
  document.addEventListener("visibilitychange", changed);
  window.addEventListener("pageshow", changed);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", changed);
    window.removeEventListener("pageshow", changed);
  };
};

const thisMinute = (): number => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

/** The minute it is by the clock of the device, as long as the page stands. */
export const useMinute = (): number => useSyncExternalStore(everyMinute, thisMinute, thisMinute);

/** Whether the wind of an answer is too old by now, by the clock of the device; by the server's until the page runs. */
export const useOldWind = (wind: { at: string; isOld: boolean } | null): boolean =>
  useSyncExternalStore(
    everyMinute,
    () => isWindOld(wind, Date.now()),
    () => wind?.isOld ?? false,
  );
