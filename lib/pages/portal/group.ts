import type { CheckNotes } from "@/lib/usecases/portal/field-year";
import {
  readGroup,
  type GroupFacts,
  type GroupField,
  type GroupFieldsPage,
  type GroupScope,
} from "@/lib/usecases/portal/read-group";
import { REPORTS_AT_ONCE } from "@/lib/usecases/portal/list-group-reports";
import { pageHref } from "@/lib/views/portal/pages";
import { LEFT_KINDS, type GroupApplicationView, type GroupFieldView, type GroupView } from "@/lib/views/portal/group";
import type { PortalAddress } from "@/lib/domain/field-year";
import { overallStatus } from "@/lib/engine/overall";
import { dayChoicesOf, filtersOf, ordersOf, pagerOf, type ListQuery } from "@/lib/pages/portal/group-choices";
import { bySoonest, dayKindOf, whenOf } from "@/lib/pages/portal/group-days";
import { listedStanding, withoutWind, type ListedStanding } from "@/lib/pages/portal/group-left";
import { ofDays, pageOf, todayIn, type ListedField } from "@/lib/pages/portal/group-order";
import { groupWork, type WorkedField } from "@/lib/pages/portal/group-work";
import { groupMap } from "@/lib/pages/portal/group-map";
import { wordsIn } from "@/lib/views/language";
import type { TodayView, WhenView } from "@/lib/views/portal/group-days";
import { acresInWords, counted, dayInWords, listInWords, methodInWords } from "@/lib/views/words";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";
import { badgeOf } from "@/lib/pages/portal/overview/step-words";
import { keepOf } from "@/lib/pages/portal/group-keep";
import { seasonHref } from "@/lib/pages/portal/offline";
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
    noneThen: "No field here has an application on these days.",
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
    noneThen: "Ningún campo de aquí tiene una aplicación en estos días.",
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

/** What the applications of a list are judged by. */
interface Judging {
  byId: ReadonlyMap<string, ScoredApplication>;
  standingOf: StandingOf;
  today: TodayView;
}

const standingIn =
  ({ branding }: PortalSession, outdated: GroupFacts["outdated"]): StandingOf =>
  (scored, notes) =>
    listedStanding(scored, {
      notes,
      outdated: outdated.get(scored.saved.applicationEventId),
      provider: branding.name,
    });

function groupView(session: PortalSession, { scope, query, page, scored, outdated }: Listed): GroupView {
  const path = `/portal/g/${session.grant}`;
  const byId = new Map(scored.map((each) => [each.saved.applicationEventId, each]));
  const isSearched = query.search !== "";
  const today = todayIn(session.pass.deps.clock(), page);
  const judging = { byId, standingOf: standingIn(session, outdated), today };
  const listed = page.fields.map((field) => listedField(field, judging));
  const { shown, onPage, first } = pageOf(listed, page, { query, today });
  return {
    brand: brandView(session),
    path,
    signOutHref: `${path}/sign-out`,
    name: scope.providerGroupId,
    accountId: scope.accountId,
    count: isSearched ? words().found(page.found, page.total) : words().fields(page.total),
    search: { text: query.search, isOffered: isSearched || page.total >= SEARCHED_FROM },
    today,
    ...(page.isWhole ? choicesOf(path, query, { listed, today, shown }) : { days: [], filters: [], orders: [] }),
    map: groupMap(
      onPage.map(({ field, standing }, index) => ({
        number: first + index,
        name: field.fieldName,
        standing,
        badge: badgeOf(standing),
        boundary: field.boundary,
      })),
    ),
    fields: onPage.map(({ field, section, isFirst }, index) => ({
      number: first + index,
      opens: isFirst ? section : null,
      underDay: section?.day ?? null,
      underKind: section === null || section.kind === "day" ? null : section.kind,
      ...fieldView(session, field, judging),
    })),
    work: page.isWhole ? workOn(session.grant, listed, judging) : null,
    ...keepOf(session, page, today.day),
    servedAt: session.pass.deps.clock().toISOString(),
    nothing: onPage.length > 0 ? null : nothingInWords(page, query, session.branding.name),
    seasonHref: page.total > 1 ? seasonHref(session) : null,
    reports: reportsOf(path, page.total),
    pager: pagerOf(path, query, shown),
  };
}

