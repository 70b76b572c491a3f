import { InvalidArgumentError } from "commander";
import { endOfDay } from "@/lib/domain/calendar";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A time has to say its zone: without one it would be the time of the machine that the command runs on. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/;

/** When a key ends: at the end of a UTC day, as in the console, or at a moment with its zone. */
export function keyEnd(text: string): Date {
  const end = DAY.test(text) ? endOfDay(text) : MOMENT.test(text) ? new Date(text) : null;
  if (end === null || Number.isNaN(end.getTime())) {
    throw new InvalidArgumentError("the last day, such as 2027-06-30, or a moment, such as 2027-06-30T12:00:00Z");
  }
  return end;
}
