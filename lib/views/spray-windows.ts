import { decimalText } from "@/lib/domain/numbers";
import { HOUR_MS } from "@/lib/domain/forecast";
import type { SprayHour, SprayWindows } from "@/lib/domain/spray-windows";
import { plainClock, zoneName } from "@/lib/views/field-time";
import { ACRE_SQM } from "@/lib/domain/units";
import { acresInWords, shortDayInWords } from "@/lib/views/words";
import { currentLanguage, LOCALES, wordsIn } from "@/lib/views/language";

/** Hours and days by the clock of the field: "2 PM", "Tue 9 AM", and "1 AM CDT" where the clock tells 1 AM twice. */
export interface FieldClock {
  hour: (moment: Date) => string;
  /** "2 PM CDT" */
  zonedHour: (moment: Date) => string;
  /** With the day where it is another than that of the first moment. */
  hourFrom: (first: Date, moment: Date) => string;
  day: (moment: Date) => string;
  /** 0 to 23. */
  clockHour: (moment: Date) => number;
  /** "2:40 PM" */
  minute: (moment: Date) => string;
  /** What the clock is called then: "CDT". */
  zone: (moment: Date) => string;
}

export function fieldClock(timeZone: string): FieldClock {
  const locale = LOCALES[currentLanguage()];
  const hourFormat = new Intl.DateTimeFormat(locale, { timeZone, hour: "numeric" });
  const minuteFormat = new Intl.DateTimeFormat(locale, { timeZone, hour: "numeric", minute: "2-digit" });
  const shortDay = new Intl.DateTimeFormat(locale, { timeZone, weekday: "short" });
  const dayFormat = new Intl.DateTimeFormat(locale, { timeZone, weekday: "short", month: "short", day: "numeric" });
  const plainHour = new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", hourCycle: "h23" });
  const zone = (moment: Date): string => zoneName(moment.toISOString(), timeZone);
  const told = (momentMs: number): string => plainClock(hourFormat.format(momentMs));
  const zonedHour = (moment: Date): string => `${told(moment.getTime())} ${zone(moment)}`;
  const hour = (moment: Date): string => {
    const at = moment.getTime();
    const text = told(at);
    return [at - HOUR_MS, at + HOUR_MS].some((other) => told(other) === text) ? zonedHour(moment) : text;
  };
  const day = (moment: Date): string => dayFormat.format(moment);
  return {
    hour,
    zonedHour,
    hourFrom: (first, moment) =>
      day(first) === day(moment) ? hour(moment) : `${shortDay.format(moment)} ${hour(moment)}`,
    day,
    clockHour: (moment) => Number(plainHour.format(moment)),
    zone,
    minute: (moment) => plainClock(minuteFormat.format(moment)),
  };
}

/** Acres without their unit, as `acresInWords` rounds them. */
export function acresNumber(areaSqm: number): string {
  const acres = areaSqm / ACRE_SQM;
  return decimalText(acres, acres < 100 ? 1 : 0);
}

interface Words {
  none: string;
  blocked: string;
  dayOver: (day: string) => string;
  beyond: (summary: string, day: string) => string;
  now: (acres: string, field: string) => string;
  noneLater: (now: string) => string;
  later: (now: string, acres: string, from: string) => string;
  notNow: (acres: string, field: string, from: string) => string;
  /** Where the air of the hours that the sentence names may be layered. */
  inverted: (isNow: boolean, from: string | null) => string;
  /** Where their gusts pass a label's limit. */
  gusty: (isNow: boolean, from: string | null) => string;
  readingDecides: string;
}

/** "now", "from 2 PM", or both. */
const both = (now: string, and: string, { isNow, from }: { isNow: boolean; from: string | null }): string =>
  [...(isNow ? [now] : []), ...(from === null ? [] : [from])].join(` ${and} `);

