/** Stands for a county whose code, or whose ground, a set could not read: it has no state and no class. */
export const UNREAD_GEO_ID = "00000";
/** What it is called, and a county whose record has a code and no name, before either is put into words. */
export const UNREAD_COUNTY = "unreadable county";
export const CODE_AS_NAME = "county ";
