import { ChangingFields } from "@/components/portal/edits/changing";
import { EditsProvider } from "@/components/portal/edits/edits-provider";
import { Choices } from "@/components/portal/group/choices";
import { NoScript } from "@/components/portal/group/no-script";
import { SeasonTable } from "@/components/portal/group/season-table";
import { SeasonWork } from "@/components/portal/group/season-work";
import { GroupKeeper } from "@/components/portal/offline/group-keeper";
import { TopBar } from "@/components/portal/shell/top-bar";
import { StandingLine } from "@/components/portal/standing-line";
import { ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { wordsIn } from "@/lib/views/language";
import { lookOf, type PortalTheme } from "@/lib/views/portal/pages";
import type { SeasonView } from "@/lib/views/portal/season";
import styles from "./season-page.module.css";

const words = wordsIn({
  en: {
    skip: "Skip to the table",
    title: (year: number) => `Season ${year}`,
    list: "The list of the fields",
    years: "Season",
    days: "Days: fields in the list",
    nothing: "Nothing to show",
  },
  es: {
    skip: "Saltar a la tabla",
    title: (year) => `Temporada ${year}`,
    list: "La lista de los campos",
    years: "Temporada",
    days: "Días: campos de la lista",
    nothing: "Nada que mostrar",
  },
});

/** Fields by products. A cell leads to its application; fields are picked in their rows, and worked on above. */
export function SeasonPage({ view, theme }: { view: SeasonView; theme: PortalTheme }) {
  const { brand, name, year, count, years, kinds, rows, products, work, lacks, nothing } = view;
  const table =
    rows.length === 0 ? null : (
      <SeasonTable {...{ kinds, rows, products }} today={view.today} canPick={work !== null} />
    );
  return (
    <>
      <a className="skip-link" href="#content">
        {words().skip}
      </a>
      <TopBar brand={brand} theme={theme} here={view.here} signOutHref={view.signOutHref} />
      <main className={styles.page} id="content" tabIndex={-1} data-look={lookOf(theme)}>
        <h1>
          {words().title(year)}
          {/* The point stays with the year where the name has a line of its own. */}
          {"\u00A0· "}
          <span translate="no">{name}</span>
        </h1>
        <p className={styles.about}>{count}</p>
        <GroupKeeper keep={view.keep} servedAt={view.servedAt} look={lookOf(theme)} />
        <p className={styles.list}>
          <ButtonLink href={view.listHref} icon="back">
            {words().list}
          </ButtonLink>
        </p>
        <Choices label={words().years} choices={years} today={view.today} />
        <Choices label={words().days} choices={view.days} today={view.today} />
        {nothing === null ? null : (
          <Notice title={words().nothing}>
            <p>{nothing}</p>
          </Notice>
        )}
        {work === null ? null : <NoScript />}
        <EditsProvider grant={view.keep.grant} fieldName="">
          <ChangingFields>
            {work === null ? (
              table
            ) : (
              <SeasonWork view={work} lacks={lacks}>
                {table}
              </SeasonWork>
            )}
          </ChangingFields>
        </EditsProvider>
        <StandingLine />
      </main>
    </>
  );
}
