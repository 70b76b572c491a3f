import { type Db, type ProviderTx, readReference } from "@/lib/data/db";
import type { SuggestedRecheck } from "@/lib/domain/recheck";

/** A switch that the radar has to look at. */
export interface RadarRun {
  radarId: number;
  beforeId: number;
  afterId: number;
}

/** Switches that no worker has looked at to the end, oldest first. */
export const findOpenRuns = (db: Db): Promise<RadarRun[]> =>
  readReference(
    () => db.prisma.$queryRaw<RadarRun[]>`
      SELECT radar_id AS "radarId", before_id AS "beforeId", after_id AS "afterId"
      FROM radar_run WHERE finished_at IS NULL ORDER BY radar_id`,
  );

export const finishRun = (db: Db, radarId: number, found: { fields: number; rechecks: number }): Promise<number> =>
  readReference(
    () => db.prisma.$executeRaw`
      UPDATE radar_run SET finished_at = now(), fields = ${found.fields}::int, rechecks = ${found.rechecks}::int
      WHERE radar_id = ${radarId}::int AND finished_at IS NULL`,
  );

/** A field of some provider that lies on changed ground. */
export interface TouchedField {
  providerId: string;
  fieldId: string;
}

/** Fields of all providers on ground that two sets do not hold alike, each once, by provider. */
export const findTouchedFields = (
  db: Db,
  { beforeId, afterId }: Pick<RadarRun, "beforeId" | "afterId">,
  pulaIds: readonly number[],
): Promise<TouchedField[]> =>
  readReference(
    () => db.prisma.$queryRaw<TouchedField[]>`
      SELECT DISTINCT provider_id AS "providerId", field_id AS "fieldId"
      FROM find_fields_on_changed_ground(${beforeId}::int, ${afterId}::int, ${[...pulaIds]}::int[])
      ORDER BY 1, 2`,
  );

/** Applications on these fields that are still to be made, in order. */
export async function findPlanned(
  tx: ProviderTx,
  providerId: string,
  { fieldIds, fromDay }: { fieldIds: readonly string[]; fromDay: string },
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT a.application_event_id AS id FROM application a
    WHERE a.provider_id = ${providerId} AND a.field_id = ANY(${[...fieldIds]}::uuid[])
      AND a.application_date >= ${fromDay}::date AND a.processing_status = 'completed'
    ORDER BY a.application_event_id`;
  return rows.map(({ id }) => id);
}

/** Keeps what a switch changed of an application. The first worker to find it tells the provider; later ones change nothing. */
export const putRecheck = (tx: ProviderTx, radarId: number, found: SuggestedRecheck): Promise<number> => tx.$executeRaw`
  INSERT INTO recheck (provider_id, radar_id, application_event_id, change)
  VALUES (${found.providerId}, ${radarId}::int, ${found.applicationEventId}::uuid, ${JSON.stringify(found.change)}::jsonb)
  ON CONFLICT DO NOTHING`;