const workOn = (grant: string, listed: readonly ListedField[], judging: Judging): GroupView["work"] =>
  groupWork(
    grant,
    judging.today,
    listed.flatMap((each) => workedField(each, judging)),
  );

/** The ways to narrow and order a list that is read whole. */
const choicesOf = (
  path: string,
  query: ListQuery,
  { listed, today, shown }: { listed: readonly ListedField[]; today: TodayView; shown: number },
): Pick<GroupView, "days" | "filters" | "orders"> => ({
  days: dayChoicesOf(path, query, { listed, today: today.day }),
  filters: filtersOf(path, query, ofDays(listed, query, today)),
  orders: shown > 1 ? ordersOf(path, query) : [],
});

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
  { field: { fieldId, fieldName, applications, records }, left }: ListedField,
  { byId, standingOf, today }: Judging,
): WorkedField[] {
  const whens = applications.map((each) => ({ ...each, when: whenOf(each.saved, records) }));
  const [first] = whens.toSorted((a, b) => bySoonest(today.day)(a.when, b.when));
  const soonest = first === undefined ? undefined : byId.get(first.saved.applicationEventId);
  if (first === undefined || soonest === undefined) return [];
  const { headline } = standingOf(soonest, first.notes);
  return [{ fieldId, name: fieldName, left, headline, when: first.when, soonest }];
}

function listedField(field: GroupField, { byId, standingOf, today }: Judging): ListedField {
  const all = field.applications.flatMap(({ saved, notes }) => {
    const scored = byId.get(saved.applicationEventId);
    if (scored === undefined) return [];
    const standing = standingOf(scored, notes);
    const kind = dayKindOf(whenOf(saved, field.records), today.day);
    return [{ ...standing, left: kind === "past" || kind === "recorded" ? withoutWind(standing.left) : standing.left }];
  });
  const found = new Set(all.flatMap(({ left }) => left));
  if (found.size > 1) found.delete("nothing");
  return {
    field,
    left: LEFT_KINDS.filter((kind) => found.has(kind)),
    whens: field.applications.map(({ saved }) => whenOf(saved, field.records)).toSorted(bySoonest(today.day)),
    standing: overallStatus(
      all.map(({ status }) => status),
      [],
    ),
  };
}

function nothingInWords({ total, found }: GroupFieldsPage, { search, day, left }: ListQuery, provider: string) {
  if (total === 0) {
    return words().noneOpen(provider);
  }
  if (found === 0) return words().noneNamed(search);
  if (left !== null) return words().noneLeft;
  return day === null ? words().noMore : words().noneThen;
}

const fieldView = (
  session: PortalSession,
  { fieldId, fieldName, areaSqm, applications, records }: GroupField,
  { byId, standingOf, today }: Judging,
): Omit<GroupFieldView, "number" | "opens" | "underDay" | "underKind"> => ({
  fieldId,
  name: fieldName,
  about: areaSqm === null ? "" : acresInWords(areaSqm),
  isLinked: fieldId === session.fieldId,
  applications: applications
    .flatMap(({ saved, notes }) => {
      const scored = byId.get(saved.applicationEventId);
      const when = whenOf(saved, records);
      return scored === undefined ? [] : [applicationView(session, scored, { when, ...standingOf(scored, notes) })];
    })
    .toSorted((a, b) => bySoonest(today.day)(a.when, b.when)),
});

const addressOf = (
  { grant }: PortalSession,
  { fieldId, applicationEventId, applicationDate }: ScoredApplication["saved"],
): PortalAddress => ({ grant, fieldId, applicationEventId, year: Number(applicationDate.slice(0, 4)) });

function applicationView(
  session: PortalSession,
  scored: ScoredApplication,
  { status, headline, when }: ListedStanding & { when: WhenView },
): GroupApplicationView {
  const { applicationEventId, applicationDate, method, products, portalLockedAt } = scored.saved;
  const address = addressOf(session, scored.saved);
  return {
    applicationEventId,
    title: listInWords(products.map(({ productName }) => productName)),
    when,
    date: dayInWords(applicationDate),
    method: methodInWords(method),
    href: pageHref(address, "overview"),
    standing: status,
    badge: badgeOf(status),
    headline,
    isLocked: portalLockedAt !== null,
  };
}
