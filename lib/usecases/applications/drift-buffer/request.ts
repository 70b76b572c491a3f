import type {
  ApplicationDetails,
  ApplicationMethod,
  BoomHeight,
  DropletSize,
  RateUnitState,
} from "@/lib/domain/application";
import type { Assessment } from "@/lib/domain/compliance";
import type { DriftComputation, Weather } from "@/lib/domain/drift";
import type { ComputationInputs } from "@/lib/domain/drift-saved";
import type { Patch } from "@/lib/usecases/esa-check/check";

/** A product's rate as it is sprayed today. What is left out of unit state and row spacing stays as it is saved. */
export interface RateUpdate {
  productIndex: number;
  epaNumber: string | null;
  rate: number;
  rateUnit: string;
  rateUnitState: RateUnitState | undefined;
  rowSpacingInches: number | undefined;
}

/** The setup at the sprayer: what is left out is as saved, null clears. */
export interface SetupPatch {
  method: ApplicationMethod | undefined;
  dropletSize: Patch<DropletSize>;
  boomHeight: Patch<BoomHeight>;
  gpa: Patch<number>;
  /** Member by member: what is left out is as saved, null clears. */
  details?: ApplicationDetails | undefined;
  rateUpdates: readonly RateUpdate[];
}

export interface DriftBufferRequest {
  applicationEventId: string;
  weather: Weather;
  /** When the wind was read; left out: when this is computed. */
  observedAt?: Date | undefined;
  setup: SetupPatch;
  withWindRose: boolean;
  /** Asks for the share of the field inside each PULA, which only an explanation shows. */
  withExplanation: boolean;
}

/** A refreshed assessment with the buffers of this moment. */
export interface DriftBufferAnswer {
  applicationEventId: string;
  assessment: Assessment;
  computation: DriftComputation;
  inputs: ComputationInputs;
}
