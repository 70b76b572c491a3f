import type { ApplicationMethod } from "@/lib/domain/application";
import { Prisma, type ProviderTx } from "@/lib/data/db";
import type { RememberedExemption } from "@/lib/domain/portal";

export interface ExemptibleApplication {
  applicationEventId: string;
  fieldId: string;
  applicationDate: string;
  year: number;
  method: ApplicationMethod;
  /** Of the field, on the spheroid; null: it has no boundary. */
  areaSqm: number | null;
  isLocked: boolean;
  exemption: RememberedExemption;
}

/** A live application with an EPA runoff requirement; both are held until the transaction ends. Null when there is none. */
export async function findExemptible(
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
): Promise<ExemptibleApplication | null> {
  const rows = await tx.$queryRaw<ExemptibleApplication[]>`
    SELECT a.application_event_id AS "applicationEventId", a.field_id AS "fieldId",
           to_char(a.application_date, 'YYYY-MM-DD') AS "applicationDate",
           date_part('year', a.application_date)::int AS year, a.application_method AS method,
           ST_Area(f.boundary::geography) AS "areaSqm",
           a.portal_locked_at IS NOT NULL AS "isLocked",
           jsonb_build_object('required', r.required, 'evaluatedAt', r.exemption_evaluated_at,
                              'reasons', r.exemption_reasons,
                              'treatedAcres', r.exemption_treated_acres) AS exemption
    FROM application a JOIN field f USING (provider_id, field_id)
      JOIN requirement r USING (provider_id, application_event_id)
    WHERE a.provider_id = ${providerId} AND a.application_event_id = ${applicationEventId}::uuid
      AND r.mitigation_type = 'epa_runoff' AND f.archived_at IS NULL
    FOR SHARE OF a
    FOR UPDATE OF r`;
  return rows[0] ?? null;
}

export const saveExemption = (
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
  { required, evaluatedAt, reasons, treatedAcres }: RememberedExemption,
): Promise<unknown> =>
  tx.requirement.update({
    where: {
      providerId_applicationEventId_mitigationType: { providerId, applicationEventId, mitigationType: "epa_runoff" },
    },
    data: {
      required,
      exemptionEvaluatedAt: evaluatedAt === null ? null : new Date(evaluatedAt),
      exemptionReasons: reasons ?? Prisma.DbNull,
      exemptionTreatedAcres: treatedAcres ?? null,
      updatedAt: new Date(),
    },
  });
