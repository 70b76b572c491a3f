import { compassWord } from "@/lib/views/figures";
import styles from "@/components/map/field-map.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: { from: (deg: number, point: string) => `Wind from ${deg}°, ${point}` },
  es: { from: (deg, point) => `Viento desde ${deg}°, ${point}` },
});

/** Where the wind blows to, with where it comes from in words. `fromDeg`: degrees clockwise from north. */
export function WindArrow({ fromDeg }: { fromDeg: number }) {
  return (
    <p className={styles.wind}>
      <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
        <g transform={`rotate(${fromDeg} 24 24)`}>
          <path d="M24 4 V40 M12 28 L24 42 L36 28" fill="none" stroke="currentColor" strokeWidth="5" />
        </g>
      </svg>
      <span>{words().from(Math.round(fromDeg), compassWord(fromDeg))}</span>
    </p>
  );
}
