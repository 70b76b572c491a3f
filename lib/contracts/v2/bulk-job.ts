import { z } from "zod";
import { BULK_JOB_STATUSES } from "@/lib/domain/bulk-job";
import { defineContract } from "@/lib/contracts/shared/contract";
import { queryInteger } from "@/lib/contracts/shared/query";
import { isoTime, isoTimeOrNull, timestamp } from "@/lib/contracts/shared/text";
import { bulkItemSchema, presentItem } from "@/lib/contracts/v2/bulk-item";
import type { BulkPage, CountedJob } from "@/lib/usecases/bulk/read-job";

const STATUS_PATH = "/api/v2/esa-check/bulk";

/** Relative, so that they hold behind whatever host a caller came by. */
export const jobUrls = (jobId: string): { status_url: string; results_url: string } => ({
  status_url: `${STATUS_PATH}/${jobId}`,
  results_url: `${STATUS_PATH}/${jobId}/results`,
});

const jobParams = z.object({ jobId: z.uuid() });
const count = z.int().min(0);

export const bulkStatusResponse = z
  .strictObject({
    success: z.literal(true),
    job_id: z.uuid(),
    provider_id: z.string(),
    account_id: z.string(),
    provider_group_id: z.string(),
    status: z.enum(BULK_JOB_STATUSES),
    total_items: z.int(),
    counts: z.strictObject({ queued: count, processing: count, succeeded: count, failed: count }),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    expires_at: timestamp.nullable(),
    status_url: z.string(),
    results_url: z.string(),
  })
  .meta({ id: "BulkJob" });

export const bulkStatus = defineContract({
  method: "GET",
  path: `${STATUS_PATH}/{jobId}`,
  operationId: "readBulkJob",
  summary: "Read how far a bulk job is",
  description: "Poll with back-off, for example every five seconds. An expired job is gone.",
  rateClass: "reads",
  isProcessing: false,
  body: null,
  query: z.strictObject({}),
  params: jobParams,
  response: bulkStatusResponse,
  present: ({ job, counts }: CountedJob): z.input<typeof bulkStatusResponse> => ({
    success: true,
    job_id: job.jobId,
    provider_id: job.providerId,
    account_id: job.accountId,
    provider_group_id: job.providerGroupId,
    status: job.status,
    total_items: job.totalItems,
    counts,
    created_at: isoTime(job.createdAt),
    started_at: isoTimeOrNull(job.startedAt),
    completed_at: isoTimeOrNull(job.completedAt),
    expires_at: isoTimeOrNull(job.expiresAt),
    ...jobUrls(job.jobId),
  }),
  problems: ["bulkJobNotFound"],
});

export const bulkResultsResponse = z
  .strictObject({
    success: z.literal(true),
    job_id: z.uuid(),
    total_items: z.int(),
    offset: z.int(),
    limit: z.int(),
    next_offset: z.int().nullable(),
    items: z.array(bulkItemSchema),
  })
  .meta({ id: "BulkResults" });

export const bulkResults = defineContract({
  method: "GET",
  path: `${STATUS_PATH}/{jobId}/results`,
  operationId: "readBulkResults",
  summary: "Read the items of a bulk job, page by page",
  description:
    "In submission order, before the end too: queued and processing items are not final. An item that succeeded says " +
    "nothing of compliance; read `result.compliance`.",
  rateClass: "reads",
  isProcessing: false,
  body: null,
  query: z.strictObject({
    offset: queryInteger(0, 100).default(0),
    limit: queryInteger(1, 50).default(20),
  }),
  params: jobParams,
  response: bulkResultsResponse,
  present: ({ job, items }: BulkPage, { query }): z.input<typeof bulkResultsResponse> => {
    const end = query.offset + query.limit;
    return {
      success: true,
      job_id: job.jobId,
      total_items: job.totalItems,
      offset: query.offset,
      limit: query.limit,
      next_offset: end < job.totalItems ? end : null,
      items: items.map(presentItem),
    };
  },
  problems: ["bulkJobNotFound"],
});
