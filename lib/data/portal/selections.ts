import { Prisma, type ProviderTx } from "@/lib/data/db";
import { computedOf } from "@/lib/data/sibling-mixes";
import type { ApplicationMethod, SiblingMix } from "@/lib/domain/application";
import type { FieldYear } from "@/lib/domain/field-year";
import type { CreditSource, Selection } from "@/lib/domain/mitigation";
import type { RunoffSystem } from "@/lib/domain/product";
import type { RememberedSelection } from "@/lib/domain/portal";

/**
 * Raises the revision of a live field's year and holds its row until the transaction ends. The revision before; null
 * where the provider has no such live field.
 */
export async function raiseRevision(
  tx: ProviderTx,
  providerId: string,
  { fieldId, year }: FieldYear,
): Promise<number | null> {
  const rows = await tx.$queryRaw<{ revision: number }[]>`
    INSERT INTO field_year AS y (provider_id, field_id, year, revision)
    SELECT provider_id, field_id, ${year}, 2 FROM field
    WHERE provider_id = ${providerId} AND field_id = ${fieldId}::uuid AND archived_at IS NULL
    ON CONFLICT (provider_id, field_id, year) DO UPDATE SET revision = y.revision + 1, updated_at = excluded.updated_at
    RETURNING revision - 1 AS revision`;
  return rows[0]?.revision ?? null;
}

export async function findSelection(
  tx: ProviderTx,
  providerId: string,
  { fieldId, year }: FieldYear,
  { system, subOptionId }: Pick<Selection, "system" | "subOptionId">,
): Promise<Selection | null> {
  const row = await tx.measureSelection.findUnique({
    where: { providerId_fieldId_year_system_subOptionId: { providerId, fieldId, year, system, subOptionId } },
  });
  if (row === null) return null;
  return {
    system: row.system as RunoffSystem,
    subOptionId: row.subOptionId,
    source: row.source as CreditSource,
    implementationDate: row.implementationDate?.toISOString().slice(0, 10) ?? null,
    notes: row.notes,
  };
}

/** An application of the field and year, as far as a measure may contradict it. */
export interface RivalApplication extends SiblingMix {
  method: ApplicationMethod;
}

/** What a new selection may contradict: the measures selected already, and the year's applications. */
export interface Rivals {
  selectedIds: number[];
  applications: RivalApplication[];
}

export async function findRivals(tx: ProviderTx, providerId: string, { fieldId, year }: FieldYear): Promise<Rivals> {
  const rows = await tx.$queryRaw<Rivals[]>`
    SELECT (SELECT coalesce(array_agg(s.sub_option_id), '{}') FROM measure_selection s
            WHERE s.provider_id = ${providerId} AND s.field_id = ${fieldId}::uuid AND s.year = ${year}) AS "selectedIds",
           (SELECT coalesce(jsonb_agg(jsonb_build_object(
                     'applicationDate', to_char(a.application_date, 'YYYY-MM-DD'), 'method', a.application_method,
                     'gpa', a.gpa, 'products', a.products,
                     'computed', ${computedOf(Prisma.sql`a`)})), '[]') FROM application a
            WHERE a.provider_id = ${providerId} AND a.field_id = ${fieldId}::uuid
              AND date_part('year', a.application_date) = ${year}) AS applications`;
  return rows[0] ?? { selectedIds: [], applications: [] };
}

/** Puts a portal selection in place of whatever the portal had there; an automatic credit is never touched. */
export const putSelection = (
  tx: ProviderTx,
  providerId: string,
  { fieldId, year }: FieldYear,
  selection: RememberedSelection,
): Promise<number> => tx.$executeRaw`
  INSERT INTO measure_selection (provider_id, field_id, year, system, sub_option_id, source, implementation_date, notes)
  VALUES (${providerId}, ${fieldId}::uuid, ${year}, ${selection.system}, ${selection.subOptionId}, 'portal',
          ${selection.implementationDate}::date, ${selection.notes})
  ON CONFLICT (provider_id, field_id, year, system, sub_option_id) DO UPDATE SET
    implementation_date = excluded.implementation_date, notes = excluded.notes
    WHERE measure_selection.source = 'portal'`;

export const removeSelection = (
  tx: ProviderTx,
  providerId: string,
  { fieldId, year }: FieldYear,
  { system, subOptionId }: Pick<RememberedSelection, "system" | "subOptionId">,
): Promise<number> => tx.$executeRaw`
  DELETE FROM measure_selection
  WHERE provider_id = ${providerId} AND field_id = ${fieldId}::uuid AND year = ${year} AND system = ${system}
    AND sub_option_id = ${subOptionId} AND source = 'portal'`;
