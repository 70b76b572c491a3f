import type { MultiLineString, MultiPolygon } from "geojson";
import { Prisma, type ProviderTx } from "@/lib/data/db";
import { drawnAsJson } from "@/lib/data/drift/compute-state";
import type { RememberedClaim, RememberedDownslope } from "@/lib/domain/drift-portal";
import type { DrawnFeature } from "@/lib/domain/drift-saved";

/** A live application that practices can be claimed for. */
export interface ClaimableApplication {
  fieldId: string;
  applicationDate: string;
  year: number;
  isLocked: boolean;
  claims: RememberedClaim[];
}

/**
 * Holds the application until the transaction ends, in a statement of its own: one that waits for a row reads the practices beside it
 * as they were before it waited, so that two edits at once would both see what only the first may replace. Null: no such live application.
 */
export async function findClaimable(
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
): Promise<ClaimableApplication | null> {
  await tx.$queryRaw`
    SELECT 1 FROM application
    WHERE provider_id = ${providerId} AND application_event_id = ${applicationEventId}::uuid FOR NO KEY UPDATE`;
  const rows = await tx.$queryRaw<ClaimableApplication[]>`
    SELECT a.field_id AS "fieldId", to_char(a.application_date, 'YYYY-MM-DD') AS "applicationDate",
           date_part('year', a.application_date)::int AS year, a.portal_locked_at IS NOT NULL AS "isLocked",
           coalesce((SELECT json_agg(json_build_object('subOptionId', c.sub_option_id, 'customValue', c.custom_value,
                                                       'notes', c.notes) ORDER BY c.sub_option_id)
                     FROM drift_claim c
                     WHERE c.provider_id = ${providerId} AND c.application_event_id = a.application_event_id),
                    '[]') AS claims
    FROM application a JOIN field f USING (provider_id, field_id)
    WHERE a.provider_id = ${providerId} AND a.application_event_id = ${applicationEventId}::uuid AND f.archived_at IS NULL`;
  return rows[0] ?? null;
}

export const putClaim = (
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
  { subOptionId, customValue, notes }: RememberedClaim,
): Promise<unknown> =>
  tx.driftClaim.upsert({
    where: {
      providerId_applicationEventId_subOptionId: { providerId, applicationEventId, subOptionId },
    },
    create: { providerId, applicationEventId, subOptionId, customValue, notes },
    update: { customValue, notes, updatedAt: new Date() },
  });

export const removeClaim = (
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
  subOptionId: number,
): Promise<unknown> => tx.driftClaim.deleteMany({ where: { providerId, applicationEventId, subOptionId } });

/** A live field with what is drawn beside it and marked on it. */
export interface DrawableField {
  boundary: MultiPolygon;
  boundaryHash: string;
  drawings: DrawnFeature[];
  downslope: RememberedDownslope | null;
}

interface DrawableRow extends Omit<DrawableField, "downslope" | "drawings"> {
  drawings: DrawnFeature[] | null;
  downslope: (Omit<RememberedDownslope, "lines"> & { lines: MultiLineString }) | null;
}

/** Holds the field until the transaction ends, in a statement of its own as above. Null: no such live field, or one without a boundary. */
export async function findDrawable(tx: ProviderTx, providerId: string, fieldId: string): Promise<DrawableField | null> {
  await tx.$queryRaw`
    SELECT 1 FROM field WHERE provider_id = ${providerId} AND field_id = ${fieldId}::uuid FOR NO KEY UPDATE`;
  const rows = await tx.$queryRaw<DrawableRow[]>`
    SELECT ST_AsGeoJSON(f.boundary, 17)::json AS boundary, f.boundary_hash AS "boundaryHash",
           ${drawnAsJson(Prisma.sql`f`, Prisma.sql`${providerId}`)} AS drawings,
           (SELECT json_build_object('boundaryHash', m.boundary_hash, 'lines', ST_AsGeoJSON(m.lines, 17)::json)
            FROM downslope_mark m WHERE m.provider_id = ${providerId} AND m.field_id = f.field_id) AS downslope
    FROM field f
    WHERE f.provider_id = ${providerId} AND f.field_id = ${fieldId}::uuid AND f.archived_at IS NULL
      AND f.boundary IS NOT NULL AND f.boundary_hash IS NOT NULL`;
  const [row] = rows;
  if (row === undefined) return null;
  return {
    ...row,
    drawings: row.drawings ?? [],
    downslope:
      row.downslope === null
        ? null
        : { boundaryHash: row.downslope.boundaryHash, lines: row.downslope.lines.coordinates },
  };
}

