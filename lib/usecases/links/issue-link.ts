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

/** Refuses, before any work, a request that could not be given its link. One without a portal is given none. */
export function requirePortalLinks({ env }: Deps, { portalEnabled }: Pick<Provider, "portalEnabled">): void {
  if (env.PORTAL_LINK_KEYS.length > 0 || !portalEnabled) return;
  throw new ServiceError("portalSasUnconfigured", "Portal links are not configured on this installation.");
}

const portalUrl = ({ env }: Deps, opaque: string): string => `${env.PUBLIC_URLS[0] ?? ""}/portal/f/${opaque}`;

/** How long a link lives, in seconds, or until when. Version 1 links live as long as the portal: a year. */
export type LinkLife = number | Date;

/** A signed link, new at every call. */
export function signedLink(deps: Deps, provider: Provider, target: LinkTarget, life: LinkLife): PortalLink {
  const expiresAt = typeof life === "number" ? new Date(deps.clock().getTime() + life * 1000) : life;
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

/** How a provider's links are made: again at every call, or from the field's one token. */
export interface LinkMaker {
  /** A token to save with the field, where its mode needs one and the field has none yet. */
  tokenToSave: PortalToken | null;
  /** Null: the provider's portal is switched off, and a link would open nothing. */
  make: (target: LinkTarget, life: LinkLife) => PortalLink | null;
}

/** Prepares the link the provider's mode calls for; `sealed` is the token the field has already, or null. */
export function linkMaker(deps: Deps, provider: Provider, sealed: string | null): LinkMaker {
  if (!provider.portalEnabled) return { tokenToSave: null, make: () => null };
  if (provider.portalMode === "signed_link") {
    return { tokenToSave: null, make: (target, life) => signedLink(deps, provider, target, life) };
  }
  const keys = deps.env.PORTAL_LINK_KEYS;
  const fresh = sealed === null ? makeToken(keys) : null;
  const token = sealed === null ? (fresh?.token ?? null) : openToken(keys, Buffer.from(sealed, "base64"));
  if (token === null) throw new ServiceError("portalSasUnconfigured", "The key of this field's portal link is gone.");
  return { tokenToSave: fresh, make: () => ({ url: portalUrl(deps, token), linkExpiresAt: null }) };
}
