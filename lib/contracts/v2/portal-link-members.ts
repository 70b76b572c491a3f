import { z } from "zod";
import { isoTime, isoTimeOrNull, timestamp } from "@/lib/contracts/shared/text";
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
  expires_at: timestamp
    .optional()
    .describe(
      "When the field's portal closes, UTC: a year after the last check or `process-field`. Left out where the portal is switched off.",
    ),
};

interface LinkMembers {
  mitigation_portal_url?: string;
  mitigation_portal_url_expires_at?: string | null;
  expires_at?: string;
}

/** Left out where the provider's portal is switched off: no date until which it is open is true then. */
export const presentLink = ({
  link,
  portalExpiresAt,
}: {
  link: PortalLink | null;
  portalExpiresAt: Date;
}): LinkMembers =>
  link === null
    ? {}
    : {
        mitigation_portal_url: link.url,
        mitigation_portal_url_expires_at: isoTimeOrNull(link.linkExpiresAt),
        expires_at: isoTime(portalExpiresAt),
      };
