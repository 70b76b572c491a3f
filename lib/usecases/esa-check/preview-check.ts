import { asProvider } from "@/lib/data/db";
import { findRegulatedAreas } from "@/lib/data/regulated-areas";
import { findCheckState } from "@/lib/data/saved-checks";
import { isFreeOfEsa } from "@/lib/domain/product";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { refuseConflicts } from "@/lib/usecases/claims/conflicts";
import { areasOf, assessCheck, withSiblings } from "@/lib/usecases/esa-check/assess-check";
import type { CheckContext, CheckRequest, EsaCheck } from "@/lib/usecases/esa-check/check";
import { checkWithoutEsa } from "@/lib/usecases/esa-check/check-esa";
import { refuseOtherDays } from "@/lib/usecases/esa-check/planned-day";
import { analyzeSoil } from "@/lib/usecases/fields/analyze-soil";
import { derivedSources, selectionsAfterSave } from "@/lib/usecases/fields/soil-credits";
import { optionTree } from "@/lib/usecases/mitigations/option-tree";
import { askedOn, resolveProducts } from "@/lib/usecases/products/resolve-products";

/**
 * The answer that a check of this application would give now, and nothing of the caller's saved or claimed: for callers
 * who may only read. What the applicator chose or attested before counts as in a check.
 */
export async function previewCheck(context: CheckContext, request: CheckRequest): Promise<EsaCheck> {
  const { deps, provider, signal } = context;
  const { applicationId, applicationDate, products } = request.application;
  refuseOtherDays([request], () => []);
  const rulebook = rulebookAsOf(applicationDate);
  const resolved = await resolveProducts(deps, askedOn(applicationDate, products));
  if (resolved.products.every(isFreeOfEsa)) return checkWithoutEsa(deps, request, { rulebook, resolved });
  const year = Number(applicationDate.slice(0, 4));
  const names = { accountId: request.accountId, providerFieldId: request.providerFieldId, applicationId, year };
  const state = await asProvider(deps.db, provider.providerId, async (tx) =>
    withSiblings(tx, provider.providerId, await findCheckState(tx, provider.providerId, names), {
      products: resolved.products,
      year,
    }),
  );
  refuseConflicts(state, request.accountId);
  const areas = await findRegulatedAreas(deps.db, areasOf(request, resolved));
  signal.throwIfAborted();
  const soil = await analyzeSoil(context, request.boundary);
  signal.throwIfAborted();
  const { result } = await assessCheck(deps, request, { rulebook, resolved, state, areas, soil });
  const derived = derivedSources(soil, state.fields[0]?.boundaryHash === request.boundary.hash);
  const selected = selectionsAfterSave(state.selections, result.autoSelections, derived);
  return {
    esaRequired: true,
    saved: null,
    assessment: result.assessment,
    options: request.withOptions ? optionTree(rulebook.menus.epa_runoff, selected) : null,
  };
}
