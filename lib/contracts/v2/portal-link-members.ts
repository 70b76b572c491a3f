import { z } from "zod";
import { isoTimeOrNull, timestamp } from "@/lib/contracts/shared/text";
import type { PortalLink } from "@/lib/usecases/links/issue-link";

/** The members of a link into the portal. They are left out together where the provider's portal is switched off. */
export const portalLinkMembers = {
  mitigation_portal_url: z
    .url()
    .optional()
    .describe("Link for the applicator. Use it unchanged. Left out where the portal is switched off."),
  mitigation_portal_url_expires_at: timestamp
    .nullable()
    .optional()
    .describe("When that link expires, UTC. Null in token mode."),
};

/** Left out where the provider's portal is switched off. */
export const presentLink = (
  link: PortalLink | null,
): { mitigation_portal_url?: string; mitigation_portal_url_expires_at?: string | null } =>
  link === null
    ? {}
    : { mitigation_portal_url: link.url, mitigation_portal_url_expires_at: isoTimeOrNull(link.linkExpiresAt) };
