import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { currentLanguage, LANGUAGE_NAMES, LANGUAGES, wordsIn } from "@/lib/views/language";
import styles from "./theme-switch.module.css";

const words = wordsIn({ en: { legend: "Language" }, es: { legend: "Idioma" } });

/** A form, and a new page after it: what the server wrote stands in the language it was asked for in. */
export function LanguageSwitch({ here }: { here: string }) {
  const chosen = currentLanguage();
  return (
    <form method="post" action="/portal/language">
      <input type="hidden" name="back" value={here} />
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{words().legend}</legend>
        {LANGUAGES.map((each) => (
          <button
            key={each}
            type="submit"
            name="language"
            value={each}
            lang={each}
            translate="no"
            aria-pressed={each === chosen}
            className={classNames(styles.choice, each === chosen && styles.chosen)}
          >
            <Icon name={each === chosen ? "check" : "language"} />
            {LANGUAGE_NAMES[each]}
          </button>
        ))}
      </fieldset>
    </form>
  );
}
