import type { RecordState } from "@/lib/domain/record-terms";

/** Where an application stands in time: it is of today or of a later day, its day is past without a signed record, or it is recorded. */
export const DAY_KINDS = ["today", "next", "later", "past", "recorded"] as const;
export type DayKind = (typeof DAY_KINDS)[number];

/** When an application is. What its day is called is worked out where it is read: a device may keep the page overnight. */
export interface WhenView {
  /** `YYYY-MM-DD`. */
  day: string;
  /** How far its record is; null: there is none. */
  record: RecordState | null;
}

/** Today where a group's fields are, when the page was made, and by whose clock: null, by the reader's. */
export interface TodayView {
  day: string;
  zone: string | null;
}

/** A heading in a list by days. */
export interface DaySection {
  kind: "day" | "past" | "recorded";
  /** Null where fields of several days are under one heading. */
  day: string | null;
  /** "8 fields": all that are under it, on this page of the list or another one. */
  count: string;
}

/** A way to narrow the list to days: a link. */
export interface DayChoice {
  kind: DayKind | "all";
  words: string;
  href: string;
  isPicked: boolean;
}
