import type { DataSetKind, DataSetState } from "@/lib/data/data-sets";
import { type Db, readReference } from "@/lib/data/db";
import { type ChangedPula, diffPulaSets } from "@/lib/data/imports/pula-difference";
import { type ImportClient, isJudgedBy } from "@/lib/data/imports/sets";
import type { DataRefresh } from "@/lib/domain/data-refresh";

export interface ListedDataSet {
  dataSetId: number;
  kind: DataSetKind;
  version: string;
  state: DataSetState;
  source: string;
  isDemonstration: boolean;
  counts: Record<string, unknown>;
  loadedAt: Date;
  verifiedAt: Date | null;
  role: "active" | "previous" | null;
  /** A roll-back took it out of force, and nothing has put it in force since. */
  isWithdrawn: boolean;
  /** Its outlines lie in a file, for reports. */
  isArchived: boolean;
  archive: { file: string; bytes: number } | null;
  /** Who published it, where the map has to name them. */
  attribution: string | null;
}

/** Every stored set and its part in the switch, newest first within its kind. Shared reference data. */
export const listStoredSets = (db: Db): Promise<ListedDataSet[]> =>
  readReference(
    () => db.prisma.$queryRaw<ListedDataSet[]>`
      SELECT d.data_set_id AS "dataSetId", d.kind, d.version, d.state, d.source, d.is_demonstration AS "isDemonstration", d.counts,
             d.attribution,
             d.loaded_at AS "loadedAt", d.verified_at AS "verifiedAt",
             CASE WHEN a.data_set_id = d.data_set_id THEN 'active'
                  WHEN a.previous_data_set_id = d.data_set_id THEN 'previous' END AS role,
             d.counts->>'withdrawn_at' IS NOT NULL AS "isWithdrawn",
             kept.data_set_id IS NOT NULL AS "isArchived",
             CASE WHEN kept.data_set_id IS NOT NULL
                  THEN json_build_object('file', kept.file, 'bytes', kept.bytes) END AS archive
      FROM data_set d LEFT JOIN active_data_set a ON a.kind = d.kind
      LEFT JOIN data_set_archive kept ON kept.data_set_id = d.data_set_id
      ORDER BY d.kind, d.data_set_id DESC`,
  );

/** The last looks at publishers, newest first. */
export const listRefreshRuns = (db: Db, most: number): Promise<DataRefresh[]> =>
  readReference(async () => {
    const rows = await db.prisma.dataRefresh.findMany({ orderBy: { refreshId: "desc" }, take: most });
    return rows as DataRefresh[];
  });

/** The areas in which two sets differ, as a refresh finds them. Shared reference data. */
export const diffAreas = (db: Db, beforeId: number, afterId: number): Promise<ChangedPula[]> =>
  readReference(() => diffPulaSets(asImportClient(db), beforeId, afterId));

/** Whether an application was judged by a set, as the import command asks it. Shared reference data. */
export const isSetJudged = (db: Db, set: Pick<ListedDataSet, "dataSetId" | "kind" | "version">): Promise<boolean> =>
  readReference(() => isJudgedBy(asImportClient(db), set));

/** For statements of the import command that the service's role may run too. */
function asImportClient(db: Db): ImportClient {
  const query = async (text: string, values: unknown[] = []) => ({
    rows: await db.prisma.$queryRawUnsafe<unknown[]>(text, ...values),
  });
  return { query } as unknown as ImportClient;
}

/** One area as SVG path data, in meters of EPSG:5070, before and after. */
export interface DrawnArea {
  pulaId: number;
  before: string | null;
  after: string | null;
}

export interface DrawnAreas {
  /** West, north, width, height; north is negative, as SVG counts down. */
  frame: [number, number, number, number];
  areas: DrawnArea[];
}

/** Lines finer than this share of the picture cannot be seen. */
const FINEST = 1 / 800;

/** The outlines of some areas in two sets; null where neither set has one of them. */
export async function drawAreas(
  db: Db,
  { beforeId, afterId, pulaIds }: { beforeId: number; afterId: number; pulaIds: readonly number[] },
): Promise<DrawnAreas | null> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<(DrawnArea & { west: number; north: number; width: number; height: number })[]>`
      WITH shape AS MATERIALIZED (
        -- One multipolygon: the path of a collection has ";" between its parts, which ends a browser's reading.
        SELECT f.data_set_id, f.pula_id, ST_Transform(ST_CollectionExtract(ST_Collect(f.geom), 3), 5070) AS geom
        FROM pula_feature f
        WHERE f.data_set_id IN (${beforeId}, ${afterId}) AND f.pula_id = ANY(${[...pulaIds]}::int[])
        GROUP BY f.data_set_id, f.pula_id
      ), frame AS (
        SELECT ST_Extent(geom) AS box FROM shape
      ), sized AS (
        SELECT ST_XMin(box) AS west, -ST_YMax(box) AS north, greatest(ST_XMax(box) - ST_XMin(box), 1) AS width,
               greatest(ST_YMax(box) - ST_YMin(box), 1) AS height FROM frame
      ), drawn AS (
        SELECT s.data_set_id, s.pula_id,
               ST_AsSVG(ST_Simplify(s.geom, greatest(z.width, z.height) * ${FINEST}, true), 0, 0) AS path
        FROM shape s, sized z
      )
      SELECT coalesce(o.pula_id, n.pula_id) AS "pulaId", o.path AS before, n.path AS after,
             z.west, z.north, z.width, z.height
      FROM (SELECT * FROM drawn WHERE data_set_id = ${beforeId}) o
      FULL JOIN (SELECT * FROM drawn WHERE data_set_id = ${afterId}) n USING (pula_id), sized z
      ORDER BY 1`,
  );
  const [first] = rows;
  if (first === undefined) return null;
  return {
    frame: [first.west, first.north, first.width, first.height],
    areas: rows.map(({ pulaId, before, after }) => ({ pulaId, before, after })),
  };
}
