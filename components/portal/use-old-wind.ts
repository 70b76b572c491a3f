import { useState, useSyncExternalStore } from "react";
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

/** What goes on record only once the wind in a form was measured again. */
export interface WindAge {
  /** Of when the wind in the form is, where that is too long ago; null: it is not. */
  oldAt: string | null;
  isMeasured: boolean;
  /** The wind is too old, and no one has said that it was measured again: it goes on no record. */
  isStale: boolean;
  setMeasured: (isMeasured: boolean) => void;
}

/** A wind in a form, of the moment `at` (UTC), is old an hour later, and so is what someone said to have measured. Null: nothing dates it. */
export function useWindAge(at: string | null): WindAge {
  // Who has measured one wind has not measured the next.
  const [measured, keepMeasured] = useState<{ of: string; at: string } | null>(null);
  const isOld = useOldWind(windOf(at));
  const measuredAt = at !== null && measured?.of === at ? measured.at : null;
  const isMeasurementOld = useOldWind(windOf(measuredAt));
  const isMeasured = measuredAt !== null && !isMeasurementOld;
  return {
    oldAt: isOld ? at : null,
    isMeasured,
    isStale: isOld && !isMeasured,
    setMeasured: (isMeasuredNow) =>
      keepMeasured(isMeasuredNow && at !== null ? { of: at, at: new Date(serverNow()).toISOString() } : null),
  };
}

const windOf = (at: string | null): { at: string; isOld: boolean } | null =>
  at === null ? null : { at, isOld: false };
