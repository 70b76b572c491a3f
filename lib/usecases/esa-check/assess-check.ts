import { attestationOf } from "@/lib/data/attestations";
import { asProvider } from "@/lib/data/db";
import type { CheckState, SavedApplication } from "@/lib/data/saved-checks";
import { findSiblingMixes } from "@/lib/data/sibling-mixes";
import type { ApplicationInput } from "@/lib/domain/application";
import type { RegulatedAreas } from "@/lib/domain/pula";
import type { SoilOutcome } from "@/lib/domain/soil";
import type { Rulebook } from "@/lib/domain/tables";
import type { AssessmentResult } from "@/lib/engine/assess";
import { asksOfYear, type Sibling } from "@/lib/engine/runoff/siblings";
import type { Deps } from "@/lib/runtime/deps";
import { asGiven } from "@/lib/usecases/attestations/asked";
import type { CheckContext, CheckRequest } from "@/lib/usecases/esa-check/check";
import { areaQuery, assessApplication } from "@/lib/usecases/esa-check/check-facts";
import { rateSiblings } from "@/lib/usecases/products/rate-siblings";
import type { ResolvedProducts } from "@/lib/usecases/products/resolve-products";

/** What a check asks of the regulated areas. */
export const areasOf = ({ boundary, searchMiles, application, ...request }: CheckRequest, resolved: ResolvedProducts) =>
  areaQuery(
    {
      boundary: boundary.geometry,
      searchMiles,
      onDate: application.applicationDate,
      withGeometry: request.withGeometry,
      withShare: request.withExplanation,
    },
    application.products,
    resolved,
  );

/** The field's other saved applications of the year, where a label of the mix says what a year may have. */
export async function findSiblings(
  { deps, provider: { providerId } }: CheckContext,
  { fields: [field], applications: [application] }: CheckState,
  { products, year }: { products: ResolvedProducts["products"]; year: number },
): Promise<Sibling[]> {
  if (field === undefined || !asksOfYear(products)) return [];
  const { fieldId } = field;
  const applicationEventId = application?.applicationEventId ?? null;
  const siblingMixes = await asProvider(deps.db, providerId, (tx) =>
    findSiblingMixes(tx, providerId, { fieldId, year, applicationEventId }),
  );
  const [siblings = []] = await rateSiblings(deps, [{ products, siblingMixes }]);
  return siblings;
}

/** Everything a check looked up. */
interface CheckFacts {
  rulebook: Rulebook;
  resolved: ResolvedProducts;
  state: CheckState;
  siblings: readonly Sibling[];
  areas: RegulatedAreas;
  soil: SoilOutcome;
}

export interface AssessedCheck {
  application: ApplicationInput;
  /** Without what the applicator attested. */
  found: AssessmentResult;
  /** With it, where it counts: what is answered. */
  result: AssessmentResult;
}

/** What the facts make of a check. Nothing is saved here, so that a check and its preview cannot differ. */
export async function assessCheck(deps: Deps, request: CheckRequest, facts: CheckFacts): Promise<AssessedCheck> {
  const { state, ...given } = facts;
  const [saved = null] = state.applications;
  const application = applicationOf(request, saved);
  const found = await assessApplication(deps, {
    rulebook: given.rulebook,
    resolved: given.resolved,
    areas: given.areas,
    soil: given.soil,
    application,
    selections: state.selections,
    siblings: given.siblings,
    savedExemption: saved?.exemption ?? null,
    boundary: request.boundary,
  });
  const attestations = (saved?.attestations ?? []).map(attestationOf);
  return {
    application,
    found,
    result: asGiven(found, { attestations, doAttestationsCount: state.doAttestationsCount }),
  };
}

/** Group and e-mail stay as saved when they are left out; everything else is as it was sent. */
const applicationOf = (request: CheckRequest, saved: SavedApplication | null): ApplicationInput => ({
  ...request.application,
  providerGroupId: request.providerGroupId === undefined ? (saved?.providerGroupId ?? null) : request.providerGroupId,
  userEmail: request.userEmail === undefined ? (saved?.userEmail ?? null) : request.userEmail,
});
