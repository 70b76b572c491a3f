import styles from "@/components/map/field-map.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: { north: "North is at the top of the map." },
  es: { north: "El norte está en la parte de arriba del mapa." },
});

/** The map is never turned: its top is north. */
export function North() {
  return (
    <p className={styles.north}>
      <svg viewBox="0 0 20 24" width="20" height="24" aria-hidden="true">
        <path d="M10 1 L17 22 L10 17 L3 22 Z" fill="currentColor" />
      </svg>
      <span aria-hidden="true">N</span>
      <span className="visually-hidden">{words().north}</span>
    </p>
  );
}
