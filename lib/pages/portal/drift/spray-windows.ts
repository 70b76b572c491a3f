import type { MultiPolygon } from "geojson";
import { ServiceError } from "@/lib/domain/errors";
import type { IssueCode } from "@/lib/domain/issues";
import { PortalRefusal } from "@/lib/domain/portal";
import type { HourReason, SprayHour, SprayWindow, SprayWindows } from "@/lib/domain/spray-windows";
import { readStationWind } from "@/lib/usecases/applications/spray-windows/read-station-wind";
import { readSprayWindows } from "@/lib/usecases/applications/spray-windows/read-windows";
import { pointOf } from "@/lib/usecases/esa-check/check-facts";
import type { PortalSession } from "@/lib/usecases/portal/session";
import { issueHeadline } from "@/lib/views/issues/issue-text";
import { forecastAirText } from "@/lib/views/forecast-air";
import { shortInWords } from "@/lib/pages/portal/overview/standing-words";
import { stationFill, windFill } from "@/lib/pages/portal/drift/wind-fill";
import { wordsIn } from "@/lib/views/language";
import type {
  HourRowView,
  HourWhy,
  SprayDayView,
  SprayWindowsView,
  WindFillView,
} from "@/lib/views/portal/spray-windows";
import { acresNumber, fieldClock, windowsSummary, type FieldClock } from "@/lib/views/spray-windows";
import { isEnglishText, tableText } from "@/lib/views/vocabulary/table-text";
import { acresInWords, capital, counted } from "@/lib/views/words";

/** Longer than any field takes; a page does not wait for more. */
const LONGEST_MS = 30_000;
const MOST_WINDOWS = 5;

interface Words {
  tooLong: string;
  noWindows: (error: ServiceError) => string;
  of: (acres: string, field: string) => string;
  issued: (at: string) => string;
  span: (from: string, until: string) => string;
  openHours: (hours: number, acres: string) => string;
  byWeather: string;
  hoursByWeather: (hours: number) => string;
  noneKnownOpen: string;
  noneOpen: string;
  closed: string;
  unknown: string;
  outsideDays: string;
  limitExceeded: string;
  noWind: string;
  notInForecast: string;
  endsTooLate: string;
  shortOnDay: (short: string) => string;
  otherYear: (year: number) => string;
  gusts: string;
  inversion: string;
}

const words = wordsIn<Words>({
  en: {
    tooLong: "Reading the forecast took too long. Open the page again.",
    noWindows: ({ message }) => message,
    of: (acres, field) => `${acres} of ${field}`,
    issued: (at) => `National Weather Service, issued ${at}`,
    span: (from, until) => `${from} to ${until}`,
    openHours: (hours, acres) => `${hours} open ${hours === 1 ? "hour" : "hours"}, up to ${acres}`,
    byWeather: "Open by the weather alone",
    hoursByWeather: (hours) => `${counted(hours, "hour")} open by the weather alone`,
    noneKnownOpen: "No hour known to be open",
    noneOpen: "No open hour",
    closed: "Closed",
    unknown: "Not known",
    outsideDays: "Outside the days or the part of the day that the label allows",
    limitExceeded: "A limit of the label is exceeded",
    noWind: "The forecast has no wind",
    notInForecast: "Not in the forecast: ",
    endsTooLate: "The hour ends too late: ",
    shortOnDay: (short) => `${short} on this day`,
    otherYear: (year) => `This answer does not cover measures for ${year}`,
    gusts: "Gusts are forecast above the label's wind limit",
    inversion: "An inversion may form: look for dust or smoke that hangs",
  },
  es: {
    tooLong: "La lectura del pronóstico tardó demasiado. Abra la página de nuevo.",
    noWindows: ({ problem }) => {
      if (problem === "noForecast") return "No hay pronóstico para este lugar. Sin pronóstico no hay ventana.";
      if (problem === "dependencyFailed") {
        return "El servicio meteorológico no dio un pronóstico que valga ahora. Sin pronóstico no hay ventana. Pregunte más tarde.";
      }
      return "Ahora no se pueden calcular ventanas para esta aplicación.";
    },
    of: (acres, field) => `${acres} de ${field}`,
    issued: (at) => `Servicio Nacional de Meteorología (National Weather Service), emitido el ${at}`,
    span: (from, until) => `${from} a ${until}`,
    openHours: (hours, acres) => `${counted(hours, "hora abierta", "horas abiertas")}, hasta ${acres}`,
    byWeather: "Abierta solo según el estado del tiempo",
    hoursByWeather: (hours) => `${counted(hours, "hora abierta", "horas abiertas")} solo según el estado del tiempo`,
    noneKnownOpen: "Ninguna hora que se sepa abierta",
    noneOpen: "Ninguna hora abierta",
    closed: "Cerrada",
    unknown: "No se sabe",
    outsideDays: "Fuera de los días o de la parte del día que permite la etiqueta",
    limitExceeded: "Se excede un límite de la etiqueta",
    noWind: "El pronóstico no tiene viento",
    notInForecast: "No está en el pronóstico: ",
    endsTooLate: "La hora termina demasiado tarde: ",
    shortOnDay: (short) => `${short} ese día`,
    otherYear: (year) => `Esta respuesta no incluye las medidas de ${year}`,
    gusts: "Se pronostican ráfagas más fuertes que el límite de viento de la etiqueta",
    inversion: "Puede formarse una inversión: busque polvo o humo que se queda suspendido",
  },
});

