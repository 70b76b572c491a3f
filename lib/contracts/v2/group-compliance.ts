import { z } from "zod";
import type { GroupCompliance } from "@/lib/usecases/groups/list-compliance";
import { defineContract } from "@/lib/contracts/shared/contract";
import { queryInteger } from "@/lib/contracts/shared/query";
import { isoTime, queryFlag, text, timestamp } from "@/lib/contracts/shared/text";
import { presentSavedApplication, savedApplicationSchema } from "@/lib/contracts/v2/saved-compliance";

export const groupParams = z.object({ providerGroupId: text() });

export const groupComplianceResponse = z
  .strictObject({
    success: z.literal(true),
    retrieved_at: timestamp,
    account_id: z.string(),
    provider_group_id: z.string(),
    total: z.int(),
    offset: z.int(),
    limit: z.int(),
    next_offset: z.int().nullable(),
    applications: z.array(savedApplicationSchema),
  })
  .meta({ id: "GroupCompliance" });

const nextOffset = ({ offset, applications, total }: GroupCompliance): number | null => {
  const next = offset + applications.length;
  return applications.length > 0 && next < total ? next : null;
};

export const groupCompliance = defineContract({
  method: "GET",
  path: "/api/v2/groups/{providerGroupId}/compliance",
  operationId: "listGroupCompliance",
  summary: "Read the compliance of a group's applications, page by page",
  description:
    "Members in order of their reference; each page is one consistent snapshot. When membership changes while " +
    "paging, start again at offset 0. There is no verdict over a group.",
  rateClass: "reads",
  isProcessing: false,
  body: null,
  query: z.strictObject({
    account_id: text(),
    offset: queryInteger(0, 1_000_000).default(0),
    limit: queryInteger(1, 100).default(50),
    include_geometry: queryFlag.default(false),
  }),
  params: groupParams,
  response: groupComplianceResponse,
  present: (page: GroupCompliance, { query }): z.input<typeof groupComplianceResponse> => ({
    success: true,
    retrieved_at: isoTime(page.retrievedAt),
    account_id: page.accountId,
    provider_group_id: page.providerGroupId,
    total: page.total,
    offset: page.offset,
    limit: page.limit,
    next_offset: nextOffset(page),
    applications: page.applications.map((application) => presentSavedApplication(application, query.include_geometry)),
  }),
  problems: ["groupNotFound"],
});
