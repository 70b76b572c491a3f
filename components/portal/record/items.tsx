import { Card } from "@/components/ui/card";
import { Fold } from "@/components/ui/fold";
import { Icon } from "@/components/ui/icon";
import { PART_WORDS } from "@/lib/views/portal/record-words";
import type { RecordItemView, RecordSetView, ShownRecord } from "@/lib/views/portal/record";
import styles from "./record.module.css";

/** Every item of every rule, with what is known and what is missing. */
export function Items({ shown }: { shown: ShownRecord }) {
  return (
    <>
      {shown.sets.map((set, index) => (
        <Card key={set.id} title={set.title} id={`items-${index}`}>
          {set.note === null ? null : <p className={styles.quiet}>{set.note}</p>}
          <Fold summary={`All ${set.items.length} items, with what is known of each`}>
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
          {value.text} <span className={styles.quiet}>({value.source})</span>
        </p>
      ))}
      {isKnown ? null : <p className={styles.missing}>Missing: {missing.map((part) => PART_WORDS[part]).join("; ")}</p>}
    </li>
  );
}

function Sources({ set: { sources } }: { set: RecordSetView }) {
  return (
    <>
      <p className={styles.itemHead}>Where this is asked</p>
      <ul className={styles.flags}>
        {sources.map(({ title, locator, url }) => (
          <li key={`${title} ${locator}`}>
            {url === null ? title : <a href={url}>{title}</a>}, {locator}
          </li>
        ))}
      </ul>
    </>
  );
}
