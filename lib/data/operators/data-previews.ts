import { type Db, type Prisma, type ProviderTx, readReference } from "@/lib/data/db";
import type { DataPreview, PreviewCount, PreviewFilter, PreviewPage } from "@/lib/domain/data-preview";
import type { ActionBy } from "@/lib/domain/operator";
import type { SuggestedRecheck, SwitchedKind } from "@/lib/domain/recheck";

export interface NewDataPreview extends Pick<DataPreview, "previewId" | "kind" | "fromVersion" | "toVersion"> {
  /** Table files, for the kind `tables`. */
  tables: readonly { file: string; json: unknown }[] | null;
}

/** Asks the worker for a preview. False: another is under way. */
export async function askForPreview(
  tx: Pick<Prisma.TransactionClient, "$queryRaw">,
  wanted: NewDataPreview,
  by: ActionBy,
): Promise<boolean> {
  const tables = wanted.tables === null ? null : JSON.stringify(wanted.tables);
  const rows = await tx.$queryRaw<{ asked: boolean }[]>`
    SELECT ask_for_data_preview(${wanted.previewId}::uuid, ${wanted.kind}, ${wanted.fromVersion}, ${wanted.toVersion},
      ${tables}::jsonb, ${by.actor}, ${by.operatorId}::uuid, ${by.requestId}) AS asked`;
  return rows[0]?.asked === true;
}

const SHOWN = {
  previewId: true,
  kind: true,
  fromVersion: true,
  toVersion: true,
  askedBy: true,
  askedAt: true,
  state: true,
  fields: true,
  failed: true,
  detail: true,
  endedAt: true,
} as const;

type Row = Omit<DataPreview, "kind" | "state"> & { kind: string; state: string };
const previewOf = (row: Row): DataPreview => ({
  ...row,
  kind: row.kind as SwitchedKind,
  state: row.state as DataPreview["state"],
});

/** What was asked for, newest first. */
export const listPreviews = (db: Db, most: number): Promise<DataPreview[]> =>
  readReference(async () => {
    const rows = await db.prisma.dataPreview.findMany({
      select: SHOWN,
      orderBy: [{ askedAt: "desc" }, { previewId: "desc" }],
      take: most,
    });
    return rows.map(previewOf);
  });

export const findPreview = (db: Db, previewId: string): Promise<DataPreview | null> =>
  readReference(async () => {
    const row = await db.prisma.dataPreview.findUnique({ select: SHOWN, where: { previewId } });
    return row === null ? null : previewOf(row);
  });

/** How many applications of which provider, product, county, and change of status, the most first. Crosses providers. */
export const countFindings = (db: Db, previewId: string): Promise<PreviewCount[]> =>
  readReference(
    () => db.prisma.$queryRaw<PreviewCount[]>`
      SELECT dimension, value, applications FROM count_preview_findings(${previewId}::uuid)`,
  );

/** What a preview found, by provider, account, and day. For the console alone: it crosses providers. */
export async function listFindings(
  db: Db,
  previewId: string,
  { provider, product, county, offset, limit }: PreviewFilter & { offset: number; limit: number },
): Promise<PreviewPage> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ finding: SuggestedRecheck; total: number }[]>`
      SELECT finding, total
      FROM list_preview_findings(${previewId}::uuid, ${provider}, ${product}, ${county}, ${offset}::int, ${limit}::int)`,
  );
  return { total: rows[0]?.total ?? 0, findings: rows.map(({ finding }) => finding) };
}

/**
 * Keeps what a preview found of one provider; what a worker that died had kept already stays as it is. Of applications that are
 * there yet: a provider may have been erased since they were read.
 */
export const putFindings = (
  tx: ProviderTx,
  previewId: string,
  providerId: string,
  findings: readonly SuggestedRecheck[],
): Promise<number> => tx.$executeRaw`
  INSERT INTO data_preview_finding (provider_id, preview_id, application_event_id, products, counties, finding)
  SELECT ${providerId}::text, ${previewId}::uuid, (f->>'applicationEventId')::uuid,
         ARRAY(SELECT jsonb_array_elements_text(f->'products')), ARRAY(SELECT jsonb_array_elements_text(f->'counties')), f
  FROM jsonb_array_elements(${JSON.stringify(findings)}::jsonb) AS f
  JOIN application a ON a.provider_id = ${providerId} AND a.application_event_id = (f->>'applicationEventId')::uuid
  ON CONFLICT DO NOTHING`;

/** A county's outline as SVG path data, and places, in meters of EPSG:5070; north is negative, as SVG counts down. */
export interface DrawnPlaces {
  counties: { geoId: string; name: string; path: string }[];
  places: [number, number][];
}

/** Finer lines than this many meters cannot be seen at the size of a county. */
const FINEST_M = 300;

/** Counties of the set in force, and places given as longitude and latitude, for one picture. Shared reference data. */
export async function drawPlaces(
  db: Db,
  { geoIds, at }: { geoIds: readonly string[]; at: readonly (readonly [number, number])[] },
): Promise<DrawnPlaces> {
  const counties = await readReference(
    () => db.prisma.$queryRaw<DrawnPlaces["counties"]>`
      SELECT c.geo_id AS "geoId", c.county_name AS name,
             ST_AsSVG(ST_Simplify(ST_Transform(c.geom, 5070), ${FINEST_M}, true), 0, 0) AS path
      FROM active_data_set a JOIN county c USING (data_set_id)
      WHERE a.kind = 'county' AND c.geo_id = ANY(${[...geoIds]}::text[]) ORDER BY 1`,
  );
  const places = await readReference(
    () => db.prisma.$queryRaw<{ x: number; y: number }[]>`
      SELECT ST_X(p) AS x, -ST_Y(p) AS y
      FROM jsonb_array_elements(${JSON.stringify(at)}::jsonb) WITH ORDINALITY AS place(at, nr),
           ST_Transform(ST_SetSRID(ST_MakePoint((place.at->>0)::float8, (place.at->>1)::float8), 4326), 5070) AS p
      ORDER BY nr`,
  );
  return { counties, places: places.map(({ x, y }) => [x, y]) };
}
