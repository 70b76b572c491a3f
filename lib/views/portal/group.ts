import type { OverallStatus } from "@/lib/domain/compliance";
import type { BrandView } from "@/lib/views/portal/frame";

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
  fields: GroupFieldView[];
  /** Said instead of a list where there is none. */
  nothing: string | null;
  pager: { words: string; previous: string | null; next: string | null } | null;
}

export interface GroupFieldView {
  fieldId: string;
  name: string;
  /** Its area, in words; empty where no one knows it. */
  about: string;
  /** The link that was opened leads to this field. */
  isLinked: boolean;
  applications: GroupApplicationView[];
}

export interface GroupApplicationView {
  applicationEventId: string;
  title: string;
  detail: string;
  href: string;
  standing: OverallStatus;
  /** The standing in a word or two. */
  badge: string;
  headline: string;
  isLocked: boolean;
}
