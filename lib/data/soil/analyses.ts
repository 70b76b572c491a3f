import { Prisma, type Reader, readReference } from "@/lib/data/db";
import type { SoilSummary } from "@/lib/domain/soil";
import type { SurveyAreas } from "@/lib/domain/soil-survey";

/** The set of the local mirror in force. */
export interface SoilMirror {
  dataSetId: number;
  version: string;
}

/** What is stored for a boundary before anything is analysed. */
export interface StoredSoil {
  /** Null also when what is stored is stale. */
  analysis: { summary: SoilSummary; version: string } | null;
  mirror: SoilMirror | null;
}

/** An analysis, and the source data a neighbor left, are used for this long. docs/contract.md, Fields and soil */
export const FRESH = Prisma.sql`INTERVAL '400 days'`;

/**
 * Whether rows made from these survey areas at that time may still be used: not too old, no newer publication seen, and
 * nothing withdrawn since.
 */
export const isFresh = (madeAt: Prisma.Sql, areas: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (${madeAt} > now() - ${FRESH} AND NOT EXISTS (
     SELECT FROM jsonb_each_text(${areas}) AS own(area_symbol, version)
     JOIN soil_survey_area AS known USING (area_symbol) WHERE known.version > own.version OR ${madeAt} <= known.stale_before))`;

/**
 * Whether an analysis serves as well as this version of the processing would. The first version named a symbol of two survey areas after
 * the larger soil alone, so what it made of one area still holds; the mirror's analyses do not say of how many they are. Neither it nor
 * the second kept the groups of map units, which matter where the field may be sandy ground.
 */
const isSummarized = (processingVersion: number): Prisma.Sql => Prisma.sql`
  (a.processing_version = ${processingVersion}
   OR (coalesce(a.summary ->> 'dominantGroup', '') NOT IN ('A', 'B', 'A/B')
       AND (a.processing_version = ${WITHOUT_GROUPS}
            OR (a.processing_version = ${ONE_NAME_A_SYMBOL} AND (SELECT count(*) FROM jsonb_object_keys(a.areas)) = 1))))`;
const ONE_NAME_A_SYMBOL = 1;
const WITHOUT_GROUPS = 2;

/**
 * The expression that gives the stored soil of a boundary as one JSON value, for statements that read other things in
 * the same round trip. An analysis is current when this version of the processing would say the same, it is under 400 days old, and
 * the source that would answer now is the one it was made from: the mirror's set in force, or, where the mirror does
 * not cover the field, survey areas of which no newer publication is known. An analysis of the survey that is older
 * than the mirror in force is made again, because no one has looked yet whether the mirror covers the field.
 */
export const storedSoil = (boundaryHash: string | Prisma.Sql, processingVersion: number): Prisma.Sql => Prisma.sql`
  (SELECT jsonb_build_object(
     'mirror', CASE WHEN set.data_set_id IS NOT NULL
                    THEN jsonb_build_object('dataSetId', set.data_set_id, 'version', set.version) END,
     'analysis', CASE WHEN a.boundary_hash IS NOT NULL
                      THEN jsonb_build_object('summary', a.summary, 'version', a.survey_version) END)
   FROM (SELECT) AS one
   LEFT JOIN (SELECT d.data_set_id, d.version, active.activated_at
              FROM active_data_set AS active JOIN data_set AS d USING (data_set_id)
              WHERE active.kind = 'soil') AS set ON true
   LEFT JOIN soil_analysis AS a
     ON a.boundary_hash = ${boundaryHash} AND ${isSummarized(processingVersion)}
    AND ${isFresh(Prisma.sql`a.analyzed_at`, Prisma.sql`a.areas`)}
    AND CASE a.origin WHEN 'mirror' THEN a.survey_version = set.version
                      ELSE set.data_set_id IS NULL OR a.analyzed_at > set.activated_at END)`;

/** What is stored for a boundary. Shared reference data, so it is not scoped by provider. */
export async function findStoredSoil(db: Reader, boundaryHash: string, processingVersion: number): Promise<StoredSoil> {
  const rows = await readReference(
    () => db.$queryRaw<{ stored: StoredSoil }[]>`SELECT ${storedSoil(boundaryHash, processingVersion)} AS stored`,
  );
  return rows[0]?.stored ?? { analysis: null, mirror: null };
}

export interface AnalysisToStore {
  boundaryHash: string;
  origin: "mirror" | "survey";
  processingVersion: number;
  surveyVersion: string;
  areas: SurveyAreas;
  summary: SoilSummary;
}

/** Keeps an analysis in place of what was stored for the boundary. */
export async function storeAnalysis(db: Reader, analysis: AnalysisToStore): Promise<void> {
  await readReference(
    () => db.$executeRaw`
      INSERT INTO soil_analysis (boundary_hash, origin, processing_version, survey_version, areas, summary, analyzed_at)
      VALUES (${analysis.boundaryHash}, ${analysis.origin}, ${analysis.processingVersion}, ${analysis.surveyVersion},
              ${JSON.stringify(analysis.areas)}::jsonb, ${JSON.stringify(analysis.summary)}::jsonb, now())
      ON CONFLICT (boundary_hash) DO UPDATE SET
        origin = excluded.origin, processing_version = excluded.processing_version,
        survey_version = excluded.survey_version, areas = excluded.areas, summary = excluded.summary,
        analyzed_at = excluded.analyzed_at`,
  );
}