/** The week, and the wind of this hour to begin with. */
export interface ForecastViews {
  windows: SprayWindowsView;
  fill: WindFillView | null;
}

const without = (text: string): ForecastViews => ({ windows: { kind: "none", text }, fill: null });

/** The coming week of the picked application. Without a forecast the page says why, and shows no hour. */
export async function readForecastViews(
  { pass: { deps, providerId } }: Pick<PortalSession, "pass">,
  { fieldId, applicationEventId }: { fieldId: string; applicationEventId: string },
): Promise<ForecastViews> {
  const context = { deps, provider: { providerId }, signal: AbortSignal.timeout(LONGEST_MS) };
  try {
    const found = await readSprayWindows(context, applicationEventId, ({ field }) => {
      if (field.fieldId !== fieldId) throw new PortalRefusal("not_found");
    });
    return { windows: windowsView(found), fill: windFill(found) };
  } catch (error) {
    if (error instanceof ServiceError) return without(words().noWindows(error));
    if (context.signal.aborted) return without(words().tooLong);
    throw error;
  }
}

/** The wind of the station nearest to a field; null where none read one lately. */
export async function readStationFill(
  { pass: { deps } }: Pick<PortalSession, "pass">,
  map: { boundary: MultiPolygon } | null,
): Promise<WindFillView | null> {
  // The place that the forecast is asked for, so that the service is asked once where it lies.
  const place = map === null ? null : pointOf(map.boundary);
  const wind = place === null ? null : await readStationWind(deps, place);
  return wind === null ? null : stationFill(wind, deps.env.FORECAST_NOTE ?? null);
}

/** A week in words. Where something stands in the way in every hour, no window and no acres are named. */
export function windowsView(found: SprayWindows): SprayWindowsView {
  const { forecast, windows, hours, fieldSqm } = found;
  const clock = fieldClock(forecast.timeZone);
  const first = forecast.readAt;
  const reasons = [...found.short.map(shortInWords), ...found.standing.map(({ code }) => issueHeadline(code))];
  const standing = [...new Set(reasons)];
  const isBlocked = standing.length > 0 || found.dayOver !== null;
  return {
    kind: "windows",
    asOf: minuteText(clock, first),
    summary: windowsSummary(found),
    isBlocked,
    windows: (isBlocked ? [] : windows.slice(0, MOST_WINDOWS)).map((each) => ({
      when: `${clock.day(each.startsAt)}, ${spanText(clock, each.startsAt, each.endsAt)}`,
      what: words().of(windowAcres(each), acresInWords(fieldSqm)),
      hints: hintsOf(each),
    })),
    days: daysOf(hours, { fieldSqm, clock, isBlocked }),
    standing: standing.map((headline) => `${capital(headline)}.`),
    source: `${words().issued(minuteText(clock, forecast.issuedAt))}.`,
    note: forecast.note,
  };
}

/** "Tue, Jun 16, 2:40 PM CDT": the hours below are by the same clock. */
const minuteText = (clock: FieldClock, moment: Date): string =>
  `${clock.day(moment)}, ${clock.minute(moment)} ${clock.zone(moment)}`;

const spanText = (clock: FieldClock, from: Date, until: Date): string =>
  words().span(clock.hour(from), clock.hourFrom(from, until));

function windowAcres({ leastSqm, mostSqm }: SprayWindow): string {
  const [least, most] = [acresNumber(leastSqm), acresNumber(mostSqm)];
  return least === most ? least : words().span(least, most);
}

