import { keepPortalToken } from "@/lib/data/portal-links";
import type { ProviderTx } from "@/lib/data/db";
import { ServiceError } from "@/lib/domain/errors";
import type { Provider } from "@/lib/domain/provider";
import { makeToken, openToken, signLink } from "@/lib/gateways/portal-links";
import type { Deps } from "@/lib/runtime/deps";

/** A link to the mitigation portal. `linkExpiresAt` null: token mode, whose links do not expire. */
export interface PortalLink {
  url: string;
  linkExpiresAt: Date | null;
}

/** What a link opens. A link of an application in a group opens the group's fields. */
export interface LinkTarget {
  fieldId: string;
  applicationEventId: string | null;
  isGrouped: boolean;
  returnUrl?: string | null;
}

/** Refuses, before any work, a request that could not be given its link. */
export function requirePortalLinks({ env }: Deps): void {
  if (env.PORTAL_LINK_KEYS.length > 0) return;
  throw new ServiceError("portalSasUnconfigured", "Portal links are not configured on this installation.");
}

const portalUrl = ({ env }: Deps, opaque: string): string => `${env.PUBLIC_URLS[0] ?? ""}/portal/f/${opaque}`;

/** A signed link, new at every call. `ttlS` is how long it lives; version 1 links live a year. */
export function signedLink(deps: Deps, provider: Provider, target: LinkTarget, ttlS: number): PortalLink {
  const expiresAt = new Date(deps.clock().getTime() + ttlS * 1000);
  const opaque = signLink(deps.env.PORTAL_LINK_KEYS, {
    scope: target.isGrouped ? "group" : "field",
    fieldId: target.fieldId,
    applicationEventId: target.applicationEventId,
    generation: provider.linkGeneration,
    expiresAt,
    returnUrl: target.returnUrl ?? null,
  });
  if (opaque === null) throw new ServiceError("portalSasUnconfigured", "Portal links are not configured.");
  return { url: portalUrl(deps, opaque), linkExpiresAt: expiresAt };
}

/** The link the provider's mode calls for, made in the transaction that saves what it leads to. */
export async function issueLink(
  deps: Deps,
  tx: ProviderTx,
  provider: Provider,
  target: LinkTarget,
  ttlS: number = provider.portalLinkTtlS,
): Promise<PortalLink> {
  if (provider.portalMode === "signed_link") return signedLink(deps, provider, target, ttlS);
  const fresh = makeToken(deps.env.PORTAL_LINK_KEYS);
  if (fresh === null) throw new ServiceError("portalSasUnconfigured", "Portal links are not configured.");
  const sealed = await keepPortalToken(tx, provider.providerId, target.fieldId, fresh);
  const token = openToken(deps.env.PORTAL_LINK_KEYS, sealed);
  if (token === null) throw new ServiceError("portalSasUnconfigured", "The key of this field's portal link is gone.");
  return { url: portalUrl(deps, token), linkExpiresAt: null };
}
