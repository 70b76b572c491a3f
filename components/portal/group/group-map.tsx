import { STANDING_ICONS, type Standing } from "@/components/ui/status-badge";
import { Icon } from "@/components/ui/icon";
import { wordsIn } from "@/lib/views/language";
import type { GroupMapView } from "@/lib/views/portal/group";
import legendStyles from "@/components/ui/legend.module.css";
import styles from "./group-map.module.css";

const said = wordsIn({
  en: { map: (fields: string) => `The fields, north up. ${fields}` },
  es: { map: (fields) => `Los campos, con el norte arriba. ${fields}` },
});

/** A mark of each standing, drawn around its middle: told apart by shape as well as by color. */
const MARKS: Record<Standing, string> = {
  met: "M0 -13A13 13 0 1 1 0 13A13 13 0 1 1 0 -13z",
  not_met: "M-12 -12H12V12H-12z",
  indeterminate: "M0 -15L15 0L0 15L-15 0z",
  not_applicable: "M-14 -9H14V9H-14z",
};

/** Where the fields of the list lie, each with its number in the list. The list says the same in words. */
export function GroupMap({ map: { width, height, fields } }: { map: GroupMapView }) {
  const standings = [...new Map(fields.map(({ standing, badge }) => [standing, badge]))];
  const words = fields.map(({ number, name, badge }) => `${number} ${name}: ${badge}`).join(", ");
  return (
    <figure className={styles.figure}>
      <svg viewBox={`0 0 ${width} ${height}`} className={styles.map} role="img" aria-label={said().map(words)}>
        {fields.map(({ number, outline }) => (
          <path key={number} d={outline} fillRule="evenodd" className={styles.field} />
        ))}
        {fields.map(({ number, x, y, standing }) => (
          <g key={number} transform={`translate(${x} ${y})`} className={styles[standing]}>
            <path d={MARKS[standing]} className={styles.mark} />
            <text y="5" textAnchor="middle" className={styles.number}>
              {number}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>
        <ul className={legendStyles.legend}>
          {standings.map(([standing, badge]) => (
            <li key={standing}>
              <svg viewBox="-16 -16 32 32" width="22" height="22" aria-hidden="true" className={styles[standing]}>
                <path d={MARKS[standing]} className={styles.mark} />
              </svg>
              <Icon name={STANDING_ICONS[standing]} />
              {badge}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
