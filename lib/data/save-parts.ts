import type { MultiPolygon } from "geojson";
import { Prisma } from "@/lib/data/db";
import type { FieldGround } from "@/lib/domain/field";
import type { CreditSource, Selection } from "@/lib/domain/mitigation";

/** What a save met. The caller rolls it back unless every part is true. */
export interface SaveOutcome {
  /** The claims were still this request's. */
  hasClaims: boolean;
  isFieldUnchanged: boolean;
  /** Left out by a save that writes no application. */
  isApplicationUnchanged?: boolean;
}

export interface FieldToSave {
  fieldId: string;
  /** Null for a new field. */
  expectedRevision: number | null;
  accountId: string;
  providerFieldId: string;
  fieldName: string;
  boundary: MultiPolygon;
  boundaryHash: string;
  ground: FieldGround;
  portalExpiresAt: Date;
}

/** Automatic credits of a field and year, derived again; portal selections are not touched. */
export interface CreditsToSave {
  autoSelections: Selection[];
  /** Saved credits of these sources that were not derived again are removed; credits of other sources stay. */
  derivedSources: CreditSource[];
  year: number;
}

/** Inserts a new field, or updates the one whose revision is still the expected one: one row, or none. */
export const saveField = (providerId: string, field: FieldToSave): Prisma.Sql => Prisma.sql`
  INSERT INTO field AS f (provider_id, field_id, account_id, provider_field_id, field_name, boundary, boundary_hash,
                          ground, portal_expires_at, updated_at)
  VALUES (${providerId}, ${field.fieldId}::uuid, ${field.accountId}, ${field.providerFieldId}, ${field.fieldName},
          ST_SetSRID(ST_GeomFromGeoJSON(${JSON.stringify(field.boundary)}), 4326), ${field.boundaryHash},
          ${JSON.stringify(field.ground)}::jsonb, ${field.portalExpiresAt}, now())
  ON CONFLICT (provider_id, field_id) DO UPDATE SET
    field_name = excluded.field_name, boundary = excluded.boundary, boundary_hash = excluded.boundary_hash,
    ground = excluded.ground, portal_expires_at = excluded.portal_expires_at, updated_at = excluded.updated_at,
    revision = f.revision + CASE WHEN f.boundary_hash IS DISTINCT FROM excluded.boundary_hash THEN 1 ELSE 0 END
    WHERE f.revision = ${field.expectedRevision}::int AND f.archived_at IS NULL
  RETURNING 1`;

export const saveCredits = (
  providerId: string,
  fieldId: string,
  { year, autoSelections, derivedSources }: CreditsToSave,
): Prisma.Sql => Prisma.sql`
  credit AS (
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(autoSelections)}::jsonb)
      AS s(system text, "subOptionId" int, source text, "implementationDate" date, notes text)
  ), gone_credits AS (
    DELETE FROM measure_selection m
    WHERE m.provider_id = ${providerId} AND m.field_id = ${fieldId}::uuid AND m.year = ${year}
      AND m.source = ANY(${derivedSources}::text[]) AND m.source <> 'portal'
      AND NOT EXISTS (SELECT FROM credit WHERE credit.system = m.system AND credit."subOptionId" = m.sub_option_id)
  ), saved_credits AS (
    INSERT INTO measure_selection (provider_id, field_id, year, system, sub_option_id, source, implementation_date, notes)
    SELECT ${providerId}::text, ${fieldId}::uuid, ${year}, system, "subOptionId", source, "implementationDate", notes
    FROM credit
    -- A moved field may earn the same credit of another county, which the note names. Else the first day stays.
    -- No one selects these, so a row that says the portal did was made by hand, and gives way.
    ON CONFLICT (provider_id, field_id, year, system, sub_option_id) DO UPDATE SET
      source = excluded.source, implementation_date = excluded.implementation_date, notes = excluded.notes
      WHERE (measure_selection.source, measure_selection.notes) IS DISTINCT FROM (excluded.source, excluded.notes)
  )`;

/** A field's random link token: its hash for look-up, and a sealed copy from which it is issued again. */
export interface PortalToken {
  hash: Buffer;
  sealed: Buffer;
}

/** Keeps a new field's token beside it. Claims keep two requests from making one each. */
export const saveToken = (providerId: string, fieldId: string, token: PortalToken | null): Prisma.Sql =>
  token === null
    ? Prisma.sql`SELECT 1`
    : Prisma.sql`
      INSERT INTO portal_token (provider_id, field_id, token_hash, token_sealed)
      VALUES (${providerId}, ${fieldId}::uuid, ${token.hash}, ${token.sealed})
      RETURNING 1`;
