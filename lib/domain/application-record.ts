import type { Citation, Cited } from "@/lib/domain/citation";
import { utcDay } from "@/lib/domain/calendar";
import type { RecordWeather } from "@/lib/domain/kept-weather";
import type { RecordMeaning } from "@/lib/domain/record-meaning";
import type { RecordedPhoto } from "@/lib/domain/record-photo";
import { RECORD_TIMINGS, type ReadingMoment } from "@/lib/domain/record-terms";

/** What an applicator writes down of an application while it is made and after it. */

/** Facts that only a person can write down, and how each is written: in words, as a number, as a day, or as a timing. */
export const RECORD_FACTS = {
  applicator_name: "text",
  certificate_number: "text",
  operator_name: "text",
  area_treated_ac: "number",
  amount_applied: "text",
  location_note: "text",
  dicamba_share: "text",
  crop_or_site: "text",
  training_proof: "text",
  timing: "timing",
  receipts: "text",
  labeling_copy: "text",
  registry_name: "text",
  registry_checked_on: "day",
  survey_on: "day",
  website_checked_on: "day",
  buffer_areas: "text",
  cleanout_on: "day",
  cleanout_method: "text",
  vra: "text",
  dra: "text",
  nozzle: "text",
  nozzle_pressure_psi: "number",
  boom_height_in: "number",
  ground_speed_mph: "number",
  forecast_high_f: "number",
  forecast_next_day_high_f: "number",
} as const satisfies Record<string, "text" | "number" | "day" | "timing">;

export type RecordFact = keyof typeof RECORD_FACTS;
export const RECORD_FACT_NAMES = Object.keys(RECORD_FACTS) as [RecordFact, ...RecordFact[]];

/** A reading of the air. Wind direction is where it comes from, degrees clockwise from north. */
export interface RecordReading {
  kind: "reading";
  moment: ReadingMoment;
  /** ISO 8601 with the offset of the place, so that its clock time can be read from it. */
  readAt: string;
  windSpeedMph: number | null;
  windDirectionDeg: number | null;
  temperatureF: number | null;
}

export interface RecordedFact {
  kind: "fact";
  name: RecordFact;
  /** As `RECORD_FACTS` says; a day is `YYYY-MM-DD`. */
  value: string | number;
}

/** Takes an entry out that should not stand. It stays to be read. */
export interface RecordStrike {
  kind: "strike";
  reason: string;
}

export type RecordStatement = RecordReading | RecordedFact | RecordedPhoto | RecordStrike;

/** An entry as it is sent. Entries are only ever added. */
export interface NewRecordEntry {
  /** Chosen by the page or program that makes it, so that one that is sent again is kept once. */
  entryId: string;
  statement: RecordStatement;
  /** The entry that this one corrects or strikes; null: none. */
  replaces: string | null;
  /** When it was written, by the writer's clock, ISO 8601. */
  writtenAt: string;
}

/** An entry as it is kept. */
export interface RecordEntry extends NewRecordEntry {
  savedAt: Date;
  /** It came after the record was signed. */
  isAddition: boolean;
}

/** The most entries of one record: a day's work has a few dozen. */
export const MOST_RECORD_ENTRIES = 500;

/** What the items of a record are made of. */
export const RECORD_PARTS = [
  "applicator_name",
  "certificate_number",
  "product_names",
  "registration_numbers",
  "amount_applied",
  "application_date",
  "start_time",
  "finish_time",
  "location",
  "dicamba_share",
  "crop",
  "area_treated",
  "training_proof",
  "timing",
  "receipts",
  "labeling_copy",
  "registry_name",
  "registry_checked_on",
  "survey_on",
  "buffer_determination",
  "buffer_areas",
  "buffer_practices",
  "cleanout_on",
  "cleanout_method",
  "tank_mix",
  "vra",
  "dra",
  "nozzle",
  "nozzle_pressure",
  "temperatures",
  "forecast_highs",
  "winds",
  "points",
  "website_checked_on",
] as const;
export type RecordPart = (typeof RECORD_PARTS)[number];

/** Where a value of a record comes from. */
export const RECORD_SOURCES = ["check", "compute", "forecast", "typed"] as const;
export type RecordSource = (typeof RECORD_SOURCES)[number];

/** One value of an item. */
export interface RecordValue {
  part: RecordPart;
  /** In English, or as someone wrote it. */
  text: string;
  source: RecordSource;
  /**
   * What `text` says, for other languages. Left out for names and for someone's own words, and in what was signed before
   * format 3.
   */
  meaning?: RecordMeaning;
}

