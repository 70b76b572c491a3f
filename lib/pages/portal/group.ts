import type { CheckNotes } from "@/lib/usecases/portal/field-year";
import {
  FIELDS_A_PAGE,
  readGroup,
  type GroupFacts,
  type GroupField,
  type GroupFieldsPage,
  type GroupQuery,
  type GroupScope,
} from "@/lib/usecases/portal/read-group";
import { pageHref } from "@/lib/views/portal/pages";
import type { GroupApplicationView, GroupFieldView, GroupView } from "@/lib/views/portal/group";
import { acresInWords, counted, dayInWords, listInWords, methodInWords } from "@/lib/views/words";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import { BADGES } from "@/lib/pages/portal/overview/steps";
import { brandView } from "@/lib/pages/portal/shell";
import { standingInWords } from "@/lib/pages/portal/overview/standing-words";
import type { PortalSession } from "@/lib/usecases/portal/session";

/** From so many fields on the list can be searched. */
const SEARCHED_FROM = 8;

/** Where a session begins: at the list of its group's fields, or at its one field. */
type GroupStart = { view: GroupView } | { fieldHref: string };

/**
 * The fields of a group's link with where each application of the group stands now. A link of one field, and a group of
 * one, lead straight to it.
 */
export async function groupStart(session: PortalSession, query: GroupQuery): Promise<GroupStart> {
  const { scope } = session;
  if (scope.kind === "field") return { fieldHref: linkedHref(session) };
  const facts = await readGroup(session, scope, query);
  return "only" in facts
    ? { fieldHref: onlyHref(session, facts.only) }
    : { view: groupView(session, { scope, query, ...facts }) };
}

const linkedHref = ({ grant, fieldId, applicationEventId }: PortalSession): string =>
  `/portal/g/${grant}/${fieldId}${applicationEventId === null ? "" : `?application=${applicationEventId}`}`;

/** The link's own application where it is on the only field, else the group's latest. */
function onlyHref(session: PortalSession, { fieldId, applications }: GroupField): string {
  if (fieldId === session.fieldId) return linkedHref(session);
  const applicationEventId = applications[0]?.saved.applicationEventId ?? null;
  return linkedHref({ ...session, fieldId, applicationEventId });
}

interface Listed extends GroupFacts {
  scope: GroupScope;
  query: GroupQuery;
}

function groupView(session: PortalSession, { scope, query, page, scored }: Listed): GroupView {
  const path = `/portal/g/${session.grant}`;
  const byId = new Map(scored.map((each) => [each.saved.applicationEventId, each]));
  const isSearched = query.search !== "";
  return {
    brand: brandView(session),
    path,
    signOutHref: `${path}/sign-out`,
    name: scope.providerGroupId,
    accountId: scope.accountId,
    count: isSearched ? `${page.found} of ${counted(page.total, "field")}` : counted(page.total, "field"),
    search: { text: query.search, isOffered: isSearched || page.total >= SEARCHED_FROM },
    fields: page.fields.map((field) => fieldView(session, field, byId)),
    nothing: nothingInWords(page, query, session.branding.name),
    pager: pagerOf(path, query, page),
  };
}

function nothingInWords({ total, found, fields }: GroupFieldsPage, { search }: GroupQuery, provider: string) {
  if (fields.length > 0) return null;
  if (total === 0) {
    return `No field of this group is open any more. ${provider} opens them again when it sends a new check.`;
  }
  return found === 0 ? `No field's name holds "${search}".` : "There are no more fields on this page of the list.";
}

const fieldView = (
  session: PortalSession,
  { fieldId, fieldName, areaSqm, applications }: GroupField,
  byId: ReadonlyMap<string, ScoredApplication>,
): GroupFieldView => ({
  fieldId,
  name: fieldName,
  about: areaSqm === null ? "" : acresInWords(areaSqm),
  isLinked: fieldId === session.fieldId,
  applications: applications.flatMap(({ saved, notes }) => {
    const scored = byId.get(saved.applicationEventId);
    return scored === undefined ? [] : [applicationView(session, scored, notes)];
  }),
});

function applicationView(session: PortalSession, scored: ScoredApplication, notes: CheckNotes): GroupApplicationView {
  const { fieldId, applicationEventId, applicationDate, method, products, portalLockedAt } = scored.saved;
  const { now, headline } = standingInWords(scored, notes, session.branding.name);
  const address = { grant: session.grant, fieldId, applicationEventId, year: Number(applicationDate.slice(0, 4)) };
  return {
    applicationEventId,
    title: listInWords(products.map(({ productName }) => productName)),
    detail: `${dayInWords(applicationDate)} · ${methodInWords(method)}`,
    href: pageHref(address, "overview"),
    standing: now.status,
    badge: BADGES[now.status],
    headline,
    isLocked: portalLockedAt !== null,
  };
}

function pagerOf(path: string, { search, page }: GroupQuery, { found }: GroupFieldsPage): GroupView["pager"] {
  const pages = Math.ceil(found / FIELDS_A_PAGE);
  if (pages < 2 && page === 1) return null;
  const href = (to: number): string => {
    const query = new URLSearchParams({
      ...(search === "" ? {} : { search }),
      ...(to === 1 ? {} : { page: String(to) }),
    });
    return query.size === 0 ? path : `${path}?${query.toString()}`;
  };
  return {
    words: `Page ${page} of ${Math.max(1, pages)}`,
    previous: page > 1 ? href(Math.min(page - 1, Math.max(1, pages))) : null,
    next: page < pages ? href(page + 1) : null,
  };
}
