import { z } from "zod";
import type { GroupCompliance } from "@/lib/usecases/groups/list-compliance";
import { defineContract } from "@/lib/contracts/shared/contract";
import { queryIntegerOr } from "@/lib/contracts/shared/query";
import { isoTime, queryFlag, text, timestamp } from "@/lib/contracts/shared/text";
import { presentSavedApplication, savedApplicationSchema } from "@/lib/contracts/v2/saved-compliance";

export const groupParams = z.object({
  providerGroupId: text().describe("The `provider_group_id` of the checks, URL-encoded."),
});

export const groupComplianceResponse = z
  .strictObject({
    success: z.literal(true).describe("True on every 200. It says nothing about compliance."),
    retrieved_at: timestamp.describe("When the page was read, UTC."),
    account_id: z.string().describe("The account asked about."),
    provider_group_id: z.string().describe("The group asked about."),
    total: z.int().describe("Applications in the group and account."),
    offset: z.int().describe("Offset of this page."),
    limit: z.int().describe("Most applications this page holds."),
    next_offset: z.int().nullable().describe("Offset of the next page, null on the last."),
    applications: z.array(savedApplicationSchema).describe("Applications in the order of their reference."),
  })
  .meta({ id: "GroupCompliance", description: "One page of a group. There is no verdict over a group." });

const nextOffset = ({ offset, applications, total }: GroupCompliance): number | null => {
  const next = offset + applications.length;
  return applications.length > 0 && next < total ? next : null;
};

export const groupCompliance = defineContract({
  method: "GET",
  path: "/api/v2/groups/{providerGroupId}/compliance",
  operationId: "listGroupCompliance",
  tag: "Groups",
  summary: "Read the compliance of a group's applications, page by page",
  description:
    "Members in order of their reference; each page is one consistent snapshot. When membership changes while " +
    "paging, start again at offset 0. There is no verdict over a group.",
  rateClass: "reads",
  isProcessing: false,
  body: null,
  query: z.strictObject({
    account_id: text().describe("The account that the group belongs to."),
    offset: queryIntegerOr(0, 0, 1_000_000).describe("Applications to skip, 0 to 1,000,000."),
    limit: queryIntegerOr(50, 1, 100).describe("Most applications of a page, 1 to 100."),
    include_geometry: queryFlag.describe("`true` adds saved PULA geometry and drawn ground."),
    explain: queryFlag.describe("`true` adds `last_assessment.explanation`: the rules behind the last check."),
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
