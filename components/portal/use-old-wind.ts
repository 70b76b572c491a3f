import { useSyncExternalStore } from "react";
import { isWindOld } from "@/lib/views/portal/wind-age";

const everyMinute = (changed: () => void): (() => void) => {
  const timer = setInterval(changed, 60_000);
  return () => clearInterval(timer);
};

/** Whether the wind of an answer is too old by now, by the clock of the device; by the server's until the page runs. */
export const useOldWind = (wind: { at: string; isOld: boolean } | null): boolean =>
  useSyncExternalStore(
    everyMinute,
    () => isWindOld(wind, Date.now()),
    () => wind?.isOld ?? false,
  );
