import { useSyncExternalStore } from "react";
import { everyMinute } from "@/components/ui/every-minute";
import { isWindOld } from "@/lib/views/portal/wind-age";

const MINUTE_MS = 60_000;

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
