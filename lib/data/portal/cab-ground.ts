import type { MultiPolygon } from "geojson";
import type { ProviderTx } from "@/lib/data/db";

/** The ground that the card of an application draws. Coordinates are WGS84, longitude first. */
export interface CabGround {
  /** Every position, so that edges keep their places. */
  boundary: MultiPolygon;
  /** Where the buffer of the last computation lies; null without one on the present boundary. */
  buffer: MultiPolygon | null;
  bufferSqm: number | null;
}

/** About 0.5 m: finer than a picture as wide as a phone can show. */
const SIMPLIFY_DEG = 5e-6;

/** Boundary and last placed buffer of an application's field: one statement. Null without a boundary. */
export async function findCabGround(
  tx: ProviderTx,
  providerId: string,
  { fieldId, applicationEventId }: { fieldId: string; applicationEventId: string },
): Promise<CabGround | null> {
  const rows = await tx.$queryRaw<CabGround[]>`
    SELECT ST_AsGeoJSON(f.boundary, 15)::json AS boundary, ST_Area(d.buffer::geography) AS "bufferSqm",
           ST_AsGeoJSON(ST_Multi(ST_SimplifyPreserveTopology(d.buffer, ${SIMPLIFY_DEG}::float8)), 7)::json AS buffer
    FROM field f LEFT JOIN drift_placement d
      ON d.provider_id = f.provider_id AND d.application_event_id = ${applicationEventId}::uuid
        AND d.boundary_hash = f.boundary_hash
    WHERE f.provider_id = ${providerId} AND f.field_id = ${fieldId}::uuid AND f.archived_at IS NULL
      AND f.boundary IS NOT NULL`;
  return rows[0] ?? null;
}
