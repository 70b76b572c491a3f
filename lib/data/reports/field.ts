import type { MultiPolygon } from "geojson";
import { Prisma, type ProviderTx } from "@/lib/data/db";
import { fieldCounties } from "@/lib/data/field-counties";
import { readGround } from "@/lib/data/stored/parts";
import type { FieldGround } from "@/lib/domain/field";
import type { FoundCounty } from "@/lib/domain/pula";
import type { Selection } from "@/lib/domain/mitigation";

/** A live field as a report needs it, with how its provider wants to be named. */
export interface ReportField {
  fieldId: string;
  accountId: string;
  providerFieldId: string;
  fieldName: string;
  boundary: MultiPolygon | null;
  boundaryHash: string | null;
  areaSqm: number | null;
  ground: FieldGround | null;
  /** By the county lines in force. */
  counties: FoundCounty[];
  updatedAt: Date;
  /** Some application of the field has a completed check. */
  isChecked: boolean;
  brand: { name: string; accent: string | null };
}

/** How a field is asked for: by the provider's own name for it, or by ours. */
export type ReportFieldKey = { providerFieldId: string } | { fieldId: string };

type FieldRow = Omit<ReportField, "brand" | "counties"> & { counties: FoundCounty[] | null } & {
  brandName: string;
  brandAccent: string | null;
};

/** The live fields of that name, two at most: more than one is a conflict. Areas are square meters on the spheroid. */
export async function findReportFields(
  tx: ProviderTx,
  providerId: string,
  key: ReportFieldKey,
): Promise<ReportField[]> {
  const isIt =
    "fieldId" in key
      ? Prisma.sql`f.field_id = ${key.fieldId}::uuid`
      : Prisma.sql`f.provider_field_id = ${key.providerFieldId}`;
  const rows = await tx.$queryRaw<FieldRow[]>`
    WITH mine AS MATERIALIZED (
      SELECT f.field_id, f.account_id, f.provider_field_id, f.field_name, f.boundary, f.boundary_hash, f.ground, f.updated_at,
             EXISTS (SELECT 1 FROM application a
                     WHERE a.provider_id = ${providerId} AND a.field_id = f.field_id
                       AND a.last_assessment_id IS NOT NULL) AS is_checked,
             coalesce(p.brand_name, p.name) AS brand_name, p.brand_accent
      FROM field f JOIN provider p USING (provider_id)
      WHERE f.provider_id = ${providerId} AND ${isIt} AND f.archived_at IS NULL
      ORDER BY f.field_id LIMIT 2
    )
    SELECT mine.field_id AS "fieldId", mine.account_id AS "accountId", mine.provider_field_id AS "providerFieldId",
           mine.field_name AS "fieldName", ST_AsGeoJSON(mine.boundary, 15)::jsonb AS boundary,
           mine.boundary_hash AS "boundaryHash", ST_Area(mine.boundary::geography) AS "areaSqm", mine.ground,
           ${fieldCounties(Prisma.sql`mine.boundary`)} AS counties, mine.updated_at AS "updatedAt",
           mine.is_checked AS "isChecked", mine.brand_name AS "brandName", mine.brand_accent AS "brandAccent"
    FROM mine ORDER BY mine.field_id`;
  return rows.map(({ brandName, brandAccent, counties, ...field }) => ({
    ...field,
    counties: counties ?? [],
    ground: readGround(field.ground),
    brand: { name: brandName, accent: brandAccent },
  }));
}

/** What is selected for a field and year, and when anything of it last changed; null when the portal never did. */
export async function findFieldYearSelections(
  tx: ProviderTx,
  providerId: string,
  { fieldId, year }: { fieldId: string; year: number },
): Promise<{ selections: Selection[]; updatedAt: Date | null }> {
  const rows = await tx.$queryRaw<{ selections: Selection[]; updatedAt: Date | null }[]>`
    SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object(
              'system', s.system, 'subOptionId', s.sub_option_id, 'source', s.source,
              'implementationDate', to_char(s.implementation_date, 'YYYY-MM-DD'), 'notes', s.notes)
              ORDER BY s.sub_option_id), '[]')
            FROM measure_selection s
            WHERE s.provider_id = ${providerId} AND s.field_id = ${fieldId}::uuid AND s.year = ${year}) AS selections,
           (SELECT y.updated_at FROM field_year y
            WHERE y.provider_id = ${providerId} AND y.field_id = ${fieldId}::uuid AND y.year = ${year}) AS "updatedAt"`;
  return rows[0] ?? { selections: [], updatedAt: null };
}
