import type { MultiPolygon } from "geojson";
import { invalidRequest, type Fault } from "@/lib/domain/errors";
import { timeZoneAt } from "@/lib/usecases/fields/field-zone";
import type { CheckRequest } from "@/lib/usecases/esa-check/check";
import { pointOf } from "@/lib/usecases/esa-check/check-facts";

const HOUR_MS = 3_600_000;

interface Planned {
  plannedStartAt: string | null | undefined;
  applicationDate: string;
  boundary: MultiPolygon;
}

/**
 * Says where spraying begins on another day than the application's, by the clock of the field; null where it does not.
 *
 * Rules hold for a day, and labels for hours of it: two days would be judged as one application. Which zone a field keeps is
 * known to the hour at most along the lines between zones, so a start within an hour of the day is of that day.
 */
export function otherDay({ plannedStartAt, applicationDate, boundary }: Planned): string | null {
  if (plannedStartAt == null) return null;
  const startMs = Date.parse(plannedStartAt);
  const timeZone = timeZoneAt(pointOf(boundary));
  // The Swedish form of a day is YYYY-MM-DD.
  const days = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  const isOfDay = [-1, 0, 1].some((hours) => days.format(startMs + hours * HOUR_MS) === applicationDate);
  return isOfDay
    ? null
    : `is on ${days.format(startMs)} at the field (${timeZone}), and application_date is ${applicationDate}`;
}

const SEND = "send the day on which spraying begins there as application_date";

/** Refuses checks whose planned start is on another day than they are for. */
export function refuseOtherDays(requests: readonly CheckRequest[], pathOf: (index: number) => Fault["path"]): void {
  const faults = requests.flatMap(({ application, boundary }, index): Fault[] => {
    const { applicationDate, details } = application;
    const message = otherDay({ plannedStartAt: details?.plannedStartAt, applicationDate, boundary: boundary.geometry });
    const path = [...pathOf(index), "planned_start_at"];
    return message === null ? [] : [{ path, code: "custom", message: `${message}; ${SEND}` }];
  });
  if (faults.length > 0) throw invalidRequest(faults);
}

/** The same of a computation, whose day is the saved application's. */
export function refuseOtherSavedDay(planned: Planned): void {
  const message = otherDay(planned);
  if (message === null) return;
  const whole = `${message} as it was checked; check the application again for the day on which spraying begins`;
  throw invalidRequest([{ path: ["planned_start_at"], code: "custom", message: whole }]);
}
