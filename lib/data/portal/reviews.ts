import { Prisma, type ProviderTx } from "@/lib/data/db";
import { timeAsText } from "@/lib/data/time-as-text";
import { readDataVersions } from "@/lib/data/stored/parts";
import type { DataVersions } from "@/lib/domain/compliance";

/** Which limitation of which product, as an application has it. */
export interface ReviewKey {
  /** Its registration number, or its name where it has none. */
  product: string;
  pulaId: number;
  limitationId: number;
}

/** That someone read a text: the text itself is named by its hash. */
export interface Review extends ReviewKey {
  textHash: string;
  reviewedAt: Date;
}

/** What pages show beside a check's result: which data it rests on, and what happened since. */
export interface CheckNotes {
  dataVersions: DataVersions | null;
  reviews: Review[];
  /**
   * When something that a drift computation reads was last changed: a practice, a drawn area, or a slope in the portal, slope marks that
   * went with a boundary, the mapped ground beside the field, or the rules for buffers; null for never.
   */
  driftChangedAt: Date | null;
}

export interface NotesJson {
  dataVersions: unknown;
  driftChangedAt: string | null;
  reviews: (Omit<Review, "reviewedAt"> & { reviewedAt: string })[] | null;
}

const lastDriftEdit = Prisma.sql`(
  SELECT max(greatest(c.changed_at, c.undone_at)) FROM change_event c
  WHERE c.provider_id = a.provider_id AND c.field_id = a.field_id
    AND c.kind IN ('drift_claim', 'drawn_feature', 'downslope')
    AND (c.application_event_id IS NULL OR c.application_event_id = a.application_event_id))`;

/** Marks go with a boundary, and do not come back with it. */
const slopesClearedAt = Prisma.sql`(
  SELECT sloped.slopes_cleared_at FROM field sloped
  WHERE sloped.provider_id = a.provider_id AND sloped.field_id = a.field_id)`;

/** Of the application row `a`. */
export const driftChangedAt = Prisma.sql`${timeAsText(Prisma.sql`greatest(${lastDriftEdit}, ${slopesClearedAt})`)}`;

/** When something that the drift computation of an application reads was last changed in the portal; null for never. */
export const findDriftChangedAt = async (
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
): Promise<Date | null> =>
  (await findDriftChanges(tx, providerId, [applicationEventId])).get(applicationEventId) ?? null;

/** The same of several, by their ids; those where it never was are left out. */
export async function findDriftChanges(
  tx: ProviderTx,
  providerId: string,
  applicationEventIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await tx.$queryRaw<{ id: string; at: string | null }[]>`
    SELECT a.application_event_id::text AS id, ${driftChangedAt} AS at FROM application a
    WHERE a.provider_id = ${providerId} AND a.application_event_id = ANY(${applicationEventIds}::uuid[])`;
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, new Date(at)] as const])));
}

const dataVersions = Prisma.sql`(
  SELECT x.body->'dataVersions' FROM assessment x
  WHERE x.provider_id = a.provider_id AND x.assessment_id = a.last_assessment_id
    AND x.calculated_at = a.last_assessed_at)`;

/** What was marked as read of the application row `a`; null: nothing. */
export const reviewsAsJson = Prisma.sql`(
  SELECT json_agg(json_build_object(
    'product', r.product, 'pulaId', r.pula_id, 'limitationId', r.limitation_id, 'textHash', r.text_hash,
    'reviewedAt', ${timeAsText("r.reviewed_at")}))
  FROM limitation_review r
  WHERE r.provider_id = a.provider_id AND r.application_event_id = a.application_event_id)`;

/** The notes of the application row `a`. What its drift computation reads is its own, or its field's. */
export const notesAsJson = (): Prisma.Sql => Prisma.sql`
  json_build_object(
    'dataVersions', ${dataVersions}, 'driftChangedAt', ${driftChangedAt}, 'reviews', ${reviewsAsJson})`;

export const toCheckNotes = ({ dataVersions, driftChangedAt, reviews }: NotesJson): CheckNotes => ({
  dataVersions: readDataVersions(dataVersions),
  driftChangedAt: driftChangedAt === null ? null : new Date(driftChangedAt),
  reviews: (reviews ?? []).map((review) => ({ ...review, reviewedAt: new Date(review.reviewedAt) })),
});

/** Keeps that a text was read; reading it again keeps the first time, another text under the same number begins again. */
export const putReview = (
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
  { product, pulaId, limitationId, textHash, reviewedAt }: Review,
): Promise<number> => tx.$executeRaw`
  INSERT INTO limitation_review AS r
    (provider_id, application_event_id, product, pula_id, limitation_id, text_hash, reviewed_at)
  VALUES (${providerId}, ${applicationEventId}::uuid, ${product}, ${pulaId}, ${limitationId}, ${textHash}, ${reviewedAt})
  ON CONFLICT (provider_id, application_event_id, product, pula_id, limitation_id) DO UPDATE
    SET text_hash = excluded.text_hash, reviewed_at = excluded.reviewed_at
    WHERE r.text_hash <> excluded.text_hash`;

/** Takes back that this text was read, not what was read of another one under its number. */
export const removeReview = (
  tx: ProviderTx,
  providerId: string,
  applicationEventId: string,
  { product, pulaId, limitationId, textHash }: Omit<Review, "reviewedAt">,
): Promise<number> => tx.$executeRaw`
  DELETE FROM limitation_review
  WHERE provider_id = ${providerId} AND application_event_id = ${applicationEventId}::uuid AND product = ${product}
    AND pula_id = ${pulaId} AND limitation_id = ${limitationId} AND text_hash = ${textHash}`;

/** Share of a live field inside each of some PULAs of the set in force, percent; without those that the set lacks. */
export async function findPulaShares(
  tx: ProviderTx,
  providerId: string,
  fieldId: string,
  pulaIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await tx.$queryRaw<{ pulaId: number; sharePct: number | null }[]>`
    SELECT piece.pula_id AS "pulaId",
           least(100, 100 * ST_Area(ST_Union(ST_CollectionExtract(ST_Intersection(piece.geom, f.boundary), 3))::geography)
                      / max(ST_Area(f.boundary::geography))) AS "sharePct"
    FROM field f, active_data_set s JOIN pula_piece piece USING (data_set_id)
    WHERE f.provider_id = ${providerId} AND f.field_id = ${fieldId}::uuid AND s.kind = 'pula'
      AND piece.pula_id = ANY(${[...pulaIds]}::int[]) AND piece.geom && f.boundary
    GROUP BY piece.pula_id`;
  return new Map(rows.flatMap(({ pulaId, sharePct }) => (sharePct === null ? [] : [[pulaId, sharePct] as const])));
}
