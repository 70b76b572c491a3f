import type { DayMoment, MomentCondition } from "@/lib/domain/label-conditions";
import { sunEvent, sunriseAhead } from "@/lib/engine/conditions/daylight";
import type { LonLat, ProductFacts } from "@/lib/engine/conditions/facts";
import { broken, KEPT, UNJUDGED, type Outcome } from "@/lib/engine/conditions/outcome";

type Of<K extends MomentCondition["kind"]> = Extract<MomentCondition, { kind: K }>;

/**
 * When and in what air a label may be used.
 *
 * Units: degrees Fahrenheit, mph, percent, hours. Missing data: what was not sent is not judged. Throws: never.
 */
export function judgeMoment(condition: MomentCondition, facts: ProductFacts): Outcome {
  switch (condition.kind) {
    case "dates":
      return judgeDates(condition, facts);
    case "temperature":
      return judgeTemperature(condition, facts);
    case "wind":
      return judgeWind(condition, facts);
    case "humidity":
      return judgeHumidity(condition, facts);
    case "time_of_day":
      return judgeTimeOfDay(condition, facts);
    case "rain_forecast":
      return judgeRain(condition, facts);
  }
}

const FULL_DATE = "YYYY-MM-DD".length;
const YEAR_PART = "YYYY-".length;

/** The application's day in the form of the limit, so that the two compare as text. */
const inFormOf = (limit: string, applicationDate: string): string =>
  limit.length === FULL_DATE ? applicationDate : applicationDate.slice(YEAR_PART);

/** A window over the turn of the year (11-01 to 02-28) is missed only by what lies after its end and before its start. */
function isOutside({ from, until }: Of<"dates">, applicationDate: string): boolean {
  const isEarly = from !== null && inFormOf(from, applicationDate) < from;
  const isLate = until !== null && inFormOf(until, applicationDate) > until;
  const wrapsYear = from !== null && until !== null && from.length === until.length && from > until;
  return wrapsYear ? isEarly && isLate : isEarly || isLate;
}

function judgeDates(condition: Of<"dates">, { application: { applicationDate } }: ProductFacts): Outcome {
  if (!isOutside(condition, applicationDate)) return KEPT;
  const { from, until } = condition;
  return broken("DATE_OUTSIDE_LABEL_WINDOW", {
    applicationDate,
    ...(from === null ? {} : { firstDay: from }),
    ...(until === null ? {} : { lastDay: until }),
  });
}

/** The temperature that a limit speaks of, as far as it was sent. */
const temperatureFor = (of: Of<"temperature">["of"], { application, weather }: ProductFacts): number | null =>
  ({
    field: weather?.temperatureF,
    forecast_day: application.details?.forecastHighF,
    forecast_next_day: application.details?.forecastNextDayHighF,
  })[of] ?? null;

const isTooHot = (degrees: number, { atMostF, belowF }: Of<"temperature">): boolean =>
  degrees > (atMostF ?? Infinity) || degrees >= (belowF ?? Infinity);

/**
 * A temperature measured at the field is also the least that the day's high can be, so that it can break a limit on
 * the forecast that no one sent.
 */
function judgeTemperature(condition: Of<"temperature">, facts: ProductFacts): Outcome {
  const own = temperatureFor(condition.of, facts);
  const measured = condition.of === "forecast_day" ? temperatureFor("field", facts) : null;
  const hot = [own, measured].find((each) => each !== null && isTooHot(each, condition));
  const outside = hot ?? (own !== null && own < (condition.atLeastF ?? -Infinity) ? own : null);
  if (outside === null) return own === null ? UNJUDGED : KEPT;
  const limits = { minF: condition.atLeastF, maxF: condition.atMostF, belowF: condition.belowF };
  const named = Object.fromEntries(Object.entries(limits).filter(([, degrees]) => degrees !== null));
  return broken("TEMPERATURE_OUTSIDE_LABEL_RANGE", { temperatureF: outside, ...named });
}

