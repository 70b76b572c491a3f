import { findSavedApplication } from "@/lib/data/compliance-reads";
import { findComputeState, type ComputeState } from "@/lib/data/drift/compute-state";
import { asProvider } from "@/lib/data/db";
import type { PlannedApplication } from "@/lib/data/radar/planned";
import type { ApplicationInput } from "@/lib/domain/application";
import type { Weather } from "@/lib/domain/drift";
import { ServiceError } from "@/lib/domain/errors";
import type { FieldBoundary } from "@/lib/domain/field";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import { SOIL_PROCESSING_VERSION } from "@/lib/engine/soil-analysis";
import type { Deps } from "@/lib/runtime/deps";
import { applicationAsChecked, AS_SAVED } from "@/lib/usecases/applications/drift-buffer/application-now";
import { boundaryOf } from "@/lib/usecases/applications/drift-buffer/assess-now";
import { computedSetup } from "@/lib/usecases/applications/drift-buffer/computed-setup";
import type { SetupPatch } from "@/lib/usecases/applications/drift-buffer/request";

/** Those of archived fields are looked at too: once a field is back, what was switched meanwhile has to be known. */
const WITH_ARCHIVED = { withArchived: true };

export type AskedApplication = Pick<PlannedApplication, "providerId" | "applicationEventId">;

/** An application with what is saved of it, ready to be assessed by any set. */
export interface Candidate {
  providerId: string;
  state: ComputeState;
  application: ApplicationInput;
  /** The air of the computation whose setup it is judged in; null: as it was checked, without any. */
  weather: Weather | null;
  boundary: FieldBoundary;
  /** Null: not asked for. */
  saved: SavedApplicationRecord | null;
}

/** What is known of planned applications, of any providers; those that cannot be asked about are named, here and in the log. */
export interface Candidates {
  candidates: Candidate[];
  failed: AskedApplication[];
}

export async function findCandidates(
  deps: Deps,
  planned: readonly AskedApplication[],
  { withSaved }: { withSaved: boolean },
): Promise<Candidates> {
  const all: Candidates = { candidates: [], failed: [] };
  for (const providerId of new Set(planned.map((each) => each.providerId))) {
    const own = planned.filter((each) => each.providerId === providerId);
    const found = await asProvider(deps.db, providerId, async (tx) => {
      const read: Read[] = [];
      for (const { applicationEventId } of own) {
        read.push({
          state: await findComputeState(tx, providerId, applicationEventId, SOIL_PROCESSING_VERSION, WITH_ARCHIVED),
          saved: withSaved ? await findSavedApplication(tx, providerId, applicationEventId) : null,
        });
      }
      return read;
    });
    const { candidates, failed } = candidatesOf(deps, providerId, found);
    all.candidates.push(...candidates);
    all.failed.push(...failed);
  }
  return all;
}

interface Read extends Pick<Candidate, "saved"> {
  state: ComputeState | null;
}

/** Left out: what was erased meanwhile, or lost its boundary. */
function candidatesOf(deps: Deps, providerId: string, found: readonly Read[]): Candidates {
  const candidates: Candidate[] = [];
  const failed: AskedApplication[] = [];
  for (const { state, saved } of found) {
    if (state?.field.boundary == null || state.field.boundaryHash === null) continue;
    try {
      const boundary = boundaryOf(state);
      for (const { setup, weather } of formsOf(state)) {
        candidates.push({
          providerId,
          state,
          application: applicationAsChecked(state, setup),
          weather,
          boundary,
          saved,
        });
      }
    } catch (error) {
      failed.push(nameFailure(deps, error, { providerId, applicationEventId: state.application.applicationEventId }));
    }
  }
  return { candidates, failed };
}

/** As it was checked and, where a buffer was worked out since, as it was then: by either a set may ask for something else. */
const formsOf = ({ application: { computed } }: ComputeState): { setup: SetupPatch; weather: Weather | null }[] => [
  { setup: AS_SAVED, weather: null },
  ...(computed === null ? [] : [computedSetup(computed)]),
];

export function nameFailure(deps: Deps, error: unknown, of: AskedApplication): AskedApplication {
  if (error instanceof ServiceError && error.problem === "dependencyFailed") throw error;
  deps.log.warn({ err: error, ...of }, "the radar could not assess an application");
  return of;
}
