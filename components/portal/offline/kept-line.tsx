import type { ReactNode } from "react";
import { Boundary } from "@/components/ui/boundary";
import { Icon } from "@/components/ui/icon";
import { LocalTime } from "@/components/ui/local-time";
import { wordsIn } from "@/lib/views/language";
import type { Kept } from "@/components/portal/offline/use-kept";
import styles from "./kept-line.module.css";

const words = wordsIn({
  en: {
    none: (device: ReactNode) => <>Not kept on this {device} yet</>,
    part: (device: ReactNode) => <>This page is kept on this {device}, others not yet</>,
    all: (device: ReactNode, time: ReactNode) => (
      <>
        Kept on this {device}, {time}
      </>
    ),
    phone: "phone",
    computer: "computer",
    asOf: "As of",
  },
  es: {
    none: (device) => <>Aún no está en {device}</>,
    part: (device) => <>En {device}: solo esta página</>,
    all: (device, time) => (
      <>
        Está en {device}, {time}
      </>
    ),
    phone: "este teléfono",
    computer: "esta computadora",
    asOf: "Según los datos del",
  },
});

/**
 * Whether the field opens without a network. Its room is there from the start, so that nothing moves when it is known. On paper stands
 * of when the page is instead.
 */
export function KeptLine({ phase, at, servedAt, part = null }: Kept & { servedAt: string; part?: string | null }) {
  return (
    <>
      {/* The frame stands around pages that break, and breaks with none of them. */}
      <Boundary fallback={null}>
        <p className={styles.paper}>
          {words().asOf} <LocalTime at={servedAt} />
        </p>
      </Boundary>
      <p className={styles.line} data-kept={phase}>
        {phase === "none" ? (
          <span>{words().none(<Device />)}</span>
        ) : phase === "part" || at === null ? (
          <>
            <Icon name="clock" />
            <span>{words().part(<Device />)}</span>
          </>
        ) : (
          <>
            <Icon name="check" />
            <span>
              {words().all(<Device />, <LocalTime at={at} isTimeOnly />)}
              {part === null ? null : ` (${part})`}
            </span>
          </>
        )}
      </p>
    </>
  );
}

/** What is held in the hand is a phone; the style sheet knows which of the two it is. */
const Device = () => (
  <>
    <span className={styles.phone}>{words().phone}</span>
    <span className={styles.computer}>{words().computer}</span>
  </>
);
