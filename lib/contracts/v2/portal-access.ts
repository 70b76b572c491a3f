import { z } from "zod";
import type { PortalAccess } from "@/lib/usecases/portal/grant-access";
import { defineContract } from "@/lib/contracts/shared/contract";
import { isoTime, text, timestamp } from "@/lib/contracts/shared/text";
import { applicationParams } from "@/lib/contracts/v2/application-compliance";
import { portalModeSchema } from "@/lib/contracts/vocabulary/statuses";

const MOST_RETURN_URL = 2000;
/** Control characters are judged first: reading an address drops some of them without a word. */
const returnUrl = text(MOST_RETURN_URL)
  .meta({ format: "uri" })
  .pipe(z.url({ protocol: /^https?$/, error: "must be an absolute http or https address" }));

/** No body at all is as good as an empty one. */
const portalAccessBody = () =>
  z
    .strictObject({
      ttl_seconds: z
        .int()
        .min(60)
        .max(86_400)
        .optional()
        .describe("Life of the link, 60 to 86,400 seconds. Left out: your provider's setting, 3,600 unless changed."),
      return_url: returnUrl
        .optional()
        .describe(
          "Address to offer the applicator when the link has expired: absolute http or https, at most 2,000 characters.",
        ),
    })
    .default({})
    .meta({ id: "PortalAccessRequest", description: "How long a portal link lives and where it leads back to." });

export const portalAccessResponse = z
  .strictObject({
    success: z.literal(true).describe("True on every 200."),
    portal_url: z.url().describe("Link for the applicator. Use it unchanged and do not log it."),
    expires_at: timestamp.describe("When the link expires, UTC. Never after the portal itself closes."),
    application_event_id: z.uuid().describe("The application."),
    provider_group_id: z
      .string()
      .nullable()
      .describe("Its group: the link opens all of the group's fields. Null: the link opens this field."),
    portal_access_mode: portalModeSchema,
  })
  .meta({ id: "PortalAccess", description: "A portal link." });

export const portalAccess = defineContract({
  method: "POST",
  path: "/api/v2/applications/{applicationEventId}/portal-access",
  operationId: "grantPortalAccess",
  tag: "Portal",
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
