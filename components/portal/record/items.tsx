import { Card } from "@/components/ui/card";
import { Fold } from "@/components/ui/fold";
import { Icon } from "@/components/ui/icon";
import { wordsIn } from "@/lib/views/language";
import { partInWords } from "@/lib/views/portal/record-words";
import type { RecordItemView, RecordSetView, ShownRecord } from "@/lib/views/portal/record";
import styles from "./record.module.css";

const words = wordsIn({
  en: {
    all: (items: number, uncounted: number) =>
      `All ${items} items${uncounted === 0 ? "" : ` and ${uncounted} that ${uncounted === 1 ? "has" : "have"} no number`}, with what is known of each`,
    missing: (parts: string) => `Missing: ${parts}`,
    where: "Where this is asked",
  },
  es: {
    all: (items, uncounted) =>
      `Los ${items} datos que se piden${uncounted === 0 ? "" : ` y ${uncounted} sin número`}, con lo que se sabe de cada uno`,
    missing: (parts) => `Falta: ${parts}`,
    where: "Dónde se pide esto",
  },
});

/** Every item of every rule, with what is known and what is missing. */
export function Items({ shown }: { shown: ShownRecord }) {
  return (
    <>
      {shown.sets.map((set, index) => (
        <Card key={set.id} title={set.title} id={`items-${index}`}>
          {set.note === null ? null : <p className={styles.quiet}>{set.note}</p>}
          <Fold summary={allOf(set)}>
            <ol className={styles.list}>
              {set.items.map((item) => (
                <Item key={item.id} item={item} />
              ))}
            </ol>
            <Sources set={set} />
          </Fold>
        </Card>
      ))}
    </>
  );
}

/** Items that the rule does not number are none of those that the meter counts. */
function allOf({ items }: RecordSetView): string {
  const counted = items.filter(({ isCounted }) => isCounted).length;
  return counted === 0 ? words().all(items.length, 0) : words().all(counted, items.length - counted);
}

function Item({ item: { no, text, values, missing } }: { item: RecordItemView }) {
  const isKnown = missing.length === 0;
  return (
    <li className={styles.item}>
      <p className={styles.itemHead}>
        <Icon name={isKnown ? "check" : "dash"} />
        <span>
          {no === "" ? "" : `${no}. `}
          {text}
        </span>
      </p>
      {values.map((value) => (
        <p key={value.text} className={styles.value}>
          {value.isEnglish ? (
            <span lang="en">{value.text}</span>
          ) : (
            <span translate={value.isAsKept ? "no" : undefined}>{value.text}</span>
          )}{" "}
          <span className={styles.quiet}>({value.source})</span>
        </p>
      ))}
      {isKnown ? null : <p className={styles.missing}>{words().missing(missing.map(partInWords).join("; "))}</p>}
    </li>
  );
}

function Sources({ set: { sources } }: { set: RecordSetView }) {
  return (
    <>
      <p className={styles.itemHead}>{words().where}</p>
      <ul className={styles.flags}>
        {sources.map(({ title, locator, url }) => (
          <li key={`${title} ${locator}`} lang="en">
            {url === null ? title : <a href={url}>{title}</a>}, {locator}
          </li>
        ))}
      </ul>
    </>
  );
}
