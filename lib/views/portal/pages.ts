import type { PortalAddress } from "@/lib/domain/field-year";
import { currentLanguage, wordsIn } from "@/lib/views/language";

/** The pages of a field, in the order of the work. */
export const PORTAL_PAGES = [
  { id: "overview", segment: "" },
  { id: "exemptions", segment: "exemptions" },
  { id: "measures", segment: "measures" },
  { id: "drift", segment: "drift" },
  { id: "limitations", segment: "limitations" },
  { id: "record", segment: "record" },
  { id: "report", segment: "report" },
] as const;
/** On a page with a map: the tool that marks downslope edges, taken up. */
export const DOWNSLOPE_ANCHOR = "downslope";
/** On the drift page: the way to the files for the machine. */
export const MACHINE_ANCHOR = "machine";

export type PortalPageId = (typeof PORTAL_PAGES)[number]["id"];

// Not in a script that names no page.
const titles = /* @__PURE__ */ wordsIn<Record<PortalPageId, string>>({
  en: {
    overview: "Overview",
    exemptions: "Exemptions",
    measures: "Measures",
    drift: "Drift",
    limitations: "Limitations",
    record: "Record",
    report: "Report",
  },
  es: {
    overview: "Resumen",
    exemptions: "Exenciones",
    measures: "Medidas",
    drift: "Deriva",
    limitations: "Limitaciones",
    record: "Registro",
    report: "Informe",
  },
});
/** What a page is called where it is linked. */
export const pageTitle = (page: PortalPageId): string => titles()[page];

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

/** How the pages of a reader look and in which language they are: a device that kept others asks for them again. */
export const lookOf = (theme: PortalTheme): string => `${theme} ${currentLanguage()}`;

/** The cookie that keeps the theme. Of all portal pages: it says nothing of anyone. */
export const THEME_COOKIE = "hedgerow-theme";