function judgeWind({ minMph, maxMph }: Of<"wind">, { weather }: ProductFacts): Outcome {
  if (weather === null) return UNJUDGED;
  const { windSpeedMph } = weather;
  if (windSpeedMph >= (minMph ?? 0) && windSpeedMph <= (maxMph ?? Infinity)) return KEPT;
  return broken("WIND_OUTSIDE_LABEL_RANGE", {
    windSpeedMph,
    ...(minMph === null ? {} : { minMph }),
    ...(maxMph === null ? {} : { maxMph }),
  });
}

function judgeHumidity({ atLeastPercent, atMostPercent }: Of<"humidity">, { weather }: ProductFacts): Outcome {
  const percent = weather?.humidityPercent ?? null;
  if (percent === null) return UNJUDGED;
  return percent >= (atLeastPercent ?? 0) && percent <= (atMostPercent ?? Infinity)
    ? KEPT
    : broken("LABEL_LIMIT_EXCEEDED", {
        limits: [{ what: "humidity_percent", sent: percent, atLeast: atLeastPercent, atMost: atMostPercent }],
      });
}

const MINUTE_MS = 60_000;
/** A sunrise is known to the minute; a start nearer to the limit than this is neither kept nor broken. */
const SUN_TOLERANCE_MS = MINUTE_MS;

/** Only the planned start is known: one outside the window breaks it, and one inside says nothing of the end. */
function judgeTimeOfDay(condition: Of<"time_of_day">, { application, place }: ProductFacts): Outcome {
  const plannedStartAt = application.details?.plannedStartAt ?? null;
  if (plannedStartAt === null || place === null) return UNJUDGED;
  const startMs = Date.parse(plannedStartAt);
  const { fromMs, untilMs } = partOfDay(condition, startMs, place);
  const isOutside = startMs < fromMs - SUN_TOLERANCE_MS || startMs > untilMs + SUN_TOLERANCE_MS;
  const isBefore = isBeforeSunrise(condition.from, application.applicationDate, { startMs, place });
  return isOutside || isBefore ? broken("DATE_OUTSIDE_LABEL_WINDOW", { plannedStartAt }) : UNJUDGED;
}

/** Ten past midnight is before the sunrise of its day, also where the label names no end of the day before. */
function isBeforeSunrise(
  from: DayMoment | null,
  date: string,
  { startMs, place }: { startMs: number; place: LonLat },
): boolean {
  if (from?.event !== "sunrise") return false;
  const sunrise = sunriseAhead(date, startMs, place);
  return sunrise !== null && startMs < sunrise + from.offsetMinutes * MINUTE_MS;
}

/** The part of a moment's day that a label allows, Unix milliseconds; an end that the sun does not set is endless. */
function partOfDay({ from, until }: Of<"time_of_day">, momentMs: number, place: LonLat) {
  const limitMs = (moment: DayMoment | null): number | null => {
    const sun = moment === null ? null : sunEvent(moment.event, momentMs, place);
    return sun === null || moment === null ? null : sun + moment.offsetMinutes * MINUTE_MS;
  };
  return { fromMs: limitMs(from) ?? -Infinity, untilMs: limitMs(until) ?? Infinity };
}

/**
 * Whether all of a span of time lies in the part of the day that a label allows.
 *
 * Units: milliseconds. Source: the label's condition. Missing data: where the sun does not rise or set, null. Throws: never.
 */
export function endsWithin(
  condition: Of<"time_of_day">,
  startMs: number,
  lengthMs: number,
  place: LonLat,
): boolean | null {
  const { fromMs, untilMs } = partOfDay(condition, startMs, place);
  const isSunless =
    (condition.from !== null && fromMs === -Infinity) || (condition.until !== null && untilMs === Infinity);
  return isSunless ? null : startMs >= fromMs && startMs + lengthMs <= untilMs;
}

/** A forecast of rain for now breaks what forbids it during rain; one of none does not say that none falls. */
function judgeRain({ withinHours }: Of<"rain_forecast">, { application }: ProductFacts): Outcome {
  const hours = application.details?.rainExpectedInHours ?? null;
  if (hours === null || (withinHours === 0 && hours > 0)) return UNJUDGED;
  return hours > withinHours
    ? KEPT
    : broken("LABEL_LIMIT_EXCEEDED", {
        limits: [{ what: "hours_to_rain", sent: hours, atLeast: withinHours, atMost: null }],
      });
}
