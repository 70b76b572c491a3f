import type { WindAge } from "@/components/portal/use-old-wind";
import { Choice } from "@/components/ui/choice";
import { LocalTime } from "@/components/ui/local-time";
import type { OldWindWords } from "@/lib/views/portal/drift-page-words";
import styles from "./old-wind.module.css";

interface Props {
  age: Pick<WindAge, "oldAt" | "isMeasured" | "setMeasured">;
  text: OldWindWords;
}

/** The wind in a form is of an earlier time: it is put on record once someone has measured the same now. */
export function OldWind({ age: { oldAt, isMeasured, setMeasured }, text }: Props) {
  if (oldAt === null) return null;
  return (
    <div className={styles.old} data-old-wind>
      <p>
        {text.windOf} <LocalTime at={oldAt} />. {text.measureAgain}
      </p>
      <Choice
        type="checkbox"
        id="old-wind-measured"
        label={text.measured}
        checked={isMeasured}
        onChange={({ target }) => setMeasured(target.checked)}
      />
    </div>
  );
}
