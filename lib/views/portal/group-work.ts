import type { OldWindWords } from "@/lib/views/portal/drift-page-words";
import type { TodayView, WhenView } from "@/lib/views/portal/group-days";

/** What can be done on several fields of a group at once. */
export interface GroupWorkView {
  grant: string;
  /** When the page was made. */
  today: TodayView;
  categories: { title: string; measures: { id: number; label: string; points: string }[] }[];
  fields: GroupWorkField[];
  oldWind: OldWindWords;
}

/** A field with the soonest of its applications in the group that are still to come, or the latest where none is. */
export interface GroupWorkField {
  fieldId: string;
  name: string;
  year: number;
  applicationEventId: string;
  when: WhenView;
  /** What is left there, in words. */
  about: string;
  needsPoints: boolean;
  needsWind: boolean;
  /** Measures of EPA's menu that are selected there. */
  selected: number[];
}
