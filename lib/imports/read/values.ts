import { z } from "zod";

/** Values as public sources write them: numbers as text, dates as epoch milliseconds, blanks for nothing. */

const blankIsNull = (value: unknown): unknown => (typeof value === "string" && value.trim() === "" ? null : value);

/** A whole number that fits the database, also when it comes as text or as `12.0`. */
export const integerSchema = z.preprocess(
  (value) => (typeof value === "string" && /^\s*-?\d+(\.0+)?\s*$/.test(value) ? Number(value) : value),
  z.int32("is not a whole number"),
);

export const integerOrNullSchema = z.preprocess(blankIsNull, integerSchema.nullish());

/** Text without the blanks around it; null when nothing is left. Numbers are taken as their digits. */
export const textOrNullSchema = z.preprocess(
  (value) => (typeof value === "number" ? String(value) : value),
  z
    .string()
    .nullish()
    .transform((text) => (text === null || text === undefined || text.trim() === "" ? null : text.trim())),
);

export const textSchema = textOrNullSchema.transform((text, ctx): string => {
  if (text === null) ctx.addIssue({ code: "custom", message: "is missing" });
  return text ?? "";
});

const DAY = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/;
const US_DAY = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** The day a value names, as `YYYY-MM-DD`: epoch milliseconds (in UTC), ISO or US dates. Null when it names none. */
export function dayOf(value: unknown): string | null {
  if (typeof value === "number") return dayOfEpoch(value);
  if (typeof value !== "string") return null;
  const text = value.trim();
  if (/^-?\d{9,}$/.test(text)) return dayOfEpoch(Number(text));
  const iso = DAY.exec(text);
  if (iso !== null) return realDay(iso[1], iso[2], iso[3]);
  const us = US_DAY.exec(text);
  return us === null ? null : realDay(us[3], us[1], us[2]);
}

function dayOfEpoch(ms: number): string | null {
  // 1900 to 2200; outside it the figure is no time in milliseconds.
  if (!Number.isFinite(ms) || ms < -2_208_988_800_000 || ms > 7_258_118_400_000) return null;
  return new Date(ms).toISOString().slice(0, 10);
}

function realDay(year = "", month = "", day = ""): string | null {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? null : text;
}

export const dateOrNullSchema = z.preprocess(blankIsNull, z.unknown()).transform((value, ctx) => {
  if (value === null || value === undefined) return null;
  const day = dayOf(value);
  if (day === null) ctx.addIssue({ code: "custom", message: `${JSON.stringify(value)} is not a date` });
  return day;
});

/** Members of an object under lower-case names: one service writes OBJECTID where the next writes objectid. */
export function lowerCaseKeys(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => [key.toLowerCase(), member]),
  );
}

/** The first of several names under which a member is there and not null. */
export function firstOf(row: Record<string, unknown>, names: readonly string[]): unknown {
  for (const name of names) if (row[name] !== undefined && row[name] !== null) return row[name];
  return null;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
