import { decimalText } from "@/lib/domain/numbers";
import { SQ_FT_PER_ACRE, M_PER_FT } from "@/lib/domain/units";
import type { ApplicationMethod } from "@/lib/domain/application";

const DATE = new Intl.DateTimeFormat("en-US", { year: "numeric", month: "long", day: "numeric", timeZone: "UTC" });
/** A calendar day (`YYYY-MM-DD`) as people write it: "May 20, 2027". */
export const dayInWords = (day: string): string => DATE.format(new Date(`${day}T00:00:00Z`));

const SHORT_DATE = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});
/** A calendar day, or the day of a moment, where there is little room: "Sep 20, 2027". */
export const shortDayInWords = (day: string): string => SHORT_DATE.format(new Date(`${day.slice(0, 10)}T00:00:00Z`));

export const ACRE_SQM = SQ_FT_PER_ACRE * M_PER_FT * M_PER_FT;

/** Square meters as acres, to a tenth below a hundred. */
export function acresInWords(areaSqm: number): string {
  const acres = areaSqm / ACRE_SQM;
  const text = decimalText(acres, acres < 100 ? 1 : 0);
  return `${text} ${text === "1" ? "acre" : "acres"}`;
}

/** How an application is made, as one would say it. */
const METHODS: Record<ApplicationMethod, string> = {
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
export const methodInWords = (method: ApplicationMethod): string => METHODS[method];

/** "1 point", "2 points". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${decimalText(count)} ${count === 1 ? one : many}`;

/** What a runoff system counts in: EPA's menu in points, a trait program in credits. */
export const unitOf = (system: string): "point" | "credit" => (system === "trait_runoff" ? "credit" : "point");
export const scoreInWords = (score: number, system: string): string => counted(score, unitOf(system));

/** With its first letter as a sentence begins. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "a", "a and b", "a, b and c". */
export const listInWords = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;

const MINUTE_MS = 60_000;

/** How long something still lasts, roundly: "40 minutes", "3 hours", "12 days". */
export function spanInWords(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  if (minutes < 90) return counted(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 36 ? counted(hours, "hour") : counted(Math.round(hours / 24), "day");
}
