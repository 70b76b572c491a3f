import type { PortalAddress } from "@/lib/domain/portal-pages";

/** What the frame around every page of a field shows. */
export interface ShellView {
  address: PortalAddress;
  brand: BrandView;
  fieldName: string;
  /** Account and area, in words. */
  about: string;
  switcher: SwitcherView;
  banners: BannerView[];
}

export interface BrandView {
  name: string;
  /** An address of ours; null for a provider without a logo. */
  logoHref: string | null;
  /** The sheet that sets the provider's colour; null for one without. */
  styleHref: string | null;
}

/** Which application and year a page is about, and which others there are. */
export interface SwitcherView {
  title: string;
  detail: string;
  years: { year: number; choices: SwitcherChoice[] }[];
}

export interface SwitcherChoice {
  title: string;
  detail: string;
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
