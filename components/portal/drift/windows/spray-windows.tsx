import { Card } from "@/components/ui/card";
import { Fold } from "@/components/ui/fold";
import { Notice } from "@/components/ui/notice";
import { DayBars } from "@/components/portal/drift/windows/day-bars";
import type { HourRowView, SprayDayView, SprayWindowsView } from "@/lib/views/portal/spray-windows";
import { readingDecides } from "@/lib/views/spray-windows";
import styles from "./spray-windows.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    title: "Spray windows",
    reading: "The forecast is being read.",
    asOf: (at: string) => `As of ${at}, by the clock of the field:`,
    noClearance:
      "The forecast gives the wind 33 feet above the ground. An open hour is no clearance: read the label, and look at the field.",
    standing: "This stands in the way",
    hourly: "Hour by hour",
    allHours: "All hours of the week",
    byWeather: "Hour by hour, by the weather alone",
    best: "No hint of gusts or an inversion first, then most ground",
    hoursOf: (day: string) => `Hours of ${day}`,
    open: "Open: the taller, the more acres",
    closed: "Closed",
    notKnown: "Not known",
    time: "Time",
    ground: "Ground to treat",
  },
  es: {
    title: "Ventanas de aplicación",
    reading: "Se está leyendo el pronóstico.",
    asOf: (at) => `Según el reloj del campo (${at}):`,
    noClearance:
      "El pronóstico da el viento a 33 pies sobre el suelo. Una hora abierta no es una autorización: lea la etiqueta y mire el campo.",
    standing: "Esto lo impide",
    hourly: "Hora por hora",
    allHours: "Todas las horas de la semana",
    byWeather: "Hora por hora, solo según el estado del tiempo",
    best: "Primero sin aviso de ráfagas ni de inversión; luego, donde queda más terreno",
    hoursOf: (day) => `Horas del ${day}`,
    open: "Abierta: cuanto más alta, más acres",
    closed: "Cerrada",
    notKnown: "No se sabe",
    time: "Hora",
    ground: "Terreno que se puede tratar",
  },
});

type Planned = Extract<SprayWindowsView, { kind: "windows" }>;

const ID = "windows";

/** While the forecast is being read. */
export const WindowsPending = () => (
  <Card title={words().title} id={ID}>
    <p>{words().reading}</p>
  </Card>
);

/** The coming week by the forecast: the next step first, then the best windows, then every hour. Drawn by the server alone. */
export function SprayWindows({ view }: { view: SprayWindowsView }) {
  if (view.kind === "none") {
    return (
      <Card title={words().title} id={ID}>
        <p>{view.text}</p>
      </Card>
    );
  }
  const { asOf, summary, isBlocked, windows, days, standing, source, note } = view;
  return (
    <Card title={words().title} id={ID}>
      <p className={styles.quiet}>{words().asOf(asOf)}</p>
      <p className={styles.summary}>{summary}</p>
      {standing.length === 0 ? null : (
        <Notice tone="warn" title={words().standing}>
          <ul>
            {standing.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Notice title={readingDecides()}>
        <p>{words().noClearance}</p>
      </Notice>
      {note === null ? null : <Notice tone="warn" title={<span lang="en">{note}</span>} />}
      <Best windows={windows} />
      {isBlocked ? (
        <Fold summary={words().byWeather}>
          <Week days={days} />
        </Fold>
      ) : (
        <Fold summary={words().allHours} isForPhones>
          <h3>{words().hourly}</h3>
          <Week days={days} />
        </Fold>
      )}
      <p className={styles.quiet}>{source}</p>
    </Card>
  );
}

const Week = ({ days }: Pick<Planned, "days">) => (
  <>
    <Legend />
    {days.map((day) => (
      <Day key={day.title} day={day} />
    ))}
  </>
);

const Best = ({ windows }: Pick<Planned, "windows">) =>
  windows.length === 0 ? null : (
    <>
      <h3>{words().best}</h3>
      <ol>
        {windows.map(({ when, what, hints }) => (
          <li key={when}>
            <strong>{what}</strong>: {hints.length === 0 ? when : `${when}. ${hints.join(". ")}`}
          </li>
        ))}
      </ol>
    </>
  );

const Day = ({ day: { title, best, bars, rows } }: { day: SprayDayView }) => (
  <section className={styles.day} aria-label={title}>
    <p className={styles.dayHead}>
      <strong>{title}</strong> <span>{best}</span>
    </p>
    <DayBars bars={bars} />
    <Fold summary={words().hoursOf(title)}>
      <HourTable title={title} rows={rows} />
    </Fold>
  </section>
);

const Legend = () => (
  <ul className={styles.legend}>
    <li>
      <span className={`${styles.key} ${styles.open}`} aria-hidden="true" /> {words().open}
    </li>
    <li>
      <span className={`${styles.key} ${styles.closed}`} aria-hidden="true" /> {words().closed}
    </li>
    <li>
      <span className={`${styles.key} ${styles.unknown}`} aria-hidden="true" /> {words().notKnown}
    </li>
  </ul>
);

const HourTable = ({ title, rows }: { title: string; rows: readonly HourRowView[] }) => (
  <table className={styles.hours}>
    <caption>{title}</caption>
    <thead>
      <tr>
        <th scope="col">{words().time}</th>
        <th scope="col">{words().ground}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ time, what, air, why, hints }) => (
        <tr key={time}>
          <th scope="row">{time}</th>
          <td>
            <strong>{what}</strong>
            {air === null ? null : <span className={styles.small}>{air}</span>}
            {why.map(({ text, quote }) => (
              <span key={`${text}${quote ?? ""}`} className={styles.small}>
                {text}
                {quote === null ? null : <span lang="en">{quote}</span>}
              </span>
            ))}
            {hints.map((hint) => (
              <span key={hint} className={styles.small}>
                {hint}
              </span>
            ))}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
