import type { OverallStatus } from "@/lib/domain/compliance";
import type { BrandView } from "@/lib/views/portal/frame";
import type { GroupChoice } from "@/lib/views/portal/group";
import type { DayChoice, TodayView, WhenView } from "@/lib/views/portal/group-days";
import type { ToKeep } from "@/lib/views/portal/offline";
import type { GroupWorkView } from "@/lib/views/portal/group-work";

/** The season of a group: its fields down, the products of a year across. */
export interface SeasonView {
  brand: BrandView;
  signOutHref: string;
  /** Path and query of this page. */
  here: string;
  /** What a device keeps with this page. */
  keep: ToKeep;
  /** When the server made the page. */
  servedAt: string;
  /** The list of the group's fields. */
  listHref: string;
  name: string;
  year: number;
  /** "500 fields, 6 products"; with what is left out, where the group is larger than one page. */
  count: string;
  /** Other years that have applications; empty where there is one. */
  years: GroupChoice[];
  /** When the page was made. */
  today: TodayView;
  /** How many fields have an application of when, each a link to those fields in the list; empty where all are of one kind, or the list has no days. */
  days: DayChoice[];
  products: string[];
  /** What the cells say. */
  kinds: SeasonKind[];
  rows: SeasonRow[];
  /** Said instead of a table where there is none. */
  nothing: string | null;
  /** Fields by the points that they lack, the fewest first: picked with one tap. */
  lacks: SeasonLack[];
  /** What can be done on several fields at once; null where there are no two. */
  work: GroupWorkView | null;
}

export interface SeasonRow {
  fieldId: string;
  name: string;
  /** In the order of the products; null: not applied there. */
  cells: (SeasonCell | null)[];
}

/** Without names, and what many cells say once for all of them: there are three thousand. */
export type SeasonCell = [
  /** Place of what it says among the kinds. */
  kind: number,
  applicationEventId: string,
];

/** What a cell says. */
export interface SeasonKind {
  standing: OverallStatus;
  /** What is left, in two or three words. */
  words: string;
  when: WhenView;
}

export interface SeasonLack {
  points: number;
  words: string;
  fieldIds: string[];
}
