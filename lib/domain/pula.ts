import type { Geometry } from "geojson";
import type { MethodClass } from "@/lib/domain/application";
import type { CountyPrecision } from "@/lib/domain/field";

/** A Pesticide Use Limitation Area that lies on or near a field. */
export interface Pula {
  pulaId: number;
  eventName: string;
  status: string;
  /** `YYYY-MM-DD`. */
  effectiveDate: string;
  /** Limitation codes present in the area, as the source lists them. */
  codes: string[];
  /** Share of the field inside the area, percent; null when it was not asked for. */
  sharePct: number | null;
  geometry: Geometry | null;
  /** Codes of `codes` for which the loaded set has no limitation row at all. */
  codesWithoutLimitation: string[];
}

/** A PULA within the search distance that does not meet the field; it creates no requirement. */
export interface NearbyPula {
  pulaId: number;
  eventName: string;
  distanceMiles: number;
  geometry: Geometry | null;
}

/** What EPA limits inside a PULA for one product or active ingredient. */
export interface Limitation {
  limitationId: number;
  pulaId: number;
  code: string;
  text: string;
  /** SHA-256 of the exact text, hex: rules that score a text are tied to it. */
  textHash: string;
  /** Canonical registration number the row names; null when it names an ingredient. */
  registration: string | null;
  /** Ingredient the row names, lower case; null when it names a product. */
  activeIngredient: string | null;
  effectiveDate: string;
  expiresOn: string | null;
  /** Classes the row applies to; empty applies to every class. */
  methodClasses: MethodClass[];
  uses: string[];
}

/** A reference data set as an assessment names it. */
export interface ReferenceSet {
  version: string;
  /** When it was last loaded or compared with its source; null when never. */
  verifiedAt: Date | null;
  isDemonstration: boolean;
}

/** A county that the field meets, or may meet: coarse lines are good to about 2 km. */
export interface FoundCounty {
  geoId: string;
  stateFips: string;
  countyFips: string;
  countyName: string;
  /** Whether the field surely lies in it, in whole or in part. Left out: it does. */
  isSure?: boolean | undefined;
}

/** Everything the regulator drew that meets a field, from one snapshot of the active sets. */
export interface RegulatedAreas {
  pulaSet: (ReferenceSet & { coversField: boolean }) | null;
  countySet: (ReferenceSet & { precision: CountyPrecision }) | null;
  pulas: Pula[];
  nearbyPulas: NearbyPula[];
  limitations: Limitation[];
  counties: FoundCounty[];
}
