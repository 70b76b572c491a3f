import { z } from "zod";
import { defineContract } from "@/lib/contracts/shared/contract";
import { always, membersOf } from "@/lib/contracts/shared/always";
import { cursorOf, momentKey, nameKey, queryCursor } from "@/lib/contracts/shared/cursor";
import { queryIntegerOr } from "@/lib/contracts/shared/query";
import { isoTime, isoTimeOrNull, text, timestamp } from "@/lib/contracts/shared/text";
import { jobUrls } from "@/lib/contracts/v2/bulk-job";
import { bulkJobStatusSchema, processingStatusSchema } from "@/lib/contracts/vocabulary/statuses";
import type { listApplications, listBulkJobs, listFields, Page } from "@/lib/usecases/listings/list-records";

/** Farther than this an entry is found by the one before it. */
const FARTHEST_OFFSET = 100_000;

const STAYS = "entries that come or go meanwhile make none come twice or be passed over";

/** Which part of a list is asked for. `key` is what orders it; `meanwhile`: what becomes of entries that change while it is read. */
export const sliceQuery = <Key>(list: string, key: z.ZodType<Key>, meanwhile: string = STAYS) => ({
  offset: queryIntegerOr(0, 0, FARTHEST_OFFSET, "send next_after of the page before as after").describe(
    "Entries to skip, 0 to 100,000. Send `after` in its place to read a long list to its end.",
  ),
  after: queryCursor(list, key)
    .optional()
    .describe(
      `\`next_after\` of the page before, to read a list to its end: each page is as quick as the first, and ${meanwhile}. ` +
        "Keep the other parameters as they were, and leave out `offset`.",
    ),
  limit: queryIntegerOr(50, 1, 100).describe("Most entries of a page, 1 to 100."),
});

/** A page begins at one place. */
export const oneBeginning = always((query) => {
  const { offset, after } = membersOf(query);
  const isTwice = after !== undefined && Number(offset ?? 0) > 0;
  return isTwice ? [{ path: ["offset"], message: "must be left out where after is sent" }] : [];
});

export const accountQuery = text()
  .optional()
  .describe("Only those of this account. Left out: of every account of yours.");

export const pageShape = {
  success: z.literal(true).describe("True on every 200. It says nothing about compliance."),
  total: z
    .int()
    .nullable()
    .describe("Entries that match; null where they are more than 10,000, and on pages that were asked for by `after`."),
  offset: z.int().nullable().describe("Offset of this page, null where it was asked for by `after`."),
  limit: z.int().describe("Most entries this page holds."),
  next_offset: z
    .int()
    .nullable()
    .describe("Offset of the next page. Null on the last, and on pages that were asked for by `after`."),
  next_after: z.string().nullable().describe("Send it as `after` for the next page. Null on the last."),
};

export function presentPage<Key>(
  list: string,
  { total, offset, after, limit, rows, isMore, nextAfter }: Page<unknown, Key>,
) {
  const next = offset + rows.length;
  return {
    success: true as const,
    total,
    offset: after === null ? offset : null,
    limit,
    // Also where it is past what is taken: a client that goes by it is refused, and does not take the list for whole.
    next_offset: after === null && isMore ? next : null,
    next_after: nextAfter === null ? null : cursorOf(list, nextAfter),
  };
}

export const listRoute = {
  rateClass: "reads",
  isProcessing: false,
  body: null,
  params: z.object({}),
  problems: [],
} as const;

const listedApplicationSchema = z
  .strictObject({
    application_event_id: z.uuid().describe("Reference of the application: read its compliance by it."),
    application_id: z.string().describe("Your identifier of the application."),
    account_id: z.string().describe("The account."),
    provider_group_id: z.string().nullable().describe("Your identifier of the group; null: in none."),
    provider_field_id: z.string().describe("Your identifier of the field."),
    field_name: z.string().describe("Name of the field."),
    application_date: z.iso.date().describe("Day of application."),
    application_method: z.string().describe("How the product is applied."),
    processing_status: processingStatusSchema,
    updated_at: timestamp.describe("When the application was last saved, UTC."),
    portal_locked_at: timestamp.nullable().describe("When it was locked, UTC; null: it is not."),
  })
  .meta({ id: "ListedApplication", description: "A saved application, without its compliance." });

export const applicationListResponse = z
  .strictObject({
    ...pageShape,
    applications: z.array(listedApplicationSchema).describe("Applications in the order they were made."),
  })
  .meta({ id: "ApplicationList", description: "One page of applications." });

