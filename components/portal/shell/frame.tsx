import type { ReactNode } from "react";
import { Banners } from "@/components/portal/shell/banners";
import { GroupNav } from "@/components/portal/shell/group-nav";
import { NextStepProvider } from "@/components/portal/shell/next-step";
import { PageNav } from "@/components/portal/shell/page-nav";
import { ApplicationSwitcher } from "@/components/portal/shell/application-switcher";
import { TopBar } from "@/components/portal/shell/top-bar";
import { StandingLine } from "@/components/portal/standing-line";
import { ButtonLink } from "@/components/ui/button";
import { wordsIn } from "@/lib/views/language";
import type { PortalTheme } from "@/lib/views/portal/pages";
import type { ShellView } from "@/lib/views/portal/frame";
import styles from "./frame.module.css";

const words = wordsIn({
  en: { skip: "Skip to the page", place: "Field and application", next: "Next step" },
  es: { skip: "Saltar al contenido de la página", place: "Campo y aplicación", next: "Paso siguiente" },
});

interface Props {
  view: ShellView;
  theme: PortalTheme;
  /** Path and query of this page: whither the theme's form leads back, and which page of the list is this one. */
  here: string;
  children: ReactNode;
}

/** What stands around every page of a field. The page itself renders what is between. */
export function PortalFrame({ view, theme, here, children }: Props) {
  const { address, brand, fieldName, about, switcher, banners, group, next } = view;
  return (
    <>
      <a className="skip-link" href="#content">
        {words().skip}
      </a>
      <TopBar brand={brand} theme={theme} here={here} signOutHref={`/portal/g/${address.grant}/sign-out`} />
      <div className={styles.frame}>
        <div className={styles.side}>
          {group === null ? null : (
            <div className={styles.group}>
              <GroupNav group={group} here={here} />
            </div>
          )}
          <section className={styles.place} aria-label={words().place}>
            <p className={styles.field} translate="no">
              {fieldName}
            </p>
            <p className={styles.about}>{about}</p>
            <ApplicationSwitcher switcher={switcher} />
          </section>
          <PageNav address={address} here={here} group={group} />
        </div>
        <main className={styles.content} id="content" tabIndex={-1}>
          <Banners banners={banners} />
          <NextStepProvider next={next}>{children}</NextStepProvider>
          {next === null ? null : (
            <nav aria-label={words().next} className={styles.next}>
              <ButtonLink href={next.href} kind="primary" icon="arrow" isWide>
                {next.words}
              </ButtonLink>
            </nav>
          )}
          <StandingLine />
        </main>
      </div>
    </>
  );
}
