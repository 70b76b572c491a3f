import type { ApplicationInput } from "@/lib/domain/application";
import type { RecordEntry, RecordFact, RecordReading } from "@/lib/domain/application-record";
import type { Citation } from "@/lib/domain/citation";
import type { DriftRequirement, RunoffEntry } from "@/lib/domain/compliance";
import type { CropTable } from "@/lib/domain/crops";
import type { EffectiveRate } from "@/lib/domain/drift";
import type { SavedComputation, SavedWeather } from "@/lib/domain/drift-saved";
import type { KeptForecast } from "@/lib/domain/kept-weather";
import type { FoundCounty } from "@/lib/domain/pula";
import type { RecordRules } from "@/lib/domain/record-rules";
import type { AdjuvantKind } from "@/lib/domain/tables";
import type { LonLat } from "@/lib/engine/conditions/facts";
import type { RatedProduct } from "@/lib/engine/rated-product";

/** One product of the mix as a record tells it. */
export interface RecordedProduct {
  rated: RatedProduct;
  /** Kinds of an adjuvant that the table knows by name; empty: it is none, or not known. */
  adjuvantKinds: readonly AdjuvantKind[];
  /** Of the label edition that binds on the day, or is the last that was read; null: none is known. */
  labelDate: string | null;
  /** A newer label took the place of that edition, and what it asks for no one has read. */
  isLastRead?: true;
}

/** Everything that a record is filled from. */
export interface RecordFacts {
  rules: RecordRules;
  citations: Readonly<Record<string, Citation>>;
  application: ApplicationInput;
  mix: readonly RecordedProduct[];
  fieldName: string;
  counties: readonly FoundCounty[];
  cropTable: CropTable;
  /** A point of the field; null without a boundary. */
  place: LonLat | null;
  /** Of that point, by its IANA name; null without one. */
  timeZone: string | null;
  /** Of the present boundary, square meters; null without one. */
  fieldSqm: number | null;
  /** Ground that the last computation left to treat, square meters; null where nothing was computed for this boundary. */
  treatableSqm: number | null;
  computation: SavedComputation | null;
  /** Buffers that the check asked for, before anyone knew the wind. */
  driftRequirements: readonly DriftRequirement[];
  /** Rates of the last computation, on whatever ground; empty: nothing was computed, or it kept none. */
  computedRates: readonly EffectiveRate[];
  /** The air as it was last told; null: none was. */
  weather: SavedWeather | null;
  /** The last forecast that was read before the start; null: none was. */
  forecast: KeptForecast | null;
  runoff: readonly RunoffEntry[];
  /** In the order they were kept. */
  entries: readonly RecordEntry[];
}

/** `savedAt`: when its entry reached the service. */
export type ReadingInForce = RecordReading & { entryId: string; savedAt: Date };

export interface EntriesInForce {
  /** In order of time. Of starts and ends the last that was written stands; refills stand side by side. */
  readings: ReadingInForce[];
  /** The last that was written of each. */
  facts: ReadonlyMap<RecordFact, { entryId: string; value: string | number }>;
}

/**
 * What stands of a record's entries. A corrected and a struck entry stand no more; they stay to be read.
 *
 * Missing data: an entry that replaces one that is not there stands like any other. Throws: never.
 */
export function entriesInForce(entries: readonly RecordEntry[]): EntriesInForce {
  const replaced = new Set(entries.flatMap(({ replaces }) => replaces ?? []));
  const standing = entries.filter(({ entryId }) => !replaced.has(entryId));
  const read = standing.flatMap(({ entryId, savedAt, statement }): ReadingInForce[] =>
    statement.kind === "reading" ? [{ ...statement, entryId, savedAt }] : [],
  );
  const lastOf = (moment: "start" | "end"): ReadingInForce[] => {
    const last = read.findLast((reading) => reading.moment === moment);
    return last === undefined ? [] : [last];
  };
  const refills = read.filter(({ moment }) => moment === "refill");
  return {
    readings: [...lastOf("start"), ...refills, ...lastOf("end")].toSorted(
      (a, b) => Date.parse(a.readAt) - Date.parse(b.readAt),
    ),
    facts: new Map(
      standing.flatMap(({ entryId, statement }) =>
        statement.kind === "fact" ? [[statement.name, { entryId, value: statement.value }] as const] : [],
      ),
    ),
  };
}