export const applicationList = defineContract({
  ...listRoute,
  method: "GET",
  path: "/api/v2/applications",
  operationId: "listApplications",
  tag: "Applications",
  summary: "List applications, or find one by your own identifier",
  description:
    "Finds the `application_event_id` of an `application_id`. Archived fields are left out, and so are checks that ended " +
    "early, which save nothing. Read the compliance of each by its reference.",
  query: z
    .strictObject({
      application_id: text()
        .optional()
        .describe("Only the one with this identifier of yours; unique within an account."),
      account_id: accountQuery,
      provider_field_id: text().optional().describe("Only those on this field."),
      ...sliceQuery("applications", z.uuid()),
    })
    .check(oneBeginning),
  response: applicationListResponse,
  present: (page: Awaited<ReturnType<typeof listApplications>>): z.input<typeof applicationListResponse> => ({
    ...presentPage("applications", page),
    applications: page.rows.map((row) => ({
      application_event_id: row.applicationEventId,
      application_id: row.applicationId,
      account_id: row.accountId,
      provider_group_id: row.providerGroupId,
      provider_field_id: row.providerFieldId,
      field_name: row.fieldName,
      application_date: row.applicationDate,
      application_method: row.applicationMethod,
      processing_status: row.processingStatus,
      updated_at: isoTime(row.updatedAt),
      portal_locked_at: isoTimeOrNull(row.portalLockedAt),
    })),
  }),
});

const listedFieldSchema = z
  .strictObject({
    provider_field_id: z.string().describe("Your identifier of the field."),
    account_id: z.string().describe("The account."),
    field_name: z.string().describe("Name of the field."),
    applications: z.int().describe("Saved applications on it."),
    portal_expires_at: timestamp.nullable().describe("When its portal closes, UTC; null: it was never opened."),
    updated_at: timestamp.describe("When the field was last saved, UTC."),
  })
  .meta({ id: "ListedField", description: "A saved field, without its boundary." });

export const fieldListResponse = z
  .strictObject({
    ...pageShape,
    fields: z.array(listedFieldSchema).describe("Fields in order of account and identifier."),
  })
  .meta({ id: "FieldList", description: "One page of fields." });

export const fieldList = defineContract({
  ...listRoute,
  method: "GET",
  path: "/api/v2/fields",
  operationId: "listFields",
  tag: "Fields",
  summary: "List saved fields",
  description: "Archived fields are left out.",
  query: z
    .strictObject({
      account_id: accountQuery,
      ...sliceQuery("fields", z.tuple([nameKey, nameKey, z.uuid()])),
    })
    .check(oneBeginning),
  response: fieldListResponse,
  present: (page: Awaited<ReturnType<typeof listFields>>): z.input<typeof fieldListResponse> => ({
    ...presentPage("fields", page),
    fields: page.rows.map((row) => ({
      provider_field_id: row.providerFieldId,
      account_id: row.accountId,
      field_name: row.fieldName,
      applications: row.applications,
      portal_expires_at: isoTimeOrNull(row.portalExpiresAt),
      updated_at: isoTime(row.updatedAt),
    })),
  }),
});

const listedJobSchema = z
  .strictObject({
    job_id: z.uuid().describe("Identifier of the job."),
    account_id: z.string().describe("The account of the submission."),
    provider_group_id: z.string().describe("The group of the submission."),
    status: bulkJobStatusSchema,
    total_items: z.int().describe("Checks in the job, 1 to 100."),
    created_at: timestamp.describe("When the job was accepted, UTC."),
    started_at: timestamp.nullable().describe("When the first item began, UTC; null while queued."),
    completed_at: timestamp.nullable().describe("When the last item ended, UTC; null until then."),
    expires_at: timestamp.nullable().describe("When results are deleted, UTC; null until the end."),
    status_url: z.string().describe("Path of the job's status, relative to the host."),
    results_url: z.string().describe("Path of the results, relative to the host."),
  })
  .meta({ id: "ListedBulkJob", description: "A bulk job, without its counts." });

export const bulkJobListResponse = z
  .strictObject({ ...pageShape, jobs: z.array(listedJobSchema).describe("Jobs, newest first.") })
  .meta({ id: "BulkJobList", description: "One page of bulk jobs." });

export const bulkJobList = defineContract({
  ...listRoute,
  method: "GET",
  path: "/api/v2/esa-check/bulk",
  operationId: "listBulkJobs",
  tag: "Bulk jobs",
  summary: "List bulk jobs",
  description: "Newest first, for as long as their results are kept.",
  query: z
    .strictObject({
      account_id: accountQuery,
      ...sliceQuery("jobs", z.tuple([momentKey, z.uuid()])),
    })
    .check(oneBeginning),
  response: bulkJobListResponse,
  present: (page: Awaited<ReturnType<typeof listBulkJobs>>): z.input<typeof bulkJobListResponse> => ({
    ...presentPage("jobs", page),
    jobs: page.rows.map((job) => ({
      job_id: job.jobId,
      account_id: job.accountId,
      provider_group_id: job.providerGroupId,
      status: job.status,
      total_items: job.totalItems,
      created_at: isoTime(job.createdAt),
      started_at: isoTimeOrNull(job.startedAt),
      completed_at: isoTimeOrNull(job.completedAt),
      expires_at: isoTimeOrNull(job.expiresAt),
      ...jobUrls(job.jobId),
    })),
  }),
});
