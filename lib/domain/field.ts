import type { MultiPolygon } from "geojson";
import type { SoilSummary } from "@/lib/domain/soil";

/** A field's boundary as every part of the service holds it: WGS84, longitude first, never rounded. */
export interface FieldBoundary {
  geometry: MultiPolygon;
  /** SHA-256 of the coordinates; equal hashes mean derived data may be reused. */
  hash: string;
}

export const MITIGATION_POINTS = [0, 2, 3, 6] as const;
export type MitigationPoints = (typeof MITIGATION_POINTS)[number];

/** A county the field meets. `mitigationPoints` null: the county has no runoff class, which is not zero. */
export interface County {
  geoId: string;
  stateFips: string;
  countyFips: string;
  countyName: string;
  mitigationPoints: MitigationPoints | null;
}

/** `coarse` shapes are good to about 2 km, so neighbors within that distance count too. */
export const COUNTY_PRECISIONS = ["coarse", "exact"] as const;
export type CountyPrecision = (typeof COUNTY_PRECISIONS)[number];

/** What the ground of a field gives, as the last check or process-field found it: scoring later reads only this. */
export interface FieldGround {
  soil: SoilSummary | null;
  /** About how large the field is, for where its soil is not known. Left out: saved before it was kept. */
  areaSqm?: number | undefined;
  /**
   * Automatic credits the ground supported when a year was last processed, by year. A saved credit of a year outside
   * its list earns nothing; a year no one processed is not judged.
   */
  derivedByYear: Record<string, number[]>;
  /** Hash of the boundary that each of those lists is of. Left out: saved before it was kept. */
  derivedOn?: Record<string, string> | undefined;
  /** A county of the field has no runoff class, so a county credit may be missing. */
  hasUnresolvedCounty: boolean;
}
