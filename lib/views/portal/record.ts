import type { NewRecordEntry, RecordFact, RecordPart, RecordReading } from "@/lib/domain/application-record";
import type { FieldYear } from "@/lib/domain/field-year";
import type { PhotoNote } from "@/lib/domain/record-photo";
import type { Language } from "@/lib/views/language";
import type { WeatherFact } from "@/lib/views/record-weather";

/** One value of an item, as a person reads it. */
export interface RecordValueView {
  text: string;
  /** Where it comes from, in words. */
  source: string;
  /** A name, a figure, or someone's own words: the same in every language. */
  isAsKept: boolean;
  /** It was signed in English, and the page is in another language. */
  isEnglish: boolean;
}

export interface RecordItemView {
  id: string;
  /** "1", or nothing where the rule does not count it. */
  no: string;
  text: string;
  values: RecordValueView[];
  missing: RecordPart[];
  isCounted: boolean;
}

export interface RecordSetView {
  id: string;
  title: string;
  /** Said where the rule may not bind. */
  note: string | null;
  items: RecordItemView[];
  /** Where its items stand, each once. */
  sources: { title: string; locator: string; url: string | null }[];
}

/** A photo as its page shows it. */
export interface PhotoView extends PhotoNote {
  entryId: string;
  /** It came after the signature. */
  isAddition: boolean;
  /** Addresses of the picture, whole and small; what waits on the device has it in them. */
  href: string;
  smallHref: string;
}

export type ReadingView = RecordReading & { entryId: string };

/** What came after the signature. */
export interface RecordAdditionView {
  entryId: string;
  words: string;
  /** What it stands against; null: nothing. */
  was: string | null;
  savedAt: string;
}

/** The record of an application, as its page shows it. */
export interface RecordView {
  place: FieldYear;
  applicationEventId: string;
  /** The provider has locked the application. */
  isLocked: boolean;
  /** The rule that shows the record's state comes first. */
  sets: RecordSetView[];
  /** Products whose label's list no one has read. */
  unreadLabels: string[];
  /** Limits that something lies outside of, each with all that does. */
  flags: { limit: string; lang: Language; sent: string[]; sentLang: Language }[];
  readings: ReadingView[];
  /** What was written of each fact. */
  facts: Partial<Record<RecordFact, string | number>>;
  /** Every entry that is kept. */
  entryIds: string[];
  due: { day: string; title: string };
  keptUntil: string;
  /** Points that a label gives for keeping the record, in words; null: none does. */
  recordPoint: string | null;
  /** `isInEnglish`: its values were signed in English alone, and the page is in another language. */
  signed: { by: string; at: string; hash: string; isInEnglish: boolean } | null;
  additions: RecordAdditionView[];
  photos: PhotoView[];
  /** Weather that was kept with the record, line by line; `note`: what the operator says of its source, in English. */
  /** `hours`: the forecast's, one by one. */
  weather: { facts: WeatherFact[]; hours: WeatherFact[]; note: string | null };
}

/** What each fact supplies, once it is written. */
const PART_OF: Partial<Record<RecordFact, RecordPart>> = {
  applicator_name: "applicator_name",
  certificate_number: "certificate_number",
  area_treated_ac: "area_treated",
  amount_applied: "amount_applied",
  location_note: "location",
  dicamba_share: "dicamba_share",
  crop_or_site: "crop",
  training_proof: "training_proof",
  timing: "timing",
  receipts: "receipts",
  labeling_copy: "labeling_copy",
  registry_name: "registry_name",
  registry_checked_on: "registry_checked_on",
  survey_on: "survey_on",
  website_checked_on: "website_checked_on",
  buffer_areas: "buffer_areas",
  cleanout_on: "cleanout_on",
  cleanout_method: "cleanout_method",
  vra: "vra",
  dra: "dra",
  nozzle: "nozzle",
  nozzle_pressure_psi: "nozzle_pressure",
};

/** Facts that a missing part asks for. A part that no fact supplies has none: readings, a computation, the check. */
export const factsFor = (part: RecordPart): RecordFact[] =>
  part === "forecast_highs"
    ? ["forecast_high_f", "forecast_next_day_high_f"]
    : Object.entries(PART_OF).flatMap(([fact, of]) => (of === part ? [fact as RecordFact] : []));

