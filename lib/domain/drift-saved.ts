import type { ApplicationDetails, ApplicationMethod, BoomHeight, DropletSize } from "@/lib/domain/application";
import type { OverallStatus, SettledTarget } from "@/lib/domain/compliance";
import type { DrawnGround } from "@/lib/domain/drawn-ground";
import type { DriftComputation, FeatureKind, Weather } from "@/lib/domain/drift";
import type { FeatureCategory } from "@/lib/domain/feature-categories";
import type { WeatherSource } from "@/lib/domain/weather-source";
import type { MultiPolygon } from "geojson";

/** What a computation was asked with: the air, and the setup after the request's own members. */
export interface ComputationInputs extends Weather {
  method: ApplicationMethod;
  dropletSize: DropletSize | null;
  boomHeight: BoomHeight | null;
  gpa: number | null;
}

/** A check, and the data that it used, as its assessment names them. */
export interface CheckBehind {
  /** ISO 8601. */
  at: string;
  versions: unknown;
}

/** A computation as it is kept: everything but where its buffer lies. A record of an earlier form may lack its status. */
export interface SavedComputation extends Pick<
  DriftComputation,
  | "checkedAt"
  | "status"
  | "featureScope"
  | "nonManagedFeatureCount"
  | "exclusionFeatureCount"
  | "effectiveRates"
  | "reductions"
  | "manualClaims"
  | "edges"
  | "products"
  | "windRose"
> {
  driftStatus: OverallStatus | null;
  /** Left out by records of an earlier form, and where nothing was drawn. */
  drawnGround?: DrawnGround[] | undefined;
  inputs: ComputationInputs;
  /** The applicator's answers that the buffers rest on; left out: none. */
  answers?: string[];
  /** The check that it went on from: a computation is none, and leaves what was checked as it was. Left out: of an earlier form. */
  checked?: CheckBehind | undefined;
  /** What label conditions speak of beside the setup, as it stood then; left out by records of an earlier form. */
  details?: ApplicationDetails | undefined;
  /** Mark of the mapped ground that it was worked out with (`FeaturesJson`); left out by records of an earlier form. */
  groundMark?: string;
  /** `PLACEMENT_RULES` of then; left out by records of an earlier form. */
  placementRules?: number;
  /** What runoff asked for in this setup; left out by records of an earlier form. */
  targets?: SettledTarget[] | undefined;
}

/** What a computation was worked out with. */
export type ComputedWith = Pick<SavedComputation, "inputs" | "effectiveRates" | "details">;

/** The air as it was last told for an application. */
export interface SavedWeather extends Weather {
  observedAt: Date;
  source: WeatherSource;
}

/** Ground that someone drew beside a field in the portal. */
export interface DrawnFeature {
  featureId: string;
  kind: FeatureKind;
  category: FeatureCategory;
  label: string | null;
  geometry: MultiPolygon;
  /** The boundary it was drawn on, or was last confirmed for. It counts while that is the field's. */
  boundaryHash: string;
}
