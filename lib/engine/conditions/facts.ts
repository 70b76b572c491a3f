import type { ApplicationInput } from "@/lib/domain/application";
import { recognizeCrops, type CropTable, type RecognizedCrops } from "@/lib/domain/crops";
import type { Weather } from "@/lib/domain/drift";
import type { RegulatedAreas } from "@/lib/domain/pula";
import { stateOfFips, type StateCode } from "@/lib/domain/us-states";
import type { RatedProduct } from "@/lib/engine/rated-product";

/** Longitude and latitude, degrees. */
export type LonLat = readonly [lon: number, lat: number];

/** What conditions are judged by: the application, its place, and the air where it was sent. */
export interface ConditionFacts {
  application: ApplicationInput;
  crops: RecognizedCrops;
  cropTable: CropTable;
  /** States under the field; null where no county line says which. */
  states: StateCode[] | null;
  /** Five-digit FIPS codes of the counties under the field; null where none was found. */
  geoIds: string[] | null;
  pulaIds: number[];
  /** A point of the field, for sunrise and sunset; null where no one said. */
  place: LonLat | null;
  weather: Weather | null;
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
    weather: Weather | null;
  },
): ConditionFacts {
  const { counties, pulas } = found.areas;
  const states = counties.flatMap(({ stateFips }) => stateOfFips(stateFips) ?? []);
  return {
    application,
    crops: recognizeCrops(found.cropTable, application.crop),
    cropTable: found.cropTable,
    states: counties.length === 0 ? null : [...new Set(states)],
    geoIds: counties.length === 0 ? null : counties.map(({ geoId }) => geoId),
    pulaIds: pulas.map(({ pulaId }) => pulaId),
    place: found.place,
    weather: found.weather,
  };
}
