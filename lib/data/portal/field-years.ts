import { findFieldYearApplications } from "@/lib/data/compliance-reads";
import type { ProviderTx } from "@/lib/data/db";
import { listChanges } from "@/lib/data/portal/changes";
import { readGround } from "@/lib/data/stored/parts";
import type { FieldYear } from "@/lib/domain/field-year";
import type { FieldGround } from "@/lib/domain/field";
import type { Selection } from "@/lib/domain/mitigation";
import type { ChangeRecord } from "@/lib/domain/portal";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";

/** A live field in one year: what is selected, what its ground gives, and the applications that share it. */
export interface FieldYearRecord extends FieldYear {
  fieldName: string;
  ground: FieldGround | null;
  revision: number;
  selections: Selection[];
  /** Measures that the portal's users selected on other live fields of the account in this year or the one before. */
  usedElsewhere: number[];
  /** Measures that the portal's users selected on this field in the year before. */
  lastYear: Pick<Selection, "system" | "subOptionId">[];
  applications: SavedApplicationRecord[];
  /** Newest first. */
  changes: ChangeRecord[];
}

type FieldRow = Pick<
  FieldYearRecord,
  "fieldName" | "ground" | "revision" | "selections" | "usedElsewhere" | "lastYear"
>;

/** Three statements; ask inside one snapshot. Null: the provider has no such live field. */
export async function findFieldYear(
  tx: ProviderTx,
  providerId: string,
  { fieldId, year }: FieldYear,
): Promise<FieldYearRecord | null> {
  const rows = await tx.$queryRaw<FieldRow[]>`
    SELECT f.field_name AS "fieldName", f.ground,
           coalesce((SELECT y.revision FROM field_year y
                     WHERE y.provider_id = f.provider_id AND y.field_id = f.field_id AND y.year = ${year}), 1) AS revision,
           coalesce((SELECT json_agg(json_build_object(
               'system', s.system, 'subOptionId', s.sub_option_id, 'source', s.source,
               'implementationDate', to_char(s.implementation_date, 'YYYY-MM-DD'), 'notes', s.notes)
               ORDER BY s.sub_option_id)
             FROM measure_selection s
             WHERE s.provider_id = f.provider_id AND s.field_id = f.field_id AND s.year = ${year}), '[]') AS selections,
           coalesce((SELECT json_agg(DISTINCT s.sub_option_id)
             FROM measure_selection s JOIN field other USING (provider_id, field_id)
             WHERE s.provider_id = f.provider_id AND other.account_id = f.account_id AND s.field_id <> f.field_id
               AND other.archived_at IS NULL AND s.source = 'portal' AND s.year IN (${year}, ${year} - 1)), '[]')
             AS "usedElsewhere",
           coalesce((SELECT json_agg(json_build_object('system', s.system, 'subOptionId', s.sub_option_id)
                                     ORDER BY s.sub_option_id)
             FROM measure_selection s
             WHERE s.provider_id = f.provider_id AND s.field_id = f.field_id AND s.year = ${year} - 1
               AND s.source = 'portal'), '[]') AS "lastYear"
    FROM field f
    WHERE f.provider_id = ${providerId} AND f.field_id = ${fieldId}::uuid AND f.archived_at IS NULL`;
  const row = rows[0];
  if (row === undefined) return null;
  const applications = await findFieldYearApplications(tx, providerId, { fieldId, year });
  const changes = await listChanges(tx, providerId, { fieldId, year });
  return { fieldId, year, ...row, ground: readGround(row.ground), applications, changes };
}
