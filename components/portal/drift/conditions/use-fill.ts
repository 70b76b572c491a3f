import { useState } from "react";
import type { TypedConditions } from "@/components/portal/drift/conditions/conditions";
import type { WindFillView } from "@/lib/views/portal/spray-windows";

/** The forecast's wind in the form, and whether someone has measured the same. */
export interface Fill {
  /** What stands in the form is this forecast. */
  isOf: (forecast: WindFillView) => boolean;
  take: (forecast: WindFillView) => void;
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

export function useFill(typed: TypedConditions, change: (part: Wind) => void): Fill {
  const [taken, setTaken] = useState<Wind | null>(null);
  const [isMeasured, setMeasured] = useState(false);
  const isFilled = taken !== null && isSame(taken, typed);
  return {
    isOf: (forecast) => isFilled && isSame(taken, windOf(forecast)),
    take: (forecast) => {
      setTaken(windOf(forecast));
      setMeasured(false);
      change(windOf(forecast));
    },
    isMeasured,
    say: setMeasured,
    isPlanOnly: isFilled && !isMeasured,
  };
}
