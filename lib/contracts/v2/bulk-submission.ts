import { z } from "zod";
import { isTerminal } from "@/lib/domain/bulk-job";
import { BULK_BODY } from "@/lib/contracts/shared/body-limit";
import { defineContract, type RequestHeaders } from "@/lib/contracts/shared/contract";
import { text } from "@/lib/contracts/shared/text";
import { bulkItemSchema, presentItem } from "@/lib/contracts/v2/bulk-item";
import { jobUrls } from "@/lib/contracts/v2/bulk-job";
import { bulkBody, judgeBoundaries } from "@/lib/contracts/v2/bulk-request";
import type { AcceptedJob } from "@/lib/usecases/bulk/submit-job";
import { bulkJobStatusSchema } from "@/lib/contracts/vocabulary/statuses";

const LONGEST_WAIT_S = 30;

/** `wait=N` of a Prefer header; other preferences are not ours to judge (RFC 7240). */
const preferSchema = z.string().transform((value, context) => {
  const waits = value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => /^wait\b/i.test(part));
  const [wait] = waits;
  if (wait === undefined) return 0;
  const seconds = /^wait\s*=\s*"?(\d{1,3})"?$/i.exec(wait)?.[1];
  if (waits.length === 1 && seconds !== undefined && Number(seconds) <= LONGEST_WAIT_S) return Number(seconds);
  context.issues.push({ code: "custom", message: `wait must be 0 to ${LONGEST_WAIT_S} seconds`, input: value });
  return z.NEVER;
});

const headersSchema: z.ZodType<RequestHeaders> = z
  .object({ idempotency_key: text().optional(), prefer: preferSchema.optional() })
  .transform(({ idempotency_key: key, prefer }) => ({ idempotencyKey: key ?? null, waitS: prefer ?? 0 }));

export const bulkSubmissionResponse = z
  .strictObject({
    success: z.literal(true).describe("True: the job is accepted and committed."),
    job_id: z.uuid().describe("Identifier of the job."),
    status: bulkJobStatusSchema.describe("State of the job at this moment."),
    total_items: z.int().describe("Checks in the job."),
    replayed: z.boolean().describe("True when the `Idempotency-Key` already had this job: nothing new was started."),
    status_url: z.string().describe("Path of the job's status, relative to the host."),
    results_url: z.string().describe("Path of the results, relative to the host."),
    esa_required: z
      .literal(false)
      .optional()
      .describe("Present and false when no product has ESA label language: the job is complete at birth."),
    items: z.array(bulkItemSchema).optional().describe("The items, only with `esa_required: false`."),
  })
  .meta({ id: "BulkSubmission", description: "An accepted job." });

export const bulkSubmission = defineContract({
  method: "POST",
  path: "/api/v2/esa-check/bulk",
  operationId: "submitBulkChecks",
  tag: "Bulk jobs",
  summary: "Submit up to 100 checks as one job",
  description:
    "All or nothing: one invalid field refuses the whole. An accepted job is committed with its items. With " +
    "`Idempotency-Key` the same submission gives the same job, another one under that key is refused. A job whose " +
    "products are all free of ESA language is complete at once and has its items in the answer.",
  rateClass: "writes",
  isProcessing: false,
  status: 202,
  body: bulkBody,
  bodyLimit: BULK_BODY,
  judgeAhead: judgeBoundaries,
  query: z.strictObject({}),
  headers: headersSchema,
  params: z.object({}),
  response: bulkSubmissionResponse,
  present: ({ job, replayed, items }: AcceptedJob): z.input<typeof bulkSubmissionResponse> => ({
    success: true,
    job_id: job.jobId,
    status: job.status,
    total_items: job.totalItems,
    replayed,
    ...jobUrls(job.jobId),
    ...(items === null
      ? {}
      : { esa_required: false, items: items.map((item) => presentItem(item, { explain: false })) }),
  }),
  answerHeaders: ({ job }, { headers: { waitS } }) => ({
    Location: jobUrls(job.jobId).status_url,
    ...(waitS > 0 ? { "Preference-Applied": `wait=${waitS}` } : {}),
    ...(isTerminal(job.status) ? {} : { "Retry-After": "5" }),
  }),
  problems: ["idempotencyConflict", "bulkBacklogExceeded", "portalSasUnconfigured", "unmappedConflict"],
});
