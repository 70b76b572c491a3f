import { classNames } from "@/components/ui/class-names";
import styles from "./record.module.css";

interface Props<Value> {
  name: string;
  choices: readonly { value: Value; text: string }[];
  value: Value | null;
  choose: (value: Value) => void;
  /** The choices are words, and not figures or letters. */
  areWords?: boolean;
}

/** One of several by a tap on a large button. */
export function Tiles<Value extends string | number>({ name, choices, value, choose, areWords = false }: Props<Value>) {
  return (
    <fieldset className={styles.tiles}>
      <legend>{name}</legend>
      <div className={classNames(styles.grid, areWords && styles.whole)}>
        {choices.map((choice) => (
          <button
            key={choice.value}
            type="button"
            className={classNames(styles.tile, choice.value === value && styles.chosen)}
            aria-pressed={choice.value === value}
            onClick={() => choose(choice.value)}
          >
            {choice.text}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
