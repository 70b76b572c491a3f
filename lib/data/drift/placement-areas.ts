import type { ProviderTx } from "@/lib/data/db";

/** How large the parts of a saved placement are, square meters; null where there is no such ground. */
export interface PlacementAreas {
  bufferSqm: number | null;
  treatableSqm: number | null;
}

/** The parts of an application's last placement; null when it was placed on another boundary, or never. */
export async function findPlacementAreas(
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
): Promise<PlacementAreas | null> {
  const rows = await tx.$queryRaw<PlacementAreas[]>`
    SELECT ST_Area(d.buffer::geography) AS "bufferSqm", ST_Area(d.treatable::geography) AS "treatableSqm"
    FROM drift_placement d
    JOIN application a USING (provider_id, application_event_id)
    JOIN field f USING (provider_id, field_id)
    WHERE d.provider_id = ${providerId} AND d.application_event_id = ${applicationEventId}::uuid
      AND d.boundary_hash = f.boundary_hash`;
  return rows[0] ?? null;
}
