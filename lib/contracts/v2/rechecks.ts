import { z } from "zod";
import { defineContract } from "@/lib/contracts/shared/contract";
import { isoTime, timestamp } from "@/lib/contracts/shared/text";
import { momentKey } from "@/lib/contracts/shared/cursor";
import { accountQuery, listRoute, oneBeginning, pageShape, presentPage, sliceQuery } from "@/lib/contracts/v2/listings";
import { complianceStatusSchema } from "@/lib/contracts/vocabulary/statuses";
import { RECHECK_REASONS, SWITCHED_KINDS } from "@/lib/domain/recheck";
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
      .describe(
        "True while the day is not over everywhere in the United States (11:00 UTC of the next day) and, for `data_changed`, the last " +
          "check used other data than those in force; otherwise, nothing was checked since it was found.",
      ),
    reason: z
      .enum(RECHECK_REASONS)
      .describe(
        "`data_changed`: newer data gives another answer, or the application could not be assessed by both. `bulletin_ends`, `label_ends`, `registration_ends`: EPA's bulletin " +
          "(six months from the last check), a product's label, or its registration ends before the planned day. `newer_label`: EPA lists a " +
          "newer label of a product than the one that the answer went by.",
      ),
    ends_on: z.iso
      .date()
      .nullable()
      .describe(
        "Last day on which it holds, for `newer_label` the day before the newer label's date; null for `data_changed`.",
      ),
    registration: z
      .string()
      .nullable()
      .describe("Registration number of the product whose label or registration ends or is replaced; null otherwise."),
    found_at: timestamp.describe("When this was found, UTC."),
    switched_at: timestamp.nullable().describe("When the new set was put in force, UTC; null where something ends."),
    data_set: z
      .enum(SWITCHED_KINDS)
      .nullable()
      .describe(
        "What was switched: `pula`, the limitation areas; `county`, the county lines; `catalogue`, labels and the rules of limitation texts; `tables`, the " +
          "rule tables of a release (mitigation menus, county classes, automatic credits, and others). Null where something ends.",
      ),
    version_before: z.string().nullable().describe("Set, or tables, in force before; null where something ends."),
    version_after: z.string().nullable().describe("Set, or tables, in force since; null where something ends."),
    status_before: complianceStatusSchema
      .nullable()
      .describe(
        "Status by the set before; null where something ends, or the application could not be assessed. No buffer is placed for it or for " +
          "`status_after`: of an application whose buffer was worked out, both may be `indeterminate`.",
      ),
    status_after: complianceStatusSchema
      .nullable()
      .describe(
        "Status by the set since; null where something ends, `indeterminate` where the application could not be assessed.",
      ),
    pulas_added: pulaIds.describe("Areas that bear on the application only since."),
    pulas_removed: pulaIds.describe("Areas that bore on it only before."),
    pulas_changed: pulaIds.describe("Areas that bear on it with other codes, dates, or limitations."),
    issues_added: issueCodes.describe("Issue codes that only the newer answer has."),
    issues_removed: issueCodes.describe("Issue codes that only the older answer had."),
  })
  .meta({ id: "ListedRecheck", description: "A planned application to check again." });

export const recheckListResponse = z
  .strictObject({
    ...pageShape,
    total: pageShape.total.describe(
      "Entries that match. Null on pages that were asked for by `after`, and where more than 10,000 changes and ends of yours are kept, unless all that match are on this page.",
    ),
    rechecks: z.array(recheckSchema).describe("One entry an application, those found last first."),
  })
  .meta({ id: "RecheckList", description: "One page of applications to check again." });

type Listed = Awaited<ReturnType<typeof listRechecks>>;

const NO_SWITCH = {
  switched_at: null,
  data_set: null,
  version_before: null,
  version_after: null,
  status_before: null,
  status_after: null,
  pulas_added: [],
  pulas_removed: [],
  pulas_changed: [],
  issues_added: [],
  issues_removed: [],
};

function presentSwitch(switched: Listed["rows"][number]["switched"]) {
  if (switched === null) return NO_SWITCH;
  const { change } = switched;
  return {
    switched_at: isoTime(switched.switchedAt),
    data_set: switched.kind,
    version_before: switched.versionBefore,
    version_after: switched.versionAfter,
    status_before: change.statusBefore,
    status_after: change.statusAfter,
    pulas_added: change.pulasAdded,
    pulas_removed: change.pulasRemoved,
    pulas_changed: change.pulasChanged,
    issues_added: change.issuesAdded,
    issues_removed: change.issuesRemoved,
  };
}

export const recheckList = defineContract({
  ...listRoute,
  method: "GET",
  path: "/api/v2/rechecks",
  operationId: "listRechecks",
  tag: "Applications",
  summary: "List applications to check again",
  description:
    "After new limitation areas, labels, or rule tables are put in force, planned applications are assessed by the data before and since. Those " +
    "with another answer stand here, each with its newest change. So do those whose bulletin, label, or registration ends " +
    "within 30 days and before they are due, and those that went by a label of which EPA lists a newer one. Each is announced once by the webhook `application.recheck_suggested`. The saved " +
    "compliance does not change until you check again.",
  query: z
    .strictObject({
      account_id: accountQuery,
      state: z
        .enum(["open", "all"])
        .default("open")
        .describe("`open`: only those still to be checked again. `all`: also those checked since, and past days."),
      ...sliceQuery(
        "rechecks",
        z.tuple([momentKey, z.uuid()]),
        "an application of which something newer is found meanwhile moves to the front: read from there again until nothing is new",
      ),
    })
    .check(oneBeginning),
  response: recheckListResponse,
  present: (page: Listed): z.input<typeof recheckListResponse> => ({
    ...presentPage("rechecks", page),
    rechecks: page.rows.map(({ switched, ...row }) => ({
      application_event_id: row.applicationEventId,
      application_id: row.applicationId,
      account_id: row.accountId,
      provider_group_id: row.providerGroupId,
      provider_field_id: row.providerFieldId,
      application_date: row.applicationDate,
      open: row.isOpen,
      reason: row.reason,
      ends_on: row.endsOn,
      registration: row.registration,
      found_at: isoTime(row.foundAt),
      ...presentSwitch(switched),
    })),
  }),
});
