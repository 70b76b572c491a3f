import type { CheckNotes } from "@/lib/usecases/portal/field-year";
import {
  FIELDS_A_PAGE,
  readGroup,
  type GroupFacts,
  type GroupField,
  type GroupFieldsPage,
  type GroupScope,
} from "@/lib/usecases/portal/read-group";
import { REPORTS_AT_ONCE } from "@/lib/usecases/portal/list-group-reports";
import { pageHref } from "@/lib/views/portal/pages";
import {
  LEFT_KINDS,
  type GroupApplicationView,
  type GroupFieldView,
  type GroupView,
  type LeftKind,
} from "@/lib/views/portal/group";
import type { PortalAddress } from "@/lib/domain/field-year";
import type { OverallStatus } from "@/lib/domain/compliance";
import { overallStatus } from "@/lib/engine/overall";
import { filtersOf, ordersOf, pagerOf, type ListQuery } from "@/lib/pages/portal/group-choices";
import { byMostLeft, listedStanding, type ListedStanding } from "@/lib/pages/portal/group-left";
import { groupWork, type WorkedField } from "@/lib/pages/portal/group-work";
import { groupMap } from "@/lib/pages/portal/group-map";
import { wordsIn } from "@/lib/views/language";
import { acresInWords, counted, dayInWords, listInWords, methodInWords } from "@/lib/views/words";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import { badgeOf } from "@/lib/pages/portal/overview/step-words";
import { groupToKeep, seasonHref } from "@/lib/pages/portal/offline";
import { brandView } from "@/lib/pages/portal/shell";
import type { PortalSession } from "@/lib/usecases/portal/session";

const words = wordsIn({
  en: {
    fields: (count: number) => counted(count, "field"),
    found: (found: number, total: number) => `${found} of ${counted(total, "field")}`,
    reportsAll: (total: number) => `Runoff reports of all ${counted(total, "field")}`,
    reportsSome: (first: number, last: number) => `Runoff reports of fields ${first} to ${last} by name`,
    noneOpen: (provider: string) =>
      `No field of this group is open any more. ${provider} opens them again when it sends a new check.`,
    noneNamed: (search: string) => `No field's name holds "${search}".`,
    noMore: "There are no more fields on this page of the list.",
    noneLeft: "No field here has this left any more.",
  },
  es: {
    fields: (count) => counted(count, "campo"),
    found: (found, total) => `${found} de ${counted(total, "campo")}`,
    reportsAll: (total) => `Informes de escorrentía de todos los campos (${total})`,
    reportsSome: (first, last) => `Informes de escorrentía de los campos ${first} a ${last} por nombre`,
    noneOpen: (provider) =>
      `Ningún campo de este grupo sigue abierto. ${provider} los abre de nuevo cuando envía una nueva verificación.`,
    noneNamed: (search) => `El nombre de ningún campo contiene "${search}".`,
    noMore: "No hay más campos en esta página de la lista.",
    noneLeft: "Ningún campo de aquí tiene esto pendiente.",
  },
});

/** From so many fields on the list can be searched. */
const SEARCHED_FROM = 8;

/** Where a session begins: at the list of its group's fields, or at its one field. */
type GroupStart = { view: GroupView } | { fieldHref: string };

/**
 * The fields of a group's link with where each application of the group stands now. A link of one field, and a group of
 * one, lead straight to it.
 */
export async function groupStart(session: PortalSession, query: ListQuery): Promise<GroupStart> {
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
  query: ListQuery;
}

type StandingOf = (scored: ScoredApplication, notes: CheckNotes) => ListedStanding;

const standingIn =
  ({ branding }: PortalSession, outdated: GroupFacts["outdated"]): StandingOf =>
  (scored, notes) =>
    listedStanding(scored, {
      notes,
      outdated: outdated.get(scored.saved.applicationEventId),
      provider: branding.name,
    });

interface ListedField {
  field: GroupField;
  left: LeftKind[];
  /** The worst of its applications. */
  standing: OverallStatus;
}

function groupView(session: PortalSession, { scope, query, page, scored, outdated }: Listed): GroupView {
  const path = `/portal/g/${session.grant}`;
  const byId = new Map(scored.map((each) => [each.saved.applicationEventId, each]));
  const standingOf = standingIn(session, outdated);
  const isSearched = query.search !== "";
  const listed = page.fields.map((field) => listedField(field, byId, standingOf));
  const { shown, onPage, first } = pageOf(listed, page, query);
  return {
    brand: brandView(session),
    path,
    signOutHref: `${path}/sign-out`,
    name: scope.providerGroupId,
    accountId: scope.accountId,
    count: isSearched ? words().found(page.found, page.total) : words().fields(page.total),
    search: { text: query.search, isOffered: isSearched || page.total >= SEARCHED_FROM },
    filters: page.isWhole ? filtersOf(path, query, listed) : [],
    orders: page.isWhole && shown > 1 ? ordersOf(path, query) : [],
    map: groupMap(
      onPage.map(({ field, standing }, index) => ({
        number: first + index,
        name: field.fieldName,
        standing,
        badge: badgeOf(standing),
        boundary: field.boundary,
      })),
    ),
    fields: onPage.map(({ field }, index) => ({
      number: first + index,
      ...fieldView(session, field, { byId, standingOf }),
    })),
    work: page.isWhole
      ? groupWork(
          session.grant,
          listed.flatMap((each) => workedField(each, byId, standingOf)),
        )
      : null,
    keep: groupToKeep(
      session,
      page.total,
      onPage.flatMap(({ field }) => field.applications.map(({ saved }) => addressOf(session, saved))),
    ),
    servedAt: session.pass.deps.clock().toISOString(),
    nothing: onPage.length > 0 ? null : nothingInWords(page, query, session.branding.name),
    seasonHref: page.total > 1 ? seasonHref(session) : null,
    reports: reportsOf(path, page.total),
    pager: pagerOf(path, query, shown),
  };
}

