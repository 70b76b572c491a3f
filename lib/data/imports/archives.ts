import type { ArchivedArea } from "@/lib/data/imports/archive-file";
import { dropPartitions } from "@/lib/data/imports/partitions";
import type { ImportClient } from "@/lib/data/imports/sets";

/** Where the outlines of a set lie that are no longer in the database; null: they are. */
export async function findArchiveFile(client: ImportClient, dataSetId: number): Promise<string | null> {
  const { rows } = await client.query<{ file: string }>("SELECT file FROM data_set_archive WHERE data_set_id = $1", [
    dataSetId,
  ]);
  return rows[0]?.file ?? null;
}

/** The ground of a set, area by area: one large answer would have to be held whole. */
export async function* readAreas(
  client: ImportClient,
  dataSetId: number,
): AsyncGenerator<{ pulaId: number; area: ArchivedArea }> {
  const { rows } = await client.query<{ pulaId: number }>(
    `SELECT pula_id AS "pulaId" FROM pula WHERE data_set_id = $1 ORDER BY 1`,
    [dataSetId],
  );
  for (const { pulaId } of rows) {
    const found = await client.query<{ area: ArchivedArea }>(
      `SELECT jsonb_build_object(
         'pieces', (SELECT coalesce(jsonb_agg(jsonb_build_array(p.piece_id::text, encode(ST_AsBinary(p.geom), 'hex'),
                      jsonb_build_array(ST_XMin(p.geom), ST_YMin(p.geom), ST_XMax(p.geom), ST_YMax(p.geom)))
                      ORDER BY p.piece_id), '[]')
                    FROM pula_piece_archive p WHERE p.data_set_id = $1 AND p.pula_id = $2),
         'features', (SELECT coalesce(jsonb_agg(jsonb_build_array(f.object_id, encode(ST_AsBinary(f.geom), 'hex'))
                        ORDER BY f.object_id), '[]')
                      FROM pula_feature f WHERE f.data_set_id = $1 AND f.pula_id = $2)) AS area`,
      [dataSetId, pulaId],
    );
    for (const { area } of found.rows) yield { pulaId, area };
  }
}

/** The set's ground is in the file from here on, and no more in the database. */
export async function noteArchive(
  client: ImportClient,
  dataSetId: number,
  { file, bytes }: { file: string; bytes: number },
): Promise<void> {
  await dropPartitions(client, { dataSetId, kind: "pula" }, async () => {
    await client.query("INSERT INTO data_set_archive (data_set_id, file, bytes) VALUES ($1, $2, $3)", [
      dataSetId,
      file,
      bytes,
    ]);
  });
}

/** Puts the ground of one area back where it was archived from. */
export async function putAreaBack(
  client: ImportClient,
  dataSetId: number,
  { pulaId, area }: { pulaId: number; area: ArchivedArea },
): Promise<void> {
  await client.query(
    `INSERT INTO pula_feature (data_set_id, object_id, pula_id, geom)
     SELECT $1, (f->>0)::int, $2, ST_SetSRID(ST_GeomFromWKB(decode(f->>1, 'hex')), 4326) FROM jsonb_array_elements($3::jsonb) AS f`,
    [dataSetId, pulaId, JSON.stringify(area.features)],
  );
  await client.query(
    `INSERT INTO pula_piece_archive (piece_id, data_set_id, pula_id, geom)
     SELECT (p->>0)::bigint, $1, $2, ST_SetSRID(ST_GeomFromWKB(decode(p->>1, 'hex')), 4326) FROM jsonb_array_elements($3::jsonb) AS p`,
    [dataSetId, pulaId, JSON.stringify(area.pieces)],
  );
}

export async function forgetArchive(client: ImportClient, dataSetId: number): Promise<void> {
  await client.query("DELETE FROM data_set_archive WHERE data_set_id = $1", [dataSetId]);
}

/** Whether the radar has yet to look at a switch from or to the set. */
export async function isAwaitedByRadar(client: ImportClient, dataSetId: number): Promise<boolean> {
  const { rows } = await client.query<{ open: boolean }>(
    "SELECT EXISTS (SELECT FROM radar_run r WHERE r.finished_at IS NULL AND $1 IN (r.before_id, r.after_id)) AS open",
    [dataSetId],
  );
  return rows[0]?.open === true;
}
