import { utcDay } from "@/lib/domain/calendar";

const DAY_MS = 86_400_000;

/**
 * Days counted from now, for as long as a file of tests runs: one that asks for the day again after midnight would compare two days.
 */
export function daysFromNow(): (days: number) => string {
  const startedMs = Date.now();
  return (days) => utcDay(new Date(startedMs + days * DAY_MS));
}