/** One archive, or several where one would hold too many. */
function reportsOf(path: string, total: number): GroupView["reports"] {
  const starts = Array.from(
    { length: Math.ceil(total / REPORTS_AT_ONCE) },
    (_unused, index) => index * REPORTS_AT_ONCE,
  );
  return starts.map((before) => {
    const last = Math.min(total, before + REPORTS_AT_ONCE);
    const which = total <= REPORTS_AT_ONCE ? words().reportsAll(total) : words().reportsSome(before + 1, last);
    return { words: which, href: `${path}/reports?from=${before + 1}` };
  });
}

function workedField(
  { field: { fieldId, fieldName, applications }, left }: ListedField,
  byId: ReadonlyMap<string, ScoredApplication>,
  standingOf: StandingOf,
): WorkedField[] {
  const [first] = applications;
  const latest = first === undefined ? undefined : byId.get(first.saved.applicationEventId);
  if (first === undefined || latest === undefined) return [];
  const { headline } = standingOf(latest, first.notes);
  return [{ fieldId, name: fieldName, left, headline, latest }];
}

function listedField(
  field: GroupField,
  byId: ReadonlyMap<string, ScoredApplication>,
  standingOf: StandingOf,
): ListedField {
  const all = field.applications.flatMap(({ saved, notes }) => {
    const scored = byId.get(saved.applicationEventId);
    return scored === undefined ? [] : [standingOf(scored, notes)];
  });
  const found = new Set(all.flatMap(({ left }) => left));
  if (found.size > 1) found.delete("nothing");
  return {
    field,
    left: LEFT_KINDS.filter((kind) => found.has(kind)),
    standing: overallStatus(
      all.map(({ status }) => status),
      [],
    ),
  };
}

/** What of the list is shown: a group that is read whole is narrowed, ordered, and cut into pages here. */
function pageOf(listed: readonly ListedField[], page: GroupFieldsPage, query: ListQuery) {
  const first = (query.page - 1) * FIELDS_A_PAGE + 1;
  if (!page.isWhole) return { shown: page.found, onPage: listed, first };
  const { left } = query;
  const kept = left === null ? listed : listed.filter((each) => each.left.includes(left));
  const ordered = query.isByLeft ? kept.toSorted((a, b) => byMostLeft(a.left, b.left)) : kept;
  return { shown: kept.length, onPage: ordered.slice(first - 1, first - 1 + FIELDS_A_PAGE), first };
}

function nothingInWords({ total, found }: GroupFieldsPage, { search, left }: ListQuery, provider: string) {
  if (total === 0) {
    return words().noneOpen(provider);
  }
  if (found === 0) return words().noneNamed(search);
  return left === null ? words().noMore : words().noneLeft;
}

const fieldView = (
  session: PortalSession,
  { fieldId, fieldName, areaSqm, applications }: GroupField,
  { byId, standingOf }: { byId: ReadonlyMap<string, ScoredApplication>; standingOf: StandingOf },
): Omit<GroupFieldView, "number"> => ({
  fieldId,
  name: fieldName,
  about: areaSqm === null ? "" : acresInWords(areaSqm),
  isLinked: fieldId === session.fieldId,
  applications: applications.flatMap(({ saved, notes }) => {
    const scored = byId.get(saved.applicationEventId);
    return scored === undefined ? [] : [applicationView(session, scored, standingOf(scored, notes))];
  }),
});

const addressOf = (
  { grant }: PortalSession,
  { fieldId, applicationEventId, applicationDate }: ScoredApplication["saved"],
): PortalAddress => ({ grant, fieldId, applicationEventId, year: Number(applicationDate.slice(0, 4)) });

function applicationView(
  session: PortalSession,
  scored: ScoredApplication,
  { status, headline }: ListedStanding,
): GroupApplicationView {
  const { applicationEventId, applicationDate, method, products, portalLockedAt } = scored.saved;
  const address = addressOf(session, scored.saved);
  return {
    applicationEventId,
    title: listInWords(products.map(({ productName }) => productName)),
    detail: `${dayInWords(applicationDate)} · ${methodInWords(method)}`,
    href: pageHref(address, "overview"),
    standing: status,
    badge: badgeOf(status),
    headline,
    isLocked: portalLockedAt !== null,
  };
}
