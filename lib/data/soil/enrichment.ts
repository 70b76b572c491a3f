import type { MultiPolygon } from "geojson";
import { type ProviderTx, type Reader, readReference } from "@/lib/data/db";

/** A field whose soil is to be loaded in the background, so that its next check finds it. */
export interface EnrichmentJob {
  providerId: string;
  fieldId: string;
  boundaryHash: string;
}

/** Puts the loading of a field's soil in the queue. Fails where the queue has not been prepared. */
export async function enqueueSoilEnrichment(db: Reader, job: EnrichmentJob): Promise<void> {
  await readReference(
    () => db.$executeRaw`SELECT enqueue_soil_enrichment(${job.providerId}, ${job.fieldId}::uuid, ${job.boundaryHash})`,
  );
}

/** A live field's boundary, when it is still the one with that hash. */
export async function findBoundary(
  tx: ProviderTx,
  providerId: string,
  { fieldId, boundaryHash }: { fieldId: string; boundaryHash: string },
): Promise<MultiPolygon | null> {
  const rows = await tx.$queryRaw<{ boundary: MultiPolygon }[]>`
    SELECT ST_AsGeoJSON(boundary, 17)::jsonb AS boundary FROM field
    WHERE provider_id = ${providerId} AND field_id = ${fieldId}::uuid AND boundary_hash = ${boundaryHash}
      AND archived_at IS NULL`;
  return rows[0]?.boundary ?? null;
}
