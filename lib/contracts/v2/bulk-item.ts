import { z } from "zod";
import type { BulkSnapshot } from "@/lib/domain/bulk-job";
import { isoTime, isoTimeOrNull, timestamp } from "@/lib/contracts/shared/text";
import { esaCheckResponse, presentCheck } from "@/lib/contracts/v2/esa-check";
import { withWholeIssues } from "@/lib/contracts/v2/stored-issues";
import type { LinkedItem } from "@/lib/usecases/bulk/read-job";
import type { CheckRequest, EsaCheck } from "@/lib/usecases/esa-check/check";
import { bulkItemStatusSchema } from "@/lib/contracts/vocabulary/statuses";

export const bulkItemSchema = z
  .strictObject({
    item_index: z.int().min(0).describe("Place in the submission, from 0."),
    application_id: z.string().describe("Your identifier of the application."),
    provider_field_id: z.string().describe("Your identifier of the field; the application id where you sent none."),
    status: bulkItemStatusSchema,
    attempts: z.int().min(0).max(3).describe("Attempts so far, at most 3."),
    started_at: timestamp.nullable().describe("Start of the latest attempt, UTC; null before the first."),
    completed_at: timestamp.nullable().describe("End of the item, UTC; null until then."),
    result: esaCheckResponse.nullable().describe("The answer of a single check. Null until the item succeeded."),
    error: z
      .strictObject({
        code: z.string().describe("An error code, or `PROCESSING_FAILED`, `ATTEMPTS_EXHAUSTED`."),
        message: z.string().describe("For people."),
        retryable: z.boolean().describe("Whether submitting the same application again can help."),
      })
      .meta({
        id: "BulkItemError",
        description: "Why an attempt at an item failed. `retryable` names the cause and promises no further attempt.",
      })
      .nullable()
      .describe("Why the latest attempt failed. A queued item may still carry the error of an earlier attempt."),
  })
  .meta({ id: "BulkItem", description: "One check of a job." });

/**
 * The answer of a single check as it is kept: with the rules behind it, which a reader may ask for, and without its portal
 * link, which is made again whenever it is read.
 */
export function presentSnapshot(check: EsaCheck, request: CheckRequest, providerId: string): BulkSnapshot {
  const body = {
    account_id: request.accountId,
    include_geometry: request.withGeometry,
    include_soil_analysis: request.withSoilAnalysis,
  };
  const whole = presentCheck(check, { body, query: { explain: true }, providerId });
  const kept: BulkSnapshot = { ...whole };
  delete kept.mitigation_portal_url;
  delete kept.mitigation_portal_url_expires_at;
  // Kept while the portal is off as well, for when it is on again.
  if (check.saved !== null) kept.expires_at = isoTime(check.saved.portalExpiresAt);
  return kept;
}

const withRules = z.looseObject({ compliance: z.looseObject({ explanation: z.unknown() }) });

function withoutRules(stored: BulkSnapshot): BulkSnapshot {
  const read = withRules.safeParse(stored);
  if (!read.success) return stored;
  const compliance: Record<string, unknown> = { ...read.data.compliance };
  delete compliance.explanation;
  return { ...read.data, compliance };
}

/** A snapshot is given out as it was stored; issues of the first format gain the members they did not have. */
export function presentItem(
  { item, link, isPortalOn }: LinkedItem,
  { explain }: { explain: boolean },
): z.input<typeof bulkItemSchema> {
  const rulesOf = (stored: BulkSnapshot): BulkSnapshot => (explain ? stored : withoutRules(stored));
  const linked = (stored: BulkSnapshot): BulkSnapshot => {
    const whole: BulkSnapshot = { ...stored };
    if (!isPortalOn) delete whole.expires_at;
    if (link === null) return whole;
    return {
      ...whole,
      mitigation_portal_url: link.url,
      mitigation_portal_url_expires_at: isoTimeOrNull(link.linkExpiresAt),
    };
  };
  return {
    item_index: item.itemIndex,
    application_id: item.applicationId,
    provider_field_id: item.providerFieldId,
    status: item.status,
    attempts: item.attempts,
    started_at: isoTimeOrNull(item.startedAt),
    completed_at: isoTimeOrNull(item.completedAt),
    result:
      item.result === null ? null : (linked(withWholeIssues(rulesOf(item.result))) as z.input<typeof esaCheckResponse>),
    error: item.error,
  };
}
