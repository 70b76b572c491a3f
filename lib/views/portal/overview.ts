import type { OverallStatus } from "@/lib/domain/compliance";
import type { MACHINE_ANCHOR } from "@/lib/views/portal/pages";
import { pageHref, type DOWNSLOPE_ANCHOR, type PortalPageId } from "@/lib/views/portal/pages";
import type { PortalAddress } from "@/lib/domain/field-year";
import type { ChangeView } from "@/lib/views/portal/field-year";
import type { TimedText } from "@/lib/views/timed-text";

/** Where one part of an application stands, and the page that is about it. */
export interface StepView {
  page: PortalPageId;
  title: string;
  standing: OverallStatus;
  /** The standing in a word or two. */
  badge: string;
  text: TimedText;
  /** Set for a runoff system: what is earned of what is needed. */
  points: { earned: number; required: number | null } | null;
}

export interface IssueView {
  code: string;
  standing: OverallStatus;
  message: string;
  remedy: string;
}

export interface ProductView {
  name: string;
  registration: string | null;
  status: string;
  rate: string;
  note: string;
}

export interface RecentChangesView {
  year: number;
  /** The last few, newest first. */
  changes: Omit<ChangeView, "canUndo" | "isUndo" | "redoId">[];
  hasMore: boolean;
  allHref: string;
}

/** What to do next, and where. */
export interface NextStep {
  page: PortalPageId;
  /** The part of the page that it is about; left out: its top. */
  part?: "questions" | typeof DOWNSLOPE_ANCHOR | typeof MACHINE_ANCHOR;
  words: string;
}

export const nextHref = (address: PortalAddress, { page, part }: NextStep): string =>
  `${pageHref(address, page)}${part === undefined ? "" : `#${part}`}`;

/** Newer data gives the application another answer than the one shown. */
export interface RecheckView {
  title: string;
  text: string;
}

export interface OverviewView {
  address: PortalAddress;
  standing: OverallStatus;
  headline: string;
  /** One or two sentences under the headline. */
  reason: string;
  next: NextStep | null;
  steps: StepView[];
  issues: IssueView[];
  /** A value that is a name, or what was sent, is the same in every language. */
  facts: { label: string; value: string; isName?: boolean }[];
  products: ProductView[];
  /** What is missing without soil; null where it is there or nothing needs it. */
  soil: string | null;
  data: { label: string; value: TimedText; isName?: boolean }[];
}
