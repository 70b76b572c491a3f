import type { OverallStatus } from "@/lib/domain/compliance";
import type { BrandView } from "@/lib/views/portal/frame";
import type { DayChoice, DaySection, TodayView, WhenView } from "@/lib/views/portal/group-days";
import type { GroupWorkView } from "@/lib/views/portal/group-work";
import type { ToKeep } from "@/lib/views/portal/offline";

/** What can be left to do on a field, in the order in which it is done. */
export const LEFT_KINDS = ["check", "points", "wind", "questions", "texts", "other", "nothing"] as const;
export type LeftKind = (typeof LEFT_KINDS)[number];

/** Fields of a list where they lie: SVG path data and places in the drawing's units, north up. */
export interface GroupMapView {
  width: number;
  height: number;
  fields: {
    /** As in the list. */
    number: number;
    name: string;
    standing: OverallStatus;
    badge: string;
    outline: string;
    x: number;
    y: number;
  }[];
}

/** One way to narrow or order the list: a link. */
export interface GroupChoice {
  words: string;
  href: string;
  isPicked: boolean;
}

/** The fields that a link to a group opens, a page of them at a time. */
export interface GroupView {
  brand: BrandView;
  /** The page's own address: the search's form leads here. */
  path: string;
  signOutHref: string;
  /** The provider's own name of the group. */
  name: string;
  accountId: string;
  /** "12 fields", "3 of 12 fields". */
  count: string;
  /** Shown where there are enough fields to look for one, or one was looked for. */
  search: { text: string; isOffered: boolean };
  /** When the page was made. */
  today: TodayView;
  /** Narrows the list to days; empty where the group is too large to be sorted by them, or all are of one kind. */
  days: DayChoice[];
  /** Narrows the list to fields with something left; empty where the group is too large to be sorted by it. */
  filters: GroupChoice[];
  orders: GroupChoice[];
  map: GroupMapView | null;
  fields: GroupFieldView[];
  /** Said instead of a list where there is none. */
  nothing: string | null;
  /** Done on several fields at once; null where the list is too long to be read whole, or has no two fields. */
  work: GroupWorkView | null;
  /** For the device that shows the list. */
  keep: ToKeep;
  /** Which applications are kept with the list, where not all are. */
  keptPart: string | null;
  /** When the server made the page. */
  servedAt: string;
  /** Fields by products; null where there are no two fields. */
  seasonHref: string | null;
  /** The runoff reports of all fields of the group, in one file or in several. */
  reports: { words: string; href: string }[];
  pager: { words: string; previous: string | null; next: string | null } | null;
}

export interface GroupFieldView {
  fieldId: string;
  /** Its place in the list, from 1: the map names it so. */
  number: number;
  name: string;
  /** The heading that stands before it in a list by days; null where it stands under the one before. */
  opens: DaySection | null;
  /** The day of the heading that it is under; null where that has none. */
  underDay: string | null;
  /** What that heading says in place of a day; null where it names one, or the list has none. */
  underKind: Exclude<DaySection["kind"], "day"> | null;
  /** Its area, in words; empty where no one knows it. */
  about: string;
  /** The link that was opened leads to this field. */
  isLinked: boolean;
  applications: GroupApplicationView[];
}

export interface GroupApplicationView {
  applicationEventId: string;
  title: string;
  when: WhenView;
  /** Its day, in words. */
  date: string;
  method: string;
  href: string;
  standing: OverallStatus;
  /** The standing in a word or two. */
  badge: string;
  headline: string;
  isLocked: boolean;
}
