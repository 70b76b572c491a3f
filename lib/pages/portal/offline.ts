import type { PortalAddress } from "@/lib/domain/field-year";
import type { PortalSession } from "@/lib/usecases/portal/session";
import type { ToKeep } from "@/lib/views/portal/offline";
import { PORTAL_PAGES, pageHref } from "@/lib/views/portal/pages";

/** Every page of a field, and the list of its group. */
export function fieldToKeep(session: PortalSession, address: PortalAddress): ToKeep {
  const list = session.scope.kind === "group" ? [`/portal/g/${session.grant}`] : [];
  return toKeep(session, [...pagesOf(address), ...list]);
}

/** The season of a larger group is a page of hundreds of rows: it is kept once someone opens it. */
const MOST_FIELDS_OF_SEASON = 100;

/** The list of a group of so many fields, its season, and every page of these applications. */
export const groupToKeep = (session: PortalSession, fields: number, addresses: readonly PortalAddress[]): ToKeep =>
  toKeep(session, [
    `/portal/g/${session.grant}`,
    ...(fields > 1 && fields <= MOST_FIELDS_OF_SEASON ? [seasonHref(session)] : []),
    ...addresses.flatMap(pagesOf),
  ]);

/** The season of a group, and its list. */
export const seasonToKeep = (session: PortalSession): ToKeep =>
  toKeep(session, [seasonHref(session), `/portal/g/${session.grant}`]);

export const seasonHref = ({ grant }: Pick<PortalSession, "grant">): string => `/portal/g/${grant}/season`;

const pagesOf = (address: PortalAddress): string[] => PORTAL_PAGES.map(({ id }) => pageHref(address, id));

function toKeep(session: PortalSession, pages: string[]): ToKeep {
  const { grant, expiresAt, link } = session;
  return { grant, expiresAt: expiresAt.toISOString(), link, start: startOf(session), pages };
}

/** Where the link of a session leads, as its entry does. */
function startOf({ grant, scope, fieldId, applicationEventId }: PortalSession): string {
  const path = `/portal/g/${grant}`;
  if (scope.kind === "group") return path;
  return `${path}/${fieldId}${applicationEventId === null ? "" : `?application=${applicationEventId}`}`;
}
