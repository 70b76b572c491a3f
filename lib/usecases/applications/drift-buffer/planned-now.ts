import type { ComputeState } from "@/lib/data/drift/compute-state";
import type { ApplicationInput } from "@/lib/domain/application";
import { applicationNow } from "@/lib/usecases/applications/drift-buffer/application-now";
import { boundaryOf } from "@/lib/usecases/applications/drift-buffer/assess-now";
import type { SetupPatch } from "@/lib/usecases/applications/drift-buffer/request";
import { refuseOtherSavedDay } from "@/lib/usecases/esa-check/planned-day";

/** The application as it is sprayed now, for a computation and its preview alike. Refuses a start on another day than it was checked for. */
export function plannedNow(state: ComputeState, setup: SetupPatch): ApplicationInput {
  const { applicationDate } = state.application;
  const plannedStartAt = setup.details?.plannedStartAt;
  refuseOtherSavedDay({ plannedStartAt, applicationDate, boundary: boundaryOf(state).geometry });
  return applicationNow(state, setup);
}
