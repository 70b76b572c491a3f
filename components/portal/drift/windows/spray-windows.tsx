import { Card } from "@/components/ui/card";
import { Fold } from "@/components/ui/fold";
import { Notice } from "@/components/ui/notice";
import { DayBars } from "@/components/portal/drift/windows/day-bars";
import type { HourRowView, SprayDayView, SprayWindowsView } from "@/lib/views/portal/spray-windows";
import { READING_DECIDES } from "@/lib/views/spray-windows";
import styles from "./spray-windows.module.css";

type Planned = Extract<SprayWindowsView, { kind: "windows" }>;

const TITLE = "Spray windows";
const ID = "windows";

/** While the forecast is being read. */
export const WindowsPending = () => (
  <Card title={TITLE} id={ID}>
    <p>The forecast is being read.</p>
  </Card>
);

/** The coming week by the forecast: the next step first, then the best windows, then every hour. Drawn by the server alone. */
export function SprayWindows({ view }: { view: SprayWindowsView }) {
  if (view.kind === "none") {
    return (
      <Card title={TITLE} id={ID}>
        <p>{view.text}</p>
      </Card>
    );
  }
  const { asOf, summary, windows, days, standing, source, note } = view;
  return (
    <Card title={TITLE} id={ID}>
      <p className={styles.quiet}>As of {asOf}, by the clock of the field:</p>
      <p className={styles.summary}>{summary}</p>
      <Notice title={READING_DECIDES}>
        <p>
          The forecast gives the wind 33 feet above the ground. An open hour is no clearance: read the label, and look
          at the field.
        </p>
      </Notice>
      {note === null ? null : <Notice tone="warn" title={note} />}
      {standing.length === 0 ? null : (
        <Notice tone="warn" title="Whatever the weather, this stands in the way">
          <ul>
            {standing.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Best windows={windows} />
      <h3>Hour by hour</h3>
      <Legend />
      {days.map((day) => (
        <Day key={day.title} day={day} />
      ))}
      <p className={styles.quiet}>{source}.</p>
    </Card>
  );
}

const Best = ({ windows }: Pick<Planned, "windows">) =>
  windows.length === 0 ? null : (
    <>
      <h3>Most ground first</h3>
      <ol>
        {windows.map(({ when, what, mayBeInverted }) => (
          <li key={when}>
            <strong>{what}</strong>: {when}
            {mayBeInverted ? `. ${INVERSION}` : null}
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
    <Fold summary={`Hours of ${title}`}>
      <HourTable title={title} rows={rows} />
    </Fold>
  </section>
);

const INVERSION = "An inversion may form: look for dust or smoke that hangs";

const Legend = () => (
  <ul className={styles.legend}>
    <li>
      <span className={`${styles.key} ${styles.open}`} aria-hidden="true" /> Open: the taller, the more acres
    </li>
    <li>
      <span className={`${styles.key} ${styles.closed}`} aria-hidden="true" /> Closed
    </li>
    <li>
      <span className={`${styles.key} ${styles.unknown}`} aria-hidden="true" /> Not known
    </li>
  </ul>
);

const HourTable = ({ title, rows }: { title: string; rows: readonly HourRowView[] }) => (
  <table className={styles.hours}>
    <caption>{title}</caption>
    <thead>
      <tr>
        <th scope="col">Time</th>
        <th scope="col">Ground to treat</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ time, what, air, why, mayBeInverted }) => (
        <tr key={time}>
          <th scope="row">{time}</th>
          <td>
            <strong>{what}</strong>
            {air === null ? null : <span className={styles.small}>{air}</span>}
            {why.map((text) => (
              <span key={text} className={styles.small}>
                {text}
              </span>
            ))}
            {mayBeInverted ? <span className={styles.small}>{INVERSION}</span> : null}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
