import { z } from "zod";
import { PORTAL_MODES } from "@/lib/domain/provider";
import type { PortalAccess } from "@/lib/usecases/portal/grant-access";
import { defineContract } from "@/lib/contracts/shared/contract";
import { isoTime, text, timestamp } from "@/lib/contracts/shared/text";
import { applicationParams } from "@/lib/contracts/v2/application-compliance";

const MOST_RETURN_URL = 2000;
/** Control characters are judged first: reading an address drops some of them without a word. */
const returnUrl = text(MOST_RETURN_URL)
  .meta({ format: "uri" })
  .pipe(z.url({ protocol: /^https?$/, error: "must be an absolute http or https address" }));

/** No body at all is as good as an empty one. */
const portalAccessBody = () =>
  z
    .strictObject({ ttl_seconds: z.int().min(60).max(86_400).optional(), return_url: returnUrl.optional() })
    .default({})
    .meta({ id: "PortalAccessRequest" });

export const portalAccessResponse = z
  .strictObject({
    success: z.literal(true),
    portal_url: z.url(),
    expires_at: timestamp,
    application_event_id: z.uuid(),
    provider_group_id: z.string().nullable(),
    portal_access_mode: z.enum(PORTAL_MODES),
  })
  .meta({ id: "PortalAccess" });

export const portalAccess = defineContract({
  method: "POST",
  path: "/api/v2/applications/{applicationEventId}/portal-access",
  operationId: "grantPortalAccess",
  summary: "Make a short-lived portal link for an application",
  description: "Always a signed link, whatever the provider's mode. It cannot extend the portal's own period.",
  rateClass: "writes",
  isProcessing: false,
  body: portalAccessBody,
  query: z.strictObject({}),
  params: applicationParams,
  response: portalAccessResponse,
  present: (access: PortalAccess) =>
    ({
      success: true,
      portal_url: access.url,
      expires_at: isoTime(access.expiresAt),
      application_event_id: access.applicationEventId,
      provider_group_id: access.providerGroupId,
      portal_access_mode: access.mode,
    }) satisfies z.input<typeof portalAccessResponse>,
  problems: ["applicationNotFound", "inactiveToken", "portalExpired", "portalSasUnconfigured"],
});
