import type { WindRead } from "@/components/portal/drift/conditions/use-wind-read";
import { Choice } from "@/components/ui/choice";
import { LocalTime } from "@/components/ui/local-time";
import type { DriftPageWords } from "@/lib/views/portal/drift-page-words";
import styles from "./conditions-form.module.css";

interface Props {
  read: WindRead;
  text: DriftPageWords["form"];
}

/** The wind in the form is of an earlier time: it is put on record once someone has measured the same now. */
export function OldWind({ read: { oldAt, isMeasured, say }, text }: Props) {
  if (oldAt === null) return null;
  return (
    <div className={styles.forecast} data-old-wind>
      <p>
        {text.windOf} <LocalTime at={oldAt} />. {text.measureAgain}
      </p>
      <Choice
        type="checkbox"
        id="old-wind-measured"
        label={text.measured}
        checked={isMeasured}
        onChange={({ target }) => say(target.checked)}
      />
    </div>
  );
}