/** Whether a shape comes within a distance of a field, meters. */
export async function isNearField(
  tx: ProviderTx,
  providerId: string,
  fieldId: string,
  { geometry, withinM }: { geometry: MultiPolygon; withinM: number },
): Promise<boolean> {
  const rows = await tx.$queryRaw<{ near: boolean }[]>`
    SELECT ST_DWithin(ST_SetSRID(ST_GeomFromGeoJSON(${JSON.stringify(geometry)}), 4326)::geography,
                      boundary::geography, ${withinM}) AS near
    FROM field WHERE provider_id = ${providerId} AND field_id = ${fieldId}::uuid`;
  return rows[0]?.near === true;
}

export const putDrawing = (
  tx: ProviderTx,
  providerId: string,
  fieldId: string,
  drawing: DrawnFeature,
): Promise<number> => tx.$executeRaw`
  INSERT INTO drawn_feature (provider_id, feature_id, field_id, kind, category, label, geom, boundary_hash)
  VALUES (${providerId}, ${drawing.featureId}::uuid, ${fieldId}::uuid, ${drawing.kind}, ${drawing.category},
          ${drawing.label}, ST_SetSRID(ST_GeomFromGeoJSON(${JSON.stringify(drawing.geometry)}), 4326),
          ${drawing.boundaryHash})
  ON CONFLICT (provider_id, feature_id) DO UPDATE SET
    kind = excluded.kind, category = excluded.category, label = excluded.label, geom = excluded.geom,
    boundary_hash = excluded.boundary_hash, updated_at = excluded.updated_at
    WHERE drawn_feature.field_id = excluded.field_id`;

export const removeDrawing = (
  tx: ProviderTx,
  providerId: string,
  fieldId: string,
  featureId: string,
): Promise<unknown> => tx.drawnFeature.deleteMany({ where: { providerId, fieldId, featureId } });

export const putDownslope = (
  tx: ProviderTx,
  providerId: string,
  fieldId: string,
  { boundaryHash, lines }: RememberedDownslope,
): Promise<number> => tx.$executeRaw`
  INSERT INTO downslope_mark (provider_id, field_id, boundary_hash, lines)
  VALUES (${providerId}, ${fieldId}::uuid, ${boundaryHash},
          ST_SetSRID(ST_GeomFromGeoJSON(${JSON.stringify({ type: "MultiLineString", coordinates: lines })}), 4326))
  ON CONFLICT (provider_id, field_id) DO UPDATE SET
    boundary_hash = excluded.boundary_hash, lines = excluded.lines, updated_at = excluded.updated_at`;

export const removeDownslope = (tx: ProviderTx, providerId: string, fieldId: string): Promise<unknown> =>
  tx.downslopeMark.deleteMany({ where: { providerId, fieldId } });

/** A computation that read the practices before this cannot be saved any more: it asks for the revision it read. */
export const raiseApplicationRevision = (
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
): Promise<unknown> =>
  tx.application.updateMany({ where: { providerId, applicationEventId }, data: { revision: { increment: 1 } } });

/** The same for what is drawn beside a field or marked on it, which every application of the field rests on. */
export const raiseFieldRevision = (tx: ProviderTx, providerId: string, fieldId: string): Promise<unknown> =>
  tx.field.updateMany({ where: { providerId, fieldId }, data: { revision: { increment: 1 } } });
