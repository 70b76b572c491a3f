import type { MultiPolygon } from "geojson";
import { Prisma, type ProviderTx } from "@/lib/data/db";
import { featuresNear, type FeaturesJson } from "@/lib/data/drift/features-near";

/** The ground of the loaded set within reach of a live field, and the field. Null: no such field, or no boundary. */
export async function findGroundNear(
  tx: ProviderTx,
  providerId: string,
  fieldId: string,
): Promise<{ boundary: MultiPolygon; ground: FeaturesJson } | null> {
  const rows = await tx.$queryRaw<{ boundary: MultiPolygon; ground: FeaturesJson }[]>`
    SELECT ST_AsGeoJSON(f.boundary, 17)::json AS boundary, ${featuresNear(Prisma.sql`f.boundary`)} AS ground
    FROM field f
    WHERE f.provider_id = ${providerId} AND f.field_id = ${fieldId}::uuid AND f.archived_at IS NULL
      AND f.boundary IS NOT NULL`;
  return rows[0] ?? null;
}
