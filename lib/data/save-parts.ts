import type { MultiPolygon } from "geojson";
import type { StatementTx } from "@/lib/data/db";
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

/** A field's random link token: its hash for look-up, and a sealed copy from which it is issued again. */
export interface PortalToken {
  hash: Buffer;
  sealed: Buffer;
}

export interface FieldSave extends CreditsToSave {
  claimToken: string;
  claimCount: number;
  field: FieldToSave;
  /** A new field's link token, in token mode. Claims keep two requests from making one each. */
  portalToken: PortalToken | null;
}

/** What a check saves beside its field, as the function reads it. */
interface ApplicationSave {
  application: object;
  requirements: readonly object[];
  assessment: object;
  body: object;
}

const NO_APPLICATION = { application: null, requirements: null, assessment: null, body: null };

/** What the save found as the caller had read it. */
interface Found {
  claims: number;
  fields: number;
  applications: number;
}

/**
 * The whole save as one call, of the function in migration 20261205105000: it inserts what is new, and updates what has the
 * expected revision. Without an application, the field and its credits alone.
 */
export async function callSave(
  tx: Pick<StatementTx, "$queryRaw">,
  providerId: string,
  { claimToken, field, portalToken, autoSelections, derivedSources, year }: FieldSave,
  { application, requirements, assessment, body }: ApplicationSave | typeof NO_APPLICATION = NO_APPLICATION,
): Promise<Found> {
  const { boundary, ...rest } = field;
  const rows = await tx.$queryRaw<Found[]>`
    SELECT claims, fields, applications FROM save_check(
      ${providerId}, ${claimToken}::uuid, ${json(rest)}::jsonb, ${json(boundary)},
      ${portalToken?.hash ?? null}::bytea, ${portalToken?.sealed ?? null}::bytea,
      ${json(autoSelections)}::jsonb, ${derivedSources}::text[], ${year}::int,
      ${json(application)}::jsonb, ${json(requirements)}::jsonb, ${json(assessment)}::jsonb, ${json(body)}::jsonb)`;
  return rows[0] ?? { claims: 0, fields: 0, applications: 0 };
}

const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));
