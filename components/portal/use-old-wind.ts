import { useState, useSyncExternalStore } from "react";
import { everyMinute } from "@/components/ui/every-minute";
import { momentNow, serverNow, watchServerClock, type WindMoment } from "@/lib/portal-client/server-clock";
import { isAgeOld, isWindOld } from "@/lib/views/portal/wind-age";

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
  /** When the wind was read: when it was set, or said to have been measured again. Null: nothing dates it. */
  read: WindMoment | null;
}

/** A wind in a form is old an hour later, and so is what someone said to have measured. Null: nothing dates it. */
export function useWindAge(wind: WindMoment | null): WindAge {
  // Who has measured one wind has not measured the next.
  const [measured, keepMeasured] = useState<{ of: string; read: WindMoment } | null>(null);
  const isOld = useIsPast(wind);
  const again = wind !== null && measured?.of === wind.at ? measured.read : null;
  const isAgainOld = useIsPast(again);
  const isMeasured = again !== null && !isAgainOld;
  return {
    oldAt: isOld && wind !== null ? wind.at : null,
    isMeasured,
    isStale: isOld && !isMeasured,
    setMeasured: (isMeasuredNow) =>
      keepMeasured(isMeasuredNow && wind !== null ? { of: wind.at, read: momentNow() } : null),
    read: isMeasured ? again : wind,
  };
}

const never = (): boolean => false;

/** Whether a wind of that moment is too old by now. */
const useIsPast = (wind: WindMoment | null): boolean =>
  useSyncExternalStore(watchTime, () => wind !== null && isAgeOld(wind.agoMs()), never);