const words = wordsIn<Words>({
  en: {
    none: "No window in the coming 7 days.",
    blocked: "No window: something stands in the way in every hour.",
    dayOver: (day) => `The day of this application, ${day}, is over. There is no window for it.`,
    beyond: (summary, day) =>
      `${summary} That is this week: the application is dated ${day}, which no forecast reaches yet.`,
    now: (acres, field) => `${acres} of ${field} now`,
    noneLater: (now) => `${now}. No later window of the week is much better.`,
    later: (now, acres, from) => `${now}, ${acres} from ${from}.`,
    notNow: (acres, field, from) => `No window now. ${acres} of ${field} from ${from}.`,
    inverted: (isNow, from) =>
      `An inversion may form ${both("now", "and", { isNow, from: from === null ? null : `from ${from}` })}: look for dust or smoke that hangs.`,
    gusty: (isNow, from) =>
      `Gusts above the label's wind limit are forecast ${both("now", "and", { isNow, from: from === null ? null : `from ${from}` })}.`,
    readingDecides:
      "A forecast only plans: the reading at the boom decides. Measure wind and temperature there before you start.",
  },
  es: {
    none: "Ninguna ventana en los próximos 7 días.",
    blocked: "No hay ventana: algo lo impide a toda hora.",
    dayOver: (day) => `El día de esta aplicación, ${day}, ya pasó. No hay ventana para ella.`,
    beyond: (summary, day) =>
      `${summary} Eso es esta semana: la aplicación es para el ${day}, adonde todavía no llega ningún pronóstico.`,
    now: (acres, field) => `${acres} de ${field} ahora`,
    noneLater: (now) => `${now}. Ninguna ventana posterior de la semana es mucho mejor.`,
    later: (now, acres, from) => `${now}, ${acres} desde ${from}.`,
    notNow: (acres, field, from) => `Ahora no hay ventana. ${acres} de ${field} desde ${from}.`,
    inverted: (isNow, from) =>
      `Puede formarse una inversión ${both("ahora", "y", { isNow, from: from === null ? null : `desde ${from}` })}: busque polvo o humo que se queda suspendido.`,
    gusty: (isNow, from) =>
      `Se pronostican ráfagas más fuertes que el límite de viento de la etiqueta ${both("ahora", "y", { isNow, from: from === null ? null : `desde ${from}` })}.`,
    readingDecides:
      "Un pronóstico solo sirve para planear: decide la lectura en el aguilón. Mida ahí el viento y la temperatura antes de empezar.",
  },
});

/** What leads a person from now to the next window: "24 of 80 acres now, 71 from 2 PM." */
export function windowsSummary({ standing, short, dayOver, dayBeyond, ...week }: SprayWindows): string {
  if (dayOver !== null) return words().dayOver(shortDayInWords(dayOver));
  if (standing.length + short.length > 0) return words().blocked;
  const summary = weekSummary(week);
  return dayBeyond === null ? summary : words().beyond(summary, shortDayInWords(dayBeyond));
}

function weekSummary(week: Pick<SprayWindows, "hours" | "next" | "fieldSqm" | "forecast">): string {
  const { hours, next, fieldSqm, forecast } = week;
  const clock = fieldClock(forecast.timeZone);
  const [now] = hours;
  const field = acresInWords(fieldSqm);
  if (now === undefined) return words().none;
  const from = next === null ? "" : clock.hourFrom(now.air.startsAt, next.startsAt);
  const later = next === null ? null : { ...next, from };
  if (now.state === "open" && now.treatableSqm !== null) {
    const first = words().now(acresNumber(now.treatableSqm), field);
    const said = next === null ? words().noneLater(first) : words().later(first, acresNumber(next.leastSqm), from);
    return withHints(said, now, later);
  }
  if (next === null) return words().none;
  return withHints(words().notNow(acresNumber(next.leastSqm), field, from), null, later);
}

type Hints = Pick<SprayHour, "mayBeInverted" | "areGustsOver">;

/** A sentence that sends someone out says where gusts pass a label's limit, and where an inversion may form: labels forbid spraying in both. */
function withHints(said: string, now: Hints | null, later: (Hints & { from: string }) | null): string {
  const where = (has: (hints: Hints) => boolean): [isNow: boolean, from: string | null] => [
    now !== null && has(now),
    later !== null && has(later) ? later.from : null,
  ];
  const isGusty = where(({ areGustsOver }) => areGustsOver === true);
  const isInverted = where(({ mayBeInverted }) => mayBeInverted !== false);
  return [
    said,
    ...(isAnywhere(isGusty) ? [words().gusty(...isGusty)] : []),
    ...(isAnywhere(isInverted) ? [words().inverted(...isInverted)] : []),
  ].join(" ");
}

const isAnywhere = ([isNow, from]: [isNow: boolean, from: string | null]): boolean => isNow || from !== null;

/** Every place that shows a forecast says this beside it. */
export const readingDecides = (): string => words().readingDecides;
