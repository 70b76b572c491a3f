import type { HourBarView } from "@/lib/views/portal/spray-windows";
import styles from "./spray-windows.module.css";
import { wordsIn } from "@/lib/views/language";

const HOURS = 24;
const TALL = 40;
/** A bar is seen however little ground it stands for. */
const LEAST = 6;
const TICKS = [0, 6, 12, 18] as const;
const ticks = wordsIn<Record<(typeof TICKS)[number], string>>({
  en: { 0: "12 AM", 6: "6 AM", 12: "Noon", 18: "6 PM" },
  es: { 0: "12 am", 6: "6 am", 12: "Mediodía", 18: "6 pm" },
});

/** A day in 24 columns: tall bars leave much ground, a line is closed, a hollow box is not known. The table says the same. */
export function DayBars({ bars }: { bars: readonly HourBarView[] }) {
  return (
    <div className={styles.bars} aria-hidden="true">
      <svg viewBox={`0 0 ${HOURS * 10} ${TALL}`} preserveAspectRatio="none" className={styles.drawing}>
        {bars.map(({ clockHour, state, share }, index) => (
          <Bar key={`${clockHour} ${index}`} left={clockHour * 10} state={state} share={share} />
        ))}
      </svg>
      <p className={styles.ticks}>
        {TICKS.map((hour) => (
          <span key={hour}>{ticks()[hour]}</span>
        ))}
      </p>
    </div>
  );
}

function Bar({ left, state, share }: { left: number; state: HourBarView["state"]; share: number }) {
  if (state === "closed") return <rect x={left + 1} y={TALL - 3} width={8} height={2} className={styles.closedBar} />;
  if (state === "unknown") {
    return <rect x={left + 2} y={TALL - 13} width={6} height={11} className={styles.unknownBar} />;
  }
  const height = Math.max(LEAST, (TALL - 2) * share);
  return <rect x={left + 1} y={TALL - height - 1} width={8} height={height} className={styles.openBar} />;
}
