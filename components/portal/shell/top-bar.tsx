import { LanguageSwitch } from "@/components/portal/shell/language-switch";
import { Menu } from "@/components/portal/shell/menu";
import { MenuKeys } from "@/components/portal/shell/menu-keys";
import { ThemeSwitch } from "@/components/portal/shell/theme-switch";
import { themeWords } from "@/components/portal/shell/theme-words";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { wordsIn } from "@/lib/views/language";
import type { PortalTheme } from "@/lib/views/portal/pages";
import type { BrandView } from "@/lib/views/portal/frame";
import styles from "./top-bar.module.css";

interface Props {
  brand: BrandView;
  theme: PortalTheme;
  here: string;
  signOutHref: string;
}

const words = wordsIn({
  en: { display: "Display", signOut: "Sign out of this device" },
  es: { display: "Pantalla", signOut: "Cerrar la sesión en este dispositivo" },
});

/** Whose portal this is, how it looks, and the way out. */
export function TopBar({ brand, theme, here, signOutHref }: Props) {
  return (
    <header className={styles.bar}>
      <MenuKeys />
      {brand.styleHref === null ? null : <link rel="stylesheet" href={brand.styleHref} precedence="brand" />}
      <div className={styles.inside}>
        <p className={styles.brand} translate="no">
          {/* Beside the name, so it says nothing more. A plain image: its address opens with this session alone. */}
          {brand.logoHref === null ? null : <img className={styles.logo} src={brand.logoHref} alt="" />}
          <span className={styles.name}>{brand.name}</span>
        </p>
        <Menu
          label={
            <>
              <Icon name="sun" />
              {words().display}
            </>
          }
        >
          <ThemeSwitch theme={theme} text={themeWords()} here={here} />
          <LanguageSwitch here={here} />
          <form method="post" action={signOutHref} className={styles.leave}>
            <Button type="submit" icon="leave" isWide>
              {words().signOut}
            </Button>
          </form>
        </Menu>
      </div>
    </header>
  );
}
