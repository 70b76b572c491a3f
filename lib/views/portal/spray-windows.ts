/** One hour in the picture of a day. */
export interface HourBarView {
  /** By the field's own clock, from 0 to 23. */
  clockHour: number;
  state: "open" | "closed" | "unknown";
  /** Share of the field left to treat, 0 to 1; 0 where the hour is not open. */
  share: number;
}

/** Why an hour is not open; `quote`: a direction of a label that stands in English. */
export interface HourWhy {
  text: string;
  quote: string | null;
}

/** One hour that is open, or several in a row that are not for the same reason. */
export interface HourRowView {
  time: string;
  state: "open" | "closed" | "unknown";
  what: string;
  /** Wind and air of an open hour. */
  air: string | null;
  why: HourWhy[];
  /** What to look out for in it. */
  hints: string[];
}

export interface SprayDayView {
  title: string;
  best: string;
  bars: HourBarView[];
  rows: HourRowView[];
}

/** The wind of this hour's forecast, or of the nearest station, as the form of the conditions offers it. */
export interface WindFillView {
  windFromDeg: number;
  windSpeedMph: number;
  /** ISO 8601: later than that it is of another air, and not offered. */
  until: string;
  /** What the button says. */
  fill: string;
  /** Where and when a station read it; null for a forecast. */
  station: StationReadView | null;
  /** Said once it is filled in. */
  about: string;
  /** What someone says who has measured the same. */
  measured: string;
  /** The operator's own words on the forecast, in English. */
  note: string | null;
}

/** Each comes after the page: a weather service may take its time. */
export type WindFills = Promise<WindFillView | null>[];

export interface StationReadView {
  name: string;
  /** How far away it is, and when it read the wind. */
  where: string;
  /** ISO 8601. */
  readAt: string;
  /** What stands before and after how many minutes ago that was. */
  ago: [before: string, after: string];
}

/** The coming week of an application as the drift page shows it; without a forecast only why there is none. */
export type SprayWindowsView =
  | { kind: "none"; text: string }
  | {
      kind: "windows";
      /** When "now" was: a page that a device kept may be read later. */
      asOf: string;
      summary: string;
      /** Something stands in the way in every hour, or the day of the application is over. */
      isBlocked: boolean;
      /** The windows that leave most, at most five. */
      windows: { when: string; what: string; hints: string[] }[];
      days: SprayDayView[];
      standing: string[];
      source: string;
      note: string | null;
    };
