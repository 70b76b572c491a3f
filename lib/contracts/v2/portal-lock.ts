import { z } from "zod";
import { applicationParams } from "@/lib/contracts/v2/application-compliance";
import { groupParams } from "@/lib/contracts/v2/group-compliance";
import { defineContract } from "@/lib/contracts/shared/contract";
import { isoTimeOrNull, text, timestamp } from "@/lib/contracts/shared/text";

export const applicationLockResponse = z
  .strictObject({
    success: z.literal(true).describe("True on every 200."),
    application_event_id: z.uuid().describe("The application."),
    locked: z.boolean().describe("Whether portal edits are closed now."),
    portal_locked_at: timestamp.nullable().describe("When it was locked first, UTC; null when open."),
  })
  .meta({ id: "ApplicationLock", description: "The lock of one application." });

export const applicationLock = defineContract({
  method: "PUT",
  path: "/api/v2/applications/{applicationEventId}/portal-lock",
  operationId: "lockApplication",
  tag: "Portal",
  summary: "Open or close portal editing of one application",
  description:
    "A lock stops portal writes only, the field-year's shared runoff selections included. Locking twice keeps the " +
    "first time; a recheck keeps the lock.",
  rateClass: "writes",
  isProcessing: false,
  body: () =>
    z
      .strictObject({ locked: z.boolean().describe("True closes portal edits, false opens them.") })
      .meta({ id: "ApplicationLockRequest", description: "Whether portal edits are closed." }),
  query: z.strictObject({}),
  params: applicationParams,
  response: applicationLockResponse,
  present: ({ applicationEventId, lockedAt }: { applicationEventId: string; lockedAt: Date | null }) =>
    ({
      success: true,
      application_event_id: applicationEventId,
      locked: lockedAt !== null,
      portal_locked_at: isoTimeOrNull(lockedAt),
    }) satisfies z.input<typeof applicationLockResponse>,
  problems: ["applicationNotFound"],
});

export const groupLockResponse = z
  .strictObject({
    success: z.literal(true).describe("True on every 200."),
    provider_group_id: z.string().describe("The group."),
    account_id: z.string().describe("The account."),
    locked: z.boolean().describe("Whether portal edits are closed now."),
    application_event_ids: z.array(z.uuid()).describe("The members it was done to."),
  })
  .meta({ id: "GroupLock", description: "The lock of a group's members." });

export const groupLock = defineContract({
  method: "PUT",
  path: "/api/v2/groups/{providerGroupId}/portal-lock",
  operationId: "lockGroup",
  tag: "Portal",
  summary: "Open or close portal editing of a group's applications",
  description: "Covers the members of this moment; later ones start unlocked. Unlocking clears single locks too.",
  rateClass: "writes",
  isProcessing: false,
  body: () =>
    z
      .strictObject({
        account_id: text().describe("The account that the group belongs to."),
        locked: z.boolean().describe("True closes portal edits, false opens them."),
      })
      .meta({ id: "GroupLockRequest", description: "Whether portal edits are closed for a group." }),
  query: z.strictObject({}),
  params: groupParams,
  response: groupLockResponse,
  present: ({ applicationEventIds }: { applicationEventIds: string[] }, { body, params }) =>
    ({
      success: true,
      provider_group_id: params.providerGroupId,
      account_id: body.account_id,
      locked: body.locked,
      application_event_ids: applicationEventIds,
    }) satisfies z.input<typeof groupLockResponse>,
  problems: ["groupNotFound"],
});
