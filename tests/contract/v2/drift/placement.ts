import type { MultiPolygon } from "geojson";
import type { ProviderTx } from "@/lib/data/db";

/** Where the buffer of an application's last computation lies. */
interface Placement {
  computedAt: Date;
  buffer: MultiPolygon | null;
  treatable: MultiPolygon | null;
  /** The field still has the boundary it was placed on. */
  isOnPresentBoundary: boolean;
}

/** Null: nothing was computed since the last check, or the application is not there. */
export async function findPlacement(
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
): Promise<Placement | null> {
  const rows = await tx.$queryRaw<Placement[]>`
    SELECT p.computed_at AS "computedAt", ST_AsGeoJSON(p.buffer, 17)::json AS buffer,
           ST_AsGeoJSON(p.treatable, 17)::json AS treatable,
           p.boundary_hash IS NOT DISTINCT FROM f.boundary_hash AS "isOnPresentBoundary"
    FROM drift_placement p JOIN application a USING (provider_id, application_event_id)
      JOIN field f USING (provider_id, field_id)
    WHERE p.provider_id = ${providerId} AND p.application_event_id = ${applicationEventId}::uuid
      AND f.archived_at IS NULL`;
  return rows[0] ?? null;
}
