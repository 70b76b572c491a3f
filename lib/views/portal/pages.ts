import type { PortalAddress } from "@/lib/domain/field-year";

/** The pages of a field, in the order of the work. */
export const PORTAL_PAGES = [
  { id: "overview", segment: "", title: "Overview" },
  { id: "exemptions", segment: "exemptions", title: "Exemptions" },
  { id: "measures", segment: "measures", title: "Measures" },
  { id: "drift", segment: "drift", title: "Drift" },
  { id: "limitations", segment: "limitations", title: "Limitations" },
  { id: "record", segment: "record", title: "Record" },
  { id: "report", segment: "report", title: "Report" },
] as const;
/** On a page with a map: the tool that marks downslope edges, taken up. */
export const DOWNSLOPE_ANCHOR = "downslope";
/** On the drift page: the way to the files for the machine. */
export const MACHINE_ANCHOR = "machine";

export type PortalPageId = (typeof PORTAL_PAGES)[number]["id"];

/** The address of a page of the same field, application and year. */
export function pageHref({ grant, fieldId, applicationEventId, year }: PortalAddress, page: PortalPageId): string {
  const segment = PORTAL_PAGES.find(({ id }) => id === page)?.segment ?? "";
  const path = `/portal/g/${grant}/${fieldId}${segment === "" ? "" : `/${segment}`}`;
  return applicationEventId === null ? `${path}?year=${year}` : `${path}?application=${applicationEventId}`;
}

export const PORTAL_THEMES = ["auto", "light", "dark", "sunlight"] as const;
export type PortalTheme = (typeof PORTAL_THEMES)[number];

/** The theme a cookie names; anything else follows the device. */
export const readTheme = (value: string | undefined): PortalTheme =>
  PORTAL_THEMES.find((theme) => theme === value) ?? "auto";

/** The cookie that keeps the theme. Of all portal pages: it says nothing of anyone. */
export const THEME_COOKIE = "hedgerow-theme";
