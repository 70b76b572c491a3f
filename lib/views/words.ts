import { decimalText } from "@/lib/domain/numbers";
import { ACRE_SQM } from "@/lib/domain/units";
import type { ApplicationMethod } from "@/lib/domain/application";
import { currentLanguage, LOCALES, wordsIn, type Language } from "@/lib/views/language";

const datesOf = (parts: Intl.DateTimeFormatOptions): Record<Language, Intl.DateTimeFormat> => ({
  en: new Intl.DateTimeFormat(LOCALES.en, { ...parts, timeZone: "UTC" }),
  es: new Intl.DateTimeFormat(LOCALES.es, { ...parts, timeZone: "UTC" }),
});

const DATES = datesOf({ year: "numeric", month: "long", day: "numeric" });
/** A calendar day (`YYYY-MM-DD`) as people write it: "May 20, 2027". */
export const dayInWords = (day: string): string => DATES[currentLanguage()].format(new Date(`${day}T00:00:00Z`));

const SHORT_DATES = datesOf({ year: "numeric", month: "short", day: "numeric" });
/** A calendar day, or the day of a moment, where there is little room: "Sep 20, 2027". */
export const shortDayInWords = (day: string): string =>
  SHORT_DATES[currentLanguage()].format(new Date(`${day.slice(0, 10)}T00:00:00Z`));

const WEEKDAYS = datesOf({ weekday: "long", month: "long", day: "numeric" });
const WEEKDAYS_OF_YEAR = datesOf({ weekday: "long", year: "numeric", month: "long", day: "numeric" });
/** A calendar day with its weekday, and with its year where that is not today's: "Tuesday, May 12". */
export const weekdayInWords = (day: string, today: string): string =>
  (day.slice(0, 4) === today.slice(0, 4) ? WEEKDAYS : WEEKDAYS_OF_YEAR)[currentLanguage()].format(
    new Date(`${day}T00:00:00Z`),
  );

const DAYS_OF_MONTH = datesOf({ month: "short", day: "numeric" });
/** A calendar day of a year that is said beside it: "May 12". */
export const dayOfMonthInWords = (day: string): string =>
  DAYS_OF_MONTH[currentLanguage()].format(new Date(`${day}T00:00:00Z`));

/** Square meters as acres, to a tenth below a hundred. */
export function acresInWords(areaSqm: number): string {
  const acres = areaSqm / ACRE_SQM;
  const text = decimalText(acres, acres < 100 ? 1 : 0);
  return `${text} ${text === "1" ? "acre" : "acres"}`;
}

const METHODS_IN_ENGLISH: Record<ApplicationMethod, string> = {
  "Broadcast-Ground": "Ground broadcast",
  "Banded-Ground": "Ground, banded",
  "Directed-Ground": "Ground, directed",
  "Hooded-Ground": "Ground, hooded",
  "Spot-Ground": "Spot treatment",
  Chemigation: "Chemigation",
  "In-Furrow": "In-furrow",
  "Soil-Injection": "Soil injection",
  "Granular-Ground": "Ground, granular",
  Handheld: "Handheld",
  "Broadcast-Air": "Aerial broadcast",
  "Granular-Air": "Aerial, granular",
  Drone: "Drone",
  Airblast: "Airblast",
};
const METHODS_IN_SPANISH: Record<ApplicationMethod, string> = {
  "Broadcast-Ground": "Terrestre, a voleo",
  "Banded-Ground": "Terrestre, en banda",
  "Directed-Ground": "Terrestre, dirigida",
  "Hooded-Ground": "Terrestre, con campana",
  "Spot-Ground": "Tratamiento localizado",
  Chemigation: "Quimigación",
  "In-Furrow": "En el surco",
  "Soil-Injection": "Inyección al suelo",
  "Granular-Ground": "Terrestre, granulada",
  Handheld: "Manual",
  "Broadcast-Air": "Aérea, a voleo",
  "Granular-Air": "Aérea, granulada",
  Drone: "Dron",
  Airblast: "Turboatomizador",
};
// Not in a script that names no method.
const methods = /* @__PURE__ */ wordsIn({ en: METHODS_IN_ENGLISH, es: METHODS_IN_SPANISH });
/** How an application is made, as one would say it. */
export const methodInWords = (method: ApplicationMethod): string => methods()[method];

/** "1 point", "2 points"; "1 punto", "2 puntos". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${decimalText(count)} ${count === 1 ? one : many}`;

/** What a runoff system counts in: EPA's menu in points, a trait program in credits. */
export const unitOf = (system: string): "point" | "credit" => (system === "trait_runoff" ? "credit" : "point");
const units = wordsIn({ en: { point: "point", credit: "credit" }, es: { point: "punto", credit: "crédito" } });
/** "points" or "credits": what a system counts in, where no figure stands before it. */
export const unitsInWords = (system: string): string => `${units()[unitOf(system)]}s`;
export const scoreInWords = (score: number, system: string): string => counted(score, units()[unitOf(system)]);

/** With its first letter as a sentence begins. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The same back: in Spanish no capital follows a colon. A name in capitals ("EPA") stays. */
export const small = (text: string): string =>
  /^\p{Lu}(?!\p{Lu})/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** Spanish says "e" before a word that begins with the sound of "y". */
const joining = wordsIn<{ and: (next: string) => string }>({
  en: { and: () => "and" },
  es: { and: (next) => (/^h?i(?![aeou])/i.test(next) ? "e" : "y") },
});
/** "a", "a and b", "a, b and c". */
export function listInWords(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} ${joining().and(last)} ${last}`;
}

/** "a o b u otro": Spanish says "u" before the sound of "o". */
export const orInSpanish = (names: readonly string[]): string =>
  names
    .slice(1)
    .reduce((said, next) => `${said} ${/^(?:h?o|8|11(?!\d))/i.test(next) ? "u" : "o"} ${next}`, names[0] ?? "");
