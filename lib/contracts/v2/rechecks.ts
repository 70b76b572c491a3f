import { z } from "zod";
import { defineContract } from "@/lib/contracts/shared/contract";
import { isoTime, timestamp } from "@/lib/contracts/shared/text";
import { accountQuery, listRoute, pageShape, presentPage, sliceQuery } from "@/lib/contracts/v2/listings";
import { complianceStatusSchema } from "@/lib/contracts/vocabulary/statuses";
import type { listRechecks } from "@/lib/usecases/listings/list-records";

const pulaIds = z.array(z.int());
/** Codes are as they were found; a later release may have dropped one. */
const issueCodes = z.array(z.string());

const recheckSchema = z
  .strictObject({
    application_event_id: z.uuid().describe("Reference of the application: check it again."),
    application_id: z.string().describe("Your identifier of the application."),
    account_id: z.string().describe("The account."),
    provider_group_id: z.string().nullable().describe("Your identifier of the group; null: in none."),
    provider_field_id: z.string().describe("Your identifier of the field."),
    application_date: z.iso.date().describe("Planned day of application."),
    open: z
      .boolean()
      .describe("True while the day is still to come and the last check used other data than those in force."),
    switched_at: timestamp.describe("When the new set was put in force, UTC."),
    found_at: timestamp.describe("When the change of this application was found, UTC."),
    data_set: z
      .enum(["pula", "catalogue"])
      .describe(
        "What was switched: `pula`, the limitation areas; `catalogue`, labels and the rules of limitation texts.",
      ),
    version_before: z.string().describe("Set in force before."),
    version_after: z.string().describe("Set in force since."),
    status_before: complianceStatusSchema.describe("Status by the set before."),
    status_after: complianceStatusSchema.describe("Status by the set since."),
    pulas_added: pulaIds.describe("Areas that bear on the application only since."),
    pulas_removed: pulaIds.describe("Areas that bore on it only before."),
    pulas_changed: pulaIds.describe("Areas that bear on it with other codes, dates, or limitations."),
    issues_added: issueCodes.describe("Issue codes that only the newer answer has."),
    issues_removed: issueCodes.describe("Issue codes that only the older answer had."),
  })
  .meta({ id: "ListedRecheck", description: "A planned application whose answer changed with the data." });

export const recheckListResponse = z
  .strictObject({
    ...pageShape,
    rechecks: z.array(recheckSchema).describe("One entry an application, those found last first."),
  })
  .meta({ id: "RecheckList", description: "One page of applications to check again." });

export const recheckList = defineContract({
  ...listRoute,
  method: "GET",
  path: "/api/v2/rechecks",
  operationId: "listRechecks",
  tag: "Applications",
  summary: "List applications whose answer changed with the data",
  description:
    "After new limitation areas or labels are put in force, planned applications are assessed by the data before and since. Those " +
    "with another answer stand here, each with its newest change, and are announced once by the webhook " +
    "`application.recheck_suggested`. The saved compliance does not change until you check again.",
  query: z.strictObject({
    account_id: accountQuery,
    state: z
      .enum(["open", "all"])
      .default("open")
      .describe("`open`: only those still to be checked again. `all`: also those checked since, and past days."),
    ...sliceQuery,
  }),
  response: recheckListResponse,
  present: (page: Awaited<ReturnType<typeof listRechecks>>): z.input<typeof recheckListResponse> => ({
    ...presentPage(page),
    rechecks: page.rows.map(({ change, ...row }) => ({
      application_event_id: row.applicationEventId,
      application_id: row.applicationId,
      account_id: row.accountId,
      provider_group_id: row.providerGroupId,
      provider_field_id: row.providerFieldId,
      application_date: row.applicationDate,
      open: row.isOpen,
      switched_at: isoTime(row.switchedAt),
      found_at: isoTime(row.foundAt),
      data_set: row.kind,
      version_before: row.versionBefore,
      version_after: row.versionAfter,
      status_before: change.statusBefore,
      status_after: change.statusAfter,
      pulas_added: change.pulasAdded,
      pulas_removed: change.pulasRemoved,
      pulas_changed: change.pulasChanged,
      issues_added: change.issuesAdded,
      issues_removed: change.issuesRemoved,
    })),
  }),
});
