"use client";

import { MenuCategory } from "@/components/portal/measures/menu-category";
import type { Shared } from "@/components/portal/measures/shared";
import { TallyLine } from "@/components/portal/measures/tally-line";
import { wordsIn } from "@/lib/views/language";
import type { TallyView } from "@/lib/views/portal/field-year";
import type { MenuText } from "@/lib/views/portal/measures";
import styles from "./menu-section.module.css";

const words = wordsIn({
  en: {
    noneFits: "Nothing in this list fits what you are looking for.",
    showAll: "Show this list all the same",
  },
  es: {
    noneFits: "Nada en esta lista corresponde a lo que usted busca.",
    showAll: "Mostrar esta lista de todos modos",
  },
});

interface Props extends Shared {
  menu: MenuText;
  tally: TallyView | undefined;
  isFiltered: boolean;
}

/** One runoff system: its tally and its menu. A system that the application does not ask for is folded away. */
export function MenuSection({ menu, tally, isFiltered, ...shared }: Props) {
  const isAsked = tally !== undefined && tally.state !== "not_asked";
  const hasChoice = [...shared.states.values()].some(
    ({ system, isSelected, isAutomatic }) => system === menu.system && isSelected && !isAutomatic,
  );
  const list = (
    <>
      <p>{menu.introduction}</p>
      {menu.categories.length === 0 && isFiltered ? <p>{words().noneFits}</p> : null}
      {menu.categories.map((category) => (
        <MenuCategory key={category.id} category={category} isFiltered={isFiltered} {...shared} />
      ))}
    </>
  );
  return (
    <section className={styles.system} aria-labelledby={`system-${menu.system}`} id={menu.system}>
      <h2 id={`system-${menu.system}`}>{menu.title}</h2>
      {tally === undefined || isAsked ? null : <TallyLine tally={tally} isUnderTitle />}
      {isAsked || hasChoice ? (
        list
      ) : (
        <details className={styles.folded}>
          <summary>{words().showAll}</summary>
          {list}
        </details>
      )}
    </section>
  );
}
