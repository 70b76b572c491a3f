import type { StationWind } from "@/lib/domain/station-wind";
import type { SprayWindows } from "@/lib/domain/spray-windows";
import { round1 } from "@/lib/domain/rounding";
import { compassLetters, compassWord } from "@/lib/views/figures";
import { wordsIn } from "@/lib/views/language";
import type { WindFillView } from "@/lib/views/portal/spray-windows";
import { fieldClock } from "@/lib/views/spray-windows";
import { counted } from "@/lib/views/words";

interface Words {
  fill: (from: string, mph: number, at: string) => string;
  isForecast: (at: string) => string;
  fillStation: (from: string, mph: number) => string;
  where: (miles: number, toward: string, at: string) => string;
  ago: [before: string, after: string];
  isStation: (at: string) => string;
  measured: string;
}

const words = wordsIn<Words>({
  en: {
    fill: (from, mph, at) => `Fill in the forecast: wind ${from} ${mph} mph at ${at}`,
    isForecast: (at) => `This is the forecast for ${at}, 33 feet above the ground. Confirm it at the sprayer.`,
    fillStation: (from, mph) => `Fill in the nearest station: wind ${from} ${mph} mph`,
    where: (miles, toward, at) =>
      `${miles < 1 ? "less than a mile" : counted(miles, "mile")} to the ${toward}, read at ${at}`,
    ago: ["", " min ago"],
    isStation: (at) => `A weather station read this wind at ${at}, not at your field. Confirm it at the sprayer.`,
    measured: "I measured the wind at the sprayer, and it is this",
  },
  es: {
    fill: (from, mph, at) => `Poner el pronóstico: viento del ${from}, ${mph} mph, ${at}`,
    isForecast: (at) => `Este es el pronóstico para ${at}, a 33 pies sobre el suelo. Confírmelo en la aspersora.`,
    fillStation: (from, mph) => `Poner la estación más cercana: viento del ${from}, ${mph} mph`,
    where: (miles, toward, at) =>
      `${miles < 1 ? "a menos de una milla" : `a ${counted(miles, "milla")}`} al ${toward}, lectura: ${at}`,
    ago: ["hace ", " min"],
    isStation: (at) =>
      `Este viento lo midió una estación meteorológica (${at}), no en su campo. Confírmelo en la aspersora.`,
    measured: "Medí el viento en la aspersora, y es este",
  },
});

const HOUR_MS = 3_600_000;
/** A page that a device kept may be read hours later, when this forecast is of another air. */
const FORECAST_HOLDS_MS = 2 * HOUR_MS;
const STATION_HOLDS_MS = 1.5 * HOUR_MS;

/** A wind as the form has it, and what someone says who has measured the same. */
const asTyped = (wind: Pick<StationWind, "windDirectionDeg" | "windSpeedMph">) => ({
  windFromDeg: Math.round(wind.windDirectionDeg) % 360,
  windSpeedMph: round1(wind.windSpeedMph),
  measured: words().measured,
});

/** The wind of this hour's forecast, to begin with; null where the forecast has none. It is no reading until someone says so. */
export function windFill({ hours, forecast }: Pick<SprayWindows, "hours" | "forecast">): WindFillView | null {
  const air = hours[0]?.air;
  if (air === undefined || air.windDirectionDeg === null || air.windSpeedMph === null) return null;
  const { windDirectionDeg, windSpeedMph } = air;
  const clock = fieldClock(forecast.timeZone);
  const at = clock.zonedHour(air.startsAt);
  return {
    ...asTyped({ windDirectionDeg, windSpeedMph }),
    until: new Date(air.startsAt.getTime() + FORECAST_HOLDS_MS).toISOString(),
    fill: words().fill(compassLetters(windDirectionDeg), round1(windSpeedMph), at),
    station: null,
    about: words().isForecast(at),
    note: forecast.note,
  };
}

const MILE_M = 1609.344;

/** The wind that the nearest station read last, to begin with. It is another place's wind until someone has measured the same. */
export function stationFill(wind: StationWind, note: string | null): WindFillView {
  const clock = fieldClock(wind.timeZone);
  const at = `${clock.minute(wind.observedAt)} ${clock.zone(wind.observedAt)}`;
  return {
    ...asTyped(wind),
    until: new Date(wind.observedAt.getTime() + STATION_HOLDS_MS).toISOString(),
    fill: words().fillStation(compassLetters(wind.windDirectionDeg), round1(wind.windSpeedMph)),
    station: {
      name: wind.stationName,
      where: words().where(Math.round(wind.distanceM / MILE_M), compassWord(wind.bearingDeg, 8), at),
      readAt: wind.observedAt.toISOString(),
      ago: words().ago,
    },
    about: words().isStation(at),
    note,
  };
}
