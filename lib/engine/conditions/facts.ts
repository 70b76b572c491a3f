import type { ApplicationInput } from "@/lib/domain/application";
import { recognizeCrops, type CropTable, type RecognizedCrops } from "@/lib/domain/crops";
import type { Weather } from "@/lib/domain/drift";
import type { FoundCounty, RegulatedAreas } from "@/lib/domain/pula";
import { UNREAD_GEO_ID } from "@/lib/domain/unread-county";
import { regionOfFips, type RegionCode } from "@/lib/domain/us-states";
import type { RatedProduct } from "@/lib/engine/rated-product";
import { ofDaysUntil, type Sibling } from "@/lib/engine/siblings";

/** Longitude and latitude, degrees. */
export type LonLat = readonly [lon: number, lat: number];

/** What conditions are judged by: the application, its place, and the air where it was sent. */
export interface ConditionFacts {
  application: ApplicationInput;
  crops: RecognizedCrops;
  cropTable: CropTable;
  /** States and territories under the field; null where no county line says which. */
  states: Regions<RegionCode> | null;
  /** Five-digit FIPS codes of the counties under the field; null where none was found. */
  geoIds: Regions<string> | null;
  /** Their names, each with its state. */
  counties: string[];
  pulaIds: number[];
  /** A point of the field, for sunrise and sunset; null where no one said. */
  place: LonLat | null;
  /** Null where no one said. */
  boundaryHash: string | null;
  weather: Weather | null;
  /**
   * The field's other saved applications of the year and of the months before it, of the days before and of its own. Whether they were made is
   * not known.
   */
  earlier: readonly Sibling[];
}

/** Where the field lies, as far as the county lines tell: near a line of coarse shapes more than one place is possible. */
export interface Regions<Region extends string> {
  possible: Region[];
  /** Places with a county of which it surely lies in a part. */
  sure: Region[];
  /** It lies in none but these: each county that it may lie in says which place it is of. */
  isWhole: boolean;
}

/** One product of the mix with the facts of its application. */
export interface ProductFacts extends ConditionFacts {
  product: RatedProduct;
  mix: readonly RatedProduct[];
}

/**
 * The facts of an application as label conditions read them.
 *
 * Units: as the members say. Missing data: a field without a county has no known state, which is not "no state"; wind
 * and temperature are null until someone sends them. Throws: never.
 */
export function conditionFacts(
  application: ApplicationInput,
  found: {
    areas: Pick<RegulatedAreas, "counties" | "pulas">;
    cropTable: CropTable;
    place: LonLat | null;
    boundaryHash?: string | null | undefined;
    weather: Weather | null;
    /** The field's other saved applications of the year and of the months before it; left out: no one looked. */
    siblings?: readonly Sibling[] | undefined;
  },
): ConditionFacts {
  const { counties, pulas } = found.areas;
  return {
    application,
    crops: recognizeCrops(found.cropTable, application.crop),
    cropTable: found.cropTable,
    states: statesOf(counties),
    geoIds: placesOf(counties, ({ geoId }) => (geoId === UNREAD_GEO_ID ? null : geoId)),
    counties: counties.map(({ countyName, stateFips }) =>
      [countyName, regionOfFips(stateFips)].filter(Boolean).join(", "),
    ),
    pulaIds: pulas.map(({ pulaId }) => pulaId),
    place: found.place,
    boundaryHash: found.boundaryHash ?? null,
    weather: found.weather,
    earlier: ofDaysUntil(application.applicationDate, found.siblings ?? []),
  };
}

/** The states and territories that a field lies in by its counties, or may lie in; null where they name none. */
export const statesOf = (counties: readonly FoundCounty[]): Regions<RegionCode> | null =>
  placesOf(counties, ({ stateFips }) => regionOfFips(stateFips));

/** Places by their counties; null where they name none. */
function placesOf<Region extends string>(
  counties: readonly FoundCounty[],
  placeOf: (county: FoundCounty) => Region | null,
): Regions<Region> | null {
  const named = (found: readonly FoundCounty[]): Region[] => [...new Set(found.flatMap((each) => placeOf(each) ?? []))];
  const possible = named(counties);
  if (possible.length === 0) return null;
  return {
    possible,
    sure: named(counties.filter(({ isSure }) => isSure !== false)),
    isWhole: counties.every((county) => placeOf(county) !== null),
  };
}
