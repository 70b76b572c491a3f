import { decimalText } from "@/lib/domain/numbers";
import type { SprayWindows } from "@/lib/domain/spray-windows";
import { acresInWords, ACRE_SQM } from "@/lib/views/words";

/** Hours and days by the clock of the field: "2 PM", "Tue 9 AM". */
export interface FieldClock {
  hour: (moment: Date) => string;
  /** With the day where it is another than that of the first moment. */
  hourFrom: (first: Date, moment: Date) => string;
  day: (moment: Date) => string;
  /** 0 to 23. */
  clockHour: (moment: Date) => number;
  /** "2:40 PM" */
  minute: (moment: Date) => string;
}

export function fieldClock(timeZone: string): FieldClock {
  const hourFormat = new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric" });
  const minuteFormat = new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", minute: "2-digit" });
  const shortDay = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "short" });
  const dayFormat = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "short", month: "short", day: "numeric" });
  const plainHour = new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", hourCycle: "h23" });
  const hour = (moment: Date): string => hourFormat.format(moment).replaceAll(/\s/gu, " ");
  const day = (moment: Date): string => dayFormat.format(moment);
  return {
    hour,
    hourFrom: (first, moment) =>
      day(first) === day(moment) ? hour(moment) : `${shortDay.format(moment)} ${hour(moment)}`,
    day,
    clockHour: (moment) => Number(plainHour.format(moment)),
    minute: (moment) => minuteFormat.format(moment).replaceAll(/\s/gu, " "),
  };
}

/** Acres without their unit, as `acresInWords` rounds them. */
export function acresNumber(areaSqm: number): string {
  const acres = areaSqm / ACRE_SQM;
  return decimalText(acres, acres < 100 ? 1 : 0);
}

/** What leads a person from now to the next window: "24 of 80 acres now, 71 from 2 PM." */
export function windowsSummary({ hours, next, fieldSqm, forecast }: SprayWindows): string {
  const clock = fieldClock(forecast.timeZone);
  const [now] = hours;
  const field = acresInWords(fieldSqm);
  if (now === undefined) return "No window in the coming 7 days.";
  const from = next === null ? "" : clock.hourFrom(now.air.startsAt, next.startsAt);
  if (now.state === "open" && now.treatableSqm !== null) {
    const first = `${acresNumber(now.treatableSqm)} of ${field} now`;
    return next === null
      ? `${first}. No later window of the week leaves much more.`
      : `${first}, ${acresNumber(next.leastSqm)} from ${from}.`;
  }
  if (next === null) return "No window in the coming 7 days.";
  return `No window now. ${acresNumber(next.leastSqm)} of ${field} from ${from}.`;
}

/** Every place that shows a forecast says this beside it. */
export const READING_DECIDES =
  "A forecast only plans: the reading at the boom decides. Measure wind and temperature there before you start.";
