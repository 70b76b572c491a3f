import { wordsIn } from "@/lib/views/language";
import { shortDayInWords } from "@/lib/views/words";

const words = wordsIn({
  en: {
    fault: "This year cannot be right. The date is not saved until it is.",
    longAgo: (year: string) => `Is ${year} the right year?`,
    late: (day: string) => `This is after the application on ${day}. A measure has to be in place by then.`,
  },
  es: {
    fault: "Este año no puede ser correcto. La fecha no se guarda hasta que lo sea.",
    longAgo: (year) => `¿Es ${year} el año correcto?`,
    late: (day) => `Esto es después de la aplicación del ${day}. Una medida debe estar implementada para entonces.`,
  },
});

/** The years a date may lie in: the server refuses others. */
const FIRST_DAY = "1900-01-01";
const LAST_DAY = "2200-12-31";
/** Few measures of today are older; a year before it is more often a slip of the finger. */
const LONG_AGO = "1950-01-01";

/** Why a date cannot be saved; null: it can. Dates are `YYYY-MM-DD`. */
export function dateFault(day: string | null): string | null {
  if (day === null || (day >= FIRST_DAY && day <= LAST_DAY && day.length === FIRST_DAY.length)) return null;
  return words().fault;
}

/** What is odd about a date that can be saved; null: nothing. */
export function dateHint(day: string | null, applicationDate: string | null): string | null {
  if (day === null) return null;
  if (day < LONG_AGO) return words().longAgo(day.slice(0, 4));
  if (applicationDate === null || day <= applicationDate) return null;
  return words().late(shortDayInWords(applicationDate));
}
