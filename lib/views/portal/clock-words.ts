import { fieldClockTime } from "@/lib/views/field-time";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({ en: { morning: "AM", afternoon: "PM" }, es: { morning: "am", afternoon: "pm" } });

/** The clock time of a moment, ISO 8601 with its offset: "9:05 AM CDT" in a zone, else where it was written down, "9:05 AM". */
export const clockOf = (at: string, timeZone: string | null): string => {
  if (timeZone !== null) return fieldClockTime(at, timeZone);
  const hour = Number(at.slice(11, 13));
  const half = hour < 12 ? words().morning : words().afternoon;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${at.slice(14, 16)} ${half}`;
};
