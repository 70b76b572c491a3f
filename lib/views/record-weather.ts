import type { RecordForecast, RecordObservation, RecordWeather } from "@/lib/domain/kept-weather";
import { decimalText } from "@/lib/domain/numbers";
import { compassWord } from "@/lib/views/figures";
import { forecastAirText } from "@/lib/views/forecast-air";
import { wordsIn } from "@/lib/views/language";

interface Words {
  wind: (mph: string, from: string) => string;
  humidity: (percent: string) => string;
  observed: string;
  readAt: (air: string, at: string) => string;
  forecast: string;
  nws: string;
  times: (source: string, issued: string, read: string) => string;
  highs: string;
  day: (degrees: string) => string;
  nextDay: (degrees: string) => string;
  hour: (at: string) => string;
}

const words = wordsIn<Words>({
  en: {
    wind: (mph, from) => `Wind ${mph} mph from the ${from}`,
    humidity: (percent) => `humidity ${percent} %`,
    observed: "Air that the buffer was worked out with",
    readAt: (air, at) => `${air} (read ${at})`,
    forecast: "Forecast it was planned by",
    nws: "National Weather Service",
    times: (source, issued, read) => `${source}, issued ${issued}, read ${read}`,
    highs: "Forecast highs",
    day: (degrees) => `day ${degrees} °F`,
    nextDay: (degrees) => `next day ${degrees} °F`,
    hour: (at) => `Forecast for ${at}`,
  },
  es: {
    wind: (mph, from) => `Viento de ${mph} mph del ${from}`,
    humidity: (percent) => `humedad ${percent} %`,
    observed: "Condiciones del aire con las que se calculó la zona de amortiguamiento",
    readAt: (air, at) => `${air} (medido el ${at})`,
    forecast: "Pronóstico con el que se planeó",
    nws: "Servicio Nacional de Meteorología",
    times: (source, issued, read) => `${source}, emitido el ${issued}, leído el ${read}`,
    highs: "Máximas pronosticadas",
    day: (degrees) => `día ${degrees} °F`,
    nextDay: (degrees) => `día siguiente ${degrees} °F`,
    hour: (at) => `Pronóstico para el ${at}`,
  },
});

/** "Wind 8 mph from the southwest, 74 °F, humidity 50 %". */
export const observedText = ({
  windSpeedMph,
  windDirectionDeg,
  temperatureF,
  humidityPercent,
}: RecordObservation): string =>
  [
    words().wind(decimalText(windSpeedMph, 1), compassWord(windDirectionDeg)),
    ...(temperatureF === null ? [] : [`${decimalText(temperatureF, 1)} °F`]),
    ...(humidityPercent === null ? [] : [words().humidity(decimalText(humidityPercent, 1))]),
  ].join(", ");

/** "day 84 °F, next day 88 °F"; empty where the forecast says neither. */
export const highsText = ({ highF, nextDayHighF }: RecordForecast): string =>
  [
    ...(highF === null ? [] : [words().day(decimalText(highF, 1))]),
    ...(nextDayHighF === null ? [] : [words().nextDay(decimalText(nextDayHighF, 1))]),
  ].join(", ");

export interface WeatherFact {
  label: string;
  value: string;
}

/** With what of it is one hour of many. */
interface ToldWeather {
  facts: WeatherFact[];
  hours: WeatherFact[];
}

/** The weather that a record rests on, line by line; empty where none was kept. `timeText`: a moment by the field's clock. */
export function weatherFacts(weather: RecordWeather, timeText: (time: string) => string): WeatherFact[] {
  const { facts, hours } = toldWeather(weather, timeText);
  return [...facts, ...hours];
}

/** The same, with the hours of the forecast apart. */
export function toldWeather({ observed, forecast }: RecordWeather, timeText: (time: string) => string): ToldWeather {
  const facts: WeatherFact[] = [];
  if (observed !== null) {
    const value = words().readAt(observedText(observed), timeText(observed.observedAt));
    facts.push({ label: words().observed, value });
  }
  if (forecast === null) return { facts, hours: [] };
  const highs = highsText(forecast);
  facts.push({
    label: words().forecast,
    value: words().times(words()[forecast.source], timeText(forecast.issuedAt), timeText(forecast.readAt)),
  });
  if (highs !== "") facts.push({ label: words().highs, value: highs });
  const hours = forecast.hours.map((hour) => ({
    label: words().hour(timeText(hour.startsAt)),
    value: forecastAirText(hour),
  }));
  return { facts, hours };
}
