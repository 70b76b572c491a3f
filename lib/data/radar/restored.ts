import type { ProviderTx } from "@/lib/data/db";
import { findOpenRechecks } from "@/lib/data/radar/listed-rechecks";

interface PlannedOfField {
  applicationEventId: string;
  applicationId: string;
  accountId: string;
  applicationDate: string;
}

/**
 * Tells a provider what is open of the planned applications of a field that is back: while it was archived, what the radar found was
 * kept and not told. The messages are those of the triggers `recheck_tells` and `recheck_ending_tells`.
 */
export async function tellOfRestored(
  tx: ProviderTx,
  providerId: string,
  { fieldId, fromDay }: { fieldId: string; fromDay: string },
): Promise<void> {
  const planned = await tx.$queryRaw<PlannedOfField[]>`
    SELECT application_event_id::text AS "applicationEventId", application_id AS "applicationId", account_id AS "accountId",
           to_char(application_date, 'YYYY-MM-DD') AS "applicationDate"
    FROM application
    WHERE provider_id = ${providerId} AND field_id = ${fieldId}::uuid AND application_date >= ${fromDay}::date
    ORDER BY application_event_id`;
  const applicationEventIds = planned.map((each) => each.applicationEventId);
  const rechecks = await findOpenRechecks(tx, providerId, { applicationEventIds, fromDay });
  for (const { applicationEventId, applicationId, accountId, applicationDate } of planned) {
    const open = rechecks.get(applicationEventId);
    if (open === undefined) continue;
    const told = {
      application_event_id: applicationEventId,
      application_id: applicationId,
      account_id: accountId,
      application_date: applicationDate,
      reason: open.reason,
      ends_on: open.endsOn,
      registration: open.registration,
      status_before: open.switched?.change.statusBefore ?? null,
      status_after: open.switched?.change.statusAfter ?? null,
    };
    await tx.$executeRaw`
      SELECT tell_provider(${providerId}, 'application.recheck_suggested', ${JSON.stringify(told)}::jsonb)`;
  }
}
