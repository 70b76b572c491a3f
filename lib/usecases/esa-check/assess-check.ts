import { attestationOf, findReplacedAnswers } from "@/lib/data/attestations";
import type { StatementTx } from "@/lib/data/db";
import type { CheckState, SavedApplication } from "@/lib/data/saved-checks";
import { findSiblingMixes } from "@/lib/data/sibling-mixes";
import type { ApplicationInput, SiblingMixes } from "@/lib/domain/application";
import type { RegulatedAreas } from "@/lib/domain/pula";
import type { SoilOutcome } from "@/lib/domain/soil";
import type { Rulebook } from "@/lib/domain/tables";
import type { AssessmentResult } from "@/lib/engine/assess";
import { asksOfYear } from "@/lib/engine/siblings";
import type { Deps } from "@/lib/runtime/deps";
import { asGiven } from "@/lib/usecases/attestations/asked";
import type { CheckRequest } from "@/lib/usecases/esa-check/check";
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

/** What is saved, with the field's other applications of the year where a label of the mix says what a year may have. */
export interface CheckedState extends CheckState {
  siblingMixes: SiblingMixes;
}

/** Reads the rest in the transaction that read `state`: a message more for each part, and a transaction of its own would be three. */
export async function withSiblings(
  tx: StatementTx,
  providerId: string,
  state: CheckState,
  { products, year }: { products: ResolvedProducts["products"]; year: number },
): Promise<CheckedState> {
  const applications = await withReplaced(tx, providerId, state.applications);
  const [field] = state.fields;
  if (field === undefined || !asksOfYear(products)) return { ...state, applications, siblingMixes: [] };
  const applicationEventId = applications[0]?.applicationEventId ?? null;
  const asked = { fieldId: field.fieldId, year, applicationEventId };
  return { ...state, applications, siblingMixes: await findSiblingMixes(tx, providerId, asked) };
}

/** With the answers that others took the place of: a message more, where anything was answered. */
const withReplaced = (
  tx: StatementTx,
  providerId: string,
  applications: readonly SavedApplication[],
): Promise<SavedApplication[]> =>
  Promise.all(
    applications.map(async (saved) => {
      const { applicationEventId, attestations } = saved;
      if (attestations.length === 0) return saved;
      const replaced = await findReplacedAnswers(tx, providerId, applicationEventId);
      return { ...saved, attestations: [...attestations, ...replaced] };
    }),
  );

/** Everything a check looked up. */
interface CheckFacts {
  rulebook: Rulebook;
  resolved: ResolvedProducts;
  state: CheckedState;
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
  const [siblings = []] = await rateSiblings(deps, [{ ...given.resolved, siblingMixes: state.siblingMixes }]);
  const found = await assessApplication(deps, {
    rulebook: given.rulebook,
    resolved: given.resolved,
    areas: given.areas,
    soil: given.soil,
    application,
    selections: state.selections,
    siblings,
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
