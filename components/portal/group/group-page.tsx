import { Fragment } from "react";
import { ChangingFields } from "@/components/portal/edits/changing";
import { EditsProvider } from "@/components/portal/edits/edits-provider";
import { Choices, ChoiceWords } from "@/components/portal/group/choices";
import { DayHeading } from "@/components/portal/group/days";
import { FieldCard } from "@/components/portal/group/field-card";
import { GroupWork } from "@/components/portal/group/group-work";
import { NoScript } from "@/components/portal/group/no-script";
import { GroupMap } from "@/components/portal/group/group-map";
import { GroupKeeper } from "@/components/portal/offline/group-keeper";
import { TopBar } from "@/components/portal/shell/top-bar";
import { StandingLine } from "@/components/portal/standing-line";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Fold } from "@/components/ui/fold";
import { controlClass } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { wordsIn } from "@/lib/views/language";
import { lookOf, type PortalTheme } from "@/lib/views/portal/pages";
import type { GroupView } from "@/lib/views/portal/group";
import styles from "./group-page.module.css";

const said = wordsIn({
  en: {
    skip: "Skip to the list",
    account: (id: string) => `Account ${id}`,
    days: "Days",
    left: "What is left",
    narrow: "Narrow the list",
    narrowedTo: "Narrowed to:",
    order: "Order of the list",
    nothing: "Nothing to show",
    reports: "Reports in one file",
    reportsText: "A zip with a PDF for each field, by the field’s name. Each takes about a second to make.",
    pages: "Pages of the list",
    previous: "Previous",
    next: "Next",
    tools: "Find, sort, and map",
    search: "Find a field by name",
    find: "Find",
    showAll: "Show all fields",
    season: "The season: fields by products",
    gone: "That field is not in this list",
    goneText: (provider: string) =>
      `It was moved or deleted in ${provider}, or none of its applications belongs to this group any more.`,
  },
  es: {
    skip: "Saltar a la lista",
    account: (id) => `Cuenta ${id}`,
    days: "Días",
    left: "Lo que falta",
    narrow: "Filtrar la lista",
    narrowedTo: "Filtrada:",
    order: "Orden de la lista",
    nothing: "Nada que mostrar",
    reports: "Informes en un solo archivo",
    reportsText:
      "Un archivo zip con un PDF por cada campo, con el nombre del campo. Cada uno tarda cerca de un segundo.",
    pages: "Páginas de la lista",
    previous: "Anterior",
    next: "Siguiente",
    tools: "Buscar, ordenar y ver el mapa",
    search: "Buscar un campo por su nombre",
    find: "Buscar",
    showAll: "Mostrar todos los campos",
    season: "Ver la temporada",
    gone: "Ese campo no está en esta lista",
    goneText: (provider) =>
      `Se movió o se borró en ${provider}, o ninguna de sus aplicaciones pertenece ya a este grupo.`,
  },
});

interface Props {
  view: GroupView;
  theme: PortalTheme;
  /** Path and query of this page: whither the theme's form leads back. */
  here: string;
  /** Someone asked for a page of a field that the session does not hold any more. */
  isFieldGone: boolean;
}

/** The fields of a group, each with where its applications stand. There is no verdict over a group. */
export function GroupPage({ view, theme, here, isFieldGone }: Props) {
  const { brand, name, accountId, count, today, fields, nothing, pager } = view;
  return (
    <>
      <a className="skip-link" href="#content">
        {said().skip}
      </a>
      <TopBar brand={brand} theme={theme} here={here} signOutHref={view.signOutHref} />
      <main className={styles.page} id="content" tabIndex={-1}>
        <h1 translate="no">{name}</h1>
        <p className={styles.about}>
          {count} · {said().account(accountId)}
        </p>
        {isFieldGone ? <Gone provider={brand.name} /> : null}
        <GroupKeeper keep={view.keep} keptPart={view.keptPart} servedAt={view.servedAt} look={lookOf(theme)} />
        <Narrow view={view} />
        {view.seasonHref === null ? null : (
          <p className={styles.season}>
            <ButtonLink href={view.seasonHref} icon="arrow">
              {said().season}
            </ButtonLink>
          </p>
        )}
        <EditsProvider grant={view.keep.grant} fieldName="">
          <ChangingFields>
            {view.work === null ? null : (
              <div className={styles.work}>
                <NoScript />
                <GroupWork view={view.work} />
              </div>
            )}
            <Tools view={view} />
            {nothing === null ? null : (
              <Notice title={said().nothing}>
                <p>{nothing}</p>
              </Notice>
            )}
            <List fields={fields} today={today} />
          </ChangingFields>
        </EditsProvider>
        <Pager pager={pager} />
        <Reports reports={view.reports} />
        <StandingLine />
      </main>
    </>
  );
}

