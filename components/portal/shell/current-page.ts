import { PORTAL_PAGES, type PortalPageId } from "@/lib/views/portal/pages";

/** Which page of a field an address of the portal (path, with or without a query) is. */
export function currentPage(here: string): PortalPageId {
  const [path = ""] = here.split("?", 1);
  const segment = path.split("/")[5] ?? "";
  return PORTAL_PAGES.find((page) => page.segment === segment)?.id ?? "overview";
}
