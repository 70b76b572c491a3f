import type { MultiPolygon } from "geojson";
import type { ProviderTx } from "@/lib/data/db";

/** Where an application's last placement lies, every digit kept. */
export interface PlacementShapes {
  computedAt: Date;
  boundary: MultiPolygon;
  boundarySqm: number;
  buffer: MultiPolygon | null;
  /** Null: nothing may be treated, or a rule or the set-up left it open. */
  treatable: MultiPolygon | null;
}

/** Of the boundary that the field has today; null when it was placed on another one, or never. */
export async function findPlacementShapes(
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
): Promise<PlacementShapes | null> {
  const rows = await tx.$queryRaw<PlacementShapes[]>`
    SELECT d.computed_at AS "computedAt", ST_AsGeoJSON(f.boundary, 17)::json AS boundary,
           ST_Area(f.boundary::geography) AS "boundarySqm", ST_AsGeoJSON(d.buffer, 17)::json AS buffer,
           ST_AsGeoJSON(d.treatable, 17)::json AS treatable
    FROM drift_placement d
    JOIN application a USING (provider_id, application_event_id)
    JOIN field f USING (provider_id, field_id)
    WHERE d.provider_id = ${providerId} AND d.application_event_id = ${applicationEventId}::uuid
      AND d.boundary_hash = f.boundary_hash AND f.archived_at IS NULL`;
  return rows[0] ?? null;
}
