import { Icon } from "@/components/ui/icon";
import { LocalTime } from "@/components/ui/local-time";
import type { Kept } from "@/components/portal/offline/use-kept";
import styles from "./kept-line.module.css";

/** Whether the field opens without a network. Its room is there from the start, so that nothing moves when it is known. */
export function KeptLine({ phase, at }: Kept) {
  return (
    <p className={styles.line} data-kept={phase}>
      {phase === "none" ? (
        <span>
          Not kept on this <Device /> yet
        </span>
      ) : phase === "part" || at === null ? (
        <>
          <Icon name="clock" />
          <span>
            This page is kept on this <Device />, others not yet
          </span>
        </>
      ) : (
        <>
          <Icon name="check" />
          <span>
            Kept on this <Device />, <LocalTime at={at} isTimeOnly />
          </span>
        </>
      )}
    </p>
  );
}

/** What is held in the hand is a phone; the style sheet knows which of the two it is. */
const Device = () => (
  <>
    <span className={styles.phone}>phone</span>
    <span className={styles.computer}>computer</span>
  </>
);
