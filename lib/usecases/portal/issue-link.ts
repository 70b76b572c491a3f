import type { PortalToken } from "@/lib/data/save-parts";
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

/** How a provider's links are made: anew at every call, or from the field's one token. */
export interface LinkMaker {
  /** A token to save with the field, where its mode needs one and the field has none yet. */
  tokenToSave: PortalToken | null;
  make: (target: LinkTarget, ttlS: number) => PortalLink;
}

/** Prepares the link the provider's mode calls for; `sealed` is the token the field has already, or null. */
export function linkMaker(deps: Deps, provider: Provider, sealed: string | null): LinkMaker {
  if (provider.portalMode === "signed_link") {
    return { tokenToSave: null, make: (target, ttlS) => signedLink(deps, provider, target, ttlS) };
  }
  const keys = deps.env.PORTAL_LINK_KEYS;
  const fresh = sealed === null ? makeToken(keys) : null;
  const token = sealed === null ? (fresh?.token ?? null) : openToken(keys, Buffer.from(sealed, "base64"));
  if (token === null) throw new ServiceError("portalSasUnconfigured", "The key of this field's portal link is gone.");
  return { tokenToSave: fresh, make: () => ({ url: portalUrl(deps, token), linkExpiresAt: null }) };
}
