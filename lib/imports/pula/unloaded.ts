import { insertUnloaded, coverByOtherSet, type ExtentDeg, type UnloadedRecord } from "@/lib/data/imports/unloaded";
import { findActiveSet } from "@/lib/data/imports/sets";
import { canonicalRegistration } from "@/lib/domain/registration";
import type { Check } from "@/lib/imports/checks";
import { extentsOf } from "@/lib/imports/read/extents";
import { firstOf, integerSchema, isRecord, lowerCaseKeys, textOrNullSchema } from "@/lib/imports/read/values";
import { INGREDIENT_NAMES } from "@/lib/imports/pula/limitation";
import type { LoadContext } from "@/lib/imports/run-import";
import type { RecordPosition } from "@/lib/imports/tally";

/** More refused records than this are not listed: the source as a whole is then not understood. */
const MOST_LISTED = 5000;

/**
 * The refused records of a PULA set. What could be read of them says which areas must not look free: a polygon's ground
 * counts as not covered, a limitation's code asks for review. Without this, a refused row would make its area silent.
 */
export class UnloadedLog {
  readonly records: UnloadedRecord[] = [];
  private beyond = 0;

  addFeature(place: RecordPosition, value: unknown, reason: string): void {
    const record = isRecord(value) ? value : {};
    const row = lowerCaseKeys(record.attributes ?? record.properties);
    const pulaId = integerOf(row.pula_id);
    const boxes = extentsOf(record.geometry);
    for (const ground of boxes ?? [null]) this.add({ ...ofFeature(place, pulaId, reason), ground });
  }

  /** A polygon that was read and that the database could not store. */
  addShape(place: RecordPosition, { pulaId, shape }: { pulaId: number; shape: string }, reason: string): void {
    const boxes = extentsOf(JSON.parse(shape) as unknown);
    for (const ground of boxes ?? [null]) this.add({ ...ofFeature(place, pulaId, reason), ground });
  }

  addLimitation(place: RecordPosition, value: unknown, reason: string): void {
    const row = isRecord(value) ? lowerCaseKeys(value) : {};
    const number = textOf(row.product_registration_number);
    for (const registration of number === null ? [null] : numbersIn(number)) {
      this.add({
        part: "limitation",
        recordNumber: place.number,
        pulaId: integerOf(row.pula_id),
        code: textOf(row.code),
        registration,
        activeIngredient: textOf(firstOf(row, INGREDIENT_NAMES))?.toLowerCase() ?? null,
        reason,
        ground: null,
      });
    }
  }

  private add(record: UnloadedRecord): void {
    if (this.records.length < MOST_LISTED) this.records.push(record);
    else this.beyond += 1;
  }

  /** Stores the list with the set, and says whether every refused record has a place where it asks for review. */
  async store(context: LoadContext): Promise<Check> {
    const { client, dataSetId, progress } = context;
    await insertUnloaded(client, dataSetId, this.beyond > 0 ? [...this.records, ...ANYWHERE] : this.records);
    const unplaced = this.unplacedCount();
    if (unplaced > 0) {
      const active = await findActiveSet(client, "pula");
      const placed = active === null ? 0 : await coverByOtherSet(client, dataSetId, active.dataSetId);
      if (placed > 0) progress.note(`${placed} refused features are placed by the set in force, ${active?.version}`);
    }
    return {
      name: "placed refusals",
      outcome: unplaced > 0 ? "failed" : this.records.length === 0 ? "not_applicable" : "passed",
      detail:
        unplaced > 0
          ? `${unplaced} refused records do not say where, or for which product, they count: with --force they count everywhere`
          : `${this.records.length} boxes and rows were not loaded; fields there ask for review`,
    };
  }

  private unplacedCount(): number {
    return this.records.filter(isUnplaced).length + this.beyond;
  }
}

/** Written in any form, alone or one after another. */
const NUMBER = /\d{1,8}(?:\s*[-\u2010-\u2015\u2212]\s*\d{1,8}){1,2}/g;

/** Every product that a text names: each is limited. A text without a number of EPA's form matches none, and is kept as it was written. */
function numbersIn(text: string): string[] {
  const whole = canonicalRegistration(text);
  if (whole !== null) return [whole];
  const found = [...text.matchAll(NUMBER)].flatMap(([number]) => canonicalRegistration(number) ?? []);
  return found.length > 0 ? [...new Set(found)] : [text];
}

const isUnplaced = ({ part, ground, pulaId, code, registration, activeIngredient }: UnloadedRecord): boolean =>
  part === "feature"
    ? ground === null
    : (pulaId === null && code === null) || (registration === null && activeIngredient === null);

const ofFeature = (place: RecordPosition, pulaId: number | null, reason: string): Omit<UnloadedRecord, "ground"> => ({
  part: "feature",
  recordNumber: place.number,
  pulaId,
  code: null,
  registration: null,
  activeIngredient: null,
  reason,
});

/** Stands for all that was not listed. */
const ANYWHERE: readonly UnloadedRecord[] = (["feature", "limitation"] as const).map((part) => ({
  ...ofFeature({ number: 0, line: null }, null, "more records were refused than are listed"),
  part,
  ground: null as ExtentDeg | null,
}));

function integerOf(value: unknown): number | null {
  const parsed = integerSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

function textOf(value: unknown): string | null {
  const parsed = textOrNullSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}
