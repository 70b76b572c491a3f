import { useSyncExternalStore } from "react";
import { everyMinute } from "@/components/ui/every-minute";
import { serverNow, watchServerClock } from "@/lib/portal-client/server-clock";
import { isWindOld } from "@/lib/views/portal/wind-age";

const MINUTE_MS = 60_000;

function watchTime(changed: () => void): () => void {
  const stops = [everyMinute(changed), watchServerClock(changed)];
  return () => stops.forEach((stop) => stop());
}

const thisMinute = (): number => Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS;

/** The minute it is by the server's clock, as far as the page knows it, as long as the page stands. */
export const useMinute = (): number => useSyncExternalStore(watchTime, thisMinute, thisMinute);

/** Whether the wind of an answer is too old by now, by the server's clock as far as the page knows it. */
export const useOldWind = (wind: { at: string; isOld: boolean } | null): boolean =>
  useSyncExternalStore(
    watchTime,
    () => isWindOld(wind, serverNow()),
    () => wind?.isOld ?? false,
  );