/** Something true that lies outside a limit. It is kept and shown, never refused. */
export interface RecordFlag {
  /** The entry that says it; null: it was sent with the check. */
  entryId: string | null;
  /** The limit, in a sentence. */
  limit: string;
  /** The product whose limit it is; null: a rule of no one product. */
  productName: string | null;
  /** In English. */
  sent: string;
  /** What `sent` says; left out where it is a figure that no language changes, and in what was signed before format 3. */
  meaning?: RecordMeaning;
}

export interface RecordItem {
  id: string;
  no: number | null;
  text: string;
  values: RecordValue[];
  /** Parts that are not known yet; empty: the item is complete. */
  missing: RecordPart[];
  /** Where the rule stands. */
  sources: Pick<Citation, "title" | "locator" | "url">[];
  evidence: Cited["evidence"];
}

/** Whether a rule is known to bind the application. */
export type RecordBinding = "yes" | "unknown";

/** The items of one rule. */
export interface RecordSet {
  id: string;
  title: string;
  binding: RecordBinding;
  /** Counted items only. */
  complete: number;
  total: number;
  items: RecordItem[];
  keptYears: number | null;
  recordPoint: number | null;
}

/** A record as far as it is known. */
export interface FilledRecord {
  /** The label's own list first, where one is known; the record's standing is that of the first one. */
  sets: RecordSet[];
  /** Products whose label's list of records no one has read. */
  unreadLabels: string[];
  flags: RecordFlag[];
  /** Readings in force, in order of time. */
  readings: (RecordReading & { entryId: string })[];
  /** The day of application, by the start if there is one. */
  appliedOn: string;
  /** The earliest deadline of the rules that bind, or may. */
  due: { on: string; at: string | null; title: string };
  /** Last day that the record has to be kept. */
  keptUntil: string;
  weather: RecordWeather;
}

/** What an applicator signs: the record as it was filled then, and every entry behind it. Its canonical JSON is hashed. */
export interface SignedRecord {
  format: number;
  providerId: string;
  accountId: string;
  applicationId: string;
  applicationEventId: string;
  providerFieldId: string;
  fieldName: string;
  signedBy: string;
  signedAt: string;
  record: FilledRecord;
  entries: (Omit<RecordEntry, "savedAt"> & { savedAt: string })[];
}

/** Something that came after the signature, with what it stands against. */
export interface RecordAddition {
  entry: RecordEntry;
  /** What it corrects or strikes, or what was written of the same fact before; null: nothing. */
  was: RecordStatement | null;
}

/** What came after the signature, in its order. */
export function additionsOf(entries: readonly RecordEntry[]): RecordAddition[] {
  return entries.flatMap((entry, index): RecordAddition[] => {
    if (!entry.isAddition) return [];
    const before = entries.slice(0, index);
    const { replaces, statement } = entry;
    const replaced =
      replaces === null
        ? before.findLast((other) => isSameFact(other.statement, statement))
        : before.find(({ entryId }) => entryId === replaces);
    return [{ entry, was: replaced?.statement ?? null }];
  });
}

/** A photo that stands in a record. */
export type StandingPhoto = RecordedPhoto & Pick<RecordEntry, "entryId" | "isAddition">;

/** The photos of a record, in the order they were kept. What was signed stays, though it was taken out later. */
export function photosOf(entries: readonly RecordEntry[]): StandingPhoto[] {
  const replaced = (isAdded: boolean): Set<string> =>
    new Set(entries.flatMap(({ replaces, isAddition }) => (isAddition === isAdded ? (replaces ?? []) : [])));
  const [before, since] = [replaced(false), replaced(true)];
  return entries.flatMap(({ entryId, isAddition, statement }): StandingPhoto[] => {
    const isGone = before.has(entryId) || (isAddition && since.has(entryId));
    return statement.kind === "photo" && !isGone ? [{ ...statement, entryId, isAddition }] : [];
  });
}

const isSameFact = (a: RecordStatement, b: RecordStatement): boolean =>
  a.kind === "fact" && b.kind === "fact" && a.name === b.name;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A day of the calendar: `Date` takes 30 February for a day of March. */
const isDay = (value: unknown): boolean => {
  if (typeof value !== "string" || !DAY.test(value)) return false;
  const midnight = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && utcDay(midnight) === value;
};

/** What is wrong with the value of a fact, as the rest of a sentence; null: nothing. */
export function factFault({ name, value }: Pick<RecordedFact, "name" | "value">): string | null {
  const kind = RECORD_FACTS[name];
  if (kind === "number") return typeof value === "number" ? null : "must be a number";
  if (kind === "day") return isDay(value) ? null : "must be a day, YYYY-MM-DD";
  if (typeof value !== "string") return "must be text";
  if (kind === "timing" && !RECORD_TIMINGS.some((timing) => timing === value)) {
    return `must be one of ${RECORD_TIMINGS.join(", ")}`;
  }
  return null;
}