/** A record with what waits on the device to be saved. */
export interface ShownRecord extends RecordView {
  complete: number;
  total: number;
  /** Entry ids that wait. */
  waiting: ReadonlySet<string>;
}

function readingsWith(view: RecordView, pending: readonly NewRecordEntry[]): ReadingView[] {
  const gone = new Set(pending.flatMap(({ replaces }) => replaces ?? []));
  const made = pending.flatMap(({ entryId, statement }): ReadingView[] =>
    statement.kind === "reading" ? [{ ...statement, entryId }] : [],
  );
  const all = [...view.readings, ...made].filter(({ entryId }) => !gone.has(entryId));
  const isStanding = (reading: ReadingView): boolean =>
    reading.moment === "refill" || all.findLast(({ moment }) => moment === reading.moment) === reading;
  return all.filter(isStanding).toSorted((a, b) => Date.parse(a.readAt) - Date.parse(b.readAt));
}

/** Parts that readings supply, as the engine judges them once they are saved. */
function partsOfReadings(readings: readonly ReadingView[]): Set<RecordPart> {
  const has = (moment: ReadingView["moment"]): boolean => readings.some((reading) => reading.moment === moment);
  const due = readings.filter(({ moment }) => moment !== "end");
  const parts = new Set<RecordPart>();
  if (has("start")) parts.add("start_time");
  if (has("end")) parts.add("finish_time");
  if (!has("start")) return parts;
  if (due.every((each) => each.windSpeedMph !== null && each.windDirectionDeg !== null)) parts.add("winds");
  if (due.every(({ temperatureF }) => temperatureF !== null)) parts.add("temperatures");
  return parts;
}

const READING_PARTS: readonly RecordPart[] = ["start_time", "finish_time", "winds", "temperatures"];

/** Parts that are known once what waits is saved. Acres settle the amount only where the server says so. */
function suppliedBy(pending: readonly NewRecordEntry[], facts: RecordView["facts"]): Set<RecordPart> {
  const names = new Set<RecordFact>(
    pending.flatMap(({ statement }) => (statement.kind === "fact" ? [statement.name] : [])),
  );
  const parts = new Set<RecordPart>([...names].flatMap((name) => PART_OF[name] ?? []));
  const isKnown = (name: RecordFact): boolean => names.has(name) || facts[name] !== undefined;
  if (isKnown("forecast_high_f") && isKnown("forecast_next_day_high_f")) parts.add("forecast_highs");
  return parts;
}

/**
 * The record as it will stand once the server knows what was written here. `waiting`: of that, what is not saved
 * yet. A signed record stands as it was signed.
 */
export function withPending(
  view: RecordView,
  pending: readonly NewRecordEntry[],
  waiting: ReadonlySet<string>,
): ShownRecord {
  if (view.signed !== null) return { ...view, ...countOf(view.sets), waiting };
  const readings = readingsWith(view, pending);
  const [read, supplied] = [partsOfReadings(readings), suppliedBy(pending, view.facts)];
  const stillMissing = (item: RecordItemView): RecordPart[] => {
    // A reading that waits can open a part as well: a refill whose wind no one read.
    const parts = item.missing.filter((part) => !supplied.has(part) && !read.has(part));
    const opened = READING_PARTS.filter((part) => needsOf(item).includes(part) && !read.has(part));
    return [...new Set([...parts, ...opened])];
  };
  const sets = view.sets.map((set) => ({
    ...set,
    items: set.items.map((item) => ({ ...item, missing: pending.length === 0 ? item.missing : stillMissing(item) })),
  }));
  const written = pending.flatMap(({ statement }) =>
    statement.kind === "fact" ? [[statement.name, statement.value] as const] : [],
  );
  const facts = { ...view.facts, ...Object.fromEntries(written) };
  return { ...view, sets, readings, facts, ...countOf(sets), waiting };
}

/** Which readings an item is made of. */
const needsOf = ({ id }: RecordItemView): readonly RecordPart[] => NEEDS[id] ?? [];
const NEEDS: Partial<Record<string, readonly RecordPart[]>> = {
  times: ["start_time", "finish_time"],
  temperature: ["temperatures"],
  wind: ["winds"],
};

function countOf(sets: readonly RecordSetView[]): { complete: number; total: number } {
  const counted = (sets[0]?.items ?? []).filter(({ isCounted }) => isCounted);
  return { complete: counted.filter(({ missing }) => missing.length === 0).length, total: counted.length };
}
