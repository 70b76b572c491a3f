import type { Forecast, ForecastHour } from "@/lib/domain/forecast";
import type { Issue } from "@/lib/domain/issues";

/**
 * `open`: no condition that a forecast can judge stands against the hour. `closed`: one is known to be broken, or no
 * ground is left. `unknown`: a value that a label asks about is not in the forecast, or a rule stands open.
 */
export const HOUR_STATES = ["open", "closed", "unknown"] as const;
export type HourState = (typeof HOUR_STATES)[number];

/** A condition of a label, as far as an hour names it. */
export interface NamedCondition {
  productIndex: number;
  ruleId: string;
  text: string;
}

/** Why an hour is not open. */
export type HourReason =
  | { why: "issue"; issue: Issue }
  /** The forecast lacks what the condition asks about. */
  | { why: "value_missing"; condition: NamedCondition }
  /** It begins inside the label's part of the day and ends outside. */
  | { why: "ends_outside"; condition: NamedCondition }
  /** Points are missing on its day, and not on every day of the week. */
  | { why: "runoff_short"; short: ShortRunoff }
  /** It is in another year than the application, whose measures are not its own. */
  | { why: "other_year"; year: number }
  | { why: "wind_missing" };

export interface SprayHour {
  air: ForecastHour;
  state: HourState;
  /** What buffers leave of the field in this wind; null where the hour is not open. */
  treatableSqm: number | null;
  /** A hint and no finding: null where the sun neither rises nor sets. */
  mayBeInverted: boolean | null;
  /** A hint and no finding: null where the forecast names no gust, or no label a highest wind. */
  areGustsOver: boolean | null;
  reasons: HourReason[];
}

/** Open hours in a row that leave nearly the same ground, with each of the two hints in all of them or in none. */
export interface SprayWindow {
  startsAt: Date;
  endsAt: Date;
  /** The hour with least, and the one with most. */
  leastSqm: number;
  mostSqm: number;
  /** The air may be layered in its hours. */
  mayBeInverted: boolean;
  /** Gusts of its hours pass the highest wind that a label allows; null as of an hour. */
  areGustsOver: boolean | null;
}

/** Points, or a trait program's credits, that are missing. */
export interface ShortRunoff {
  mitigationType: string;
  gap: number;
}

export interface SprayWindows {
  applicationEventId: string;
  forecast: Pick<Forecast, "source" | "issuedAt" | "readAt" | "timeZone"> & {
    /** What the operator says of it, such as that it is made up. */
    note: string | null;
  };
  fieldSqm: number;
  hours: SprayHour[];
  /**
   * Those without the hint of gusts first, then those without that of an inversion, then the one that leaves most ground. None where something stands in the way in every hour, or where the day of the
   * application is over.
   */
  windows: SprayWindow[];
  /** The first later window that leaves more than the hour of now does, without a hint that now is without; null: there is none. */
  next: SprayWindow | null;
  /** What keeps the application from passing in every hour, whatever the weather. */
  standing: Issue[];
  /** Runoff that is short in every hour: so many points are missing, whatever the weather. */
  short: ShortRunoff[];
  /** `YYYY-MM-DD`, the application's day where it is over by the clock of the field; else null. */
  dayOver: string | null;
  /** `YYYY-MM-DD`, the application's day where the forecast ends before it; else null. The hours are those of the coming week all the same. */
  dayBeyond: string | null;
}
