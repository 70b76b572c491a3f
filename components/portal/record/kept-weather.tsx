import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Fold } from "@/components/ui/fold";
import { Notice } from "@/components/ui/notice";
import { wordsIn } from "@/lib/views/language";
import type { RecordView } from "@/lib/views/portal/record";
import styles from "./record.module.css";

const words = wordsIn({
  en: {
    title: "Weather kept with the record",
    beside: "As it was read then. What you write down counts before it.",
    hours: (count: number) => `The forecast hour by hour (${count} hours)`,
  },
  es: {
    title: "Estado del tiempo guardado con el registro",
    beside: "Tal como se leyó entonces. Lo que usted anote tiene prioridad.",
    hours: (count) => `El pronóstico hora por hora (${count} horas)`,
  },
});

/** So many are seen at a glance. */
const FEW_HOURS = 3;

/** The forecast and the air that the record rests on; nothing where none was kept. */
export function KeptWeather({ weather: { facts, hours, note } }: Pick<RecordView, "weather">) {
  if (facts.length === 0 && hours.length === 0) return null;
  return (
    <Card title={words().title} id="weather" className={styles.longCard}>
      <p>{words().beside}</p>
      {note === null ? null : <Notice tone="warn" title={<span lang="en">{note}</span>} />}
      <Facts facts={facts} />
      {hours.length > FEW_HOURS ? (
        <Fold summary={words().hours(hours.length)}>
          <Facts facts={hours} />
        </Fold>
      ) : (
        <Facts facts={hours} />
      )}
    </Card>
  );
}