function Gone({ provider }: { provider: string }) {
  return (
    <Notice title={said().gone}>
      <p>{said().goneText(provider)}</p>
    </Notice>
  );
}

function List({ fields, today }: Pick<GroupView, "fields" | "today">) {
  const isByDay = fields.some(({ opens }) => opens !== null);
  return (
    <ul className={styles.fields}>
      {fields.map((field) => (
        <li key={field.fieldId}>
          {field.opens === null ? null : <DayHeading section={field.opens} today={today} />}
          <FieldCard field={field} today={today} Name={isByDay ? "h3" : "h2"} />
        </li>
      ))}
    </ul>
  );
}

/** On a phone what narrows the list would fill the first screen: what is in force is said in its place. */
function Narrow({ view: { days, filters, today } }: { view: GroupView }) {
  if (days.length < 2 && filters.length < 2) return null;
  // The first of each takes the whole list.
  const inForce = [days, filters].flatMap((choices) => choices.slice(1).filter(({ isPicked }) => isPicked));
  const summary =
    inForce.length === 0 ? (
      said().narrow
    ) : (
      <span>
        {said().narrowedTo}{" "}
        {inForce.map((choice, index) => (
          <Fragment key={choice.href}>
            {index === 0 ? "" : " · "}
            <ChoiceWords choice={choice} today={today} />
          </Fragment>
        ))}
      </span>
    );
  return (
    <Fold summary={summary} isForPhones>
      <Choices label={said().days} choices={days} today={today} />
      <Choices label={said().left} choices={filters} today={today} />
    </Fold>
  );
}

/** What is wanted now and then: on a phone it would push the first field out of sight. */
function Tools({ view }: { view: GroupView }) {
  const { search, orders, map, today } = view;
  if (!search.isOffered && orders.length === 0 && map === null) return null;
  return (
    <Fold summary={said().tools} isOpen={search.text !== ""} isForPhones>
      <Search view={view} />
      <Choices label={said().order} choices={orders} today={today} />
      {map === null ? null : <GroupMap map={map} />}
    </Fold>
  );
}

/** Plain links: the archive is sent while its reports are made. */
function Reports({ reports }: Pick<GroupView, "reports">) {
  if (reports.length === 0) return null;
  return (
    <div className={styles.reportsCard}>
      <Card title={said().reports} id="reports">
        <p>{said().reportsText}</p>
        <ul className={styles.reports}>
          {reports.map(({ words, href }) => (
            <li key={href}>
              <ButtonLink href={href} icon="document">
                {words}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

function Pager({ pager }: Pick<GroupView, "pager">) {
  if (pager === null) return null;
  return (
    <nav aria-label={said().pages} className={styles.pager}>
      {pager.previous === null ? (
        <span />
      ) : (
        <ButtonLink href={pager.previous} icon="back">
          {said().previous}
        </ButtonLink>
      )}
      <span>{pager.words}</span>
      {pager.next === null ? (
        <span />
      ) : (
        <ButtonLink href={pager.next} icon="arrow">
          {said().next}
        </ButtonLink>
      )}
    </nav>
  );
}

function Search({ view: { search, path } }: { view: GroupView }) {
  if (!search.isOffered) return null;
  return (
    <form role="search" action={path} className={styles.search}>
      <label className={styles.label} htmlFor="search">
        {said().search}
      </label>
      <div className={styles.row}>
        <input
          className={controlClass}
          type="search"
          id="search"
          name="search"
          defaultValue={search.text}
          maxLength={100}
          autoComplete="off"
        />
        <Button type="submit" kind="primary">
          {said().find}
        </Button>
      </div>
      {search.text === "" ? null : (
        <p className={styles.all}>
          <a href={path}>{said().showAll}</a>
        </p>
      )}
    </form>
  );
}
