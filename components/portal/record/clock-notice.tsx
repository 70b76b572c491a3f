import { Notice } from "@/components/ui/notice";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    ahead: (minutes: number) => `The clock of this device is ${minutes} minutes ahead`,
    behind: (minutes: number) => `The clock of this device is ${minutes} minutes behind`,
    what: "Times that it filled in are wrong by as much. Set the clock, and correct what was recorded by it.",
  },
  es: {
    ahead: (minutes) => `El reloj de este dispositivo está adelantado ${minutes} minutos`,
    behind: (minutes) => `El reloj de este dispositivo está atrasado ${minutes} minutos`,
    what: "Las horas que puso están mal por lo mismo. Ajuste el reloj y corrija lo que se registró con él.",
  },
});

/** A reading has the time of this device's clock, and the record is kept for years. Nothing where the clock is right, or nothing says so. */
export const ClockNotice = ({ minutesAhead }: { minutesAhead: number | null }) =>
  minutesAhead === null || minutesAhead === 0 ? null : (
    <Notice
      tone="warn"
      icon="clock"
      title={minutesAhead > 0 ? words().ahead(minutesAhead) : words().behind(-minutesAhead)}
      isLive
    >
      <p>{words().what}</p>
    </Notice>
  );
