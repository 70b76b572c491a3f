import { isCalm } from "@/lib/domain/calm-air";
import type { ForecastHour } from "@/lib/domain/forecast";
import { compassLetters } from "@/lib/views/figures";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    wind: (from: string, mph: string) => `Wind ${from === "" ? "" : `${from} `}${mph} mph`,
    gusts: (mph: string) => `gusts ${mph}`,
    humidity: (percent: string) => `humidity ${percent} %`,
    rain: (percent: string) => `chance of rain ${percent} %`,
    noWind: "The forecast has no wind",
  },
  es: {
    wind: (from, mph) => `Viento ${from === "" ? "" : `del ${from} `}${mph} mph`,
    gusts: (mph) => `ráfagas de ${mph}`,
    humidity: (percent) => `humedad ${percent} %`,
    rain: (percent) => `probabilidad de lluvia ${percent} %`,
    noWind: "El pronóstico no tiene viento",
  },
});

const rounded = (value: number): string => String(Math.round(value));

/** The air of an hour of a forecast: "Wind SW 7 mph, gusts 12, 74 °F, humidity 55 %, chance of rain 10 %". */
export function forecastAirText({
  windDirectionDeg,
  windSpeedMph,
  windGustMph,
  temperatureF,
  humidityPercent,
  rainChancePercent,
}: Omit<ForecastHour, "startsAt">): string {
  const from =
    (windSpeedMph !== null && isCalm(windSpeedMph)) || windDirectionDeg === null
      ? ""
      : compassLetters(windDirectionDeg);
  return [
    windSpeedMph === null ? words().noWind : words().wind(from, rounded(windSpeedMph)),
    ...(windGustMph === null ? [] : [words().gusts(rounded(windGustMph))]),
    ...(temperatureF === null ? [] : [`${rounded(temperatureF)} °F`]),
    ...(humidityPercent === null ? [] : [words().humidity(rounded(humidityPercent))]),
    ...(rainChancePercent === null ? [] : [words().rain(rounded(rainChancePercent))]),
  ].join(", ");
}
