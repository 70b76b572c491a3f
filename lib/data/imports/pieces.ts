import { pieces } from "@/lib/data/imports/geometry";
import type { ImportClient } from "@/lib/data/imports/sets";

/** Tables and columns of one kind of polygon, whole and in pieces. Names of ours, written into the statement as they stand. */
interface PieceTables {
  whole: string;
  /** Column of `whole`, unique in a data set, by which batches follow one another. */
  orderedBy: string;
  piece: string;
  /** Column that a piece takes over from its whole. */
  carries: string;
}

/** What one batch came to; `taken` 0: nothing was left to cut. */
export interface CutBatch<Key> {
  taken: number;
  last: Key;
  pieces: number;
}

/** A cutter of polygons into search pieces: those whose key is above `after`, at most `limit` at a time. */
export const pieceCutter =
  <Key extends number | string>({ whole, orderedBy, piece, carries }: PieceTables) =>
  async (client: ImportClient, dataSetId: number, after: Key, limit: number): Promise<CutBatch<Key>> => {
    const { rows } = await client.query<{ taken: number; last: Key | null; pieces: number }>(
      `WITH batch AS MATERIALIZED (
         SELECT ${orderedBy} AS place, ${carries} AS carried, geom FROM ${whole}
         WHERE data_set_id = $1 AND ${orderedBy} > $2 ORDER BY ${orderedBy} LIMIT $3
       ), stored AS (
         INSERT INTO ${piece} (data_set_id, ${carries}, geom)
         SELECT $1::int, batch.carried, part.geom FROM batch ${pieces("batch.geom")}
         RETURNING 1
       )
       SELECT (SELECT count(*)::int FROM batch) AS taken, (SELECT max(place) FROM batch) AS last,
              (SELECT count(*)::int FROM stored) AS pieces`,
      [dataSetId, after, limit],
    );
    const row = rows[0];
    return { taken: row?.taken ?? 0, last: row?.last ?? after, pieces: row?.pieces ?? 0 };
  };
