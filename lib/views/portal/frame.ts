import type { PortalAddress } from "@/lib/domain/field-year";
import type { ToKeep } from "@/lib/views/portal/offline";

/** What the frame around every page of a field shows. */
export interface ShellView {
  address: PortalAddress;
  brand: BrandView;
  fieldName: string;
  /** Account and area, in words. */
  about: string;
  switcher: SwitcherView;
  banners: BannerView[];
  /** The way through the fields of a group; null for a link to one field. */
  group: GroupNavView | null;
  /** For the device that shows the page. */
  keep: ToKeep;
  /** When the server made the page. */
  servedAt: string;
  /** Where the page leads at its end; null where nothing is left that could be done here. */
  next: { href: string; words: string } | null;
}

export interface GroupNavView {
  listHref: string;
  /** "Field 2 of 12" */
  position: string;
  previous: GroupStep | null;
  next: GroupStep | null;
}

/** A field beside this one: its pages are reached from its address. */
export interface GroupStep {
  name: string;
  address: PortalAddress;
}

export interface BrandView {
  name: string;
  /** An address of ours; null for a provider without a logo. */
  logoHref: string | null;
  /** The sheet that sets the provider's color; null for one without. */
  styleHref: string | null;
}

/** Which application and year a page is about, and which others there are. */
export interface SwitcherView {
  title: string;
  detail: string;
  /** The title is the products' names. */
  isName: boolean;
  years: { year: number; choices: SwitcherChoice[] }[];
}

export interface SwitcherChoice {
  title: string;
  detail: string;
  /** The title is the products' names. */
  isName: boolean;
  href: string;
  isCurrent: boolean;
}

export interface BannerView {
  id: string;
  tone: "info" | "warn";
  icon: "lock" | "info" | "clock" | "alert";
  title: string;
  text: string;
  link: { href: string; words: string } | null;
}
