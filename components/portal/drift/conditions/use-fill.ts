import { useState } from "react";
import type { TypedConditions } from "@/components/portal/drift/conditions/conditions";
import type { WindFillView } from "@/lib/views/portal/spray-windows";

/** A wind of elsewhere in the form, and whether someone has measured the same. */
export interface Fill {
  /** What stands in the form is this wind. */
  isOf: (found: WindFillView) => boolean;
  take: (found: WindFillView) => void;
  isMeasured: boolean;
  say: (isMeasured: boolean) => void;
  /** What stands in the form was filled in, and no one has said that it was measured: it goes on no record. */
  isPlanOnly: boolean;
}

type Wind = Pick<TypedConditions, "windDirection" | "windSpeed">;

const windOf = ({ windFromDeg, windSpeedMph }: WindFillView): Wind => ({
  windDirection: String(windFromDeg),
  windSpeed: String(windSpeedMph),
});

const isSame = (a: Wind, b: Wind): boolean => a.windDirection === b.windDirection && a.windSpeed === b.windSpeed;

/** `measured`: called when someone says so, which is when that wind was read. */
export function useFill(typed: TypedConditions, change: (part: Wind) => void, measured: () => void): Fill {
  const [taken, setTaken] = useState<WindFillView | null>(null);
  const [isMeasured, setMeasured] = useState(false);
  const isFilled = taken !== null && isSame(windOf(taken), typed);
  return {
    // A forecast may be of the same wind as a station.
    isOf: (found) => isFilled && taken.fill === found.fill,
    take: (found) => {
      setTaken(found);
      setMeasured(false);
      change(windOf(found));
    },
    isMeasured,
    say: (isMeasuredNow) => {
      setMeasured(isMeasuredNow);
      if (isMeasuredNow) measured();
    },
    isPlanOnly: isFilled && !isMeasured,
  };
}
