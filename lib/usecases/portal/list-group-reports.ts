import { asProvider } from "@/lib/data/db";
import { findGroupFields } from "@/lib/data/portal/group-fields";
import type { GroupScope } from "@/lib/usecases/portal/read-group";
import type { PortalSession } from "@/lib/usecases/portal/session";

/** Reports of one archive: a report takes about a second. */
export const REPORTS_AT_ONCE = 50;

/** A field of a group whose report is wanted, with the year of the group's latest application on it. */
export interface ReportedField {
  fieldId: string;
  fieldName: string;
  year: number;
}

/** Fields of a group by name, from a place in that order (from 1), as many as one archive holds. */
export async function listGroupReports(
  { pass: { deps }, providerId }: PortalSession,
  scope: GroupScope,
  from: number,
): Promise<ReportedField[]> {
  const slice = { search: "", wholeUpTo: 0, offset: from - 1, limit: REPORTS_AT_ONCE };
  const { fields } = await asProvider(deps.db, providerId, (tx) =>
    findGroupFields(tx, providerId, { ...scope, now: deps.clock() }, slice),
  );
  return fields.flatMap(({ fieldId, fieldName, applications: [latest] }) =>
    latest === undefined ? [] : [{ fieldId, fieldName, year: Number(latest.saved.applicationDate.slice(0, 4)) }],
  );
}
