import type { RosePoint } from "@/lib/views/portal/drift";
import { compassLetters, compassWord, formatAcres } from "@/lib/views/figures";
import table from "@/components/ui/stacked-table.module.css";
import styles from "./charts.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    caption: "Outside the buffer, by where the wind comes from",
    from: "Wind from",
    outside: "Outside",
    buffer: "Buffer",
  },
  es: {
    caption: "Fuera de la zona de amortiguamiento, según de dónde viene el viento",
    from: "Viento del",
    outside: "Fuera",
    buffer: "Zona",
  },
});

/** The share outside the buffer by where the wind comes from: a drawing, and the same as a table. */
export function Rose({ rose }: { rose: readonly RosePoint[] }) {
  return (
    <div className={styles.rose}>
      <RoseDrawing rose={rose} />
      <table className={styles.roseTable}>
        <caption>{words().caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words().from}</th>
            <th scope="col">{words().outside}</th>
            <th scope="col">{words().buffer}</th>
          </tr>
        </thead>
        <tbody>
          {rose.map(({ windDirectionDeg, treatablePercent, bufferAcres }) => (
            <tr key={windDirectionDeg}>
              <th scope="row" className={table.rowHead}>
                {compassWord(windDirectionDeg)} ({windDirectionDeg}°)
              </th>
              <td className={styles.share}>{treatablePercent} %</td>
              <td>{formatAcres(bufferAcres)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const CENTER = 150;
const REACH = 118;
const LABELED_DEG = [0, 90, 180, 270];

const at = (deg: number, reach: number): [number, number] => {
  const angle = (deg * Math.PI) / 180;
  return [CENTER + reach * Math.sin(angle), CENTER - reach * Math.cos(angle)];
};
const pair = ([x, y]: [number, number]): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

function RoseDrawing({ rose }: { rose: readonly RosePoint[] }) {
  const half = 180 / Math.max(1, rose.length) - 1;
  return (
    <svg viewBox={`0 0 ${CENTER * 2} ${CENTER * 2}`} className={styles.chart} aria-hidden="true">
      {[0.5, 1].map((share) => (
        <circle key={share} cx={CENTER} cy={CENTER} r={REACH * share} className={styles.ring} />
      ))}
      {rose.map(({ windDirectionDeg, treatablePercent }) => {
        const reach = (REACH * treatablePercent) / 100;
        const [from, to] = [at(windDirectionDeg - half, reach), at(windDirectionDeg + half, reach)];
        return (
          <path
            key={windDirectionDeg}
            d={`M${CENTER} ${CENTER} L${pair(from)} A${reach.toFixed(1)} ${reach.toFixed(1)} 0 0 1 ${pair(to)} Z`}
            className={styles.petal}
          />
        );
      })}
      {LABELED_DEG.map((deg) => {
        const [x, y] = at(deg, REACH + 16);
        return (
          <text key={deg} x={x.toFixed(1)} y={(y + 6).toFixed(1)} textAnchor="middle" className={styles.axis}>
            {compassLetters(deg)}
          </text>
        );
      })}
    </svg>
  );
}
