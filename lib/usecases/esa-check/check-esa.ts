import type { ApplicationInput } from "@/lib/domain/application";
import type { Assessment } from "@/lib/domain/compliance";
import type { FieldBoundary } from "@/lib/domain/field";
import type { Provider } from "@/lib/domain/provider";
import { assessWithoutEsa } from "@/lib/engine/no-esa";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { Deps } from "@/lib/runtime/deps";
import { processCheck } from "@/lib/usecases/esa-check/process-check";
import { optionTree, type OptionTree } from "@/lib/usecases/mitigations/option-tree";
import { requirePortalLinks, type PortalLink } from "@/lib/usecases/portal/issue-link";
import { resolveProducts } from "@/lib/usecases/products/resolve-products";

/** `undefined` keeps what is saved, null clears it. */
export type Patch<T> = T | null | undefined;

export interface CheckRequest {
  accountId: string;
  providerFieldId: string;
  fieldName: string;
  boundary: FieldBoundary;
  application: Omit<ApplicationInput, "providerGroupId" | "userEmail">;
  providerGroupId: Patch<string>;
  userEmail: Patch<string>;
  withGeometry: boolean;
  withSoilAnalysis: boolean;
  withOptions: boolean;
  withExplanation: boolean;
  /** Search distance for PULAs near the field, miles, within 0 to 10. */
  searchMiles: number;
}

export interface EsaCheck {
  esaRequired: boolean;
  /** Null when no product has ESA language: nothing was saved. */
  saved: {
    fieldId: string;
    applicationEventId: string;
    link: PortalLink;
    portalExpiresAt: Date;
    userEmail: string | null;
  } | null;
  assessment: Assessment;
  options: OptionTree | null;
}

/** What the transport passes beside the request. */
export interface CheckContext {
  deps: Deps;
  provider: Provider;
  signal: AbortSignal;
}

/**
 * Assesses one application and saves it if any ESA rule may apply.
 *
 * When every product is known to carry no ESA language the answer is given at once: no spatial query, nothing
 * stored, and with warm caches not one message to the database.
 */
export async function checkEsa(context: CheckContext, request: CheckRequest): Promise<EsaCheck> {
  const { deps } = context;
  requirePortalLinks(deps);
  const rulebook = rulebookAsOf(request.application.applicationDate);
  const resolved = await resolveProducts(deps, rulebook, request.application.products);
  if (resolved.products.every((product) => product.esaRequired === false)) {
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
  return processCheck(context, request, { rulebook, resolved });
}
