/** One hour in the picture of a day. */
export interface HourBarView {
  /** By the field's own clock, from 0 to 23. */
  clockHour: number;
  state: "open" | "closed" | "unknown";
  /** Share of the field left to treat, 0 to 1; 0 where the hour is not open. */
  share: number;
}

/** Why an hour is not open; `quote`: the direction of a label, as the label has it. */
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
  mayBeInverted: boolean;
}

export interface SprayDayView {
  title: string;
  best: string;
  bars: HourBarView[];
  rows: HourRowView[];
}

/** The wind of this hour's forecast, as the form of the conditions offers it. */
export interface WindFillView {
  windFromDeg: number;
  windSpeedMph: number;
  /** ISO 8601. */
  startsAt: string;
  /** What the button says. */
  fill: string;
  /** Said once it is filled in. */
  isForecast: string;
  /** What someone says who has measured the same. */
  measured: string;
  /** The operator's own words on the forecast, in English. */
  note: string | null;
}

/** The coming week of an application as the drift page shows it; without a forecast only why there is none. */
export type SprayWindowsView =
  | { kind: "none"; text: string }
  | {
      kind: "windows";
      /** When "now" was: a page that a device kept may be read later. */
      asOf: string;
      summary: string;
      /** The windows that leave most, at most five. */
      windows: { when: string; what: string; mayBeInverted: boolean }[];
      days: SprayDayView[];
      standing: string[];
      source: string;
      note: string | null;
    };