interface Week {
  fieldSqm: number;
  clock: FieldClock;
  isBlocked: boolean;
}

function daysOf(hours: readonly SprayHour[], week: Week): SprayDayView[] {
  const { fieldSqm, clock } = week;
  const titles = [...new Set(hours.map(({ air }) => clock.day(air.startsAt)))];
  return titles.map((title) => {
    const own = hours.filter(({ air }) => clock.day(air.startsAt) === title);
    return {
      title,
      best: bestOf(own, week),
      bars: own.map(({ air, state, treatableSqm }) => ({
        clockHour: clock.clockHour(air.startsAt),
        state,
        share: (treatableSqm ?? 0) / fieldSqm,
      })),
      rows: rowsOf(own, week),
    };
  });
}

function bestOf(hours: readonly SprayHour[], { isBlocked }: Week): string {
  const open = hours.filter(({ state }) => state === "open");
  const most = Math.max(0, ...open.map(({ treatableSqm }) => treatableSqm ?? 0));
  if (open.length > 0 && isBlocked) return words().hoursByWeather(open.length);
  if (open.length > 0) return words().openHours(open.length, acresInWords(most));
  return hours.some(({ state }) => state === "unknown") ? words().noneKnownOpen : words().noneOpen;
}

/** Open hours one by one; others that follow each other for the same reasons are one row. */
function rowsOf(hours: readonly SprayHour[], { clock, isBlocked }: Week): HourRowView[] {
  const runs: SprayHour[][] = [];
  for (const hour of hours) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && hour.state !== "open" && rowKey(last) === rowKey(hour)) runs.at(-1)?.push(hour);
    else runs.push([hour]);
  }
  return runs.flatMap((run) => {
    const [hour] = run;
    const last = run.at(-1);
    if (hour === undefined || last === undefined) return [];
    const { startsAt } = hour.air;
    return [
      {
        // Within one day: its end at midnight is "12 AM".
        time: words().span(clock.hour(startsAt), clock.hour(new Date(last.air.startsAt.getTime() + 3_600_000))),
        state: hour.state,
        what: isBlocked && hour.state === "open" ? words().byWeather : stateInWords(hour),
        air: hour.state === "open" ? forecastAirText(hour.air) : null,
        why: reasonsOf(hour),
        hints: hour.state === "open" ? hintsOf(hour) : [],
      },
    ];
  });
}

/** Where no hint can be given of an inversion, one may form. */
const hintsOf = ({ areGustsOver, mayBeInverted }: Pick<SprayHour, "areGustsOver" | "mayBeInverted">): string[] => [
  ...(areGustsOver === true ? [words().gusts] : []),
  ...(mayBeInverted === false ? [] : [words().inversion]),
];

const textOf = ({ text, quote }: HourWhy): string => `${text}${quote ?? ""}`;
const rowKey = ({ state, reasons }: SprayHour): string =>
  `${state} ${reasons.map((reason) => textOf(reasonText(reason))).join("|")}`;

const reasonsOf = ({ reasons }: SprayHour): HourWhy[] => [
  ...new Map(reasons.map(reasonText).map((why) => [textOf(why), why])).values(),
];

const stateInWords = ({ state, treatableSqm }: SprayHour): string =>
  state === "open" ? acresInWords(treatableSqm ?? 0) : words()[state];

/** What a code says of an hour, where its own headline speaks of a whole application. */
function issueOfHour(code: IssueCode): string {
  if (code === "DATE_OUTSIDE_LABEL_WINDOW") return words().outsideDays;
  return code === "LABEL_LIMIT_EXCEEDED" ? words().limitExceeded : capital(issueHeadline(code));
}

const ofCondition = (text: string, condition: string): HourWhy =>
  isEnglishText(condition) ? { text, quote: condition } : { text: `${text}${tableText(condition)}`, quote: null };

function reasonText(reason: HourReason): HourWhy {
  switch (reason.why) {
    case "wind_missing":
      return { text: words().noWind, quote: null };
    case "value_missing":
      return ofCondition(words().notInForecast, reason.condition.text);
    case "ends_outside":
      return ofCondition(words().endsTooLate, reason.condition.text);
    case "runoff_short":
      return { text: capital(words().shortOnDay(shortInWords(reason.short))), quote: null };
    case "other_year":
      return { text: words().otherYear(reason.year), quote: null };
    case "issue":
      return { text: issueOfHour(reason.issue.code), quote: null };
  }
}
