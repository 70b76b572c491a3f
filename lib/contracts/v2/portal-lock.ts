import { z } from "zod";
import { applicationParams } from "@/lib/contracts/v2/application-compliance";
import { groupParams } from "@/lib/contracts/v2/group-compliance";
import { defineContract } from "@/lib/contracts/shared/contract";
import { isoTimeOrNull, text, timestamp } from "@/lib/contracts/shared/text";

export const applicationLockResponse = z
  .strictObject({
    success: z.literal(true),
    application_event_id: z.uuid(),
    locked: z.boolean(),
    portal_locked_at: timestamp.nullable(),
  })
  .meta({ id: "ApplicationLock" });

export const applicationLock = defineContract({
  method: "PUT",
  path: "/api/v2/applications/{applicationEventId}/portal-lock",
  operationId: "lockApplication",
  summary: "Open or close portal editing of one application",
  description:
    "A lock stops portal writes only, the field-year's shared runoff selections included. Locking twice keeps the " +
    "first time; a recheck keeps the lock.",
  rateClass: "writes",
  isProcessing: false,
  body: () => z.strictObject({ locked: z.boolean() }).meta({ id: "ApplicationLockRequest" }),
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
    success: z.literal(true),
    provider_group_id: z.string(),
    account_id: z.string(),
    locked: z.boolean(),
    application_event_ids: z.array(z.uuid()),
  })
  .meta({ id: "GroupLock" });

export const groupLock = defineContract({
  method: "PUT",
  path: "/api/v2/groups/{providerGroupId}/portal-lock",
  operationId: "lockGroup",
  summary: "Open or close portal editing of a group's applications",
  description: "Covers the members of this moment; later ones start unlocked. Unlocking clears single locks too.",
  rateClass: "writes",
  isProcessing: false,
  body: () => z.strictObject({ account_id: text(), locked: z.boolean() }).meta({ id: "GroupLockRequest" }),
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
