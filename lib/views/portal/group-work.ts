/** What can be done on several fields of a group at once. */
export interface GroupWorkView {
  grant: string;
  categories: { title: string; measures: { id: number; label: string; points: string }[] }[];
  fields: GroupWorkField[];
}

/** A field with its latest application in the group. */
export interface GroupWorkField {
  fieldId: string;
  name: string;
  year: number;
  applicationEventId: string;
  /** What is left there, in words. */
  about: string;
  needsPoints: boolean;
  needsWind: boolean;
  /** Measures of EPA's menu that are selected there. */
  selected: number[];
}
