"use client";

import { useState, type MouseEvent } from "react";
import { classNames } from "@/components/ui/class-names";
import { Icon, type IconName } from "@/components/ui/icon";
import type { ThemeWords } from "@/components/portal/shell/theme-words";
import { PORTAL_THEMES, THEME_COOKIE, type PortalTheme } from "@/lib/views/portal/pages";
import styles from "./theme-switch.module.css";

const ICONS: Record<PortalTheme, IconName> = { auto: "auto", light: "sun", dark: "moon", sunlight: "sun" };

/** Pages below it share the choice. */
type ThemedArea = "/portal" | "/docs" | "/console";

const YEAR_S = 31_536_000;

/** Puts a theme on the page at once and keeps it, out of reach of the network too. */
function apply(theme: PortalTheme, area: ThemedArea): void {
  document.documentElement.dataset.theme = theme;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${THEME_COOKIE}=${theme}; Path=${area}; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}

/** A form, so that it works without a script; with one it needs no answer from anyone. */
export function ThemeSwitch({
  theme,
  text,
  here,
  area = "/portal",
}: {
  theme: PortalTheme;
  text: ThemeWords;
  here: string;
  area?: ThemedArea;
}) {
  const [chosen, setChosen] = useState(theme);
  const choose = (next: PortalTheme) => (event: MouseEvent) => {
    event.preventDefault();
    apply(next, area);
    setChosen(next);
  };
  return (
    <form method="post" action={`${area}/theme`}>
      <input type="hidden" name="back" value={here} />
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{text.legend}</legend>
        {PORTAL_THEMES.map((each) => (
          <button
            key={each}
            type="submit"
            name="theme"
            value={each}
            aria-pressed={each === chosen}
            className={classNames(styles.choice, each === chosen && styles.chosen)}
            onClick={choose(each)}
          >
            <Icon name={each === chosen ? "check" : ICONS[each]} />
            {text[each]}
          </button>
        ))}
      </fieldset>
    </form>
  );
}
