import { z } from "zod";
import { defineContract } from "@/lib/contracts/shared/contract";
import { queryIntegerOr } from "@/lib/contracts/shared/query";
import { isoTime, isoTimeOrNull, queryFlag, timestamp } from "@/lib/contracts/shared/text";
import { bulkItemSchema, presentItem } from "@/lib/contracts/v2/bulk-item";
import type { BulkPage, CountedJob } from "@/lib/usecases/bulk/read-job";
import { bulkJobStatusSchema } from "@/lib/contracts/vocabulary/statuses";

const STATUS_PATH = "/api/v2/esa-check/bulk";

/** Relative, so that they hold behind whatever host a caller came by. */
export const jobUrls = (jobId: string): { status_url: string; results_url: string } => ({
  status_url: `${STATUS_PATH}/${jobId}`,
  results_url: `${STATUS_PATH}/${jobId}/results`,
});

const jobParams = z.object({
  jobId: z.uuid("must be the UUID that a submission returned as job_id").describe("The `job_id` of the submission."),
});
const count = z.int().min(0);

export const bulkStatusResponse = z
  .strictObject({
    success: z.literal(true).describe("True on every 200. It says nothing about compliance."),
    job_id: z.uuid().describe("Identifier of the job."),
    provider_id: z.string().describe("Your provider."),
    account_id: z.string().describe("The account of the submission."),
    provider_group_id: z.string().describe("The group of the submission: read its compliance when the job has ended."),
    status: bulkJobStatusSchema,
    total_items: z.int().describe("Checks in the job, 1 to 100."),
    counts: z
      .strictObject({
        queued: count.describe("Waiting."),
        processing: count.describe("At work."),
        succeeded: count.describe("Done with a result."),
        failed: count.describe("Ended with an error."),
      })
      .meta({ id: "BulkCounts", description: "Items of a job by state." })
      .describe("Items by state; they add up to `total_items`."),
    created_at: timestamp.describe("When the job was accepted, UTC."),
    started_at: timestamp.nullable().describe("When the first item began, UTC; null while queued."),
    completed_at: timestamp.nullable().describe("When the last item ended, UTC; null until then."),
    expires_at: timestamp.nullable().describe("When results are deleted, 30 days after the end; null until then."),
    status_url: z.string().describe("Path of this answer, relative to the host."),
    results_url: z.string().describe("Path of the results, relative to the host."),
  })
  .meta({ id: "BulkJob", description: "How far a bulk job is." });

export const bulkStatus = defineContract({
  method: "GET",
  path: `${STATUS_PATH}/{jobId}`,
  operationId: "readBulkJob",
  tag: "Bulk jobs",
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
    success: z.literal(true).describe("True on every 200. Items may still have failed."),
    job_id: z.uuid().describe("Identifier of the job."),
    total_items: z.int().describe("Checks in the job."),
    offset: z.int().describe("Offset of this page."),
    limit: z.int().describe("Most items this page holds."),
    next_offset: z.int().nullable().describe("Offset of the next page, null on the last."),
    items: z.array(bulkItemSchema).describe("Items in submission order."),
  })
  .meta({ id: "BulkResults", description: "One page of a job's items." });

export const bulkResults = defineContract({
  method: "GET",
  path: `${STATUS_PATH}/{jobId}/results`,
  operationId: "readBulkResults",
  tag: "Bulk jobs",
  summary: "Read the items of a bulk job, page by page",
  description:
    "In submission order, before the end too: queued and processing items are not final. An item that succeeded says " +
    "nothing of compliance; read `result.compliance`.",
  rateClass: "reads",
  isProcessing: false,
  body: null,
  query: z.strictObject({
    offset: queryIntegerOr(0, 0, 100).describe("Items to skip, 0 to 100."),
    limit: queryIntegerOr(20, 1, 50).describe("Most items of a page, 1 to 50."),
    explain: queryFlag.describe("`true` adds `result.compliance.explanation`: the rules behind each check."),
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
      items: items.map((item) => presentItem(item, query)),
    };
  },
  problems: ["bulkJobNotFound"],
});
