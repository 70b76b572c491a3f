import { asProvider } from "@/lib/data/db";
import { findPortalTarget } from "@/lib/data/portal/access";
import { ServiceError } from "@/lib/domain/errors";
import type { PortalMode, Provider } from "@/lib/domain/provider";
import type { Deps } from "@/lib/runtime/deps";
import { applicationNotFound } from "@/lib/usecases/applications/read-compliance";
import { requirePortalLinks, signedLink } from "@/lib/usecases/links/issue-link";

export interface AccessRequest {
  applicationEventId: string;
  /** Null: the provider's own setting. */
  ttlS: number | null;
  /** Offered when the link is refused as expired. */
  returnUrl: string | null;
}

export interface PortalAccess {
  applicationEventId: string;
  providerGroupId: string | null;
  url: string;
  expiresAt: Date;
  mode: PortalMode;
}

/**
 * A short-lived signed link for one application, whatever the provider's mode. It cannot extend the portal's period,
 * and does not promise to: it ends with the portal at the latest.
 */
export async function grantAccess(
  { deps, provider }: { deps: Deps; provider: Provider },
  request: AccessRequest,
): Promise<PortalAccess> {
  requirePortalLinks(deps, provider);
  const target = await asProvider(deps.db, provider.providerId, (tx) =>
    findPortalTarget(tx, provider.providerId, request.applicationEventId),
  );
  if (target === null) throw applicationNotFound();
  if (!provider.portalEnabled) throw new ServiceError("inactiveToken", "The portal is switched off for this provider.");
  if (target.portalExpiresAt === null || target.portalExpiresAt <= deps.clock()) {
    throw new ServiceError("portalExpired", "The portal of this field is over; a new check opens it again.");
  }
  const link = signedLink(
    deps,
    provider,
    {
      fieldId: target.fieldId,
      applicationEventId: request.applicationEventId,
      isGrouped: target.providerGroupId !== null,
      returnUrl: request.returnUrl,
    },
    Math.min(request.ttlS ?? provider.portalAccessTtlS, secondsUntil(deps, target.portalExpiresAt)),
  );
  if (link.linkExpiresAt === null) throw new RangeError("a signed link has an expiry");
  return {
    applicationEventId: request.applicationEventId,
    providerGroupId: target.providerGroupId,
    url: link.url,
    expiresAt: link.linkExpiresAt,
    mode: provider.portalMode,
  };
}

const secondsUntil = ({ clock }: Deps, date: Date): number => (date.getTime() - clock().getTime()) / 1000;
