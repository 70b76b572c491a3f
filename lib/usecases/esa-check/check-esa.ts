import { isFreeOfEsa } from "@/lib/domain/product";
import { assessWithoutEsa } from "@/lib/engine/no-esa";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { Rulebook } from "@/lib/domain/tables";
import type { Deps } from "@/lib/runtime/deps";
import type { CheckContext, CheckRequest, EsaCheck } from "@/lib/usecases/esa-check/check";
import { refuseOtherDays } from "@/lib/usecases/esa-check/planned-day";
import { processCheck } from "@/lib/usecases/esa-check/process-check";
import { optionTree } from "@/lib/usecases/mitigations/option-tree";
import { requirePortalLinks } from "@/lib/usecases/links/issue-link";
import { askedOn, resolveProducts, type ResolvedProducts } from "@/lib/usecases/products/resolve-products";

/**
 * Assesses one application and saves it if any ESA rule may apply.
 *
 * When every product is known to carry no ESA language, and no limitation names any of them, the answer is given at once: no spatial query, nothing
 * stored, and with warm caches not one message to the database.
 */
export async function checkEsa(context: CheckContext, request: CheckRequest): Promise<EsaCheck> {
  const check = await assess(context, request);
  context.deps.metrics.checked(check.assessment);
  return check;
}

async function assess(context: CheckContext, request: CheckRequest): Promise<EsaCheck> {
  const { deps } = context;
  // An item of a job was looked at when the job was sent.
  if (context.acceptedAt === undefined) refuseOtherDays([request], () => []);
  const rulebook = rulebookAsOf(request.application.applicationDate);
  const resolved = await resolveProducts(
    deps,
    askedOn(request.application.applicationDate, request.application.products),
  );
  if (resolved.products.every(isFreeOfEsa)) {
    return checkWithoutEsa(deps, request, { rulebook, resolved });
  }
  requirePortalLinks(deps, context.provider);
  return processCheck(context, request, { rulebook, resolved });
}

/** The answer for products that are all known to carry no ESA language. */
export function checkWithoutEsa(
  deps: Deps,
  request: CheckRequest,
  { rulebook, resolved }: { rulebook: Rulebook; resolved: ResolvedProducts },
): EsaCheck {
  const assessment = assessWithoutEsa({
    now: deps.clock(),
    submitted: request.application.products,
    products: resolved.products,
    rulebook,
    catalogueVersion: resolved.catalogue?.version ?? null,
  });
  const options = request.withOptions ? optionTree(rulebook.menus.epa_runoff, []) : null;
  return { esaRequired: false, saved: null, assessment, options };
}
