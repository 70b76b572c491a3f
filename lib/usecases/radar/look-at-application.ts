import { findComputeState, type ComputeState } from "@/lib/data/drift/compute-state";
import { asProvider } from "@/lib/data/db";
import type { LimitedNames } from "@/lib/data/limited-names";
import { findRegulatedAreas } from "@/lib/data/regulated-areas";
import type { Assessment } from "@/lib/domain/compliance";
import type { ApplicationInput } from "@/lib/domain/application";
import type { SuggestedRecheck } from "@/lib/domain/recheck";
import type { SoilOutcome } from "@/lib/domain/soil";
import { SOIL_PROCESSING_VERSION } from "@/lib/engine/soil-analysis";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { Deps } from "@/lib/runtime/deps";
import { applicationNow, AS_SAVED } from "@/lib/usecases/applications/drift-buffer/application-now";
import { boundaryOf } from "@/lib/usecases/applications/drift-buffer/assess-now";
import { asGiven } from "@/lib/usecases/attestations/asked";
import { areaQuery, assessApplication } from "@/lib/usecases/esa-check/check-facts";
import { askedOn, resolveProducts } from "@/lib/usecases/products/resolve-products";
import { changeBetween } from "@/lib/usecases/radar/compare-answers";

/** A PULA set as the radar asks it. */
export interface LookedAtSet {
  dataSetId: number;
  limited: LimitedNames;
}

/**
 * One planned application by two sets, with everything else as it is now: what differs is what the set makes of it. Soil
 * is what is stored, on both sides, so that no survey is asked. Null: nothing differs, or there is nothing to compare.
 */
export async function lookAtApplication(
  deps: Deps,
  { providerId, applicationEventId }: { providerId: string; applicationEventId: string },
  { before, after }: { before: LookedAtSet; after: LookedAtSet },
): Promise<SuggestedRecheck | null> {
  const state = await asProvider(deps.db, providerId, (tx) =>
    findComputeState(tx, providerId, applicationEventId, SOIL_PROCESSING_VERSION),
  );
  const position = state?.field.boundary?.coordinates[0]?.[0]?.[0];
  if (state === null || position === undefined || state.field.boundaryHash === null) return null;
  const application = applicationNow(state, AS_SAVED);
  const first = await assessBy(deps, { state, application }, before);
  const second = await assessBy(deps, { state, application }, after);
  const change = changeBetween(first.assessment, second.assessment);
  if (change === null) return null;
  return {
    providerId,
    applicationEventId,
    applicationId: state.application.applicationId,
    accountId: state.application.accountId,
    providerFieldId: state.field.providerFieldId,
    fieldId: state.field.fieldId,
    applicationDate: state.application.applicationDate,
    products: application.products.map(({ epaNumber, productName }) => epaNumber ?? productName),
    counties: second.counties,
    at: [position[0] ?? 0, position[1] ?? 0],
    change,
  };
}

async function assessBy(
  deps: Deps,
  { state, application }: { state: ComputeState; application: ApplicationInput },
  set: LookedAtSet,
): Promise<{ assessment: Assessment; counties: string[] }> {
  const { applicationDate, products } = application;
  const boundary = boundaryOf(state);
  const resolved = await resolveProducts(deps, askedOn(applicationDate, products), { limited: set.limited });
  const place = {
    boundary: boundary.geometry,
    searchMiles: 0,
    onDate: applicationDate,
    withGeometry: false,
    withShare: false,
    pulaSetId: set.dataSetId,
  };
  const areas = await findRegulatedAreas(deps.db, areaQuery(place, products, resolved));
  const result = await assessApplication(deps, {
    application,
    resolved,
    rulebook: rulebookAsOf(applicationDate),
    areas,
    soil: storedSoilOf(state),
    selections: state.selections,
    savedExemption: state.application.exemption,
    boundary,
  });
  return { assessment: asGiven(result, state).assessment, counties: areas.counties.map(({ geoId }) => geoId) };
}

const storedSoilOf = ({ soil: { analysis } }: ComputeState): SoilOutcome =>
  analysis === null
    ? { status: "unavailable", summary: null, version: null }
    : { status: "reused", summary: analysis.summary, version: analysis.version };
