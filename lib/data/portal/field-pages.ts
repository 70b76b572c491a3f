import type { ApplicationMethod } from "@/lib/domain/application";
import type { ProviderTx } from "@/lib/data/db";
import type { FieldGround } from "@/lib/domain/field";

/** An application as the portal's switcher lists it. */
export interface ListedApplication {
  applicationEventId: string;
  applicationId: string;
  providerGroupId: string | null;
  /** `YYYY-MM-DD`. */
  applicationDate: string;
  method: ApplicationMethod;
  productNames: string[];
  isLocked: boolean;
}

/** A live field with its applications, the latest first. */
export interface ListedField {
  fieldId: string;
  providerFieldId: string;
  accountId: string;
  fieldName: string;
  /** On the spheroid, square metres; null without a boundary. */
  areaSqm: number | null;
  ground: FieldGround | null;
  applications: ListedApplication[];
}

/** One live field and its applications: one statement. Null when the provider has no such field. */
export async function findListedField(
  tx: ProviderTx,
  providerId: string,
  fieldId: string,
): Promise<ListedField | null> {
  const rows = await tx.$queryRaw<ListedField[]>`
    SELECT f.field_id AS "fieldId", f.provider_field_id AS "providerFieldId", f.account_id AS "accountId",
           f.field_name AS "fieldName", ST_Area(f.boundary::geography) AS "areaSqm", f.ground,
           coalesce((
             SELECT json_agg(json_build_object(
               'applicationEventId', a.application_event_id, 'applicationId', a.application_id,
               'providerGroupId', a.provider_group_id, 'applicationDate', to_char(a.application_date, 'YYYY-MM-DD'),
               'method', a.application_method,
               'productNames', jsonb_path_query_array(a.products, '$[*].productName'),
               'isLocked', a.portal_locked_at IS NOT NULL) ORDER BY a.application_date DESC, a.application_event_id DESC)
             FROM application a WHERE a.provider_id = f.provider_id AND a.field_id = f.field_id), '[]') AS applications
    FROM field f
    WHERE f.provider_id = ${providerId} AND f.field_id = ${fieldId}::uuid AND f.archived_at IS NULL`;
  return rows[0] ?? null;
}
