import type { SprayWindows } from "@/lib/domain/spray-windows";
import { round1 } from "@/lib/domain/rounding";
import { wordsIn } from "@/lib/views/language";
import { compassLetters } from "@/lib/views/figures";
import type { WindFillView } from "@/lib/views/portal/spray-windows";
import { ended, fieldClock } from "@/lib/views/spray-windows";

const words = wordsIn({
  en: {
    fill: (from: string, mph: number, at: string) => `Fill in the forecast: wind ${from} ${mph} mph at ${at}`,
    isForecast: (at: string) => `This is the forecast for ${at}, 33 feet above the ground. Confirm it at the sprayer.`,
    measured: "I measured the wind at the sprayer, and it is this",
  },
  es: {
    fill: (from, mph, at) => ended(`Poner el pronóstico: viento del ${from}, ${mph} mph, ${at}`),
    isForecast: (at) =>
      `Este es el pronóstico para ${ended(at)} Vale a 33 pies sobre el suelo. Confírmelo en la pulverizadora.`,
    measured: "Medí el viento en la pulverizadora, y es este",
  },
});

/** The wind of this hour's forecast, to begin with; null where the forecast has none. It is no reading until someone says so. */
export function windFill({ hours, forecast }: Pick<SprayWindows, "hours" | "forecast">): WindFillView | null {
  const air = hours[0]?.air;
  if (air === undefined || air.windDirectionDeg === null || air.windSpeedMph === null) return null;
  const mph = round1(air.windSpeedMph);
  const at = fieldClock(forecast.timeZone).hour(air.startsAt);
  return {
    windFromDeg: Math.round(air.windDirectionDeg) % 360,
    windSpeedMph: mph,
    startsAt: air.startsAt.toISOString(),
    fill: words().fill(compassLetters(air.windDirectionDeg), mph, at),
    isForecast: words().isForecast(at),
    measured: words().measured,
    note: forecast.note,
  };
}
